"""Writers in situations, and what they store beside the games."""
