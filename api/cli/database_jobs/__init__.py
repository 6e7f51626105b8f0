"""Whole databases: copied, backed up, put back and brought up to this version."""
