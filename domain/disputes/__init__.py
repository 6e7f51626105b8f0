"""Disputes: what somebody claims about a game, and what the record and the rules answer."""
