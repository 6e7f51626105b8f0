"""How a game begins."""
