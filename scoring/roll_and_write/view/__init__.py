"""The view of a phone: the board, the count, the sentences. The rules know nothing of this."""
