"""What there is: state, decisions, events."""
