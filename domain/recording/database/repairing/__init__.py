"""Puts damaged rows of a database back, out of copies that have what the log proves."""
