"""The letter as it was written, node by node, each with the characters it stands on."""

from typing import Literal

from msgspec import Struct

from domain.rulesets.vocabulary import Sort

Span = tuple[int, int]
"""From the first character to behind the last."""

Measure = Literal["", "at least", "at most", "exactly", "more than", "any"]


class Node(Struct, frozen=True, kw_only=True):
    """What every part of a letter has."""

    span: Span


# What stands in the places of phrases ---------------------------------------------------------------------------


class Name(Node, frozen=True, tag="name"):
    """A name of the game: a player, an item, a law."""

    sort: Sort
    text: str


class AnyPlayer(Node, frozen=True, tag="any_player"):
    """Whoever it is."""


class ThatPlayer(Node, frozen=True, tag="that_player"):
    """The player that the guard of the clause left open."""


class Designated(Node, frozen=True, tag="designated"):
    """A player named by what is theirs."""

    designator: str
    fill: tuple["Place", ...]


Who = Name | AnyPlayer | ThatPlayer | Designated


class It(Node, frozen=True, tag="it"):
    """What the vote, or whatever the guard speaks of, is about."""


class Amount(Node, frozen=True, tag="amount"):
    """How many, or how often."""

    measure: Measure
    n: int


class Number(Node, frozen=True, tag="number"):
    """A whole number that counts nothing: the third season."""

    n: int


Place = Name | AnyPlayer | ThatPlayer | Designated | It | Amount | Number


# What is done and what is so -------------------------------------------------------------------------------------


class Act(Node, frozen=True, tag="act"):
    """A verb of the vocabulary with its places filled, in the order of the phrase."""

    verb: str
    fill: tuple[Place, ...]


class State(Node, frozen=True, tag="state"):
    """A state phrase of the vocabulary with its places filled."""

    phrase: str
    fill: tuple[Place, ...]


class End(Node, frozen=True, tag="end"):
    """The end of season 2."""

    unit: str
    n: int


class Start(Node, frozen=True, tag="start"):
    """The start of season 2."""

    unit: str
    n: int


class NearEnd(Node, frozen=True, tag="near_end"):
    """The end of this, that or the next season."""

    unit: str
    which: Literal["this", "that", "next"]


class OwnEnd(Node, frozen=True, tag="own_end"):
    """The end of Red's next turn."""

    unit: str
    player: Name


class AtPhase(Node, frozen=True, tag="phase"):
    """The battles of season 2."""

    phase: str
    n: int


class GameEnd(Node, frozen=True, tag="game_end"):
    """The end of the game."""


Point = End | Start | NearEnd | OwnEnd | AtPhase | GameEnd


class Did(Node, frozen=True, tag="did"):
    """Somebody does it."""

    who: Who
    act: Act


class DidNot(Node, frozen=True, tag="did_not"):
    """Somebody does not do it by a point."""

    who: Who
    act: Act
    by: Point


class Ended(Node, frozen=True, tag="ended"):
    """Season 2 ends."""

    unit: str
    n: int


class GameEnds(Node, frozen=True, tag="game_ends"):
    """The game ends."""


class Happened(Node, frozen=True, tag="happened"):
    """An occasion of the vocabulary."""

    occasion: str
    fill: tuple[Place, ...]


class Opened(Node, frozen=True, tag="opened"):
    """A vote on a law opens; without a name on any."""

    episode: str
    about: Name | None


Event = Did | DidNot | Ended | GameEnds | Happened | Opened


class Every(Node, frozen=True, tag="every"):
    """All of these conditions."""

    parts: tuple["Condition", ...]


class Some(Node, frozen=True, tag="some"):
    """One of these conditions."""

    parts: tuple["Condition", ...]


class Not(Node, frozen=True, tag="not"):
    """It is not the case that."""

    part: "Condition"


Condition = Every | Some | Not | State | Did | DidNot | Ended | GameEnds | Happened | Opened


# Clauses ---------------------------------------------------------------------------------------------------------


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


class Plain(Node, frozen=True, tag="plain"):
    """Plain words, and who judges them: a player, the table or the arbiter."""

    text: str
    judge: Name | Literal["the table", "the arbiter"]


class Choice(Node, frozen=True, tag="choice"):
    """Either this or that."""

    cores: tuple["Core", ...]


class Exception_(Node, frozen=True, tag="exception"):
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
    exception: Exception_ | None
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


# The letter ------------------------------------------------------------------------------------------------------


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
