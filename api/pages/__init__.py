"""Pages for people, sent as HTML; their scripts use the same routes as every client."""
