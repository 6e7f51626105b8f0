"""The answers to who pays for a broken promise: who pays and who does not, on which line, and what a judge settles."""

from typing import Any, Final, Literal

from msgspec import Struct

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.logic.paths import NodePath

Code = Literal["R1", "R2", "R6", "R9", "R10", "R11", "R12", "R13"]

REFERRALS: Final[dict[Code, str]] = {
    "R1": "plain words, which only a judge can decide",
    "R2": "a fact that is hidden from this reader",
    "R6": "a state, or another player's conduct, that the obligor did not control",
    "R9": "never in its maker's power",
    "R10": "the last chance was lost to a die, a card or another event that no one decided",
    "R11": "a party has left the game",
    "R12": "the reading of an event is disputed",
    "R13": "the search for another way came to its limit",
}

Step = Literal["part", "prevented", "could", "taken", "own-part", "beyond", "no-excuse", "ruling"]
"""The question that decided: did their part, was prevented by a party or prevented a co-obligor, could have kept it,
had it taken away by an outsider, did not do their own part, promised more than they had, either could have kept it or
promised more than they had (this reader cannot tell which), a ruling."""


class Substitution(Struct, frozen=True):
    """Decisions put into a record at a position, ``instead`` of the one there or just before it.

    Without ``decisions`` the one there is left out.
    """

    position: int
    instead: bool
    decisions: tuple[Any, ...]


class AlternativeLine(Struct, frozen=True):
    """The record played on with substitutions, up to the position at which it no longer matters.

    ``left_out`` are the positions of decisions that became impossible. ``by_chance``: it ends with a draw that was
    never made. ``again``: decisions of the seat that were replaced are taken later, as soon as they can be.
    """

    puts_in: tuple[Substitution, ...]
    left_out: tuple[int, ...]
    ends: int
    by_chance: bool = False
    again: bool = False


class BlameAnswer(Struct, frozen=True):
    """Whether a seat whose duty failed pays, and the step that decided it.

    ``line`` is a line on which the duty does not fail; ``other`` is who prevented it, would have had to do the rest, or
    was prevented. ``reading`` is the id of the reading by which the seat pays, where there are several.
    """

    seat: Seat
    path: NodePath
    step: Step
    pays: bool
    line: AlternativeLine | None = None
    other: Seat | None = None
    reading: str = ""


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
    """The answers about one failed duty, or about all of them; a ruling has settled the ``settled`` referrals."""

    answers: tuple[BlameAnswer, ...] = ()
    referrals: tuple[Referral, ...] = ()
    settled: tuple[Referral, ...] = ()

    @property
    def blamed(self) -> tuple[Seat, ...]:
        """Who pays, each once, in the order of their names."""
        return tuple(sorted({each.seat for each in self.answers if each.pays}))

    @property
    def excused(self) -> tuple[BlameAnswer, ...]:
        """The answers about those who do not pay."""
        return tuple(each for each in self.answers if each.seat not in self.blamed)

    @property
    def was_in_hand(self) -> bool:
        """Whether somebody had it in their hands, or would have, but for others; or a judge may find that."""
        return any(each.code == "R2" for each in self.referrals) or any(
            each.line is not None or each.step == "prevented" for each in self.answers
        )

    def of(self, seat: Seat) -> "Blame":
        """What of it is about this seat."""
        return Blame(
            tuple(each for each in self.answers if each.seat == seat),
            tuple(each for each in self.referrals if seat in each.seats),
            tuple(each for each in self.settled if seat in each.seats),
        )

    def and_also(self, *others: "Blame") -> "Blame":
        """All of it."""
        every = (self, *others)
        return Blame(
            tuple(each for one in every for each in one.answers),
            tuple(each for one in every for each in one.referrals),
            tuple(each for one in every for each in one.settled),
        )
