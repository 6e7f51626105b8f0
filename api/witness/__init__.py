"""A server of its own: a witness, which cosigns logs of others as long as they only grow (c2sp.org/tlog-witness)."""
