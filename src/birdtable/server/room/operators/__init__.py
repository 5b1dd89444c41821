"""What those who run a server decide, and how this process keeps to it."""
