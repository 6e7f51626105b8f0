"""Letters: what players write, parsed with a ruleset's vocabulary, read back to them, and lowered to formulas."""
