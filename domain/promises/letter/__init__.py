"""The letter: what players write, read against a ruleset's vocabulary, read back to them, and brought to the kernel."""
