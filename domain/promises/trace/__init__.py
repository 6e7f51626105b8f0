"""A game as a letter sees it: its facts, moment by moment."""
