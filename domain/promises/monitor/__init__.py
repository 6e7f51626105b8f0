"""The monitor: a promise carried from moment to moment in one pass."""
