"""The commands for running a server."""
