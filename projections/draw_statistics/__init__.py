"""Draws: every one of them, and whether they look fair."""
