"""The files that leave Cairn for something else."""
