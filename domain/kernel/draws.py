"""What chance is asked, and what it answers."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from domain.kernel.limits import CARDS_PER_DRAW
from domain.kernel.seats import Seat

Cards = Annotated[tuple[str, ...], Meta(max_length=CARDS_PER_DRAW)]
"""Cards or cubes, by what is on them."""


class DrawRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A question to chance: take ``count`` from ``pile``.

    ``label`` occurs once in a decision; ``pile`` lists every card that could come, repeats included, in a fixed order.
    ``clause`` is the rule that asks for the draw, if the ruleset names it, to be cited if the draw is missing.
    """

    label: str
    pile: Cards
    count: int = 1
    clause: str | UnsetType = UNSET


class Draw(Struct, frozen=True, forbid_unknown_fields=True):
    """What was drawn, in that order, and who vouches for it."""

    label: str
    pile: Cards
    drawn: Cards
    source: Literal["seeded", "witnessed"]
    witnesses: tuple[Seat, ...] = ()
