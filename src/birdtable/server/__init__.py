"""The server: tables that people and bots sit at. ``table`` is pure, ``room`` has people around it."""
