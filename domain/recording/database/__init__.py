"""Rows: how events are stored, locked, read and folded."""
