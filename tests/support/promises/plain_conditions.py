"""Conditions of letters, for the third judge: when they came true, by which facts, and what these name."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from oathbook.domain.promises.letter import syntax as s
from oathbook.domain.rulesets.vocabulary import Fact
from tests.support.promises.plain_reading import Begun, Came, Game, Key, Truth, asked, counts

ABOUT: Final = {"vote": "law", "battle": "tile"}
Guards = tuple[s.LetterCondition, ...]


class Conditions:
    """Conditions in one game."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def truth(
        self, condition: s.LetterCondition, begun: Begun, until: s.Timing | None = None, guards: Guards = ()
    ) -> Truth:
        if _of_states(condition):
            return self._state(condition, begun, until, guards)
        match condition:
            case s.Conjunction(parts):
                states = _beside(condition)
                others = [each for each in parts if each not in states]
                return _both([self.truth(each, begun, until, (*guards, *states)) for each in others])
            case s.Disjunction(parts):
                denied = _both([_not(self.truth(each, begun, until, guards)) for each in parts])
                return _not(denied)
            case s.Negation(part):
                return _not(self.truth(part, begun, until))
            case s.ActNotDone(who, act, when):
                return _not(self._event(s.ActDone(who, act, span=condition.span), begun, when, guards))
            case _:
                return self._event(condition, begun, until, guards)

    def _state(self, condition: s.LetterCondition, begun: Begun, until: s.Timing | None, guards: Guards) -> Truth:
        stretch = self.game.stretch(begun, until)
        closed = stretch.closes <= self.game.last
        first = self.game.end if begun.over else begun.at
        if isinstance(until, s.Until) and until.word == "at":
            first = stretch.closes
        for index in range(first, stretch.last + 1):
            table = self.game.table(index)
            its_season = not isinstance(until, s.During) or table.season == until.n
            if its_season and all(self.game.all_so(each, table, begun.names) for each in (*guards, condition)):
                return Truth(so=True, when=index)
        return Truth(so=False, when=stretch.closes) if closed else Truth(None)

    def _event(self, event: s.LetterCondition, begun: Begun, until: s.Timing | None, guards: Guards) -> Truth:
        stretch = self.game.stretch(begun, until)
        left = asked(event.act) if isinstance(event, s.ActDone) else 1
        for index, key, fact in self.game.facts(stretch.first, stretch.last):
            skipped = index == begun.at and key in begun.skip
            if not skipped and self._counts(event, fact, index, begun, guards, until):
                left -= counts(event.act, fact) if isinstance(event, s.ActDone) else 1
                if left <= 0:
                    return Truth(so=True, when=index)
        return Truth(so=False, when=stretch.closes) if stretch.closes <= self.game.last else Truth(None)

    def _counts(
        self, event: s.LetterCondition, fact: Fact, index: int, begun: Begun, guards: Guards, until: s.Timing | None
    ) -> bool:
        before = self.game.moments[index].before
        if isinstance(until, s.During) and before.season != until.n:
            return False
        if isinstance(until, s.In) and fact.slots.get(until.episode) not in {None, begun.names[until.episode]}:
            return False
        return self.is_it(event, fact, index, begun) and all(
            self.game.all_so(each, before, begun.names) for each in guards
        )

    def is_it(self, event: s.LetterCondition, fact: Fact, index: int, begun: Begun, *, one: bool = False) -> bool:
        """Whether a fact is the event; of an amount, *whenever* asks each for all of it."""
        before = self.game.moments[index].before
        if isinstance(event, s.ActDone):
            whole = one or event.act.at_once
            does = self.game.does(event.act, fact, before, begun.names, one=whole)
            return does and self.game.by(event.who, fact, before, begun.names)
        if one and isinstance(event, s.UnitEnded):
            return fact.kind == "season_end" and fact.slots["n"] == event.n
        return self.game.is_at(event, fact)

    def triggers(
        self, condition: s.LetterCondition, begun: Begun, until: s.Timing | None, at: int, guards: Guards = ()
    ) -> Iterator[Key]:
        """The facts of a moment by which parts of a condition came true in it."""
        if _of_states(condition) or isinstance(condition, s.ActNotDone | s.Negation):
            return
        truth = self.truth(condition, begun, until, guards)
        if truth.so is not None and truth.when < at:
            return
        if isinstance(condition, s.Conjunction | s.Disjunction):
            for each in condition.parts:
                yield from self.triggers(each, begun, until, at, (*guards, *_beside(condition)))
        elif truth.so and truth.when == at:
            facts = self.game.facts(at, at)
            yield from (key for _, key, fact in facts if self._counts(condition, fact, at, begun, guards, until))

    def named(
        self, condition: s.LetterCondition, at: int, begun: Begun, until: s.Timing | None
    ) -> list[dict[str, object]]:
        """What *that player*, *that vote* and *it* are, in every way in which the event gave it a meaning."""
        if not isinstance(condition, s.EpisodeOpened | s.ActDone | s.OccasionHappened):
            return [{}]
        skip = begun.skip if at == begun.at else frozenset[Key]()
        found: list[dict[str, object]] = []
        for _, key, fact in self.game.facts(at, at):
            names = names_of(condition, fact)
            if key not in skip and self._counts(condition, fact, at, begun, (), until) and names not in found:
                found.append(names)
        return found


