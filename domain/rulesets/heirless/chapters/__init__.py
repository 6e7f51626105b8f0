"""The steps of the rulebook, a file a step."""
