"""What an event changes in a game of zones, counters and fields: ``Move``, ``Mix``, ``Add`` and ``Put``.

Each change raises ``Misfit`` where the event does not fit the state, and none looks at a hidden card.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, cast

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.kernel import Hidden, Opened, Seat
from oathbook.domain.kernel.limits import MOST_EXACT, ShortText
from oathbook.domain.rulesets.kit.misfits import must_fit
from oathbook.domain.rulesets.kit.zones import (
    OF_EACH,
    Cards,
    Counter,
    Deck,
    Hand,
    Hands,
    OpenCards,
    Secret,
    Shape,
    Shown,
    Zone,
    shape_of,
)

OWN: Final = "seat"  # the field of an event that says who did it, or to whom it happened

_HIDDEN: Final = (Secret, Cards)
_OPEN: Final = (Shown, ShortText, OpenCards)
_LEAVES: Final[Mapping[Shape, tuple[Any, ...]]] = {
    "count": (*_HIDDEN, ShortText, OpenCards),
    "hands": (*_HIDDEN, Shown),
    "hidden": (*_HIDDEN, Shown),
    "open": (ShortText, OpenCards),
    "opens": (ShortText, OpenCards),
}
_COMES: Final[Mapping[Shape, tuple[Any, ...]]] = {
    "count": (ShortText, OpenCards),
    "hands": _HIDDEN,
    "hidden": _HIDDEN,
    "open": _OPEN,
    "opens": _OPEN,
}


class Move(Struct, frozen=True):
    """The cards in a field of the event go from one zone to another.

    A zone of each seat is that of the seat in the field ``of``; ``to`` says otherwise for the zone to which they go.
    """

    field: str
    source: Zone
    target: Zone
    of: str = OWN
    to: str = ""

    def apply(self, state: Any, event: Any) -> Any:
        """The state after it."""
        value = getattr(event, self.field)
        cards = cast("tuple[Any, ...]", value) if isinstance(value, tuple) else (value,)
        left = _without(state, self.source, getattr(event, self.of, None), cards)
        return _with(left, self.target, getattr(event, self.to or self.of, None), cards)

    def faults(self, fields: Mapping[str, Any]) -> Iterator[str]:
        """What is wrong with it for an event with these fields."""
        yield from _missing(fields, self.field)
        for zone, field in ((self.source, self.of), (self.target, self.to or self.of)):
            if shape_of(zone) in OF_EACH:
                yield from _no_seat(fields, field)
        if self.field in fields:
            yield from self._unfit(fields[self.field])

    def _unfit(self, kind: Any) -> Iterator[str]:
        source, target = self.source.name, self.target.name
        if kind == Shown and shape_of(self.source) == "count":
            yield f"a card of {source!r} is drawn before it is shown: {self.field!r} holds hidden cards"
        elif kind not in _LEAVES[shape_of(self.source)]:
            yield f"no card leaves {source!r} in {self.field!r}, by its type"
        elif kind not in _comes_to(self.target):
            yield f"no card comes to {target!r} in {self.field!r}, by its type"
        elif kind in _HIDDEN and any(map(_has_no_order, (self.source, self.target))) and not _is_drawn(self.source):
            yield f"from {source!r} to {target!r}, cards go face down by a Mix: without order, all are sealed anew"


class Mix(Struct, frozen=True):
    """The hands in a field of the event, each sealed anew, take the place of what these seats held."""

    field: str
    hand: Hand

    def apply(self, state: Any, event: Any) -> Any:
        """The state after it."""
        held, told = getattr(state, self.hand.name), getattr(event, self.field)
        new = {each.seat: each.cards for each in told}
        must_fit(len(new) == len(told) and new.keys() <= held.keys(), "these are no hands of this game")
        must_fit(sum(map(len, new.values())) == sum(len(held[seat]) for seat in new), "cards came or went")
        for seat, cards in new.items():
            _must_be_for(self.hand, seat, state.seats, cards)
        return replace(state, **{self.hand.name: {**held, **new}})

    def faults(self, fields: Mapping[str, Any]) -> Iterator[str]:
        """What is wrong with it for an event with these fields."""
        yield from _missing(fields, self.field)
        if fields.get(self.field) not in {None, Hands}:
            yield f"{self.field!r} holds no hands"


class Add(Struct, frozen=True):
    """A number, or the number in a field of the event, is added to a counter of the seat in ``of``.

    With ``sign=-1`` it is taken away.
    """

    counter: Counter
    amount: int | str
    of: str = OWN
    sign: int = 1

    def apply(self, state: Any, event: Any) -> Any:
        """The state after it."""
        held, seat = getattr(state, self.counter.name), getattr(event, self.of)
        number = getattr(event, self.amount) if isinstance(self.amount, str) else self.amount
        now = held[seat] + self.sign * number
        must_fit(0 <= now <= MOST_EXACT, f"{seat} cannot have {now} {self.counter.name}")
        return replace(state, **{self.counter.name: {**held, seat: now}})

    def faults(self, fields: Mapping[str, Any]) -> Iterator[str]:
        """What is wrong with it for an event with these fields."""
        yield from _no_seat(fields, self.of)
        if isinstance(self.amount, str):
            yield from _missing(fields, self.amount)


class Put(Struct, frozen=True):
    """A field of the game becomes what stands in a field of the event, by default in that of the same name.

    With ``of``, only what belongs to the value in that field becomes so: ``Put("marks", "seat", "cell")``.
    """

    name: str
    field: str = ""
    of: str = ""

    def apply(self, state: Any, event: Any) -> Any:
        """The state after it."""
        value = getattr(event, self.field or self.name)
        if self.of:
            value = {**getattr(state, self.name), getattr(event, self.of): value}
        return replace(state, **{self.name: value})

    def faults(self, fields: Mapping[str, Any]) -> Iterator[str]:
        """What is wrong with it for an event with these fields."""
        yield from _missing(fields, self.field or self.name, *([self.of] if self.of else []))


StateChange = Move | Mix | Add | Put | Callable[[Any, Any], Any]


def function_of(change: StateChange) -> Callable[[Any, Any], Any]:
    """A change as a function that gives the state after it, from a state and an event."""
    return change.apply if isinstance(change, Move | Mix | Add | Put) else change


def _missing(fields: Mapping[str, Any], *named: str) -> Iterator[str]:
    return (f"there is no {each!r}" for each in dict.fromkeys(named) if each not in fields)


def _no_seat(fields: Mapping[str, Any], named: str) -> Iterator[str]:
    if fields.get(named) != Seat:
        yield f"there is no seat {named!r}"


def _has_no_order(zone: Zone) -> bool:
    return isinstance(zone, Hand) and zone.order == "none"


def _comes_to(zone: Zone) -> tuple[Any, ...]:
    has_top = isinstance(zone, Deck) and zone.top is not None
    return (*_COMES[shape_of(zone)], *(_HIDDEN if has_top else ()))


def _is_drawn(zone: Zone) -> bool:
    return shape_of(zone) == "count"


def _without(state: Any, zone: Zone, seat: Seat | None, cards: tuple[Any, ...]) -> Any:
    held, shape = getattr(state, zone.name), shape_of(zone)
    if isinstance(zone, Deck):
        top = _top_of(state, zone)
        taken = min(len(top), len(cards))
        must_fit(all(map(_is_same, top, cards)), f"other cards lie on {zone.words}")
        must_fit(held >= len(cards) - taken, f"there are no {len(cards)} cards in {zone.words}")
        return _with_deck(state, zone, top[taken:], held - len(cards) + taken)
    left = list(held[seat] if shape in OF_EACH else held)
    for card in cards:
        at = next((at for at, each in enumerate(left) if _is_same(each, card)), None)
        must_fit(at is not None, f"no such card lies in {zone.words}")
        del left[at or 0]
    return _replaced(state, zone, seat, tuple(left))


def _with(state: Any, zone: Zone, seat: Seat | None, cards: tuple[Any, ...]) -> Any:
    held, shape = getattr(state, zone.name), shape_of(zone)
    if isinstance(zone, Deck):
        top = _top_of(state, zone)
        if all(isinstance(each, Hidden) for each in cards):
            return _with_deck(state, zone, (*cards, *top), held)
        return _with_deck(state, zone, (), held + len(cards) + len(top))
    if isinstance(zone, Hand) and seat is not None:
        _must_be_for(zone, seat, state.seats, cards)
    names = tuple(cast("Opened[str]", each).value if isinstance(each, Opened) else each for each in cards)
    there = held[seat] if shape in OF_EACH else held
    return _replaced(state, zone, seat, (*there, *names))


def _top_of(state: Any, deck: Deck) -> Cards:
    return () if deck.top is None else getattr(state, deck.top.name)


def _with_deck(state: Any, deck: Deck, top: Cards, rest: int) -> Any:
    return replace(state, **{deck.name: rest}, **({} if deck.top is None else {deck.top.name: top}))


def _replaced(state: Any, zone: Zone, seat: Seat | None, cards: tuple[Any, ...]) -> Any:
    of_each = shape_of(zone) in OF_EACH
    return replace(state, **{zone.name: {**getattr(state, zone.name), seat: cards} if of_each else cards})


def _must_be_for(hand: Hand, seat: Seat, seats: tuple[Seat, ...], cards: Cards) -> None:
    eyes = hand.seen_by(seat, seats)
    must_fit(all(each.to == eyes for each in cards), f"these cards of {seat} are for other eyes")


def _is_same(lying: Any, card: Any) -> bool:
    """Whether it is that card: by its digest, by its value where neither was sealed yet, or by its name in the open."""
    if isinstance(lying, Hidden) and not isinstance(card, str):
        return bool(lying == _hidden_like(card, lying.to))
    return bool(lying == card)


def _hidden_like(card: Any, to: tuple[Seat, ...]) -> Hidden[str]:
    if isinstance(card, Opened):
        return Hidden(to, known=(cast("Opened[str]", card).value,), digest=card.digest)
    return cast("Hidden[str]", card).with_audience(to)
