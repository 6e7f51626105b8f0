"""Pictures of a game for those who have no script: SVG out of the shapes of a scene."""
