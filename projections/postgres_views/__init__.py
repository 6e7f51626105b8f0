"""The schema of the read models in a database of PostgreSQL."""
