"""The parts of clauses as written: who, what and when, each with its characters in the text."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Literal, cast

from msgspec import Struct
from msgspec.structs import fields

from oathbook.domain.rulesets.vocabulary import Sort

TextSpan = tuple[int, int]  # from the first character to after the last

Measure = Literal["", "at least", "at most", "exactly", "more than", "any"]


class LetterNode(Struct, frozen=True, kw_only=True):
    """What every part of a letter has."""

    span: TextSpan


# Fillers of the places of phrases ------------------------------------------------------------------------------


class NameRef(LetterNode, frozen=True, tag="name"):
    """A name of the game: a player, an item, a law."""

    sort: Sort
    text: str


class AnyPlayer(LetterNode, frozen=True, tag="any_player"):
    """Any player, or the first ``among`` some; ``other`` than the one who promises, which the language cannot say."""

    other: bool = False
    among: tuple[NameRef, ...] = ()


class ThatPlayer(LetterNode, frozen=True, tag="that_player"):
    """The player that the guard of the clause left open."""


class DesignatedPlayer(LetterNode, frozen=True, tag="designated"):
    """A player designated by what they hold."""

    designator: str
    fill: tuple["Filler", ...]


class AnyThing(LetterNode, frozen=True, tag="any_thing"):
    """Any law, any tile, any item: whatever has a name of that sort."""

    sort: Sort


PlayerRef = NameRef | AnyPlayer | ThatPlayer | DesignatedPlayer


class EpisodeSubject(LetterNode, frozen=True, tag="it"):
    """The subject of the vote, or other episode, of the guard."""


class Quantity(LetterNode, frozen=True, tag="amount"):
    """How many, or how often."""

    measure: Measure
    n: int


class Number(LetterNode, frozen=True, tag="number"):
    """A whole number that counts nothing: the third season."""

    n: int


Filler = NameRef | AnyPlayer | ThatPlayer | DesignatedPlayer | AnyThing | EpisodeSubject | Quantity | Number


# What is done and what is so -------------------------------------------------------------------------------------


class FilledVerb(LetterNode, frozen=True, tag="act"):
    """A verb of the vocabulary with its places filled, in the order of the phrase; ``at_once``: by a single act.

    ``only`` is the slot of what it may be done with, while it may not be done with anything else.
    """

    verb: str
    fill: tuple[Filler, ...]
    at_once: bool = False
    only: str = ""


class FilledState(LetterNode, frozen=True, tag="state"):
    """A state phrase of the vocabulary with its places filled."""

    phrase: str
    fill: tuple[Filler, ...]


class NumberedUnit(LetterNode, frozen=True):
    """A moment of a unit of time with a number, such as season 2."""

    unit: str
    n: int


class UnitEnd(NumberedUnit, frozen=True, tag="end"):
    """The end of season 2."""


class UnitStart(NumberedUnit, frozen=True, tag="start"):
    """The start of season 2."""


class RelativeUnitEnd(LetterNode, frozen=True, tag="near_end"):
    """The end of this, that or the next season."""

    unit: str
    which: Literal["this", "that", "next"]


class PlayerUnitEnd(LetterNode, frozen=True, tag="own_end"):
    """The end of Red's next turn."""

    unit: str
    player: NameRef


class NextDecision(LetterNode, frozen=True, tag="next_decision"):
    """Red's next decision, with what others have to answer to it."""

    player: NameRef


class PhaseStart(LetterNode, frozen=True, tag="phase"):
    """The battles of season 2."""

    phase: str
    n: int


class GameEnd(LetterNode, frozen=True, tag="game_end"):
    """The end of the game."""


Point = UnitEnd | UnitStart | RelativeUnitEnd | PlayerUnitEnd | NextDecision | PhaseStart | GameEnd


class ActDone(LetterNode, frozen=True, tag="did"):
    """A player does an act."""

    who: PlayerRef
    act: FilledVerb


class ActNotDone(LetterNode, frozen=True, tag="did_not"):
    """A player does not do an act in a time."""

    who: PlayerRef
    act: FilledVerb
    when: "Timing"


class UnitEnded(NumberedUnit, frozen=True, tag="ended"):
    """Season 2 ends."""


class GameEnds(LetterNode, frozen=True, tag="game_ends"):
    """The game ends."""


class OccasionHappened(LetterNode, frozen=True, tag="happened"):
    """An occasion of the vocabulary."""

    occasion: str
    fill: tuple[Filler, ...]


class EpisodeOpened(LetterNode, frozen=True, tag="opened"):
    """A vote on a law opens; without a name on any."""

    episode: str
    about: NameRef | None


LetterEvent = ActDone | ActNotDone | UnitEnded | GameEnds | OccasionHappened | EpisodeOpened


class Until(LetterNode, frozen=True, tag="until"):
    """By, before, until or at a point or an event."""

    word: Literal["by", "before", "until", "at"]
    to: Point | LetterEvent


class Within(LetterNode, frozen=True, tag="within"):
    """Within some seasons, or turns of a player: at some time in them, or for all of that time."""

    n: int
    unit: str
    whose: NameRef | None
    word: Literal["within", "for"]


class During(NumberedUnit, frozen=True, tag="during"):
    """During season 2."""


class In(LetterNode, frozen=True, tag="in"):
    """In that, this, every or the next vote (on a law), or season; every season includes the one running.

    ``whoever``: in every battle, also in those that the player with whom something is to be done has not joined.
    ``whose``: in every vote on a law that this player proposed, or every battle that this player has joined, too.
    """

    which: Literal["that", "this", "every", "next"]
    episode: str
    about: NameRef | None
    of_unit: bool = False
    whoever: bool = False
    whose: PlayerRef | None = None


Timing = Until | Within | During | In


class Conjunction(LetterNode, frozen=True, tag="every"):
    """All of these conditions."""

    parts: tuple["LetterCondition", ...]


class Disjunction(LetterNode, frozen=True, tag="some"):
    """One of these conditions."""

    parts: tuple["LetterCondition", ...]


class Negation(LetterNode, frozen=True, tag="not"):
    """It is not the case that."""

    part: "LetterCondition"


LetterCondition = Conjunction | Disjunction | Negation | FilledState | LetterEvent


def descendants(part: LetterNode | tuple[object, ...]) -> Iterator[LetterNode]:
    """The nodes inside a node, or inside several, in the order of the words, without the node itself."""
    waiting = _reversed_parts(part)
    while waiting:
        each = waiting.pop()
        if isinstance(each, LetterNode):
            yield each
        waiting += _reversed_parts(each)


def _reversed_parts(part: LetterNode | tuple[object, ...]) -> list[LetterNode | tuple[object, ...]]:
    """What stands right within a part, the last first; neither words nor numbers."""
    held: Iterable[object] = (
        (getattr(part, field) for field in _reversed_fields(type(part)))
        if isinstance(part, LetterNode)
        else reversed(part)
    )
    return [cast("LetterNode", each) for each in held if isinstance(each, (LetterNode, tuple))]  # twice as fast


@cache
def _reversed_fields(kind: type[LetterNode]) -> tuple[str, ...]:
    """The fields of a kind of node that can hold others, the last first."""
    return tuple(each.name for each in reversed(fields(kind)) if each.name != "span")
