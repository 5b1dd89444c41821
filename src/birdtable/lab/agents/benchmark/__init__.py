"""The benchmark of text agents and bots: rows, turns, knowledge and matches, in one table."""
