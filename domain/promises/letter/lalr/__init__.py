"""The parser of letters, ready sooner than lark makes it: what lark reads and builds, it gets from here."""
