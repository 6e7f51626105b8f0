"""The reference evaluator: what a letter comes to over the whole log, with a proof and its text."""
