"""What an event changes."""
