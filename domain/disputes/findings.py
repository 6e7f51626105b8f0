"""What is found about a claim: the machine's answer, which anybody with the record can have again."""

from typing import Any, Literal

from msgspec import Struct

from oathbook.domain.disputes.claims import Claim
from oathbook.domain.disputes.state_differences import StateDifference
from oathbook.domain.games.counterfactual import Stop
from oathbook.domain.games.fillers import Fillers
from oathbook.domain.games.tainted_draws import OutcomeChance
from oathbook.domain.kernel import Line, Seat
from oathbook.domain.kernel.limits import Count
from oathbook.domain.promises.logic.proofs import Status
from oathbook.domain.rulesets.protocol import Standing

FindingAnswer = Literal["upheld", "rejected", "undetermined"]


MissingKind = Literal["draw", "hidden", "not-covered", "line", "ruling"]


class MissingInput(Struct, frozen=True):
    """What it would take to decide: a draw, a hidden value, a rule, a line that is played on, or a ruling."""

    kind: MissingKind
    says: str
    position: Count | None = None


class ClaimPointer(Struct, frozen=True):
    """The claim to make about the event that is wrong, where another one was claimed."""

    claim: str
    at: Count


ClauseRole = Literal["decides", "applies", "does-not-apply", "does-not-forbid", "open"]


class NamedClause(Struct, frozen=True):
    """What the record and the rules answer to the clause that a claim names, apart from the claim."""

    id: str
    role: ClauseRole
    says: str


class Judgement(Struct, frozen=True):
    """An answer with what it rests on; ``recorded`` and ``derived`` are the two sides.

    ``readings`` is nothing where it cannot be told which it rests on. ``clauses`` begins with the one that decides.
    ``applies`` are the clauses that apply to what differs, where those are not all of ``clauses``; ``allows`` says that
    the decision asked about is allowed.
    """

    answer: FindingAnswer
    says: str
    clauses: tuple[str, ...] = ()
    readings: tuple[str, ...] | None = ()
    recorded: Any = None
    derived: Any = None
    working: tuple[Line, ...] = ()
    missing: MissingInput | None = None
    see: ClaimPointer | None = None
    applies: tuple[str, ...] | None = None
    allows: bool = False


class CitedClause(Struct, frozen=True):
    """A clause with its title, in our own words."""

    id: str
    title: str
    words: str


class AlternativeAnswer(Struct, frozen=True):
    """The answer under another setting of a switch; ``same`` says that it is the answer that there is."""

    setting: str
    answer: FindingAnswer
    says: str
    same: bool


class ExaminedReading(Struct, frozen=True):
    """A reading the event rests on, the setting of its switch in this game, and what every other one would say."""

    reading: str
    title: str
    setting: str
    others: tuple[AlternativeAnswer, ...]


class UnexaminedReading(Struct, frozen=True):
    """A reading the event rests on that cannot be turned, and why."""

    reading: str
    title: str
    why: str


class ReadingAnalysis(Struct, frozen=True):
    """The readings an answer rests on, one turned at a time.

    ``says`` is the answer in a sentence where it hangs on a reading, else empty.
    """

    examined: tuple[ExaminedReading, ...] = ()
    not_examined: tuple[UnexaminedReading, ...] = ()
    says: tuple[str, ...] = ()


Impact = Literal["unchanged", "changed", "open"]


class PromiseEffect(Struct, frozen=True):
    """What becomes of a promise: how it stands in the record, and on the corrected line as far as that goes.

    ``corrected`` is nothing where the promise was made after the end of that line.
    """

    promise: str
    recorded: Status
    corrected: Status | None
    effect: Impact


class TaintedChances(Struct, frozen=True):
    """A draw that came from a wrong bag or pile, and both chances of what could follow in its step; none if unknown."""

    at: Count
    chances: tuple[OutcomeChance, ...]


class Materiality(Struct, frozen=True, omit_defaults=True):
    """What comes of the game when the event is put right and everything else is played as it was.

    ``parts`` is the first position after the corrected step at which something else follows than was recorded, and
    ``rejoins`` the one from which on the two lines are the same; ``until`` the last one that both have. ``recorded``
    and ``corrected`` are the standings there. An effect is *open* from ``open_from`` on: nothing is guessed.
    ``fillers`` are there where that line ends because something recorded is not allowed on it. ``differs_after`` is
    what differs after the step that is put right, and ``differs_at_end`` what still does after ``until``.
    ``tainted`` is the first draw from a wrong bag or pile: what came of the game since is open.
    """

    corrected_at: Count
    parts: Count | None
    rejoins: Count | None
    stop: Stop | None
    until: Count
    recorded: Standing
    corrected: Standing
    standing: Impact
    winner: Impact
    promises: tuple[PromiseEffect, ...]
    open_from: Count | None
    fillers: Fillers | None = None
    differs_after: tuple[StateDifference, ...] = ()
    differs_at_end: tuple[StateDifference, ...] = ()
    tainted: TaintedChances | None = None


AdviceKind = Literal["at-once", "clean", "last-resort", "let-stand"]


class RewindAdvice(Struct, frozen=True):
    """What going back to before the event would undo, and what tournaments do in such a case.

    ``to`` is the position to go back to; ``reveals`` and ``draws`` are positions after it, ``promises`` those in whose
    life something happened there; ``others`` are seats other than the one concerned that have decided since.
    """

    advised: AdviceKind
    to: Count
    decisions: Count
    others: tuple[Seat, ...]
    reveals: tuple[Count, ...]
    draws: tuple[Count, ...]
    promises: tuple[str, ...]
    why: tuple[str, ...]


class Finding(Struct, frozen=True):
    """The answer to a claim, reproducible from the record with that head under that edition.

    ``rewind`` and ``materiality`` are nothing where there is no event to go back to or to put right.
    ``as_claimed`` says whether what the claimant says should follow does, where something was said. ``clause`` is the
    one that decides, and ``named`` the answer about the one that the claim names, if it names one.
    """

    game: str
    edition: str
    head: str
    events: Count
    claim: Claim
    answer: FindingAnswer
    says: str
    clause: str
    clauses: tuple[CitedClause, ...]
    recorded: Any
    derived: Any
    working: tuple[Line, ...]
    missing: MissingInput | None
    see: ClaimPointer | None
    as_claimed: bool | None
    readings: ReadingAnalysis
    materiality: Materiality | None
    rewind: RewindAdvice | None
    named: NamedClause | None = None
