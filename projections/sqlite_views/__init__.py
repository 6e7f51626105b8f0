"""The file of the read models: its own tables, and whether it can be used."""
