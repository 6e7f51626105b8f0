"""The meaning of a letter read off its sentences: a third judge beside the monitor and the evaluator.

It walks the clauses as they are written over a whole game of the toy world and asks of each what its words say. It has
nothing in common with what it is held against but the reader of letters: no formula, no pattern, no end of the game.
"""

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple

from oathbook.domain.promises.letter import syntax as s
from oathbook.domain.promises.letter.phrase_parts import blanks_of
from oathbook.domain.promises.logic.moments import Moment
from oathbook.domain.rulesets.sample_vocabulary import SAMPLE
from oathbook.domain.rulesets.vocabulary import Fact
from tests.support.promises.toy_world import PLAYERS, Table

Worth = Literal["kept", "failed", "lapsed"]
Key = tuple[int, int]
Names = Mapping[str, object]
NEVER: Final = 10**9

VERBS: Final = {each.name: each for each in SAMPLE.verbs}
STATES: Final = {each.name: blanks_of(each.phrase) for each in SAMPLE.states}
UNIT_ENDS: Final = {"season": "season_end", "turn": "turn_end"}
SLOTS: Final = {each.kind: each.slots for each in SAMPLE.kinds}


COMPARED: Final[Mapping[str, Callable[[int, int], bool]]] = {
    "has-more": operator.gt,
    "has-fewer": operator.lt,
    "has-at-least-as-many": operator.ge,
    "has-at-most-as-many": operator.le,
    "has-exactly-as-many": operator.eq,
}


NOTHING: Final[Names] = {}


class Came(NamedTuple):
    """What came of a duty, and in which moment; without one it is open, and the end would make that of it."""

    worth: Worth
    when: int | None = None


class Truth(NamedTuple):
    """Whether a condition came true, and when; nothing while it is open."""

    so: bool | None
    when: int = NEVER


class Begun(NamedTuple):
    """How something begins: when, by a trigger or by the signing, but for which facts, and what *that* is there.

    ``repairs``: in the place of what has failed. ``anew``: within *whenever*.
    """

    at: int
    armed: bool = False
    skip: frozenset[Key] = frozenset()
    names: Names = NOTHING
    over: bool = False
    repairs: bool = False
    anew: bool = False

    def first(self, closes: int) -> int:
        """The first moment in which something counts; what begins as its time is over has none."""
        return self.at + (not self.armed or closes == self.at)


class Stretch(NamedTuple):
    """From when until when facts count, and in which moment it closes; ``NEVER`` while it is open."""

    first: int
    last: int
    closes: int


