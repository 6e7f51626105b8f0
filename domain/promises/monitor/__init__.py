"""The monitor: updates the status of a promise moment by moment, in one pass."""
