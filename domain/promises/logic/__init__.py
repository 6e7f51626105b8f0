"""What a letter means: its formula, the matching of facts, and the proof of a verdict."""
