"""Patterns of facts, states and windows for the words of a clause."""

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec.structs import replace

from oathbook.domain.promises.letter import clauses, syntax
from oathbook.domain.promises.letter.actions import ONCE, RequiredCount, required_count
from oathbook.domain.promises.letter.names import Names
from oathbook.domain.promises.letter.phrase_parts import PLAYER, blanks_of, with_promises
from oathbook.domain.promises.logic import formulas as logic
from oathbook.domain.promises.logic.finalisation import DECIDED, GAME_CLOSED
from oathbook.domain.rulesets.comparisons import THAN
from oathbook.domain.rulesets.vocabulary import Episode, Vocabulary

BY: Final = "by"
THAT_PLAYER: Final = "player"
"""The variable for *that player*; the variable of an episode is its word, and that of *it* the place in its phrase."""


_OWN: Final = (syntax.PlayerUnitEnd, syntax.NextDecision)  # what is next for a player is never what is now
_OPS: Final[Mapping[syntax.Measure, logic.Relation]] = {"at most": "<=", "exactly": "==", "more than": ">"}


class PatternCompiler:
    """Turns words into patterns, with a vocabulary."""

    def __init__(self, vocabulary: Vocabulary, names: Names) -> None:
        self._players = names[PLAYER]
        self._slots = {each.kind: each.slots for each in vocabulary.kinds}
        self.verbs: Final = {each.name: each for each in with_promises(vocabulary).verbs}
        self.states: Final = {each.name: each for each in vocabulary.states}
        self.occasions: Final = {each.name: each for each in vocabulary.occasions}
        self.designators: Final = {each.name: each for each in vocabulary.designators}
        self.units: Final = {each.word: each for each in vocabulary.units}
        self.phases: Final = {each.phrase: each for each in vocabulary.phases}
        self.episodes: Final = {each.word: each for each in vocabulary.episodes}

    # Acts --------------------------------------------------------------------------------------------------------

    def count(self, act: syntax.FilledVerb, times: syntax.Quantity | None = None) -> RequiredCount:
        """How much of an act is asked for: a number of times, or a sum."""
        if times is not None:
            return required_count(times)
        if act.at_once or act.only:
            return RequiredCount("le", 0, "") if act.only else ONCE
        total = self.verbs[act.verb].total
        summed = (place for slot, place in self.act_fillers(act) if slot == total)
        return next((required_count(each, total) for each in summed if isinstance(each, syntax.Quantity)), ONCE)

    def is_permission(self, act: syntax.FilledVerb) -> bool:
        """Whether an act is an answer to those who ask for it, which nobody can give unasked."""
        return bool(self.verbs[act.verb].refused)

    def is_limit(self, act: syntax.FilledVerb, times: syntax.Quantity | None) -> bool:
        """Whether a duty to do an act is kept where nobody does anything: a limit, or a permission."""
        return self.is_permission(act) or self.count(act, times).mode == "le"

    def act_fillers(self, act: syntax.FilledVerb) -> tuple[tuple[str, syntax.Filler], ...]:
        """The filler of each slot of an act."""
        return _slot_fillers(self.verbs[act.verb].base, act.fill)

    def act_pattern(self, act: syntax.FilledVerb, by: logic.Term | None, *, one: bool) -> logic.Pattern:
        """The pattern of facts that ``by`` did the act; if ``one`` must be enough, its amount is a constraint."""
        verb = self.verbs[act.verb]
        places = [each for each in self.act_fillers(act) if one or act.at_once or each[0] != verb.total]
        named = (replace(each, op="!=") if each.slot == act.only else each for each in self._constraints(places))
        constraints = (*_actor_constraint(by), *_fixed_constraints(verb.fixed), *named)
        return logic.Pattern(verb.kind, constraints)

    def _constraints(self, places: Iterable[tuple[str, syntax.Filler]]) -> Iterable[logic.Constraint]:
        for slot, place in places:
            if isinstance(place, syntax.Quantity):
                yield logic.Constraint(slot, _OPS.get(place.measure, ">="), logic.Exactly(place.n))
            elif (term := self.term(slot, place)) is not None:
                yield logic.Constraint(slot, "==", term)

    def term(
        self, slot: str, place: syntax.PlayerRef | syntax.AnyThing | syntax.EpisodeSubject | syntax.Number
    ) -> logic.Term | None:
        """The term for a slot; ``None`` if any value will do."""
        match place:
            case syntax.NameRef(_, text):
                return logic.Exactly(text)
            case syntax.AnyPlayer(among=some) if some:
                return logic.AnyOf(tuple(each.text for each in some))
            case syntax.AnyPlayer() | syntax.AnyThing():
                return None
            case syntax.ThatPlayer():
                return logic.Variable(THAT_PLAYER)
            case syntax.DesignatedPlayer(designator, fill):
                places = _slot_fillers(self.designators[designator].phrase, fill)
                return logic.NamedBy(designator, {slot: _value(each) for slot, each in places})
            case syntax.EpisodeSubject():
                return logic.Variable(slot)
            case syntax.Number(n):
                return logic.Exactly(n)

    # Events ------------------------------------------------------------------------------------------------------

    def event_pattern(self, event: syntax.LetterEvent, *, one: bool = True, first: bool = True) -> logic.Pattern:
        """The pattern of an event. ``first``: the end of season 3 counts for a missing end of season 2."""
        match event:
            case syntax.ActDone(who, act) | syntax.ActNotDone(who, act):
                return self.act_pattern(act, self.term(BY, who), one=one)
            case syntax.UnitEnded(word, n):
                unit = self.units[word]
                number = logic.Constraint(unit.slot, ">=" if first else "==", logic.Exactly(n))
                return logic.Pattern(unit.ends, (number,))
            case syntax.GameEnds():
                return logic.Pattern(GAME_CLOSED)
            case syntax.OccasionHappened(occasion, fill):
                row = self.occasions[occasion]
                places = self._constraints(_slot_fillers(row.phrase, fill))
                return logic.Pattern(row.kind, (*_fixed_constraints(row.fixed), *places))
            case syntax.EpisodeOpened(episode, about):
                return self.opening_pattern(self.episodes[episode], about)

    def states_of_whoever(self, guard: clauses.Guard) -> Iterable[tuple[str, syntax.FilledState]]:
        """The state of each player whom *that player* can mean: *any player has 2 wood at the end of season 1*."""
        match guard:
            case clauses.Guard(cond=syntax.FilledState() as state, when=syntax.Until("at")):
                return tuple(self.states_of_each(state)) if self.whoever_in(state) not in {"", THAN} else ()
            case _:
                return ()

    def binding_pattern(self, event: syntax.LetterEvent, *, one: bool, first: bool = True) -> logic.Pattern:
        """The pattern of an event, with the variables *that player*, *that vote* and *it* that it binds."""
        pattern = self.event_pattern(event, one=one, first=first)
        begun = self.episode_of(event)
        pattern = bind_episode(pattern, begun) if begun else pattern
        if isinstance(event, syntax.ActDone):
            places = ((BY, event.who), *self.act_fillers(event.act))
            left_open = [slot for slot, place in places if isinstance(place, syntax.AnyPlayer)]
            return replace(pattern, binds=(*pattern.binds, *((THAT_PLAYER, slot) for slot in left_open[:1])))
        return pattern

    def episode_of(self, event: syntax.LetterEvent) -> Episode | None:
        """The vote or battle that begins with an event or that a player joins by it; ``None`` for other events."""
        kind = self.event_pattern(event).kind
        return next((each for each in self.episodes.values() if kind in {each.opens, each.joined}), None)

    def opening_pattern(self, episode: Episode, about: syntax.NameRef | None) -> logic.Pattern:
        """The pattern of the opening of an episode, about something or about anything."""
        return logic.Pattern(episode.opens, self.subject_constraints(episode, about))

    def actor_constraint(self, who: syntax.PlayerRef | None) -> tuple[logic.Constraint, ...]:
        """The constraint that it is this player who does it; none where anybody may."""
        return () if who is None else _actor_constraint(self.term(BY, who))

    def subject_constraints(self, episode: Episode, about: syntax.NameRef | None) -> tuple[logic.Constraint, ...]:
        """The constraints on what an episode is about."""
        return () if about is None else tuple(self._constraints(_slot_fillers(episode.about, (about,))))

    # States ------------------------------------------------------------------------------------------------------

    def state_formula(self, state: syntax.FilledState) -> logic.StateFormula:
        """The formula of a state phrase; *any player* is one of them, and *than any player* means all others."""
        places = self.state_fillers(state)
        if whoever := self.whoever_in(state):
            every = tuple(self.state_formula(each) for _, each in self.states_of_each(state))
            return (logic.AllStates if whoever == THAN else logic.AnyState)(every)
        amounts = [place for _, place in places if isinstance(place, syntax.Quantity)]
        op: logic.Relation = _OPS.get(amounts[0].measure, ">=") if amounts else ">="
        n = amounts[0].n if amounts else 1
        args = ((slot, self.term(slot, place)) for slot, place in places if not isinstance(place, syntax.Quantity))
        return logic.StateIs(state.phrase, tuple((slot, term) for slot, term in args if term is not None), op, n)

    def state_fillers(self, state: syntax.FilledState) -> tuple[tuple[str, syntax.Filler], ...]:
        """The filler of each slot of a state phrase."""
        return _slot_fillers(self.states[state.phrase].phrase, state.fill)

    def whoever_in(self, state: syntax.FilledState) -> str:
        """The first place in which a state phrase says *any player*; empty if there is none."""
        return next((slot for slot, place in self.state_fillers(state) if isinstance(place, syntax.AnyPlayer)), "")

    def states_of_each(self, state: syntax.FilledState) -> Iterable[tuple[str, syntax.FilledState]]:
        """The state of each player but those that it names, who are not compared with themselves."""
        places, whoever = self.state_fillers(state), self.whoever_in(state)
        named = {place.text for _, place in places if isinstance(place, syntax.NameRef) and place.sort == PLAYER}
        for player in (each for each in self._players if each not in named):
            name = syntax.NameRef(PLAYER, player, span=state.span)
            fill = tuple(name if slot == whoever else place for slot, place in places)
            yield player, replace(state, fill=fill)

    def during_formula(self, during: syntax.During) -> logic.StateFormula:
        """The formula that it is that season."""
        phrase = self.units[during.unit].now
        (blank,) = blanks_of(self.states[phrase].phrase)
        return logic.StateIs(phrase, ((blank.slot, logic.Exactly(during.n)),), ">=", 1)

    # Windows -----------------------------------------------------------------------------------------------------

    def window(self, timing: syntax.Until | syntax.Within | syntax.During) -> logic.Window:
        """The window of a timing: *by* and *within* include the closing moment, *before* and *until* do not."""
        match timing:
            case syntax.Until(word, syntax.ActDone() as event):  # what is done counts in all
                count = self.count(event.act)
                return logic.Window(self.event_pattern(event, one=False), count.n, word in {"by", "at"}, count.field)
            case syntax.Until(word, to):
                if isinstance(to, syntax.Point):
                    return self._up_to(to, inclusive=word in {"by", "at"})
                dated, inclusive = isinstance(to, syntax.UnitEnded), word in {"by", "at"}
                at_point = dated or isinstance(to, syntax.GameEnds)
                return logic.Window(self.event_pattern(to), 1, inclusive, at_point=at_point, dated=dated)
            case syntax.Within(n, word, whose):
                return logic.Window(logic.Pattern(self.units[word].ends, _player_constraint(whose)), n, inclusive=True)
            case syntax.During(word, n):
                return self._up_to(syntax.UnitEnd(word, n, span=timing.span), inclusive=True)

    def _up_to(self, point: syntax.Point, *, inclusive: bool) -> logic.Window:
        """The window up to a point; that of somebody's *next* turn is never the one that ends as it begins."""
        pattern, n = self._point(point)
        dated = isinstance(point, syntax.UnitEnd | syntax.UnitStart | syntax.PhaseStart)
        return logic.Window(pattern, n, inclusive, at_point=not isinstance(point, _OWN), dated=dated)

    def _point(self, point: syntax.Point) -> tuple[logic.Pattern, int]:
        match point:
            case syntax.UnitEnd(word, n) | syntax.UnitStart(word, n):
                unit = self.units[word]
                kind = unit.ends if isinstance(point, syntax.UnitEnd) else unit.begins
                return logic.Pattern(kind, (logic.Constraint(unit.slot, ">=", logic.Exactly(n)),)), 1
            case syntax.RelativeUnitEnd(word, which):
                return logic.Pattern(self.units[word].ends), 2 if which == "next" else 1
            case syntax.PlayerUnitEnd(word, player):
                return logic.Pattern(self.units[word].ends, _player_constraint(player)), 1
            case syntax.NextDecision(player):
                return logic.Pattern(DECIDED, _player_constraint(player)), 1
            case syntax.PhaseStart(phrase, n):
                phase = self.phases[phrase]
                number = logic.Constraint(phase.slot, ">=", logic.Exactly(n))
                return logic.Pattern(phase.kind, (*_fixed_constraints(phase.fixed), number)), 1
            case syntax.GameEnd():
                return logic.Pattern(GAME_CLOSED), 1

    def unit_of(self, node: syntax.NumberedUnit | syntax.PhaseStart) -> str:
        """The unit of a point; for a phase the unit with the same slot, if there is one."""
        if not isinstance(node, syntax.PhaseStart):
            return node.unit
        slot = self.phases[node.phase].slot
        return next((each.word for each in self.units.values() if each.slot == slot), "")

    def closing_window(self, episode: Episode, which: str) -> logic.Window:
        """The window up to the close of an episode: the one that is bound, or *this*, the only one that is open."""
        which_one = () if which == "this" else (episode_constraint(episode),)
        closes = logic.Pattern(episode.closes, which_one)
        return logic.Window(closes, 1, inclusive=True, at_point=True, dated=not which_one)

    def joining_pattern(self, act: syntax.FilledVerb, episode: Episode) -> logic.Pattern | None:
        """The pattern of the player joining the bound episode with whom an act in it is done; ``None`` if no such."""
        is_in_it = episode.slot in self._slots.get(self.verbs[act.verb].kind, ())
        for place in act.fill if is_in_it else ():
            if isinstance(place, syntax.PlayerRef) and getattr(place, "sort", PLAYER) == PLAYER:
                with_whom = self.term(BY, place)
                if with_whom is not None:
                    return self.joined_by(_actor_constraint(with_whom), episode)
        return None

    def joined_by(self, by: tuple[logic.Constraint, ...], episode: Episode) -> logic.Pattern:
        """The pattern of a player joining the bound episode."""
        return logic.Pattern(episode.joined, (*by, episode_constraint(episode)))

    def restrict_to_episode(self, pattern: logic.Pattern, episode: Episode) -> logic.Pattern:
        """The pattern for facts of the bound episode; those of a kind that names none belong to it by their time."""
        if episode.slot not in self._slots.get(pattern.kind, ()):
            return pattern
        return replace(pattern, constraints=(*pattern.constraints, episode_constraint(episode)))


