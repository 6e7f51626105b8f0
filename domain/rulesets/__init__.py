"""The rule engines: a handful of pure functions over frozen values, one folder a rulebook."""
