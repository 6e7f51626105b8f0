"""What clauses speak of, as it was written: who, what and when, each with the characters it stands on."""

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