def episode_constraint(episode: Episode) -> logic.Constraint:
    """The constraint that a fact belongs to the open episode."""
    return logic.Constraint(episode.slot, "==", logic.Variable(episode.word))


def bind_episode(pattern: logic.Pattern, episode: Episode) -> logic.Pattern:
    """The pattern, which now binds *that vote* and *it*."""
    abouts = tuple((each.slot, each.slot) for each in blanks_of(episode.about))
    return replace(pattern, binds=((episode.word, episode.slot), *abouts))


def _slot_fillers(phrase: str, fill: tuple[syntax.Filler, ...]) -> tuple[tuple[str, syntax.Filler], ...]:
    return tuple((blank.slot, place) for blank, place in zip(blanks_of(phrase), fill, strict=True))


def _actor_constraint(by: logic.Term | None) -> tuple[logic.Constraint, ...]:
    return () if by is None else (logic.Constraint(BY, "==", by),)


def _player_constraint(player: syntax.NameRef | None) -> tuple[logic.Constraint, ...]:
    return _actor_constraint(None if player is None else logic.Exactly(player.text))


def _fixed_constraints(slots: Mapping[str, str | int]) -> tuple[logic.Constraint, ...]:
    return tuple(logic.Constraint(slot, "==", logic.Exactly(value)) for slot, value in slots.items())


def _value(place: syntax.Filler) -> str | int:
    assert isinstance(place, syntax.NameRef | syntax.Number), "designators name things"
    return place.text if isinstance(place, syntax.NameRef) else place.n
