"""Transcripts by hand: a line a decision, in the words of the table."""
