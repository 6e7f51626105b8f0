"""A Knight's Duty: two to six Knights, face-down plans, one left standing."""
