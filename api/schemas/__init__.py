"""What answers and requests look like, a file a topic."""
