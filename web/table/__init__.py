"""A table: its page and reports, the question, corrections, who sits there, and the result."""
