"""The reference evaluator: the verdict on a letter over the whole log, with its proof and the proof in words."""
