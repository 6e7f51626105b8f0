"""The audit of a game as values: each promise with its parts, their proofs, who is to blame and what it costs."""

from collections.abc import Collection, Mapping
from typing import Final

from msgspec import Struct

from domain.games.events import PromiseId
from domain.games.promises import Stands
from domain.kernel.seats import Seat
from domain.promises.blame.causes import Blame, Referral
from domain.promises.blame.played_game import PlayedGame
from domain.promises.letter.remarks import Remark
from domain.promises.logic.formula import Agreement
from domain.promises.logic.proof import Proof, Status
from domain.promises.monitor.monitor_state import Lean

WEIGHTS: Final[dict[Status, int]] = {"broken": 0, "undetermined": 1, "pending": 2, "released": 3, "void": 4, "kept": 5}
"""Of several parts of a promise, the one that matters most comes first."""


class Due(Struct, frozen=True):
    """What somebody pays for a promise, once whatever else of it they have broken.

    ``applies``: nothing about it is left to a judge.
    """

    seat: Seat
    amount: int
    reserve: str
    cites: tuple[str, ...]
    readings: tuple[str, ...]
    applies: bool


class AuditedPart(Struct, frozen=True):
    """What one set of obligors is bound by, and what became of it; where each promises there is a part for each."""

    agreement: Agreement
    status: Status
    lean: Lean | None
    vacuous: bool
    proof: Proof
    blame: Blame
    referrals: tuple[Referral, ...]
    penalties: tuple[Due, ...]

    @property
    def is_final(self) -> bool:
        """Whether no further play changes it, nor who pays for it.

        Of a joint promise that one party has broken the others may still break their own share.
        """
        if self.status == "broken" and self.agreement.jointly:
            return set(self.agreement.obligors) <= set(self.blame.blamed)
        return self.status not in {"pending", "undetermined"}


class Audited(Struct, frozen=True):
    """A promise and its parts, of which an offer that never bound anybody has none."""

    promise: PromiseId
    letter: str
    stands: Stands
    over: bool
    parts: tuple[AuditedPart, ...]
    remarks: tuple[Remark, ...]

    @property
    def status(self) -> Status:
        """How it stands: as the part of it that matters most."""
        return status_of([part.status for part in self.parts], self.stands, over=self.over)

    @property
    def is_final(self) -> bool:
        """Whether it has bound somebody, and no further play changes what became of it."""
        return bool(self.parts) and all(part.is_final or (self.over and part.status == "broken") for part in self.parts)

    @property
    def settled(self) -> int | None:
        """The first event by which it stands as it does; nothing where no event has settled it."""
        positions = (part.proof.position for part in self.parts if part.status == self.status)
        return min((position for position in positions if position is not None), default=None)

    @property
    def referrals(self) -> tuple[Referral, ...]:
        """All that is left to a judge."""
        return tuple(each for part in self.parts for each in part.referrals)


NONE_SETTLED: Final[Mapping[PromiseId, Audited]] = {}


def status_of(parts: Collection[Status], stands: Stands, *, over: bool) -> Status:
    """How a promise stands: as the part of it that matters most; without any, by what its signers did."""
    if parts:
        return min(parts, key=WEIGHTS.__getitem__)
    return "pending" if stands == "offered" and not over else "void"


class Audit(Struct, frozen=True):
    """A game, and each of its promises."""

    game: PlayedGame
    promises: tuple[Audited, ...]
