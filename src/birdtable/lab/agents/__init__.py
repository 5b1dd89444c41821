"""Text agents: functions from text to text that play, and what they are worth.

``FunctionAgent`` and ``EndpointAgent`` answer, ``TextBot`` puts one on a seat, ``play_match`` plays a match with its
record, ``play_at_server`` one against people, and ``benchmark`` measures them.
"""
