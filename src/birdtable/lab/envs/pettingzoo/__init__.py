"""PettingZoo modules, one for each game and version: ``birdie_v0``, ``cubirds_v0``."""
