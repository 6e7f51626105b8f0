"""A game as it is declared: what there is, its decisions and its events. Everything else follows from these."""

import re
from collections import Counter as Bag
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, get_args, get_origin

from msgspec import Struct, structs

from oathbook.domain.kernel import Hidden, Seat
from oathbook.domain.rulesets.kit.changes import Add, Mix, Move, Put, StateChange
from oathbook.domain.rulesets.kit.play import EventBase
from oathbook.domain.rulesets.kit.rows import Row
from oathbook.domain.rulesets.kit.specs import NO_NAMES, OF_THE_TABLE, PART, Spec, sorts_in, undeclared_names
from oathbook.domain.rulesets.kit.wording import format_list
from oathbook.domain.rulesets.kit.zones import Counter, Deck, GameField, Hand, OpenCards, Zone
from oathbook.domain.rulesets.rulebook import Clause
from oathbook.domain.rulesets.vocabulary import Penalty

Derived = Callable[[Any], Any]  # what follows from the fields of a state

RESERVED: Final = ("seats", "box", "turn", "dealt", "asked", "ending")  # fields that every state or view has


class NoSwitches(Struct, frozen=True, forbid_unknown_fields=True):
    """There is nothing to read otherwise."""


class NoStart(Struct, frozen=True, forbid_unknown_fields=True):
    """There is no other start."""


class CardBox(Struct, frozen=True, forbid_unknown_fields=True):
    """What is in the box: its cards, by their names."""

    cards: OpenCards


class EventSpec(Struct, frozen=True):
    """An event: its type, how it is told, what it changes, and the fields by which it tells something hidden."""

    kind: Any
    row: Row
    changes: tuple[StateChange, ...]
    tells: tuple[str, ...]

    @property
    def fields(self) -> Mapping[str, Any]:
        """The types of its fields, by their names."""
        return {each.name: each.type for each in structs.fields(self.kind)}


class Deal(Struct, frozen=True):
    """What is dealt before the first turn: so many cards of a deck to each hand, each hand in an event of that type."""

    hand: Hand
    deck: Deck
    count: int
    event: type[EventBase]


class Declarations(Struct, frozen=True, kw_only=True):
    """All declarations of a game; ``to_act`` says whose decision it is in play, if it is not the next who has cards."""

    key: str
    title: str
    origin: str
    seats: tuple[int, int]
    box: CardBox
    clauses: tuple[Clause, ...]
    refusals: Mapping[str, str]
    outcomes: tuple[str, ...]
    names: Mapping[str, tuple[str, ...]]
    penalty: Penalty | None
    zones: tuple[Zone, ...]
    counters: tuple[Counter, ...]
    fields: tuple[GameField, ...]
    derived: tuple[Derived, ...]
    specs: tuple[Spec, ...]
    events: tuple[EventSpec, ...]
    dealing: Deal | None
    to_act: Callable[[Any], tuple[Seat, ...]] | None = None


def parse_clauses(text: str, printed: str) -> tuple[Clause, ...]:
    """The clauses of a text, each from a line that begins ``S-1 Its title: its words.`` on.

    What applies a clause that no decision produces stands in brackets at its end: ``(by the promises of a game)``.
    """
    lines = re.split(r"^\s*(?=\w+-[\w.]+ [^:\n]+: )", text.strip(), flags=re.MULTILINE)
    return tuple(_parse_clause(" ".join(each.split()), printed) for each in lines if each)


def _parse_clause(line: str, printed: str) -> Clause:
    found = re.fullmatch(r"(\S+) ([^:]+): (.+?)(?: \(by (.+)\))?", line)
    if found is None:
        raise ValueError(f"no clause begins so: {line!r}")
    return Clause(found[1], found[2], found[3], printed, applied_by=found[4] or "")


def check_declarations(game: Declarations) -> None:
    """Raise ``ValueError`` with the first thing in the declarations that does not fit the others."""
    for fault in (
        *_faults_of_names(game),
        *_faults_of_zones(game),
        *_faults_of_events(game),
        *_faults_of_decisions(game),
    ):
        raise ValueError(fault)


def _faults_of_names(game: Declarations) -> Iterator[str]:
    derived = tuple(each.__name__ for each in game.derived)
    lists: Mapping[str, Iterable[str]] = {
        "parts of the state": (*RESERVED, *OF_THE_TABLE, *(each.name for each in _parts(game)), *derived),
        "decisions": (each.name for each in game.specs),
        "events": (str(each.kind.__struct_config__.tag) for each in game.events),
        "clauses": (each.id for each in game.clauses),
    }
    for what, names in lists.items():
        yield from (f"two {what} are called {name!r}" for name, times in Bag(names).items() if times > 1)


