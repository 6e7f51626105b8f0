"""Bytes: how events are written, read strictly, carried in files, and kept from eyes they are not meant for."""
