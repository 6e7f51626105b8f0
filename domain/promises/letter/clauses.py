"""The clauses of a letter as written, node by node, each with its characters in the text."""

from collections.abc import Mapping
from functools import cached_property
from typing import Final, Literal

from msgspec import Struct

from oathbook.domain.promises.letter import syntax


class ActDuty(syntax.LetterNode, frozen=True, tag="do"):
    """To do, or not to do; ``in_all``: once for all instances of a *whenever* that are open."""

    word: Literal["to", "not to", "never to"]
    join: Literal["", "and", "or"]
    acts: tuple[syntax.FilledVerb, ...]
    times: syntax.Quantity | None
    in_all: bool = False


class StateDuty(syntax.LetterNode, frozen=True, tag="that"):
    """A guarantee that something is so."""

    state: syntax.FilledState


DealMode = Literal["exchange", "lend"]
DEALS: Final[Mapping[str, DealMode]] = {"exchange": "exchange", "lend": "lend"}
"""The header mode of each grammar rule for a deal: two gifts, of which the second is owed after the first."""

Office = Literal["the table", "the arbiter"]
DEFAULT_JUDGE: Final[Office] = "the table"  # judges plain words where no other judge is named


class PlainDuty(syntax.LetterNode, frozen=True, tag="plain"):
    """Plain words, and who judges them: a player, the table or the arbiter."""

    text: str
    judge: syntax.NameRef | Office


class ChoiceDuty(syntax.LetterNode, frozen=True, tag="choice"):
    """Either this or that."""

    cores: tuple["Core", ...]


LetterDuty = ActDuty | StateDuty | PlainDuty | ChoiceDuty


class UnlessClause(syntax.LetterNode, frozen=True, tag="unless"):
    """Unless this comes first."""

    cond: syntax.LetterCondition


class Reparation(syntax.LetterNode, frozen=True, tag="reparation"):
    """Otherwise this."""

    clause: "LetterClause"


class Subject(syntax.LetterNode, frozen=True, tag="subject"):
    """Whose duty it is: one of the promisers, or each of them (no player)."""

    player: syntax.NameRef | None


class Core(syntax.LetterNode, frozen=True, tag="core"):
    """A duty with its subject, timings, exception and reparation."""

    subject: Subject | None
    duty: LetterDuty
    timings: tuple[syntax.Timing, ...]
    exception: UnlessClause | None
    reparation: Reparation | None


class Guard(syntax.LetterNode, frozen=True, tag="guard"):
    """If, once, whenever, while; and in which time the condition must come true."""

    word: Literal["if", "once", "whenever", "while"]
    cond: syntax.LetterCondition
    when: syntax.Timing | None

    @property
    def episode(self) -> syntax.In | None:
        """The vote, battle or season in which the condition must come true."""
        when = self.cond.when if isinstance(self.cond, syntax.ActNotDone) else self.when
        return when if isinstance(when, syntax.In) else None


class LetterClause(syntax.LetterNode, frozen=True, tag="clause"):
    """A core with its guard, if it has one."""

    guard: Guard | None
    core: Core


class LetterHeader(syntax.LetterNode, frozen=True, tag="header"):
    """Who promises, how, and to whom (nobody: to the table); the two of a deal promise each other."""

    obligors: tuple[syntax.NameRef, ...]
    mode: Literal["", "jointly", "each"] | DealMode
    addressees: tuple[syntax.NameRef, ...]


class EndingTerm(syntax.LetterNode, frozen=True, tag="ends_if"):
    """This promise ends, or is void, if."""

    word: Literal["ends", "is void"]
    cond: syntax.LetterCondition


class ReleaseTerm(syntax.LetterNode, frozen=True, tag="may_release"):
    """Who may release whom."""

    by: tuple[syntax.NameRef, ...]
    whom: tuple[syntax.NameRef, ...]


class StrictTerm(syntax.LetterNode, frozen=True, tag="strict"):
    """It binds even if the game ends early."""


LetterTerm = EndingTerm | ReleaseTerm | StrictTerm


class ParsedLetter(Struct, frozen=True, dict=True):
    """A letter that was read. ``canonical`` is its read-back, which is what players sign; spans refer to ``text``."""

    text: str
    canonical: str
    header: LetterHeader
    clauses: tuple[LetterClause, ...]
    numbered: bool
    terms: tuple[LetterTerm, ...]

    @cached_property
    def nodes(self) -> tuple[syntax.LetterNode, ...]:
        """The nodes of its clauses and terms, gone through once."""
        return tuple(syntax.descendants((self.clauses, self.terms)))
