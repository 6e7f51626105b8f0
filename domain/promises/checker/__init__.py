"""The checker of proofs, written apart from the monitor and the reference."""
