"""The trace of a game: its facts, moment by moment, as letters see them."""
