"""The Battles of a Season, a file a step."""
