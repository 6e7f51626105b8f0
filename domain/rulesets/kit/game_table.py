"""What lies on the table of a declared game: its state and its view, as types and as values, and both as a scene."""

from collections import Counter as Bag
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Final, get_args, get_origin

from msgspec import Struct, defstruct

from oathbook.domain.kernel import Hidden, Seat, Viewer, display_seat
from oathbook.domain.kernel.limits import Count
from oathbook.domain.rulesets import protocol
from oathbook.domain.rulesets.kit.declarations import CardBox, Declarations, NoSwitches
from oathbook.domain.rulesets.kit.specs import with_arguments
from oathbook.domain.rulesets.kit.start_checks import check_that
from oathbook.domain.rulesets.kit.zones import (
    Counter,
    Deck,
    Discard,
    Hand,
    Market,
    Zone,
    shape_of,
    value_seen_by,
    zone_size,
    zone_start,
    zone_type,
)

SAMPLE_SEATS: Final = tuple(
    map(Seat, ("ann", "bram", "cleo", "dov", "elin", "finn", "gale", "hugo", "iris", "jon", "kim", "lou"))
)


def state_type(game: Declarations) -> type[Struct]:
    """The type of the state: seats, box, zones, counters and fields, whose turn it is, and how it ended.

    What is derived is computed when it is first asked for, and kept beside the fields.
    """
    fields: list[Any] = [
        ("seats", tuple[Seat, ...]),
        ("box", CardBox),
        *((each.name, zone_type(each, seen=False)) for each in game.zones),
        *((each.name, Mapping[Seat, Count]) for each in game.counters),
        *((each.name, each.kind) for each in game.fields),
        ("turn", Seat),
        ("dealt", bool, False),
        ("ending", protocol.Ending | None, None),
    ]
    derived = {each.__name__: cached_property(each) for each in game.derived}
    space = {"__doc__": "Everything.", **derived}
    return defstruct("State", fields, frozen=True, forbid_unknown_fields=True, namespace=space, dict=bool(derived))


def view_type(game: Declarations) -> type[Struct]:
    """The type of the view: the same as a viewer sees it, and who has to decide."""
    fields: list[Any] = [
        ("seats", tuple[Seat, ...]),
        *((each.name, zone_type(each, seen=True)) for each in game.zones),
        *((each.name, Mapping[Seat, Count]) for each in game.counters),
        *((each.name, _view_type(each.kind) if each.hidden else each.kind) for each in game.fields),
        ("asked", tuple[Seat, ...]),
        ("ending", protocol.Ending | None, None),
    ]
    doc = {"__doc__": "What a viewer sees."}
    return defstruct("View", fields, frozen=True, forbid_unknown_fields=True, namespace=doc)


def _view_type(kind: Any) -> Any:
    """The type of a field in the view: a hidden value is the value, or None for viewers who may not see it."""
    return get_args(kind)[0] | None if get_origin(kind) is Hidden else with_arguments(kind, _view_type)


def initial_state(game: Declarations, kind: Any, setup: protocol.Setup) -> Any:
    """All cards in the deck, all counters at their start; ``BadRecord`` names the field that does not fit."""
    box, seats = setup.components, tuple(each.seat for each in setup.seats)
    assert isinstance(box, CardBox), "a setup has the components of its ruleset"
    few, many = game.seats
    check_that(few <= len(seats) <= many, "seats", f"{few} to {many} can play")
    check_that(setup.start is None, "start", "there is no other start")
    missing = Bag(box.cards) - Bag(game.box.cards)
    check_that(not missing, "components.cards", f"{', '.join(missing)} is not in the box, or not so often")
    if game.dealing is not None:
        wanted = game.dealing.count * len(seats)
        check_that(
            wanted <= len(box.cards), "components.cards", f"{wanted} cards are dealt, and there are {len(box.cards)}"
        )
    parts: dict[str, Any] = {each.name: zone_start(each, seats, box.cards) for each in game.zones}
    parts |= {each.name: dict.fromkeys(seats, each.start) for each in game.counters}
    parts |= {each.name: each.start(seats) if callable(each.start) else each.start for each in game.fields}
    return kind(seats=seats, box=box, turn=seats[0], **parts)


