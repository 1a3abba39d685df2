"""What a phone shows of it: the board, the count, the sentences. The rules know nothing of this."""
