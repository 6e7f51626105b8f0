"""What the service signs: checkpoints of its log, and receipts; and how it finds a database that differs from them."""
