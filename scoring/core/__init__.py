"""What all games share: a file for each subject, the standard library only."""
