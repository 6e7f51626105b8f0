"""Records in a database of a PostgreSQL server, which several processes write."""
