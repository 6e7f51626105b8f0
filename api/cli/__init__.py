"""The command line: its commands and what they print. Rich is imported here and nowhere else."""
