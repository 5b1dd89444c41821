"""Who is asking, and the keys that prove it."""
