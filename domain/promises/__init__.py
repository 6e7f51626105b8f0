"""Promises: their letters, the verdicts on them, and who pays."""
