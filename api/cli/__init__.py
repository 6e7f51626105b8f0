"""The command line: what is typed, and what it prints. Rich is imported here and nowhere else."""