def view_of(
    game: Declarations, kind: Any, to_act: Callable[[Any], tuple[Seat, ...]], state: Any, viewer: Viewer
) -> Any:
    """The state as a viewer may see it."""
    parts = {each.name: value_seen_by(getattr(state, each.name), viewer) for each in game.zones}
    parts |= {each.name: getattr(state, each.name) for each in game.counters}
    for each in game.fields:
        parts[each.name] = (
            value_seen_by(getattr(state, each.name), viewer) if each.hidden else getattr(state, each.name)
        )
    return kind(seats=state.seats, asked=to_act(state), ending=state.ending, **parts)


def sample_setups(game: Declarations) -> tuple[protocol.Setup, ...]:
    """A game of each number of players."""
    few, many = game.seats
    seatings = (SAMPLE_SEATS[:number] for number in range(few, many + 1))
    return tuple(protocol.Setup(tuple(map(protocol.SeatSetup, each)), game.box, NoSwitches()) for each in seatings)


def standing_of(game: Declarations, state: Any) -> protocol.Standing:
    """The first counter of each seat, if there is one."""
    scores = (
        protocol.Score(seat, number, each.name)
        for each in game.counters[:1]
        for seat, number in getattr(state, each.name).items()
    )
    return protocol.Standing(tuple(scores), (), state.ending)


def conserved_in(game: Declarations, state: Any) -> Mapping[str, int]:
    """All cards, wherever they lie."""
    return {"cards": sum(zone_size(each, getattr(state, each.name)) for each in game.zones)} if game.zones else {}


def scene_of(game: Declarations, view: Any) -> protocol.Scene:
    """A tray of each zone, or of each seat's, and one of what each seat has by its counters."""
    trays = [tray for zone in game.zones for tray in _trays(zone, getattr(view, zone.name))]
    return protocol.Scene((), (), (*trays, *_counts(game.counters, view)))


def _trays(zone: Zone, held: Any) -> Iterator[protocol.Tray]:
    if shape_of(zone) not in {"hands", "opens"}:
        yield protocol.Tray(zone.name, zone.words, tuple(_stacks(zone, zone.name, held)), None, "cards")
        return
    for seat, cards in held.items():
        name = f"{zone.name}-{seat}"
        yield protocol.Tray(
            name, f"{zone.words} of {display_seat(seat)}", tuple(_stacks(zone, name, cards)), seat, "cards"
        )


def _stacks(zone: Zone, name: str, cards: Any) -> Iterator[protocol.Stack]:
    match zone:
        case Deck():
            yield protocol.Stack(f"{name}-cards", zone.words, cards, face_down=True)
        case Discard():
            if cards:
                yield protocol.Stack(f"{name}-top", cards[-1], len(cards))
        case Market():
            yield from _singly(name, cards)
        case Hand(order="kept"):
            yield from _singly(name, cards)
        case _:
            yield from _by_name(name, cards)


def _singly(name: str, cards: tuple[str | None, ...]) -> Iterator[protocol.Stack]:
    for place, card in enumerate(cards, 1):
        stands_for = (f"place {place}", *([] if card is None else [card]))
        yield protocol.Stack(f"{name}-{place}", card or "a card", face_down=card is None, stands_for=stands_for)


def _by_name(name: str, cards: Iterable[str | None]) -> Iterator[protocol.Stack]:
    for card, count in Bag(cards).items():
        if card is None:
            yield protocol.Stack(f"{name}-hidden", "cards", count, face_down=True)
        else:
            yield protocol.Stack(f"{name}-{card}", card, count, stands_for=(card,))


def _counts(counters: tuple[Counter, ...], view: Any) -> Iterator[protocol.Tray]:
    for seat in view.seats if counters else ():
        stacks = (protocol.Stack(each.name, each.name, getattr(view, each.name)[seat]) for each in counters)
        yield protocol.Tray(f"counts-{seat}", display_seat(seat), tuple(stacks), seat, "counts")
