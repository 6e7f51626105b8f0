"""A promise under watch: what is left of its letter, and how it stands."""

from typing import Final, Literal

from msgspec import Struct

from domain.kernel.seats import Seat
from domain.promises.logic.finalisation import ClaimedPaths, final_value
from domain.promises.logic.formula import Agreement, Formula, Path
from domain.promises.logic.proof import Status, Worth

Lean = Literal["+", "-", "~", "?"]
"""What a pending promise would come to if the game ended now: kept, broken, lapsed, or left to a ruling."""

_LEANS: Final[dict[Worth, Lean]] = {"T": "+", "F": "-", "L": "~", "U": "?"}


class MonitorState(Struct, frozen=True):
    """A signed promise after so many moments; each moment answers another one (``monitor.fed``).

    ``residual`` is what is left of the letter, ``void_if`` and ``ends_if`` of its terms; these are nothing once they
    can no longer come true. ``signed`` and ``moment`` are indices of moments: where it was signed, and where it got
    its status; ``position`` is the event of the latter. ``ended_early`` says that it ended by its own terms before the
    game did, so that what was still owed has lapsed. ``claims`` are the paths that somebody has claimed about, and
    ``closed`` says that the game is over. ``heard`` are the kinds of fact that could change it, with ``hearing.STATE``
    among them where a change of the state could.
    """

    promise: str
    agreement: Agreement
    residual: Formula
    signed: int
    interests: frozenset[str]
    void_if: Formula | None = None
    ends_if: Formula | None = None
    consents: tuple[Seat, ...] = ()
    status: Status = "pending"
    moment: int | None = None
    position: int | None = None
    ended_early: bool = False
    claims: tuple[Path, ...] = ()
    closed: bool = False

    @property
    def lean(self) -> Lean:
        """What a pending promise would come to if the game ended now."""
        return _LEANS[self.worth]

    @property
    def worth(self) -> Worth:
        """What is left of the letter comes to that if no more moments come."""
        return final_value(self.residual, strict=self.agreement.strict, claimed=self.claimed)

    @property
    def claimed(self) -> ClaimedPaths:
        """The paths that had been claimed about when the game ended, once it has."""
        return self.claims if self.closed else None
