"""Archives of many records: where they are, how they are read, and the work that is done on each."""
