"""Games to look at: one played by chance, one under way to learn on. The rules know nothing of this."""
