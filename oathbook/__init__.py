"""Read, verify, replay and question records of tabletop games."""
