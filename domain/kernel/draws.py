"""What chance is asked, and what it answers."""

from typing import Literal

from msgspec import Struct

from domain.kernel.seats import Seat


class DrawRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A question to chance: take ``count`` from ``pile``.

    ``label`` occurs once in a decision; ``pile`` lists every card that could come, repeats included, in a fixed order.
    """

    label: str
    pile: tuple[str, ...]
    count: int = 1


class Draw(Struct, frozen=True, forbid_unknown_fields=True):
    """What came out, in the order it came, and on whose word."""

    label: str
    pile: tuple[str, ...]
    drawn: tuple[str, ...]
    source: Literal["seeded", "witnessed"]
    witnesses: tuple[Seat, ...] = ()
