"""The whole game in a terminal: the same tables as text, for typed lines (``plain``) and for a full screen (``app``).

Nothing here knows a rule: legal steps, previews and refusals come from the game, through a ``Table``.
"""