def names_of(event: s.LetterCondition, fact: Fact) -> dict[str, object]:
    """What an event gives a meaning to: *that vote*, *that battle* and *it*, and *that player*."""
    word = next((each for each in ABOUT if fact.kind in {f"{each}_open", f"{each}_joined"}), "")
    named: dict[str, object] = {each: fact.slots.get(each) for each in (word, ABOUT[word])} if word else {}
    return {**named, "player": fact.by} if _leaves_open(event) else named


def _beside(condition: s.Conjunction | s.Disjunction) -> Guards:
    """The states that must be so just before the events beside them."""
    if isinstance(condition, s.Disjunction) or not any(map(_happens, condition.parts)):
        return ()
    return tuple(each for each in condition.parts if _of_states(each))


def _both(truths: Sequence[Truth]) -> Truth:
    missed = [each.when for each in truths if each.so is False]
    if missed:
        return Truth(so=False, when=min(missed))
    return Truth(so=True, when=max(each.when for each in truths)) if all(each.so for each in truths) else Truth(None)


def _not(truth: Truth) -> Truth:
    return Truth(None if truth.so is None else not truth.so, truth.when)


def _of_states(condition: s.LetterCondition) -> bool:
    match condition:
        case s.Conjunction(parts) | s.Disjunction(parts):
            return all(map(_of_states, parts))
        case s.Negation(part):
            return _of_states(part)
        case _:
            return isinstance(condition, s.FilledState)


def _happens(condition: s.LetterCondition) -> bool:
    """Whether something happens in a condition; that something does not happen is no event."""
    if isinstance(condition, s.Conjunction | s.Disjunction):
        return any(map(_happens, condition.parts))
    return not isinstance(condition, s.Negation | s.FilledState)


def _leaves_open(condition: s.LetterCondition) -> bool:
    return isinstance(condition, s.ActDone) and isinstance(condition.who, s.AnyPlayer)


# Several together -------------------------------------------------------------------------------------------------


def all_of(parts: Iterable[Came]) -> Came:
    """What comes of duties that are all owed: the first that fails decides."""
    found = list(parts)
    failed = [each.when for each in found if each.worth == "failed" and each.when is not None]
    if failed:
        return Came("failed", min(failed))
    open_ones = {each.worth for each in found if each.when is None}
    if not open_ones:
        return Came("kept", max((each.when or 0 for each in found), default=0))
    return Came(next(each for each in ("failed", "lapsed", "kept") if each in open_ones))


def any_of(found: Sequence[Came]) -> Came:
    """What comes of a choice: the first that is kept decides."""
    kept = [each.when for each in found if each.worth == "kept" and each.when is not None]
    if kept:
        return Came("kept", min(kept))
    open_ones = {each.worth for each in found if each.when is None}
    if not open_ones:
        return Came("failed", max(each.when or 0 for each in found))
    return Came(next(each for each in ("kept", "lapsed", "failed") if each in open_ones))


def recurring(came: Came, closes: int | None) -> Came:
    """What comes of a duty that may arise again and again, up to a moment."""
    if came.when is None or came.worth == "failed":
        return came
    return Came("kept", None if closes is None else max(closes, came.when))
