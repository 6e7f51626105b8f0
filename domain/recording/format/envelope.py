"""The parts of a stored event's lines: the envelope, marks of hidden values, shown values, openings."""

from typing import Annotated, Final, Literal, NamedTuple

from msgspec import Meta, Raw, Struct

from oathbook.domain.kernel import Seat
from oathbook.domain.kernel.limits import EVENTS_PER_GAME

Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
Salt = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$(?!\n)")]
EventNumber = Annotated[int, Meta(ge=1, le=EVENTS_PER_GAME)]
_DAY: Final = r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
_TIME: Final = r"([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{6}"
Instant = Annotated[str, Meta(pattern=rf"^{_DAY}T{_TIME}Z$(?!\n)")]


class Envelope(Struct, frozen=True, forbid_unknown_fields=True):
    """The public line of an event."""

    at: Instant
    by: str
    data: Raw
    game: str
    n: EventNumber
    prev: Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?$(?!\n)")]
    step: EventNumber
    type: str
    v: Literal[1]


class Mark(Struct, frozen=True, forbid_unknown_fields=True):
    """What the public line has in place of a hidden value."""

    sd: Digest
    to: tuple[Seat, ...]


class ShownValue(Struct, frozen=True, forbid_unknown_fields=True):
    """What the public line has where a hidden value is shown."""

    salt: Salt
    sd: Digest
    value: object


class Opening(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One opening of the second line: salt and value."""

    salt: Salt
    value: Raw


class StoredRow(NamedTuple):
    """An event as it is stored: its position, its topic, and its two lines."""

    position: int
    topic: str
    state: bytes
