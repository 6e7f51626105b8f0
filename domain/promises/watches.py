"""A promise under watch: what is left of its letter, and how it stands."""

from typing import Literal

from msgspec import Struct

from domain.kernel.seats import Seat
from domain.promises.kernel import Agreement, Formula
from domain.promises.proof import Status, Worth

Lean = Literal["+", "-", "~", "?"]
"""What a pending promise would come to if the game ended now: kept, broken, lapsed, or left to a ruling."""

LEANS: dict[Worth, Lean] = {"T": "+", "F": "-", "L": "~", "U": "?"}


class Watch(Struct, frozen=True):
    """A signed promise after so many moments; each moment answers another one (``monitor.fed``).

    ``residual`` is what is left of the letter, ``void_if`` and ``ends_if`` of its terms. ``signed`` and ``moment`` are
    indices of moments: where it was signed, and where it got its status; ``position`` is the event of the latter.
    ``heard`` are the kinds of fact that could change it; it is nothing where a change of the state alone could.
    """

    promise: str
    agreement: Agreement
    residual: Formula
    signed: int
    heard: frozenset[str] | None
    void_if: Formula | None = None
    ends_if: Formula | None = None
    consents: tuple[Seat, ...] = ()
    status: Status = "pending"
    moment: int | None = None
    position: int | None = None
