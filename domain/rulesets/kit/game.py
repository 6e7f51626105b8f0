"""A game in one file: zones, events and decisions are each declared once, and ``rules`` makes a ruleset of them."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial, reduce
from importlib.metadata import PackageNotFoundError
from typing import Any, TypeVar

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets import protocol
from oathbook.domain.rulesets.kit import declarations as d
from oathbook.domain.rulesets.kit import game_table, specs
from oathbook.domain.rulesets.kit.changes import OWN, StateChange
from oathbook.domain.rulesets.kit.game_play import GamePlay
from oathbook.domain.rulesets.kit.game_words import vocabulary_of
from oathbook.domain.rulesets.kit.own_events import ended_event, event_type, turn_ended_event
from oathbook.domain.rulesets.kit.requirements import NOT_ASKED
from oathbook.domain.rulesets.kit.rows import Row, facts_by
from oathbook.domain.rulesets.kit.rules import Rules
from oathbook.domain.rulesets.kit.schema_digests import schema_digest
from oathbook.domain.rulesets.kit.setups import origin_of
from oathbook.domain.rulesets.kit.wording import format_list
from oathbook.domain.rulesets.kit.zones import Counter, Deck, GameField, Hand, Zone
from oathbook.domain.rulesets.rulebook import Rulebook
from oathbook.domain.rulesets.vocabulary import Penalty

Body = Callable[..., Iterator[Any]]
AnyZone = TypeVar("AnyZone", bound=Zone)


class Game:
    """The declarations of a game.

    What does not fit is a fault when the file is loaded: ``ValueError`` says what, and what would fit.
    """

    def __init__(  # noqa: PLR0913  # each is a part of the rulebook
        self,
        key: str,
        title: str,
        *,
        seats: tuple[int, int],
        clauses: str,
        outcomes: Iterable[str],
        refusals: Mapping[str, str] = {},
        cards: Iterable[str] = (),
        names: Mapping[str, Iterable[str]] = {},
        penalty: Penalty | None = None,
        distribution: str = "",
    ) -> None:
        """Take what stands in the rulebook.

        ``clauses`` has a line each, ``S-1 Its title: its words.``, and ``refusals`` the question that each asks, by
        its code. ``names`` are the names of a sort, by which decisions and letters speak of things. ``distribution``
        is the package that the file is in, if it is in one.
        """
        self._key, self._title, self._origin, self._seats = key, title, _origin_of(distribution), seats
        self._clauses, self._outcomes, self._penalty = d.parse_clauses(clauses, title), tuple(outcomes), penalty
        self._refusals = {NOT_ASKED: "is this seat asked for this decision now", **refusals}
        self._box = d.CardBox(tuple(cards))
        self._names = {sort: tuple(each) for sort, each in names.items()}
        self._zones: list[Zone] = []
        self._counters: list[Counter] = []
        self._fields: list[GameField] = []
        self._derived: list[d.Derived] = []
        self._specs: list[specs.Spec] = []
        self._events: list[d.EventSpec] = []  # without the two that every game has
        self._dealing: d.Deal | None = None
        self._digest: str | None = None
        self._turn_ended, self._ended = turn_ended_event(), ended_event()

    # What there is ------------------------------------------------------------------------------------------------

    def zone(self, zone: AnyZone) -> AnyZone:
        """Declare a place for cards: ``hand = g.zone(Hand("hand"))``."""
        self._zones.append(zone)
        return zone

    def counter(self, name: str, start: int = 0) -> Counter:
        """Declare a number of each seat. The first counter is the score."""
        self._counters.append(Counter(name, start))
        return self._counters[-1]

    def field(self, name: str, kind: Any, start: Any, *, hidden: bool = False) -> GameField:
        """Declare something else that is so, which events ``Put``; ``start`` is a value, or a function of the seats."""
        self._fields.append(GameField(name, specs.wire_type(kind), start, hidden))
        return self._fields[-1]

    def derived(self, of: d.Derived) -> d.Derived:
        """Declare what follows from the state alone, a function of it: ``@g.derived`` over ``def rows(state)``.

        The state and the table have it under its name. It is computed once a state, is in no record, and looks into
        nothing hidden.
        """
        self._derived.append(of)
        return of

    def event(
        self,
        name: str,
        sentence: str,
        *,
        do: Iterable[StateChange] = (),
        kind: str = "",
        slots: str | None = None,
        tells: tuple[str, ...] = (),
        **fields: Any,
    ) -> Any:
        """Declare an event; returns its type.

        ``sentence`` has places for its fields, and the word after the first place is the kind of the fact, unless
        ``kind`` says another. ``slots`` are the fields of the fact, by default all that everybody sees. ``do`` are the
        changes in order, and ``tells`` the fields that tell somebody something hidden.
        """
        made = event_type(name, sentence, fields)
        said = re.search(r"\} (\w+)", sentence)
        public = (each for each, of in fields.items() if each != OWN and not d.hides(of))
        row = Row(
            made,
            kind or (said[1] if said else name.lower()),
            sentence,
            " ".join(public) if slots is None else slots,
            OWN if OWN in fields else "",
            words=specs.words_for(made, to_everybody=True),
        )
        self._events.append(d.EventSpec(made, row, tuple(do), tells))
        return made

    def decision(  # noqa: PLR0913  # each says one thing of it
        self,
        form: str,
        clause: str,
        *,
        letter: str | None = None,
        third: str = "",
        deed: str = "",
        anytime: bool = False,
        upto: specs.UpTo | None = None,
        choices: Mapping[str, specs.ValueChoices] = {},
    ) -> Callable[[Body], Any]:
        """Declare a decision: a function of the table, the seat and the parameters that yields requirements and events.

        The function becomes the type of the decision. ``form`` is how it is written. ``letter`` is how promises speak
        of it, by default the same, and ``third`` and ``deed`` are how it is done. ``anytime`` says that every seat may
        take it in every turn. Numbers go from 1 to ``upto(state, seat)``, and ``choices`` has functions of state and
        seat that give the values of parameters.
        """

        def declared(body: Body) -> Any:
            fields = specs.parameters_of(body)
            made = specs.decision_type(body, fields)
            phrase = specs.without_brackets(form)
            said = phrase if letter is None else letter
            values = specs.choices_of(fields, specs.sorts_in(form), self._names, upto)
            spec = specs.Spec(
                kind=made,
                fields=fields,
                body=body,
                form=form,
                clause=clause,
                letter=said,
                third=third or specs.third_person(said or phrase),
                deed=deed or specs.third_person(phrase),
                anytime=anytime,
                choices={**values, **choices},
            )
            specs.check_form(spec.name, form, spec.fields)
            self._specs.append(spec)
            return made

        return declared

    def deal(self, hand: Hand, deck: Deck, count: int, clause: str, dealt: Any) -> None:
        """Before the first turn the table deals so many cards to each hand, each in an event ``dealt(seat, cards)``."""

        def deal(t: Any, _by: Seat) -> Iterator[Any]:
            yield
            for seat in t.seats:
                yield dealt(seat, t.draw(deck, count, hand.seen_by(seat, t.seats)))

        spec = specs.Spec(
            kind=specs.decision_type(deal, {}),
            fields={},
            body=deal,
            form="deal",
            clause=clause,
            letter="",
            third="deals",
            deed="deals",
            stages=("deal",),
        )
        self._specs.append(spec)
        self._dealing = d.Deal(hand, deck, count, dealt)

    # What comes with the kit --------------------------------------------------------------------------------------

    def turn_ended(self, seat: Seat) -> Any:
        """The event that the turn of a seat is over; the next seat's begins."""
        return self._turn_ended.kind(seat)

    def over(self, outcome: str, winners: Iterable[Seat], clause: str) -> tuple[Any, str]:
        """The event that the game is over, under its clause."""
        assert outcome in self._outcomes, f"no game ends in {outcome!r}; it ends in {format_list(self._outcomes)}"
        return self._ended.kind(protocol.Ending(outcome, tuple(winners), clause)), clause

    def frozen(self, digest: str) -> None:
        """The edition is printed: what stands in its records may not change. Of another digest it is not loaded."""
        self._digest = digest

    def scene(self, view: Any) -> protocol.Scene:
        """The scene that follows from the zones, to build on."""
        return game_table.scene_of(self._declared(None), view)

    # What follows -------------------------------------------------------------------------------------------------

    def rules(self, **answers: Any) -> Rules[Any, Any, Any, Any]:
        """The ruleset; each of its answers can be given instead of the one that follows.

        ``to_act`` is asked only while the game is played, not before the deal or at the end.
        """
        game = self._declared(answers.pop("to_act", None))
        d.check_declarations(game)
        state, view = game_table.state_type(game), game_table.view_type(game)
        play, rows = GamePlay(game, state), tuple(each.row for each in game.events)
        decisions, events = (_union(each.kind for each in kinds) for kinds in (game.specs, game.events))
        wire = protocol.WireTypes(d.CardBox, d.NoSwitches, d.NoStart, decisions, events, state, view)
        self._check_frozen(schema_digest(wire))
        follows: dict[str, Any] = {
            "edition": self._edition(game),
            "wire": wire,
            "vocabulary": vocabulary_of(game, play.decisions),
            "samples": partial(game_table.sample_setups, game),
            "initial": partial(game_table.initial_state, game, state),
            "to_act": play.to_act,
            "options": play.options,
            "needs": play.needs,
            "take": play.take,
            "evolve": play.evolve,
            "facts": facts_by(rows),
            "standing": partial(game_table.standing_of, game),
            "conserved": partial(game_table.conserved_in, game),
            "view": partial(game_table.view_of, game, view, play.to_act),
            "scene": partial(game_table.scene_of, game),
            "disclosures": {each.kind: each.tells for each in game.events if each.tells},
        }
        return Rules(**{**follows, **answers})

    def _check_frozen(self, digest: str) -> None:
        if self._digest not in {None, digest}:
            raise ValueError(f"the types of {self._key} have the digest {digest}, and it is frozen with {self._digest}")

    def _edition(self, game: d.Declarations) -> protocol.Edition:
        rulebook = Rulebook(game.clauses, ())
        boxes = {"box": game.box}
        return protocol.Edition(
            game.key,
            game.title,
            "draft" if self._digest is None else "frozen",
            rulebook,
            tuple(game.refusals),
            game.outcomes,
            boxes,
            game.origin,
        )

    def _declared(self, to_act: Callable[[Any], tuple[Seat, ...]] | None) -> d.Declarations:
        return d.Declarations(
            key=self._key,
            title=self._title,
            origin=self._origin,
            seats=self._seats,
            box=self._box,
            clauses=self._clauses,
            refusals=self._refusals,
            outcomes=self._outcomes,
            names=self._names,
            penalty=self._penalty,
            zones=tuple(self._zones),
            counters=tuple(self._counters),
            fields=tuple(self._fields),
            derived=tuple(self._derived),
            specs=tuple(self._specs),
            events=(*self._events, self._turn_ended, self._ended),
            dealing=self._dealing,
            to_act=to_act,
        )


def _union(kinds: Iterable[Any]) -> Any:
    first, *others = kinds
    return reduce(lambda union, kind: union | kind, others, first)


def _origin_of(distribution: str) -> str:
    """The distribution with its version; without one where it is not installed."""
    try:
        return origin_of(distribution) if distribution else ""
    except PackageNotFoundError:
        return distribution
