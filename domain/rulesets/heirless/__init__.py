"""Heirless: heirs of three tribes work, vote, trade, promise and fight over a throne."""
