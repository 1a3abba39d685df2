"""A group: its notebook, its library, its finished games and statistics, files in and out."""
