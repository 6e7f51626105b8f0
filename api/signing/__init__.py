"""What the service signs: checkpoints of its log, and receipts; and whether the database still is what was signed."""
