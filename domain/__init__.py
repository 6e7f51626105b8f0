"""The rules, the record and everything that follows from them; knows nothing of HTTP or databases of others."""
