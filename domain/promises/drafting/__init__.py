"""Letters while they are written: how one could go on, and which could be meant by what cannot be read."""
