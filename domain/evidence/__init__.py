"""What can convict a keeper: a tree over all events, signed checkpoints of it, and receipts. Nothing is stored here."""
