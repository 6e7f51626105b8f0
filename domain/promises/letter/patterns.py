"""Patterns of facts, states and windows: what the words of a clause look for in a game."""

from collections.abc import Iterable, Mapping
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from domain.promises.letter import clauses as c
from domain.promises.letter import syntax as s
from domain.promises.letter.names import Names
from domain.promises.letter.phrases import PLAYER, blanks_of
from domain.promises.letter.promising import with_promises
from domain.promises.logic import formula as k
from domain.rulesets.vocabulary import Episode, Vocabulary

GAME_CLOSED: Final = "game_closed"
"""The fact that a game is over, whatever the ruleset."""

BY: Final = "by"
THAT_PLAYER: Final = "player"
"""The variable that *that player* reads; that of an episode is called by its word, *it* by the place of its phrase."""

Mode = Literal["ge", "le", "eq"]


class Count(NamedTuple):
    """How much is asked for: at least, at most or exactly ``n`` of the slot ``field``, or of the facts themselves."""

    mode: Mode
    n: int
    field: str


ONCE: Final = Count("ge", 1, "")
_MODES: Final[Mapping[s.Measure, Mode]] = {"at most": "le", "exactly": "eq"}
_OPS: Final[Mapping[s.Measure, k.Op]] = {"at most": "<=", "exactly": "==", "more than": ">"}


def counted(amount: s.Amount, field: str = "") -> Count:
    """An amount as a count; *more than 2* is at least 3."""
    return Count(_MODES.get(amount.measure, "ge"), amount.n + (amount.measure == "more than"), field)