class Game:
    """A game up to a moment; ``early``: the promise ended there by its own words, and the game went on."""

    def __init__(self, moments: Sequence[Moment], upto: int, *, early: bool = False) -> None:
        closed = [each.index for each in moments if any(one.fact.kind == "game_closed" for one in each.occurrences)]
        self.moments = moments
        self.early = early
        self.closed = closed[0] if closed and not early else None
        self.last = min(upto, *closed) if closed else upto
        self.end = NEVER if self.closed is None else self.closed

    # Facts and states --------------------------------------------------------------------------------------------

    def facts(self, first: int, last: int) -> Iterator[tuple[int, Key, Fact]]:
        for moment in self.moments[max(first, 1) : min(last, self.last) + 1]:
            for each in moment.occurrences:
                yield moment.index, (each.position, each.number), each.fact

    def table(self, index: int) -> Table:
        """How it stands after a moment."""
        after: Table = self.moments[index].after
        return after

    def so(self, state: s.FilledState, table: Table, names: Names) -> bool:
        """Whether a state phrase holds; *any player* is one of them."""
        slots = dict(zip((each.slot for each in STATES[state.phrase]), state.fill, strict=True))
        match state.phrase:
            case "has":
                return any(
                    _fits(slots["count"], _number(table.goods.get((str(each), _text(slots["item"])), 0)))
                    for each in self.people(slots["who"], table, names)
                )
            case compared if compared in COMPARED:
                return self._compared(compared, slots, table, names)
            case "holds":
                return table.markers.get(_text(slots["marker"])) in self.people(slots["who"], table, names)
            case "controls":
                return table.tiles.get(_text(slots["tile"])) in self.people(slots["who"], table, names)
            case "in-force":
                return _text(slots["law"]) in table.laws
            case _:
                return table.season == _amount(slots["n"])

    def _compared(self, how: str, slots: Mapping[str, s.Filler], table: Table, names: Names) -> bool:
        """Whether somebody has more or fewer than somebody else; *any player* is never compared with themselves."""
        than, item = slots["than"], _text(slots["item"])

        def has(who: object) -> int:
            return _number(table.goods.get((str(who), item), 0))

        for who in self.people(slots["who"], table, names):
            others = [each for each in self.people(than, table, names) if each != who]
            if others and all(COMPARED[how](has(who), has(each)) for each in others):
                return True
        return False

    def people(self, who: s.Filler, table: Table, names: Names) -> tuple[object, ...]:
        """The players that are meant."""
        match who:
            case s.AnyPlayer(among=some):
                return tuple(each.text for each in some) or PLAYERS
            case s.ThatPlayer():
                return (names["player"],)
            case s.DesignatedPlayer("holder", (marker,)):
                return (table.markers.get(_text(marker)),)
            case _:
                return (_text(who),)

    def all_so(self, condition: s.LetterCondition, table: Table, names: Names) -> bool:
        """Whether a condition of states alone holds."""
        match condition:
            case s.Conjunction(parts):
                return all(self.all_so(each, table, names) for each in parts)
            case s.Disjunction(parts):
                return any(self.all_so(each, table, names) for each in parts)
            case s.Negation(part):
                return not self.all_so(part, table, names)
            case s.FilledState():
                return self.so(condition, table, names)
            case _:
                raise AssertionError(condition)

    # What is done ------------------------------------------------------------------------------------------------

    def does(self, act: s.FilledVerb, fact: Fact, before: Table, names: Names, *, one: bool) -> bool:
        """Whether a fact is this act, by whomever; if ``one`` must be enough, it is as much as is asked for."""
        verb = VERBS[act.verb]
        if fact.kind != verb.kind or any(fact.slots.get(slot) != value for slot, value in verb.fixed.items()):
            return False
        places = zip(blanks_of(verb.base), act.fill, strict=True)
        return all(
            self._fills(place, blank.slot, fact, before, names, one=one) != (blank.slot == act.only)
            for blank, place in places
        )

    def _fills(self, place: s.Filler, slot: str, fact: Fact, before: Table, names: Names, *, one: bool) -> bool:
        value = fact.slots[slot]
        match place:
            case s.Quantity():
                return not one or _fits(place, _number(value))
            case s.EpisodeSubject():
                return value == names[slot]
            case s.AnyPlayer() | s.AnyThing():
                return True
            case s.NameRef(_, text):
                return value == text
            case _:
                return value in self.people(place, before, names)

    def stretch(self, begun: Begun, timing: s.Timing | None) -> Stretch:
        """The stretch of a timing; what begins when nobody can do anything more ends with the game.

        Of a vote or a battle it is that which is bound, up to its close.
        """
        if begun.over:
            return Stretch(begun.at + (begun.at == self.closed), self.last, self.end)
        if timing is None:
            return Stretch(begun.first(NEVER), self.last, NEVER)
        closes = self._closes(begun, timing)
        before = isinstance(timing, s.Until) and timing.word in {"before", "until"}
        return Stretch(begun.first(closes), min(self.last, closes - 1 if before else closes), closes)

    def _closes(self, begun: Begun, timing: s.Timing) -> int:
        """The moment in which a timing is over: a point that is reached as it begins, or what comes after that."""
        left = 1
        if isinstance(timing, s.Within):
            left = timing.n
        elif isinstance(timing, s.Until) and isinstance(timing.to, s.RelativeUnitEnd) and timing.to.which == "next":
            left = 2
        elif isinstance(timing, s.Until) and isinstance(timing.to, s.ActDone):
            left = asked(timing.to.act)
        first = 1 if _dated(timing) else begun.at + (not begun.armed or _lasts(timing))
        for index, _, fact in self.facts(first, self.last):
            left -= self._ticks(timing, fact, self.moments[index].before, begun.names)
            if left <= 0:
                return max(index, begun.at)
        return NEVER

    def _ticks(self, timing: s.Timing, fact: Fact, before: Table, names: Names) -> int:
        """How much a fact brings a timing nearer to its end."""
        match timing:
            case s.In(episode=word):
                return fact.kind == f"{word}_close" and fact.slots[word] == names[word]
            case s.Within(_, unit, whose):
                return fact.kind == UNIT_ENDS[unit] and (whose is None or fact.by == whose.text)
            case s.During(_, n):
                return fact.kind == "season_end" and _number(fact.slots["n"]) >= n
            case s.Until(_, s.ActDone(who, act)):
                if not self.does(act, fact, before, names, one=act.at_once) or not self.by(who, fact, before, names):
                    return 0
                return counts(act, fact)
            case s.Until(_, to):
                return self.is_at(to, fact)

    def by(self, who: s.PlayerRef, fact: Fact, before: Table, names: Names) -> bool:
        return fact.by in self.people(who, before, names)

    def is_at(self, to: s.Point | s.LetterCondition, fact: Fact) -> bool:  # noqa: C901  # one case a way to say when
        """Whether a fact is the point of time, or the event, of which no amount counts."""
        match to:
            case s.UnitEnd(_, n) | s.UnitEnded(_, n):
                return fact.kind == "season_end" and _number(fact.slots["n"]) >= n
            case s.UnitStart(_, n):
                return fact.kind == "season_start" and _number(fact.slots["n"]) >= n
            case s.RelativeUnitEnd(unit):
                return fact.kind == UNIT_ENDS[unit]
            case s.PlayerUnitEnd(unit, player):
                return fact.kind == UNIT_ENDS[unit] and fact.by == player.text
            case s.NextDecision(player):
                return fact.kind == "decided" and fact.by == player.text
            case s.PhaseStart(_, n):
                return fact.kind == "phase_start" and _number(fact.slots["n"]) >= n
            case s.GameEnd() | s.GameEnds():
                return fact.kind == "game_closed"
            case s.OccasionHappened("fights", (who,)):
                return fact.kind == "battle_joined" and fact.by == _text(who)
            case s.OccasionHappened(_, (law,)):
                return fact.kind == "law_enacted" and fact.slots["law"] == _text(law)
            case s.EpisodeOpened(episode, about):
                return self.opens(episode, about, fact)
            case _:
                raise AssertionError(to)

    def opens(self, episode: str, about: s.NameRef | None, fact: Fact) -> bool:
        """Whether a fact opens a vote or a battle (on that)."""
        on = {"vote": "law", "battle": "tile"}[episode]
        return fact.kind == f"{episode}_open" and (about is None or fact.slots[on] == about.text)


