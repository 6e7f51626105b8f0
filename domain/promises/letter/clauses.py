"""The letter as it was written: its clauses, node by node, each with the characters it stands on."""

from typing import Final, Literal

from msgspec import Struct

from domain.promises.letter.syntax import (
    Act,
    Amount,
    Condition,
    Event,
    Name,
    Node,
    Point,
    State,
)


class Until(Node, frozen=True, tag="until"):
    """By, before, until or at a point or an event."""

    word: Literal["by", "before", "until", "at"]
    to: Point | Event


class Within(Node, frozen=True, tag="within"):
    """Within so many seasons, or turns of somebody."""

    n: int
    unit: str
    whose: Name | None


class During(Node, frozen=True, tag="during"):
    """During season 2."""

    unit: str
    n: int


class In(Node, frozen=True, tag="in"):
    """In that, every or the next vote (on a law)."""

    which: Literal["that", "every", "next"]
    episode: str
    about: Name | None


Timing = Until | Within | During | In


class Do(Node, frozen=True, tag="do"):
    """To do, or not to do."""

    word: Literal["to", "not to", "never to"]
    join: Literal["", "and", "or"]
    acts: tuple[Act, ...]
    times: Amount | None


class That(Node, frozen=True, tag="that"):
    """A guarantee that something is so."""

    state: State


Office = Literal["the table", "the arbiter"]
TABLE: Final[Office] = "the table"
"""Judges plain words where nobody else is named."""


class Plain(Node, frozen=True, tag="plain"):
    """Plain words, and who judges them: a player, the table or the arbiter."""

    text: str
    judge: Name | Office


class Choice(Node, frozen=True, tag="choice"):
    """Either this or that."""

    cores: tuple["Core", ...]


class Unless(Node, frozen=True, tag="unless"):
    """Unless this comes first."""

    cond: Condition


class Reparation(Node, frozen=True, tag="reparation"):
    """Otherwise this."""

    clause: "Clause"


class Subject(Node, frozen=True, tag="subject"):
    """Whose duty it is: one of the promisers, or each of them (no player)."""

    player: Name | None


class Core(Node, frozen=True, tag="core"):
    """A duty with its subject, timings, exception and reparation."""

    subject: Subject | None
    duty: Do | That | Plain | Choice
    timings: tuple[Timing, ...]
    exception: Unless | None
    reparation: Reparation | None


class Guard(Node, frozen=True, tag="guard"):
    """If, once, whenever, while."""

    word: Literal["if", "once", "whenever", "while"]
    cond: Condition
    until: Until | None


class Clause(Node, frozen=True, tag="clause"):
    """A core behind its guard, if it has one."""

    guard: Guard | None
    core: Core


class Header(Node, frozen=True, tag="header"):
    """Who promises, how, and to whom (nobody: to the table)."""

    obligors: tuple[Name, ...]
    mode: Literal["", "jointly", "each"]
    addressees: tuple[Name, ...]


class EndsIf(Node, frozen=True, tag="ends_if"):
    """This promise ends, or is void, if."""

    word: Literal["ends", "is void"]
    cond: Condition


class MayRelease(Node, frozen=True, tag="may_release"):
    """Who may release whom."""

    by: tuple[Name, ...]
    whom: tuple[Name, ...]


class Strict(Node, frozen=True, tag="strict"):
    """It binds even if the game ends early."""


Term = EndsIf | MayRelease | Strict


class Letter(Struct, frozen=True):
    """A letter that can be read. ``canonical`` is its read-back, the words that are signed; spans are of ``text``."""

    text: str
    canonical: str
    header: Header
    clauses: tuple[Clause, ...]
    numbered: bool
    terms: tuple[Term, ...]
