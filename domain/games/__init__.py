"""A game's stream: what may stand in it, how it is folded, how a step is taken and taken again."""
