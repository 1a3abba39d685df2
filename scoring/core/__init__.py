"""The parts that all games share, a file for each subject; standard library only."""
