"""A finished record played again: frames, verification, comparison and transcripts."""
