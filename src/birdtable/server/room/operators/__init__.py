"""What those who run a server decide, and what of it holds in this process."""