class Patterns:
    """Looks the words up in a vocabulary."""

    def __init__(self, vocabulary: Vocabulary, names: Names) -> None:
        """Keep the rows by their names."""
        self._players = names[PLAYER]
        self.verbs: Final = {each.name: each for each in with_promises(vocabulary).verbs}
        self.states: Final = {each.name: each for each in vocabulary.states}
        self.occasions: Final = {each.name: each for each in vocabulary.occasions}
        self.designators: Final = {each.name: each for each in vocabulary.designators}
        self.units: Final = {each.word: each for each in vocabulary.units}
        self.phases: Final = {each.phrase: each for each in vocabulary.phases}
        self.episodes: Final = {each.word: each for each in vocabulary.episodes}

    # Acts --------------------------------------------------------------------------------------------------------

    def count(self, act: s.Act, times: s.Amount | None = None) -> Count:
        """How much of an act is asked for: how often, or how much in all."""
        if times is not None:
            return counted(times)
        total = self.verbs[act.verb].total
        totals = [place for slot, place in self.filled(act) if slot == total and isinstance(place, s.Amount)]
        return counted(totals[0], total) if totals else ONCE

    def filled(self, act: s.Act) -> tuple[tuple[str, s.Place], ...]:
        """What stands in each slot of an act."""
        return _filled(self.verbs[act.verb].base, act.fill)

    def acts(self, act: s.Act, by: k.Term | None, *, one: bool) -> k.Pat:
        """Facts that the act was done by somebody; where ``one`` is to be enough, with an amount that is."""
        verb = self.verbs[act.verb]
        places = [each for each in self.filled(act) if one or each[0] != verb.total]
        return k.Pat(verb.kind, (*_doing(by), *_fixed(verb.fixed), *self._constraints(places)))

    def _constraints(self, places: Iterable[tuple[str, s.Place]]) -> Iterable[k.Constraint]:
        for slot, place in places:
            if isinstance(place, s.Amount):
                if place.measure != "any":
                    yield k.Constraint(slot, _OPS.get(place.measure, ">="), k.Exactly(place.n))
            elif (term := self.term(slot, place)) is not None:
                yield k.Constraint(slot, "==", term)

    def term(self, slot: str, place: s.Who | s.It | s.Number) -> k.Term | None:
        """What must stand in a slot; nothing if it does not matter."""
        match place:
            case s.Name(_, text):
                return k.Exactly(text)
            case s.AnyPlayer():
                return None
            case s.ThatPlayer():
                return k.Var(THAT_PLAYER)
            case s.Designated(designator, fill):
                places = _filled(self.designators[designator].phrase, fill)
                return k.Named(designator, {slot: _value(each) for slot, each in places})
            case s.It():
                return k.Var(slot)
            case s.Number(n):
                return k.Exactly(n)

    # Events ------------------------------------------------------------------------------------------------------

    def event(self, event: s.Event, *, one: bool = True, first: bool = True) -> k.Pat:
        """Facts that the event happened. ``first``: the end of season 3 may stand for a lost end of season 2."""
        match event:
            case s.Did(who, act) | s.DidNot(who, act):
                return self.acts(act, self.term(BY, who), one=one)
            case s.Ended(word, n):
                unit = self.units[word]
                return k.Pat(unit.ends, (k.Constraint(unit.slot, ">=" if first else "==", k.Exactly(n)),))
            case s.GameEnds():
                return k.Pat(GAME_CLOSED)
            case s.Happened(occasion, fill):
                row = self.occasions[occasion]
                return k.Pat(row.kind, (*_fixed(row.fixed), *self._constraints(_filled(row.phrase, fill))))
            case s.Opened(episode, about):
                return self.opens(self.episodes[episode], about)

    def binding(self, event: s.Event, *, one: bool, first: bool = True) -> k.Pat:
        """The same, and what *that player*, *that vote* and *it* are from then on."""
        pattern = self.event(event, one=one, first=first)
        if isinstance(event, s.Opened):
            return bound_to(pattern, self.episodes[event.episode])
        if isinstance(event, s.Did):
            places = ((BY, event.who), *self.filled(event.act))
            left_open = [slot for slot, place in places if isinstance(place, s.AnyPlayer)]
            return replace(pattern, binds=tuple((THAT_PLAYER, slot) for slot in left_open[:1]))
        return pattern

    def opens(self, episode: Episode, about: s.Name | None) -> k.Pat:
        """Facts that an episode opened, about something or about anything."""
        return k.Pat(episode.opens, self.is_about(episode, about))

    def is_about(self, episode: Episode, about: s.Name | None) -> tuple[k.Constraint, ...]:
        """What the facts must be about."""
        return () if about is None else tuple(self._constraints(_filled(episode.about, (about,))))

    # States ------------------------------------------------------------------------------------------------------

    def state(self, state: s.State) -> k.StateFormula:
        """A state phrase; *any player* stands for one after the other."""
        places = _filled(self.states[state.phrase].phrase, state.fill)
        amounts = [place for _, place in places if isinstance(place, s.Amount)]
        op: k.Op = _OPS.get(amounts[0].measure, ">=") if amounts else ">="
        n = amounts[0].n if amounts else 1
        args = [(slot, place) for slot, place in places if not isinstance(place, s.Amount)]
        whoever = [each for each in args if isinstance(each[1], s.AnyPlayer)]
        formulas = tuple(
            k.St(
                state.phrase, tuple((slot, self.term(slot, place) or k.Exactly(player)) for slot, place in args), op, n
            )
            for player in (self._players if whoever else self._players[:1])
        )
        return k.AnySt(formulas) if whoever else formulas[0]

    def now(self, during: c.During) -> k.StateFormula:
        """It is that season."""
        phrase = self.units[during.unit].now
        (blank,) = blanks_of(self.states[phrase].phrase)
        return k.St(phrase, ((blank.slot, k.Exactly(during.n)),), ">=", 1)

    # Windows -----------------------------------------------------------------------------------------------------

    def window(self, timing: c.Until | c.Within | c.During) -> k.Win:
        """Until when it counts: *by* and *within* with the moment itself, *before* and *until* without it."""
        match timing:
            case c.Until(word, to):
                pattern, n = self._point(to) if isinstance(to, s.Point) else (self.event(to), 1)
                return k.Win(pattern, n, inclusive=word in {"by", "at"})
            case c.Within(n, word, whose):
                return k.Win(k.Pat(self.units[word].ends, _whose(whose)), n, inclusive=True)
            case c.During(word, n):
                pattern, _ = self._point(s.End(word, n, span=timing.span))
                return k.Win(pattern, 1, inclusive=True)

    def by(self, point: s.Point) -> k.Win:
        """Until a point, with the moment itself."""
        pattern, n = self._point(point)
        return k.Win(pattern, n, inclusive=True)

    def _point(self, point: s.Point) -> tuple[k.Pat, int]:
        match point:
            case s.End(word, n) | s.Start(word, n):
                unit = self.units[word]
                kind = unit.ends if isinstance(point, s.End) else unit.begins
                return k.Pat(kind, (k.Constraint(unit.slot, ">=", k.Exactly(n)),)), 1
            case s.NearEnd(word, which):
                return k.Pat(self.units[word].ends), 2 if which == "next" else 1
            case s.OwnEnd(word, player):
                return k.Pat(self.units[word].ends, _whose(player)), 1
            case s.AtPhase(phrase, n):
                phase = self.phases[phrase]
                number = k.Constraint(phase.slot, ">=", k.Exactly(n))
                return k.Pat(phase.kind, (*_fixed(phase.fixed), number)), 1
            case s.GameEnd():
                return k.Pat(GAME_CLOSED), 1

    def unit_of(self, node: s.End | s.Start | s.AtPhase | s.Ended | c.During) -> str:
        """The unit whose number a point has; a phase has that of the unit with the same slot, if there is one."""
        if not isinstance(node, s.AtPhase):
            return node.unit
        slot = self.phases[node.phase].slot
        return next((each.word for each in self.units.values() if each.slot == slot), "")

    def closes(self, episode: Episode) -> k.Win:
        """Until the episode that is open closes."""
        return k.Win(k.Pat(episode.closes, (of_this(episode),)), 1, inclusive=True)


def of_this(episode: Episode) -> k.Constraint:
    """A fact of the episode that is open."""
    return k.Constraint(episode.slot, "==", k.Var(episode.word))


def bound_to(pattern: k.Pat, episode: Episode) -> k.Pat:
    """The same facts, from which *that vote* and *it* take what they are."""
    abouts = tuple((each.slot, each.slot) for each in blanks_of(episode.about))
    return replace(pattern, binds=((episode.word, episode.slot), *abouts))


def _filled(phrase: str, fill: tuple[s.Place, ...]) -> tuple[tuple[str, s.Place], ...]:
    return tuple((blank.slot, place) for blank, place in zip(blanks_of(phrase), fill, strict=True))


def _doing(by: k.Term | None) -> tuple[k.Constraint, ...]:
    return () if by is None else (k.Constraint(BY, "==", by),)


def _whose(player: s.Name | None) -> tuple[k.Constraint, ...]:
    return _doing(None if player is None else k.Exactly(player.text))


def _fixed(slots: Mapping[str, str | int]) -> tuple[k.Constraint, ...]:
    return tuple(k.Constraint(slot, "==", k.Exactly(value)) for slot, value in slots.items())


def _value(place: s.Place) -> str | int:
    assert isinstance(place, s.Name | s.Number), "designators name things"
    return place.text if isinstance(place, s.Name) else place.n
