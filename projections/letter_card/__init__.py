"""The card of a letter: its parts by place, and every change that a click can make to it."""