def _parts(game: Declarations) -> tuple[Zone | Counter | GameField, ...]:
    return (*game.zones, *game.counters, *game.fields)


def _faults_of_zones(game: Declarations) -> Iterator[str]:
    decks = [each for each in game.zones if isinstance(each, Deck)]
    if len(decks) != (1 if game.box.cards else 0):
        yield "all cards of the box lie in one deck: a game with cards has one, and no other game has any"
    yield from (
        f"{each.top.name!r}, the top of {each.name!r}, is no part of this game"
        for each in decks
        if each.top and each.top not in game.zones
    )


def _faults_of_decisions(game: Declarations) -> Iterator[str]:
    kinds = {each.row.kind: set(each.row.slot_fields) for each in game.events}
    clauses = [each.id for each in game.clauses]
    declared = _declared_names(game)
    for spec in game.specs:
        yield from (f"{spec.name}: {fault}" for fault in undeclared_names(spec.body, declared))
        if spec.clause not in clauses:
            yield f"{spec.name}: there is no clause {spec.clause!r}; there are {format_list(clauses)}"
        for field in spec.fields:
            if field not in spec.choices:
                yield f"{spec.name}: nothing says what {field!r} can be: a sort with names, upto or choices"
        for sort in {*sorts_in(spec.form).values(), *sorts_in(spec.letter).values()} - {*game.names, *NO_NAMES, ""}:
            yield f"{spec.name}: there are no names for {sort!r}; there are {format_list([*game.names, *NO_NAMES])}"
        shows = spec.third.partition(" ")[0]
        if spec.letter and shows not in kinds:
            yield f"{spec.name}: no event shows that somebody {shows}; events show {format_list(list(kinds))}"
        for place in sorted(sorts_in(spec.letter).keys() - kinds.get(shows, set())) if spec.letter else ():
            yield f"{spec.name}: a letter has a place {place!r}, and no event that shows it has"


def _declared_names(game: Declarations) -> Mapping[str, tuple[str, ...]]:
    """The names that decisions can use, by their sorts."""
    parts = (each.name for each in _parts(game))
    derived = (each.__name__ for each in game.derived)
    return {
        "refusal": tuple(game.refusals),
        "clause": tuple(each.id for each in game.clauses),
        "outcome": game.outcomes,
        "zone": tuple(each.name for each in game.zones),
        PART: (*parts, *derived, *RESERVED, *OF_THE_TABLE, "state"),
    }


def _faults_of_events(game: Declarations) -> Iterator[str]:
    slots: dict[str, tuple[str, ...]] = {}
    for event in game.events:
        name, fields = event.kind.__name__, event.fields
        for field in event.tells:
            if field not in fields:
                yield f"{name}: tells {field!r}, and has no such field"
        if slots.setdefault(event.row.kind, tuple(event.row.slot_fields)) != tuple(event.row.slot_fields):
            yield f"{name}: another event {event.row.kind!r} has other slots"
        for change in event.changes:
            yield from (f"{name}: {fault}" for fault in _faults_of_change(game, change, fields))


def _faults_of_change(game: Declarations, change: StateChange, fields: Mapping[str, Any]) -> Iterator[str]:
    if not isinstance(change, Move | Mix | Add | Put):
        return
    for part in _parts_of(change):
        if part not in game.zones and part not in game.counters:
            yield f"{part.name!r} is no part of this game; {format_list([each.name for each in _parts(game)])} are"
    if isinstance(change, Put) and change.name not in {"turn", *(each.name for each in game.fields)}:
        yield f"there is no field {change.name!r}; there are {format_list(['turn', *(f.name for f in game.fields)])}"
    yield from change.faults(fields)


def _parts_of(change: StateChange) -> tuple[Zone | Counter, ...]:
    match change:
        case Move(source=source, target=target):
            return source, target
        case Mix(hand=hand):
            return (hand,)
        case Add(counter=counter):
            return (counter,)
        case _:
            return ()


def hides(kind: Any) -> bool:
    """Whether values of a type hold something hidden."""
    if isinstance(kind, type) and issubclass(kind, Struct):
        return any(hides(each.type) for each in structs.fields(kind))
    return get_origin(kind) is Hidden or any(map(hides, get_args(kind)))
