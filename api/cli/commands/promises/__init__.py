"""``oathbook promises``: a group of commands, a file each."""
