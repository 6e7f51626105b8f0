"""Questions about a game as one viewer sees it, answered in this process or in others."""
