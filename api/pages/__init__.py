"""Pages for people, sent as HTML; what moves on them is asked of the same routes that everybody asks."""
