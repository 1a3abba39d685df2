"""The server, and the processes beside it."""
