"""Where the cards of a game lie, whose they are and who sees them; and numbers of each seat."""

from collections.abc import Mapping
from typing import Any, Final, Literal, cast

from msgspec import Struct

from oathbook.domain.kernel import Hidden, Opened, Seat, Viewer
from oathbook.domain.kernel.limits import Count, ShortText

Secret = Hidden[ShortText]  # a card that only some seats see
Shown = Opened[ShortText]  # a card that was hidden, and is turned up
Cards = tuple[Hidden[ShortText], ...]  # cards that only some seats see
OpenCards = tuple[ShortText, ...]  # cards that everybody sees

_Seen = tuple[ShortText | None, ...]  # cards as a viewer has them: nothing in the place of one that lies face down


class SeatCards(Struct, frozen=True, forbid_unknown_fields=True):
    """All cards of a seat, face down."""

    seat: Seat
    cards: Cards


Hands = tuple[SeatCards, ...]  # all cards of some seats


class Zone(Struct, frozen=True):
    """A place for cards; ``label`` is what players call it, its name unless it says otherwise."""

    name: str
    label: str = ""

    @property
    def words(self) -> str:
        """What players call it."""
        return self.label or self.name.replace("_", " ")


class Hand(Zone, frozen=True):
    """Cards of each seat, seen by their owner alone or, if ``eyes`` says so, by all others.

    With the order ``kept``, everybody can tell one from another by its place. With ``none``, cards that leave or come
    face down have all that lie there sealed anew.
    """

    eyes: Literal["owner", "others"] = "owner"
    order: Literal["kept", "none"] = "none"

    def seen_by(self, owner: Seat, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """The seats that see the hand of one."""
        return (owner,) if self.eyes == "owner" else tuple(each for each in seats if each != owner)


class Aside(Zone, frozen=True):
    """Cards that lie face down, and are no seat's; each is for the eyes for which it was put there, or for nobody's."""


class Deck(Zone, frozen=True):
    """The cards still to be drawn. Nobody sees them, and they are unordered: each draw takes a random card.

    Cards that somebody has looked at, or that were put back face down, lie in ``top`` and are drawn first. When open
    cards return to the deck, ``top`` is shuffled in with them.
    """

    top: Aside | None = None


class _Open(Zone, frozen=True):
    """Cards that everybody sees; ``each`` says that every seat has such a place of its own."""

    each: bool = False


class Pile(_Open, frozen=True):
    """Open cards, of which players count how many there are of a kind."""


class Market(_Open, frozen=True):
    """Open cards in a row, each by itself."""


class Discard(_Open, frozen=True):
    """Open cards on one another, the last on top."""


class Counter(Struct, frozen=True):
    """A number of each seat, from 0 up."""

    name: str
    start: int = 0


class GameField(Struct, frozen=True):
    """Something else that is so in a game: its type and how it starts, a value or a function of the seats.

    If it is ``hidden``, a viewer sees nothing in the place of values that are for other eyes.
    """

    name: str
    kind: Any
    start: Any
    hidden: bool = False


_ZONE_TYPES: Final[Mapping[bool, Mapping[str, Any]]] = {
    False: {
        "count": Count,
        "hands": Mapping[Seat, Cards],
        "hidden": Cards,
        "open": OpenCards,
        "opens": Mapping[Seat, OpenCards],
    },
    True: {
        "count": Count,
        "hands": Mapping[Seat, _Seen],
        "hidden": _Seen,
        "open": OpenCards,
        "opens": Mapping[Seat, OpenCards],
    },
}

Shape = Literal["count", "hands", "hidden", "open", "opens"]
OF_EACH: Final = ("hands", "opens")  # of these, every seat has its own


def shape_of(zone: Zone) -> Shape:
    """How a zone is kept: a number, hidden or open cards, those of each seat or those of nobody."""
    if isinstance(zone, Deck):
        return "count"
    if isinstance(zone, Hand):
        return "hands"
    if isinstance(zone, Aside):
        return "hidden"
    assert isinstance(zone, _Open), f"{type(zone).__name__} is no kind of zone"
    return "opens" if zone.each else "open"


def zone_type(zone: Zone, *, seen: bool) -> Any:
    """The type of what lies there, in the state or as a viewer has it ``seen``."""
    return _ZONE_TYPES[seen][shape_of(zone)]


def zone_start(zone: Zone, seats: tuple[Seat, ...], cards: OpenCards) -> Any:
    """What lies there in the beginning: all cards in the deck, nothing elsewhere."""
    shape = shape_of(zone)
    if shape == "count":
        return len(cards)
    return dict.fromkeys(seats, ()) if shape in OF_EACH else ()


def stacks_in(zone: Zone, held: Any) -> tuple[Any, ...]:
    """The rows of cards that lie there: one, or one of each seat; none in a deck, where nobody can tell."""
    shape = shape_of(zone)
    if shape == "count":
        return ()
    return tuple(held.values()) if shape in OF_EACH else (held,)


def zone_size(zone: Zone, held: Any) -> int:
    """How many cards lie there."""
    return held if isinstance(zone, Deck) else sum(map(len, stacks_in(zone, held)))


def cards_in(zone: Zone, held: Any) -> OpenCards:
    """The names of all cards that lie there but for a deck's; ``Concealed`` where this reader may not see one."""
    every = (card for cards in stacks_in(zone, held) for card in cards)
    return tuple(cast("Hidden[str]", card).look() if isinstance(card, Hidden) else card for card in every)


def value_seen_by(value: Any, viewer: Viewer) -> Any:
    """A value as a viewer may see it, with nothing in the place of what is hidden from it."""
    if isinstance(value, Hidden):
        hidden = cast("Hidden[Any]", value)
        return hidden.look() if hidden.shows_to(viewer) else None
    if isinstance(value, tuple):
        return tuple(value_seen_by(each, viewer) for each in cast("tuple[Any, ...]", value))
    if isinstance(value, Mapping):
        return {key: value_seen_by(each, viewer) for key, each in cast("Mapping[Any, Any]", value).items()}
    return value
