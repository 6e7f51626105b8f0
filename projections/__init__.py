"""Read models computed from the record, which can be thrown away and rebuilt."""
