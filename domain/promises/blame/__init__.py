"""Blame: who caused that a letter failed, asked of the rules."""
