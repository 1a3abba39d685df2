"""The server: its door, the streams to phones and who is here, the processes beside it, the metrics."""
