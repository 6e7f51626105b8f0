"""The results of an audit: each promise with its parts, their proofs, who is to blame and what it costs."""

from collections.abc import Collection
from typing import Final

from msgspec import Struct

from oathbook.domain.games.game_events import PromiseId
from oathbook.domain.games.promises import PromiseState
from oathbook.domain.kernel import Seat
from oathbook.domain.promises.chances.played_game import PlayedGame
from oathbook.domain.promises.letter.remarks import Remark
from oathbook.domain.promises.logic.formulas import Agreement
from oathbook.domain.promises.logic.proofs import Proof, Status
from oathbook.domain.promises.monitor.monitor_state import Lean
from oathbook.domain.promises.who_pays.answers import Blame, Referral

WEIGHTS: Final[dict[Status, int]] = {"broken": 0, "undetermined": 1, "pending": 2, "released": 3, "void": 4, "kept": 5}


class Due(Struct, frozen=True):
    """What somebody pays for a promise, once whatever else of it they have broken.

    ``applies``: nothing about this seat is left to a judge.
    """

    seat: Seat
    amount: int
    reserve: str
    cites: tuple[str, ...]
    readings: tuple[str, ...]
    applies: bool


class PartAudit(Struct, frozen=True):
    """The agreement of one set of obligors and its result; where each promises alone, there is a part for each."""

    agreement: Agreement
    status: Status
    lean: Lean | None
    vacuous: bool
    proof: Proof
    blame: Blame
    referrals: tuple[Referral, ...]
    penalties: tuple[Due, ...]


class PromiseAudit(Struct, frozen=True):
    """A promise and its parts; an offer that never became binding has none."""

    promise: PromiseId
    letter: str
    stands: PromiseState
    over: bool
    parts: tuple[PartAudit, ...]
    remarks: tuple[Remark, ...]

    @property
    def status(self) -> Status:
        """The status of the part that matters most."""
        return status_of([part.status for part in self.parts], self.stands, over=self.over)

    @property
    def settled_at(self) -> int | None:
        """The position of the event that gave it its status; ``None`` where no event has settled it."""
        positions = (part.proof.position for part in self.parts if part.status == self.status)
        return min((position for position in positions if position is not None), default=None)

    @property
    def referrals(self) -> tuple[Referral, ...]:
        """All that is left to a judge."""
        return tuple(each for part in self.parts for each in part.referrals)


def status_of(parts: Collection[Status], stands: PromiseState, *, over: bool) -> Status:
    """The status of a promise: that of the part that matters most; without parts, by what its signers did."""
    if parts:
        return min(parts, key=WEIGHTS.__getitem__)
    return "pending" if stands == "offered" and not over else "void"


class Audit(Struct, frozen=True):
    """A game, and each of its promises."""

    game: PlayedGame
    promises: tuple[PromiseAudit, ...]
