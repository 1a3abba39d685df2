"""What leaves Cairn as a file for something else."""
