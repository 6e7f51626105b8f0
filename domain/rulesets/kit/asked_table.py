"""What a decision has before it: the state so far, what has to hold, and the ways to draw, open and pass cards."""

from collections import Counter as Bag
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from operator import attrgetter
from typing import Any

from msgspec import UNSET, UnsetType

from oathbook.domain.chance import Chance
from oathbook.domain.kernel import Concealed, Draw, DrawRequest, Hidden, Opened, Requirement, Seat
from oathbook.domain.kernel.canonical import hidden_digest
from oathbook.domain.rulesets.kit.wording import format_list
from oathbook.domain.rulesets.kit.zones import Deck, Hand, SeatCards, Zone, cards_in


class AskedTable:
    """The table as a decision finds it; ``table_type`` gives it the fields of the state.

    Until the requirements are over, it says nothing that the seat that decides may not know: ``AssertionError`` says
    that a bare ``yield`` ends them.
    """

    _zones: tuple[Zone, ...] = ()
    _questions: Mapping[str, str] = {}
    _chance: Chance | None = None
    _draws = 0

    def __init__(self, state: Any, by: Seat, clause: str) -> None:
        """Begin in a state, for a decision of this seat under this clause."""
        self.state = self._before = state
        self._by, self._clause = by, clause

    def begin(self, chance: Chance) -> None:
        """The requirements are over: from here on it happens."""
        self._chance = chance

    def must(self, holds: object, code: str, says: str, **values: str | int) -> Requirement:
        """A requirement of the decision; ``values`` are what it depends on."""
        assert code in self._questions, f"there is no refusal {code!r}; there are {format_list(list(self._questions))}"
        return Requirement(code, self._clause, self._questions[code], bool(holds), says, "illegal", values)

    # What lies there ----------------------------------------------------------------------------------------------

    def held(self, hand: Hand, seat: Seat) -> tuple[str, ...]:
        """The cards in the hand of a seat; ``Concealed`` where this reader may not see one."""
        return tuple(card.look() for card in self._cards(hand, seat))

    def holds(self, hand: Hand, seat: Seat, card: str) -> bool:
        """Whether a card of that name is in the hand of a seat; ``Concealed`` where this reader cannot tell.

        One open card of that name is enough: a card that is turned up later is open before to who reads all of it.
        """
        return self._open_place(hand, seat, card) is not None or card in self.held(hand, seat)

    # What happens to it -------------------------------------------------------------------------------------------

    def draw(self, deck: Deck, count: int, to: Seat | tuple[Seat, ...]) -> tuple[Hidden[str], ...]:
        """Cards from a deck, which these seats see: first those on top, under the digests that they have there.

        The deck is shown only while it is whole.
        """
        audience = _seats(to)
        top = tuple(each.with_audience(audience) for each in self._top(deck, count))
        if len(top) == count:
            return top
        drawn = self._drawn(deck, count - len(top), "+".join(audience) or "nobody", {"to": audience})
        return (*top, *drawn.hidden_cards)

    def peek(self, deck: Deck, count: int, to: Seat | tuple[Seat, ...]) -> tuple[Hidden[str], ...]:
        """The top cards of a deck for the eyes of these seats too; ``Move("cards", deck, deck)`` lays them back."""
        assert deck.top is not None, f"{deck.words} has no top: Deck({deck.name!r}, top=g.zone(Aside(…)))"
        seen = (each.with_audience(self._in_order((*each.to, *_seats(to)))) for each in self._top(deck, count))
        return (*seen, *self.draw(deck, count, to)[len(self._top(deck, count)) :])

    def turn_up(self, deck: Deck, count: int) -> tuple[str, ...]:
        """Cards from a deck, which everybody sees."""
        assert not self._top(deck, count), f"somebody has looked at {deck.words}: draw a card of it, then open it"
        return self._drawn(deck, count, "all", {}).drawn

    def _top(self, deck: Deck, count: int) -> tuple[Hidden[str], ...]:
        self._needs_beginning(f"a draw from {deck.words}")
        return () if deck.top is None else getattr(self.state, deck.top.name)[:count]

    def _in_order(self, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        return tuple(each for each in self.state.seats if each in seats)

    def open(self, hand: Hand, seat: Seat, card: str | int) -> Opened[str]:
        """A card of a hand as it is turned up: the first of that name, or the one in that place, counted from 1."""
        return self._found(hand, seat, card).reveal()

    def give(self, hand: Hand, by: Seat, to: Seat, place: int) -> Hidden[str]:
        """The card in a place of a hand for the eyes of another; everybody can tell from which place it came."""
        assert hand.order == "kept", f"the cards of {hand.words} have no places: t.mix hands one over"
        self._needs_beginning(f"what {by} gives")
        card: Hidden[str] = getattr(self.state, hand.name)[by][place - 1]
        return card.with_audience(hand.seen_by(to, self.state.seats))

    def show(self, hand: Hand, by: Seat, to: Seat, card: str | int) -> Hidden[str]:
        """A card of a hand for the eyes of one other seat.

        By its place it is shown under the digest that it has: everybody can tell which it is, and the other that it is
        the one that was drawn. By its name it is sealed anew, so that nobody else can tell, and nothing is proved until
        the hand is open.
        """
        found = self._found(hand, by, card)
        return found.with_audience((to,)) if isinstance(card, int) else Hidden((to,), known=(found.look(),))

    def mix(self, hand: Hand, by: Seat, to: Seat, card: str) -> tuple[SeatCards, SeatCards]:
        """A card changes hands. Both are sealed anew in another order, so that nobody else can tell which."""
        self._needs_beginning(f"the {hand.words} of {to}")
        mine, theirs = list(self.held(hand, by)), [*self.held(hand, to), card]
        mine.remove(card)
        return self._sealed_anew(hand, by, mine), self._sealed_anew(hand, to, theirs)

    def _sealed_anew(self, hand: Hand, seat: Seat, cards: Sequence[str]) -> SeatCards:
        """The cards in an order that the salts of all hands give, as these were before.

        In the order of their names, a card that is turned up would tell of the others.
        """
        hands = (getattr(self._before, zone.name).values() for zone in self._zones if isinstance(zone, Hand))
        secret = "".join(card.salt for held in chain.from_iterable(hands) for card in held)
        order = sorted(range(len(cards)), key=lambda at: hidden_digest(secret, f"{seat}/{at}".encode()))
        eyes = hand.seen_by(seat, self.state.seats)
        return SeatCards(seat, tuple(Hidden(eyes, known=(cards[at],)) for at in order))

    def _found(self, hand: Hand, seat: Seat, card: str | int) -> Hidden[str]:
        there = self._cards(hand, seat)
        if isinstance(card, int):
            return there[card - 1]
        place = self._open_place(hand, seat, card)
        return there[self.held(hand, seat).index(card) if place is None else place]

    def _open_place(self, hand: Hand, seat: Seat, card: str) -> int | None:
        there = enumerate(self._cards(hand, seat))
        return next((at for at, each in there if each.is_open and each.look() == card), None)

    def _cards(self, hand: Hand, seat: Seat) -> tuple[Hidden[str], ...]:
        """The hand of a seat, for a decision that may look into it."""
        if self._by not in hand.seen_by(seat, self.state.seats):
            self._needs_beginning(f"the {hand.words} of {seat}")
        there: tuple[Hidden[str], ...] = getattr(self.state, hand.name)[seat]
        return there

    def _drawn(self, deck: Deck, count: int, whom: str, eyes: Mapping[str, Any]) -> Draw:
        chance = self._needs_beginning(f"a draw from {deck.words}")
        cards, left = self.state.box.cards, getattr(self.state, deck.name)
        assert count <= left, f"there are no {count} cards in {deck.words}"
        self._draws += 1
        hidden = eyes if left == len(cards) else {**eyes, "pile_to": ()}
        label = f"{deck.name}/{whom}/{self._draws}"
        return chance.draw(DrawRequest(label, self._pile(cards), count, self._clause, **hidden))

    def _pile(self, cards: tuple[str, ...]) -> tuple[str, ...] | UnsetType:
        """The cards that are still in the deck; unset where this reader cannot tell."""
        try:
            away = Bag(card for zone in self._zones for card in cards_in(zone, getattr(self.state, zone.name)))
        except Concealed:
            return UNSET
        return tuple(_without(cards, away))

    def _needs_beginning(self, what: str) -> Chance:
        if self._chance is None:
            raise AssertionError(f"what {self._by} may do hangs on {what}: a bare yield ends the requirements")
        return self._chance


class DecisionRun:
    """The requirements of a decision and, once these are over, what happens: its function goes on where it stopped."""

    __slots__ = ("_first", "_next", "_yielded", "table")

    def __init__(self, first: Requirement, table: AskedTable, yielded: Iterator[Any]) -> None:
        """Take the first requirement, and all that the function of the decision yields of this table."""
        self.table = table
        self._first, self._yielded = first, yielded
        self._next: list[Any] = []

    def __iter__(self) -> Iterator[Requirement]:
        """The requirements, each once."""
        yield self._first
        for each in self._yielded:
            if not isinstance(each, Requirement):
                self._next.append(each)
                return
            yield each

    def happens(self, chance: Chance) -> Iterator[Any]:
        """What is yielded after them: from here on the table draws, and looks at what is hidden from others."""
        self.table.begin(chance)
        return chain(self._next, self._yielded)


def table_type(fields: Iterable[str], zones: tuple[Zone, ...], refusals: Mapping[str, str]) -> type[AskedTable]:
    """The table of a game: it has the fields of the state, after the events so far, its zones and its refusals."""
    read = {name: property(attrgetter(f"state.{name}")) for name in fields}
    questions = {code: f"{asks}?" for code, asks in refusals.items()}
    return type("Table", (AskedTable,), {**read, "_zones": zones, "_questions": questions})


def _seats(to: Seat | tuple[Seat, ...]) -> tuple[Seat, ...]:
    return to if isinstance(to, tuple) else (to,)


def _without(cards: tuple[str, ...], away: Bag[str]) -> Iterable[str]:
    left = Bag(away)
    for card in cards:
        if left[card] > 0:
            left[card] -= 1
        else:
            yield card
