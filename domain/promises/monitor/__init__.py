"""The monitor: follows a promise from moment to moment in one pass."""
