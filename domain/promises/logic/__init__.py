"""The meaning of letters: formulas, patterns of facts, and the proof of a verdict."""
