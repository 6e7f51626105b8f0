"""The mini-game in which blame is tried: what is decided, what happens, and what stands on the table.

Players take turns at one standard action each: deploy a knight, assign workers, attack, open a vote, or idle, which
puts them out for the season. At any time they may give, permit or refuse, and out of turn leave. When all idle, the
season ends.
"""

from collections.abc import Mapping
from typing import Annotated, Final, Literal, get_args

from msgspec import Meta, Struct

from oathbook.domain.kernel import Seat
from oathbook.domain.kernel.limits import Count, ShortText
from oathbook.domain.rulesets.kit.play import DecisionBase, EventBase
from oathbook.domain.rulesets.protocol import Ending

Item = Literal["wood", "stone", "corn", "iron", "influence"]
Tradeable = Literal["wood", "stone", "corn", "iron"]
Side = Literal["pro", "con"]
Some = Annotated[int, Meta(ge=1, le=99)]

ITEMS: Final[tuple[Item, ...]] = get_args(Item)
TRADEABLE: Final[tuple[Tradeable, ...]] = get_args(Tradeable)
SEASONS: Final = 3
Goods = Mapping[Item, Count]


class Permit(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody may use a workplace that is not theirs."""

    seat: Seat
    workplace: ShortText


class Components(Struct, frozen=True, forbid_unknown_fields=True):
    """What a game begins with; seats that are not named in ``goods`` have none."""

    goods: Mapping[Seat, Goods] = {}
    knights: Annotated[int, Meta(ge=0, le=9)] = 2
    tiles: tuple[ShortText, ...] = ("Mill", "Peak")
    laws: tuple[ShortText, ...] = ()
    owners: Mapping[ShortText, Seat] = {}
    permits: tuple[Permit, ...] = ()


class Switches(Struct, frozen=True, forbid_unknown_fields=True):
    """There is nothing to read otherwise."""


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """There is no other start."""


# Decisions --------------------------------------------------------------------------------------------------------


class Give(DecisionBase, frozen=True):
    """Give so many of an item to somebody; at any time."""

    item: Tradeable
    count: Some
    to: Seat


class LetUse(DecisionBase, frozen=True):
    """Let somebody use a workplace; at any time."""

    workplace: ShortText
    to: Seat


class Refuse(DecisionBase, frozen=True):
    """Accept nothing more from somebody; at any time."""

    whom: Seat


class Leave(DecisionBase, frozen=True):
    """Leave the game for good; at any time."""


class Deploy(DecisionBase, frozen=True):
    """Put a knight on a tile."""

    tile: ShortText


class Assign(DecisionBase, frozen=True):
    """Put workers into a workplace."""

    workplace: ShortText


class Attack(DecisionBase, frozen=True):
    """With a knight on a tile, attack somebody else's there: a die says who of the two is lost."""

    target: Seat


class OpenVote(DecisionBase, frozen=True):
    """Have everybody vote on a law, in reverse order."""

    law: ShortText


class CastVote(DecisionBase, frozen=True):
    """Spend influence for or against the law that is voted on."""

    law: ShortText
    side: Side
    count: Annotated[int, Meta(ge=0, le=99)]


class Idle(DecisionBase, frozen=True):
    """Be out for the season."""


Decision = Give | LetUse | Refuse | Leave | Deploy | Assign | Attack | OpenVote | CastVote | Idle


# Events -----------------------------------------------------------------------------------------------------------


class Given(EventBase, frozen=True):
    """Something changed hands."""

    seat: Seat
    item: Tradeable
    count: Some
    to: Seat


class Permitted(EventBase, frozen=True):
    """Somebody may use a workplace."""

    seat: Seat
    workplace: ShortText
    to: Seat


class Refused(EventBase, frozen=True):
    """Somebody accepts nothing more from somebody."""

    seat: Seat
    whom: Seat


class Left(EventBase, frozen=True):
    """Somebody has left."""

    seat: Seat


class Deployed(EventBase, frozen=True):
    """A knight stands on a tile."""

    seat: Seat
    tile: ShortText


class Assigned(EventBase, frozen=True):
    """A workplace is taken for the season."""

    seat: Seat
    workplace: ShortText


class Attacked(EventBase, frozen=True):
    """Somebody attacks somebody."""

    seat: Seat
    target: Seat


class KnightLost(EventBase, frozen=True):
    """A knight is gone from a tile."""

    seat: Seat
    tile: ShortText


class VoteOpened(EventBase, frozen=True):
    """A vote on a law begins."""

    seat: Seat
    vote: ShortText
    law: ShortText


class Voted(EventBase, frozen=True):
    """Influence was spent on a vote."""

    seat: Seat
    vote: ShortText
    law: ShortText
    side: Side
    count: Count


class VoteClosed(EventBase, frozen=True):
    """All have voted."""

    vote: ShortText
    passed: bool


class LawEnacted(EventBase, frozen=True):
    """A law is in force."""

    seat: Seat
    law: ShortText


class Idled(EventBase, frozen=True):
    """Somebody is out for the season."""

    seat: Seat


class TurnEnded(EventBase, frozen=True):
    """A turn is over, and the next player's begins."""

    seat: Seat


class SeasonEnded(EventBase, frozen=True):
    """Everybody is out: workplaces are free again."""

    season: Count


class SeasonBegan(EventBase, frozen=True):
    """Everybody is in again."""

    season: Count


class Ended(EventBase, frozen=True):
    """The game is over."""

    ending: Ending


Event = (
    Given
    | Permitted
    | Refused
    | Left
    | Deployed
    | Assigned
    | Attacked
    | KnightLost
    | VoteOpened
    | Voted
    | VoteClosed
    | LawEnacted
    | Idled
    | TurnEnded
    | SeasonEnded
    | SeasonBegan
    | Ended
)


# The table --------------------------------------------------------------------------------------------------------


class Vote(Struct, frozen=True, forbid_unknown_fields=True):
    """A vote under way: who opened it, who has still to vote, and the influence spent so far."""

    vote: ShortText
    law: ShortText
    seat: Seat
    left: tuple[Seat, ...]
    pro: Count = 0
    con: Count = 0


class Standpoint(Struct, frozen=True, forbid_unknown_fields=True):
    """A knight on a tile."""

    seat: Seat
    tile: ShortText


class State(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything; ``acted`` is who acted last, ``idle`` who is out for the season, ``gone`` who has left."""

    seats: tuple[Seat, ...]
    components: Components
    goods: Mapping[Seat, Goods]
    reserve: Mapping[Seat, Count]
    acted: Seat | None = None
    season: Count = 1
    idle: tuple[Seat, ...] = ()
    gone: tuple[Seat, ...] = ()
    knights: tuple[Standpoint, ...] = ()
    lost: Count = 0
    permits: tuple[Permit, ...] = ()
    taken: Mapping[ShortText, Seat] = {}
    refusing: tuple[tuple[Seat, Seat], ...] = ()
    laws: tuple[ShortText, ...] = ()
    votes: Count = 0
    vote: Vote | None = None
    spent: Count = 0
    ending: Ending | None = None

    @property
    def playing(self) -> tuple[Seat, ...]:
        """Who is in, in their order."""
        return tuple(each for each in self.seats if each not in {*self.idle, *self.gone})

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is: of the next who is in; nobody's once the game is over."""
        at = 0 if self.acted is None else self.seats.index(self.acted) + 1
        around = (*self.seats[at:], *self.seats[:at])
        return next((each for each in around if each in self.playing), None) if self.ending is None else None


View = State
"""Nothing is hidden in it."""
