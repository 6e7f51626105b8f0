"""The turns of a Season, a file a step."""
