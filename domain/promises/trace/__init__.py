"""A game as letters see it: its facts, moment by moment."""