def _lasts(timing: s.Timing) -> bool:
    """Whether a timing is a while, or goes on until something happens, and is not a point of the clock."""
    match timing:
        case s.Within() | s.Until(_, s.PlayerUnitEnd() | s.NextDecision()):
            return True
        case s.Until(_, to):
            return not isinstance(to, s.Point | s.UnitEnded | s.GameEnds)
        case s.During() | s.In():
            return False


def _dated(timing: s.Timing) -> bool:
    """Whether a timing speaks of a point that comes once in a game: what begins after it begins too late."""
    dates = s.UnitEnd | s.UnitEnded | s.UnitStart | s.PhaseStart
    return isinstance(timing, s.During) or (isinstance(timing, s.Until) and isinstance(timing.to, dates))


def asked(act: s.FilledVerb) -> int:
    """How much of an act is asked for in all; *more than 2* is 3."""
    places = [each for each in act.fill if isinstance(each, s.Quantity)]
    return _amount(places[0]) if places and not act.at_once else 1


def counts(act: s.FilledVerb, fact: Fact) -> int:
    """As how much a fact of an act counts."""
    total = VERBS[act.verb].total
    amounts = any(isinstance(each, s.Quantity) for each in act.fill)
    return _number(fact.slots[total]) if amounts and not act.at_once else 1


def _fits(asked_for: s.Filler, there: int) -> bool:
    assert isinstance(asked_for, s.Quantity), "an amount"
    match asked_for.measure:
        case "at most":
            return there <= asked_for.n
        case "exactly":
            return there == asked_for.n
        case "more than":
            return there > asked_for.n
        case _:
            return there >= asked_for.n


def _amount(place: s.Filler) -> int:
    assert isinstance(place, s.Quantity | s.Number), "a number"
    return place.n + (isinstance(place, s.Quantity) and place.measure == "more than")


def _text(place: s.Filler) -> str:
    assert isinstance(place, s.NameRef), "a name"
    return place.text


def _number(value: object) -> int:
    assert isinstance(value, int), "games of this sort hide nothing"
    return value
