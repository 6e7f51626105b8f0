"""What could have been in a game: its record played on otherwise, and its rules asked what was allowed."""
