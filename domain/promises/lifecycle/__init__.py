"""The life of a promise: who may offer, sign, decline, withdraw, release, claim and judge."""
