"""The audit: what became of every promise of a record, who answers for a breach, and what it costs."""
