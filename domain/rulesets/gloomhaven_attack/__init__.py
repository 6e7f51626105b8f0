"""Gloomhaven: the attack sequence, with modifier cards, advantage and disadvantage."""
