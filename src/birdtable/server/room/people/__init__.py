"""Who is asking, and by which keys that is known."""
