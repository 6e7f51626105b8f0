"""Copies of whole databases, from one store to another: made, gone on with, and held against what was copied."""
