"""Who answers for a broken promise, and by what: witnesses, excuses, and what is left to a judge."""

from typing import Any, Final, Literal

from msgspec import Struct

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.chances.other_line import PossibleMove
from oathbook.domain.promises.logic.paths import NodePath
from oathbook.domain.promises.logic.proofs import Ref

Code = Literal["R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "R10", "R11", "R12"]

REFERRALS: Final[dict[Code, str]] = {
    "R1": "plain words, which only a judge can decide",
    "R2": "a fact that is hidden from this reader",
    "R3": "a forced move",
    "R4": "an addressee prevented what was promised",
    "R5": "an outsider prevented it, after there had been a chance to do it",
    "R6": "a state, or another player's conduct, that the obligor did not control",
    "R7": "a pooled duty without agreed shares",
    "R8": "it depends on who answers for another promise",
    "R9": "never in its maker's power",
    "R10": "the last chance was lost to a die, a card or another event that no one decided",
    "R11": "a party has left the game",
    "R12": "the reading of an event is disputed",
}

WitnessKind = Literal["act", "state", "chance", "nearer", "prevention", "beyond", "ruling"]
"""A forbidden act; the act that lost a state; a chance not taken, to do it or to bring it nearer; the act that
prevented a co-obligor; a promise of more than its maker had; a ruling that names the seat."""

ExcuseReason = Literal[
    "no-turn",
    "forced",
    "prevented-by-co-obligor",
    "prevented-by-addressee",
    "blocked",
    "blocked-by-chance",
    "not-answered",
    "offered-by-another",
    "gave-all",
    "beyond-power",
    "ruled",
]


class LostChance(Struct, frozen=True):
    """The decision with which a chance was gone."""

    position: int
    by: Seat
    decision: Any


class Witness(Struct, frozen=True):
    """What shows that a seat answers for a failure: facts, and moves that would have been allowed.

    The moves would have done ``room`` of what was still ``missing``. ``lost`` is the decision that took the chance of a
    ``prevented`` seat away. ``reading`` is the id of the reading by which the seat answers, where there are several.
    """

    seat: Seat
    path: NodePath
    kind: WitnessKind
    moves: tuple[PossibleMove, ...] = ()
    facts: tuple[Ref, ...] = ()
    missing: int = 0
    room: int = 0
    lost: LostChance | None = None
    prevented: Seat | None = None
    reading: str = ""


class Excuse(Struct, frozen=True):
    """Why a seat whose duty failed does not answer for it; ``loss`` is what took the chance away."""

    seat: Seat
    path: NodePath
    why: ExcuseReason
    loss: LostChance | None = None


class Referral(Struct, frozen=True):
    """What only a judge can settle, by a ruling on this path: until then what these ``seats`` pay is held back.

    Without ``seats`` it is about everybody who owes something by this path.
    """

    code: Code
    path: NodePath
    seats: tuple[Seat, ...] = ()
    position: int | None = None
    detail: str = ""


class Blame(Struct, frozen=True):
    """What was found about one failed clause, or about all of them; a ruling has settled the ``settled`` referrals."""

    witnesses: tuple[Witness, ...] = ()
    excuses: tuple[Excuse, ...] = ()
    referrals: tuple[Referral, ...] = ()
    settled: tuple[Referral, ...] = ()

    @property
    def blamed(self) -> tuple[Seat, ...]:
        """Who answers for it, each once, in the order of their names."""
        return tuple(sorted({each.seat for each in self.witnesses}))

    @property
    def excused(self) -> tuple[Excuse, ...]:
        """The excuses of those who do not answer for it."""
        return tuple(each for each in self.excuses if each.seat not in self.blamed)

    @property
    def was_in_hand(self) -> bool:
        """Whether somebody had all of it in their hands, or would have, but for others; a judge may find that, too.

        What was beyond everybody's power, or about others, is no cause of it that a promise has fallen through.
        """
        return (
            any(each.kind not in {"nearer", "beyond"} for each in self.witnesses)
            or any(each.why not in {"forced", "gave-all", "beyond-power"} for each in self.excuses)
            or any(each.code in {"R2", "R8"} for each in self.referrals)
        )

    def of(self, seat: Seat) -> "Blame":
        """What of it is about this seat."""
        return Blame(
            tuple(each for each in self.witnesses if each.seat == seat),
            tuple(each for each in self.excuses if each.seat == seat),
            tuple(each for each in self.referrals if seat in each.seats),
            tuple(each for each in self.settled if seat in each.seats),
        )

    def and_also(self, *others: "Blame") -> "Blame":
        """All of it."""
        every = (self, *others)
        return Blame(
            tuple(each for one in every for each in one.witnesses),
            tuple(each for one in every for each in one.excuses),
            tuple(each for one in every for each in one.referrals),
            tuple(each for one in every for each in one.settled),
        )
