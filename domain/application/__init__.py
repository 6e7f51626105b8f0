"""Use cases that join the record with disputes and promises. No HTTP, no terminal."""
