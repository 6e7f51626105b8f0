"""Services that a command starts for its reader: the demonstration, and the game of one file."""
