"""The state of a game: what is on the table in a Season."""

from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from oathbook.domain.kernel import Seat
from oathbook.domain.kernel.limits import Count
from oathbook.domain.rulesets.heirless.model import components
from oathbook.domain.rulesets.heirless.model.battle_state import FigureName, War
from oathbook.domain.rulesets.heirless.model.decisions import GridCell, Side, Terms, Workers
from oathbook.domain.rulesets.heirless.model.switches import Rules
from oathbook.domain.rulesets.protocol import Ending

BANDITS: Final = Seat("Bandits")
"""The Bandits where they stand in for a player; no seat of a setup is called so, because seats are in lower case."""

GRID: Final = 9
Stage = Literal["turns", "consent", "vote", "battles", "alliances", "targets", "defence", "attack", "rewards", "over"]
Marks = Annotated[tuple[components.Name, ...], Meta(max_length=1_000)]


class Knight(Struct, frozen=True, forbid_unknown_fields=True):
    """A Knight: un-deployed while it stands on no tile; ``out`` in the Season after it was sent back (HA-37)."""

    id: FigureName
    seat: Seat
    tile: components.Name | None = None
    out: bool = False


class Bandit(Struct, frozen=True, forbid_unknown_fields=True):
    """A Bandit of a camp, which is named after its Bandit Tile; in the supply while it stands on no tile."""

    id: FigureName
    camp: components.Name
    tile: components.Name | None = None


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's reserves and Hand."""

    seat: Seat
    influence: Count = 0
    prestige: Count = 0
    resources: Annotated[tuple[components.Amount, ...], Meta(max_length=100)] = ()
    unemployed: Annotated[tuple[components.Staff, ...], Meta(max_length=3)] = ()
    hand: Marks = ()
    markers: Marks = ()


class Built(Struct, frozen=True, forbid_unknown_fields=True):
    """A built Workplace in its owner's grid; ``user`` has a cube on it."""

    workplace: components.Name
    owner: Seat
    cell: GridCell
    user: Seat | None = None


class Pile(Struct, frozen=True, forbid_unknown_fields=True):
    """The Workplaces discarded to a deck."""

    deck: components.Deck
    cards: Marks


class Track(Struct, frozen=True, forbid_unknown_fields=True):
    """The spots of a track, the top one first, with the cube there; the Bandit spot has no player's cube."""

    name: components.TrackName
    spots: Annotated[tuple[Seat | None, ...], Meta(max_length=13)]


class Turn(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's turn: the spot they act from, and the Standard Actions taken in it."""

    seat: Seat
    spot: Count
    actions: Count = 0


class Request(Struct, frozen=True, forbid_unknown_fields=True):
    """A player wants to put Workers to work in another player's Workplace."""

    by: Seat
    workplace: components.Name
    workers: Workers


class Spending(Struct, frozen=True, forbid_unknown_fields=True):
    """What a player has spent in a vote."""

    seat: Seat
    side: Side
    influence: Count


class Ballot(Struct, frozen=True, forbid_unknown_fields=True):
    """A vote: its number in the game, the Law, who is asked in which order, and what they have spent so far."""

    number: Count
    law: components.Name
    by: Seat
    threshold: Count
    voters: tuple[Seat, ...]
    spent: tuple[Spending, ...] = ()


class Offer(Struct, frozen=True, forbid_unknown_fields=True):
    """A trade on the table, and who of its parties has agreed; the one who offers it has."""

    number: Count
    by: Seat
    terms: Terms
    accepted: tuple[Seat, ...]


class Field(Struct, frozen=True, forbid_unknown_fields=True):
    """All that changes in a game. A start position is one of these.

    ``turns`` counts the turns begun; ``sovereign`` are Workplaces that anyone may build; ``employed`` are the reserves
    of the Factions; ``earned`` and ``discarded`` count the Influence that came into the game and left it. ``crowned``
    is who wins when the Season is over.
    """

    stage: Stage
    season: Count
    current: components.TrackName
    tracks: tuple[Track, ...]
    turns: Count
    turn: Turn | None
    players: tuple[Player, ...]
    knights: tuple[Knight, ...]
    bandits: tuple[Bandit, ...] = ()
    employed: tuple[components.Staff, ...] = ()
    built: tuple[Built, ...] = ()
    sovereign: Marks = ()
    piles: tuple[Pile, ...] = ()
    laws: Marks = ()
    in_force: Marks = ()
    request: Request | None = None
    ballot: Ballot | None = None
    votes: Count = 0
    offers: Annotated[tuple[Offer, ...], Meta(max_length=12)] = ()
    offered: Count = 0
    earned: Count = 0
    discarded: Count = 0
    war: War = War()
    ending: Ending | None = None
    crowned: Seat | UnsetType = UNSET


class State(Struct, frozen=True, forbid_unknown_fields=True):
    """A game: the rules in force, the seats, and what lies on the table."""

    rules: Rules
    seats: tuple[Seat, ...]
    field: Field
