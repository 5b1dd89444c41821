"""The commands for studying the games: matches of bots, data, training, language models."""
