"""A small game of cards in which hidden draws are tried: what is decided, what happens, and what lies on the table.

The first player deals: a hand to everybody, which only its player sees, a card that lies open, and one that nobody
sees. Then everybody in turn takes a card from the deck or plays one out of their hand. When all hands are empty, the
points on the cards that each has played are counted.
"""

from collections.abc import Mapping
from typing import Annotated, Final

from msgspec import Meta, Struct

from oathbook.domain.kernel import Hidden, Opened, Seat
from oathbook.domain.kernel.limits import ShortText
from oathbook.domain.rulesets.kit.play import DecisionBase, EventBase
from oathbook.domain.rulesets.protocol import Ending

TAKES: Final = 1
"""How often a player may take a card from the deck in a game."""


class Components(Struct, frozen=True, forbid_unknown_fields=True):
    """The deck, by the points on its cards, and how many are dealt to everybody."""

    deck: tuple[ShortText, ...]
    hand: Annotated[int, Meta(ge=1, le=9)] = 2


class Switches(Struct, frozen=True, forbid_unknown_fields=True):
    """There is nothing to read otherwise."""


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """There is no other start."""


class Deal(DecisionBase, frozen=True):
    """Deal the cards."""


class Take(DecisionBase, frozen=True):
    """Take a card from the deck."""


class Play(DecisionBase, frozen=True):
    """Play a card of the hand, by its place there, counted from 0."""

    place: Annotated[int, Meta(ge=0, le=99)]


Decision = Deal | Take | Play


class HandDealt(EventBase, frozen=True):
    """A hand was dealt."""

    seat: Seat
    cards: tuple[Hidden[str], ...]


class CardTurned(EventBase, frozen=True):
    """A card lies open."""

    card: str


class CardBurned(EventBase, frozen=True):
    """A card was put away, and nobody has seen it."""

    card: Hidden[str]


class CardTaken(EventBase, frozen=True):
    """A card came from the deck into a hand."""

    seat: Seat
    card: Hidden[str]


class CardPlayed(EventBase, frozen=True):
    """A card came out of a hand onto the table."""

    seat: Seat
    place: int
    card: Opened[str]


class Ended(EventBase, frozen=True):
    """All hands are empty."""

    ending: Ending


Event = HandDealt | CardTurned | CardBurned | CardTaken | CardPlayed | Ended


class State(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything; ``left`` is how many cards are in the deck, ``turns`` how many turns there were."""

    seats: tuple[Seat, ...]
    components: Components
    left: int
    hands: Mapping[Seat, tuple[Hidden[str], ...]]
    played: Mapping[Seat, tuple[str, ...]]
    takes: Mapping[Seat, int]
    turned: tuple[str, ...] = ()
    burned: tuple[Hidden[str], ...] = ()
    turns: int = 0
    ending: Ending | None = None

    @property
    def turn(self) -> Seat:
        """Whose turn it is: the next who still has something to do."""
        order = (self.seats[(self.turns + ahead) % len(self.seats)] for ahead in range(len(self.seats)))
        return next((seat for seat in order if self.hands[seat]), self.seats[0])

    def deck(self) -> tuple[str, ...]:
        """The cards in the deck, in the order of the components; ``Concealed`` where this reader cannot tell."""
        deck = list(self.components.deck)
        for card in (
            *(each.look() for hand in self.hands.values() for each in hand),
            *(each.look() for each in self.burned),
        ):
            deck.remove(card)
        for card in (*self.turned, *(each for played in self.played.values() for each in played)):
            deck.remove(card)
        return tuple(deck)


class Hand(Struct, frozen=True, forbid_unknown_fields=True):
    """What a viewer sees of a player: ``cards`` has a question mark for each card that lies face down."""

    seat: Seat
    cards: tuple[str, ...]
    played: tuple[str, ...]


class View(Struct, frozen=True, forbid_unknown_fields=True):
    """What a viewer sees."""

    hands: tuple[Hand, ...]
    turned: tuple[str, ...]
    burned: int
    left: int
