"""Disputes: what is claimed about a game, and what the record and the rules answer."""
