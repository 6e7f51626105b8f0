"""The state of a promise in the monitor: what is left of its letter, and its status."""

from typing import Final, Literal

from msgspec import Struct

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.logic.finalisation import ClaimedPaths, final_value
from oathbook.domain.promises.logic.formulas import Agreement, Formula
from oathbook.domain.promises.logic.paths import NodePath
from oathbook.domain.promises.logic.proofs import Status, TruthValue
from oathbook.domain.promises.monitor.dates import Dates

Lean = Literal["+", "-", "~", "?"]
"""What a pending promise would come to if the game ended now: kept, broken, lapsed, or left to a ruling."""

LEANS: Final[dict[TruthValue, Lean]] = {"T": "+", "F": "-", "L": "~", "U": "?"}


class MonitorState(Struct, frozen=True):
    """A signed promise after some moments; ``monitor.step`` returns the state after one more.

    ``residual`` is what is left of the letter, ``void_if`` and ``ends_if`` of its terms; these are ``None`` once they
    can no longer come true. ``signed`` and ``moment`` are indices of moments: where it was signed, and where it got
    its status; ``position`` is the event of the latter. ``ended_early``: it ended by its own terms before the game did,
    so what was still owed has lapsed. ``claims`` are the paths that have been claimed about; ``closed``: the game is
    over. ``interests`` are the kinds of fact that could change it, and ``STATE`` if a change of state could. ``dates``
    are those of its letter, and which of them have come.
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
    claims: tuple[NodePath, ...] = ()
    closed: bool = False
    dates: Dates = ()

    @property
    def truth_value(self) -> TruthValue:
        """The value of what is left of the letter if no more moments come."""
        return final_value(self.residual, strict=self.agreement.strict, claimed=self.claimed_paths)

    @property
    def claimed_paths(self) -> ClaimedPaths:
        """The paths that had been claimed about when the game ended; ``None`` while it goes on."""
        return self.claims if self.closed else None
