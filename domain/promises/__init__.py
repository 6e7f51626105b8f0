"""Promises: the letter, the verdict, and who pays."""
