"""Tables for models: a server of the Model Context Protocol, the seats that it hands out, and its tools.

A seat is known by a handle that only its holder has. Whoever has it sees what that seat may know and nothing else.
"""
