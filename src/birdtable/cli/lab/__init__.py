"""The commands of those who study: matches of bots, data, training, language models."""
