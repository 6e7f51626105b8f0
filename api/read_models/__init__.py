"""Read models made in a process of their own."""
