"""Who pays for a broken promise: one question, asked of a few sets of players."""
