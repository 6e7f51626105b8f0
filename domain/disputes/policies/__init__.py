"""Policies: what is usual about offences of a class at casual tables and in competitions, as data."""
