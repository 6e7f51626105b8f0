"""Who answers for a broken promise, and by what: witnesses, excuses, and what is left to a judge."""

from typing import Any, Final, Literal

from msgspec import Struct

from domain.kernel.seats import Seat
from domain.promises.logic.formula import Path
from domain.promises.logic.proof import Ref

Code = Literal["R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "R10", "R11", "R12"]

REFERRALS: Final[dict[Code, str]] = {
    "R1": "plain words, which only a judge can decide",
    "R2": "a fact that is hidden from this reader",
    "R3": "a forced move",
    "R4": "an addressee prevented what was promised",
    "R5": "an outsider blocked it late, when there had been a chance",
    "R6": "a state, or somebody's conduct, that was not in the obligor's hands",
    "R7": "a pooled duty without agreed shares",
    "R8": "the search ended before it could tell",
    "R9": "impossible from the signing on",
    "R10": "the last chance was destroyed by a die, a card or nobody's decision",
    "R11": "a party has left the game",
    "R12": "how an event was read is disputed",
}
"""What each is about."""

Supported = Literal["", "confirmed", "diverged", "open"]
"""What the replay of a witness says: it would have been met; met, though what others did later no longer fits; or the
replay ended before it could tell. Empty where nothing was replayed."""

WitnessKind = Literal["act", "state", "chance", "plan", "share", "together", "prevention", "ruling"]
"""A forbidden act; the act that lost a state; a chance not taken; an own plan that was open; a part that would have
been enough alone, or together with others; the act that prevented a co-obligor; a ruling that names the seat."""

ExcuseReason = Literal[
    "never-able",
    "no-turn",
    "forced",
    "prevented-by-co-obligor",
    "prevented-by-addressee",
    "blocked",
    "blocked-by-chance",
    "could-not-supply",
    "no-plan-to-supply",
    "not-answered",
    "offered-by-another",
    "ruled",
]
"""Why a seat whose duty has failed does not answer for it."""


class PossibleMove(Struct, frozen=True):
    """A decision that could have been taken at a position, ``instead`` of the one there or just before it.

    Without a ``decision`` the one that stands there is left out.
    """

    position: int
    decision: Any
    instead: bool


class LostChance(Struct, frozen=True):
    """The decision with which a chance was gone for good."""

    position: int
    by: Seat
    decision: Any


class Witness(Struct, frozen=True):
    """What shows that a seat caused a failure: facts, and moves that would have been allowed.

    ``diverged`` is the position at which others could no longer do what they did. ``partners`` could have supplied what
    was ``missing`` only together with this seat, whose ``room`` is how much it could have added.
    """

    seat: Seat
    path: Path
    kind: WitnessKind
    moves: tuple[PossibleMove, ...] = ()
    facts: tuple[Ref, ...] = ()
    replay: Supported = ""
    diverged: int | None = None
    lost: LostChance | None = None
    partners: tuple[Seat, ...] = ()
    missing: int = 0
    room: int = 0
    prevented: Seat | None = None


class Excuse(Struct, frozen=True):
    """Why a seat whose duty failed does not answer for it; ``loss`` is what took the chance away."""

    seat: Seat
    path: Path
    why: ExcuseReason
    loss: LostChance | None = None


class Referral(Struct, frozen=True):
    """What only a judge can settle, by a ruling on this path; until then no penalty is applied."""

    code: Code
    path: Path
    seats: tuple[Seat, ...] = ()
    position: int | None = None
    detail: str = ""


class Blame(Struct, frozen=True):
    """What was found about one failed clause, or about all of them."""

    witnesses: tuple[Witness, ...] = ()
    excuses: tuple[Excuse, ...] = ()
    referrals: tuple[Referral, ...] = ()
    settled: tuple[Referral, ...] = ()
    """Referrals that a ruling has settled."""

    @property
    def blamed(self) -> tuple[Seat, ...]:
        """Who answers for it, each once, in the order of their names."""
        return tuple(sorted({each.seat for each in self.witnesses}))

    @property
    def excused(self) -> tuple[Excuse, ...]:
        """The excuses of those who do not answer for it."""
        return tuple(each for each in self.excuses if each.seat not in self.blamed)

    def of(self, seat: Seat) -> "Blame":
        """What of it is about this seat."""
        return Blame(
            tuple(each for each in self.witnesses if each.seat == seat),
            tuple(each for each in self.excuses if each.seat == seat),
            tuple(each for each in self.referrals if seat in each.seats),
            tuple(each for each in self.settled if seat in each.seats),
        )

    def and_also(self, other: "Blame") -> "Blame":
        """Both."""
        return Blame(
            (*self.witnesses, *other.witnesses),
            (*self.excuses, *other.excuses),
            (*self.referrals, *other.referrals),
            (*self.settled, *other.settled),
        )


class Policy(Struct, frozen=True):
    """How far plans are searched.

    ``alternatives`` are other decisions that are tried for a promise, ``replayed`` steps of the record that are played
    again for them.
    """

    alternatives: int = 4_000
    replayed: int = 2_000


DEFAULT: Final = Policy()
