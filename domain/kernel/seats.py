"""Places at a table, and those who look at it."""

import re
from typing import Final, NewType

Seat = NewType("Seat", str)  # a place at the table, named by a short word such as ``ash``
Viewer = Seat  # who looks: a seat, the public, or the holder of a record. Only seats that a setup may name are seats.
TABLE: Final = Seat("table")  # a seat of every setup: it decides what a rulebook leaves to the players together
PUBLIC: Final = Viewer("public")  # a viewer without a seat: sees what everyone sees
HOLDER: Final = Viewer("holder")  # the holder of a record: sees all that it shows
WRITERS: Final = ("host", "rules", "chance", "transcript")  # the values of ``by`` where no seat decided

_NAME: Final = re.compile(r"[a-z][a-z0-9_-]{0,31}")


def is_seat_name(name: str) -> bool:
    """Whether a setup may name a seat so: a short lower-case word that means nothing else."""
    return _NAME.fullmatch(name) is not None and name not in {TABLE, PUBLIC, HOLDER, *WRITERS}
