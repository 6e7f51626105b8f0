"""Bytes: the envelope of an event, its codec, its hidden values, and records as files."""
