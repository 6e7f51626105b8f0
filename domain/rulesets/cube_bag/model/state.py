"""The state of a game: what is on the map and in the bag."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from oathbook.domain.kernel import Hidden, Seat
from oathbook.domain.rulesets.cube_bag.model import components
from oathbook.domain.rulesets.cube_bag.model.decisions import Losses, Spent
from oathbook.domain.rulesets.cube_bag.model.switches import Rules
from oathbook.domain.rulesets.protocol import Ending

Stage = Literal[
    "opening",
    "reaction",
    "preparation",
    "tactics",
    "conversion",
    "clash",
    "extra_draw",
    "redraw",
    "losses",
    "mat",
    "recovery",
    "outcome",
    "over",
]
Use = Literal["discard", "conversion", "redraw", "recovery"]  # what a card is used for


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """A technology or government in play, with the experience cubes on it."""

    name: components.CardName
    experience: components.Few = 0


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's colour and everything on and beside the mat.

    ``supply`` are cubes of the colour, ``actions`` the action cubes on the mat, ``units`` the units not on the map,
    ``built`` the buildings on the map by the area they came from, ``mat`` the structures that came back, buildings by
    area and others by kind.
    """

    seat: Seat
    colour: components.Word
    supply: components.Few = 0
    actions: components.Few = 0
    cards: Annotated[tuple[Card, ...], Meta(max_length=12)] = ()
    religion: Annotated[str, Meta(pattern=r"^[a-z_]{0,30}$(?!\n)")] = ""
    units: Annotated[Mapping[components.Word, components.Few], Meta(max_length=40)] = {}
    built: Annotated[Mapping[components.Word, components.Few], Meta(max_length=20)] = {}
    mat: Annotated[Mapping[components.Word, components.Few], Meta(max_length=40)] = {}
    consumption: components.Few = 0
    achievements: Annotated[tuple[Annotated[str, Meta(max_length=30)], ...], Meta(max_length=20)] = ()


class Army(Struct, frozen=True, forbid_unknown_fields=True):
    """All units on one hex; a depleted one carries a neutral cube."""

    id: components.Id
    seat: Seat
    hex: components.Hex
    units: Annotated[tuple[components.Word, ...], Meta(min_length=1, max_length=12)]
    depleted: bool = False
    relic: bool = False


class Structure(Struct, frozen=True, forbid_unknown_fields=True):
    """A structure with the black cubes on it; ``sides`` for walls, ``stages`` for wonders."""

    id: components.Id
    seat: Seat
    kind: components.Word
    hex: components.Hex
    black: components.Few = 0
    sides: Annotated[tuple[components.Hex, ...], Meta(max_length=6)] = ()
    stages: components.Few = 0


class Razed(Struct, frozen=True, forbid_unknown_fields=True):
    """A structure lost in this round that may be built again: where on the mat it lies, and what went with it."""

    structure: Structure
    area: components.Word
    actions: components.Few = 0
    consumption: components.Few = 0


class Fighter(Struct, frozen=True, forbid_unknown_fields=True):
    """One side of a battle: the armies that fight, the hexes concerned, and the cubes before the player.

    ``own`` and ``neutral`` lie prepared until the bag is filled; ``actions`` and ``experience`` are what was added.
    ``active`` and ``projectile`` are units and armies as counted at the preparation.
    """

    seat: Seat
    armies: Annotated[tuple[components.Id, ...], Meta(max_length=50)] = ()
    hexes: Annotated[tuple[components.Hex, ...], Meta(max_length=50)] = ()
    prepared: bool = False
    own: components.Few = 0
    neutral: components.Few = 0
    actions: components.Few = 0
    experience: Annotated[tuple[Spent, ...], Meta(max_length=12)] = ()
    active: components.Many = 0
    projectile: components.Few = 0
    courage: components.Courage = 0
    damage: components.Few = 0


class Done(Struct, frozen=True, forbid_unknown_fields=True):
    """A card that was used, or not used when asked."""

    seat: Seat
    card: components.CardName
    use: Use


class Choice(Struct, frozen=True, forbid_unknown_fields=True):
    """What a fighter makes the other lose; ``shown`` once both have chosen."""

    seat: Seat
    losses: Hidden[Losses]
    shown: Losses | None = None


class Lost(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit lost in this battle, and where."""

    seat: Seat
    unit: components.Word
    hex: components.Hex


class Battle(Struct, frozen=True, forbid_unknown_fields=True):
    """The battle being fought. ``extra`` is what the defender may draw, once that is known.

    ``offered`` is the card that a player is asked about, ``fallen`` the structures that are on no map and no mat yet.
    """

    target: components.Hex
    siege: bool
    attacker: Fighter
    defender: Fighter
    bag: components.Cubes = {}
    drawn: components.Cubes = {}
    discarded: components.Cubes = {}
    has_drawn: bool = False
    extra: components.Many | None = None
    offered: Done | None = None
    done: Annotated[tuple[Done, ...], Meta(max_length=200)] = ()
    choices: Annotated[tuple[Choice, ...], Meta(max_length=2)] = ()
    fallen: Annotated[tuple[Structure, ...], Meta(max_length=50)] = ()
    lost: Annotated[tuple[Lost, ...], Meta(max_length=200)] = ()


class Fought(Struct, frozen=True, forbid_unknown_fields=True):
    """How a battle of this row came out."""

    attacker: Seat
    defender: Seat
    outcome: components.Outcome
    winners: tuple[Seat, ...]


class Field(Struct, frozen=True, forbid_unknown_fields=True):
    """All that changes in a game. A start position is one of these.

    ``maneuvers`` are the seats whose maneuver is finished, in their order: each may attack once (CA-52). ``neutral``
    and ``black`` are the cubes in the common supply, ``religions`` those of the provinces, ``razed`` the structures
    lost in this round that may be built again (CB-8.5).
    """

    stage: Stage = "opening"
    maneuvers: Annotated[tuple[Seat, ...], Meta(max_length=50)] = ()
    players: Annotated[tuple[Player, ...], Meta(max_length=12)] = ()
    armies: Annotated[tuple[Army, ...], Meta(max_length=100)] = ()
    structures: Annotated[tuple[Structure, ...], Meta(max_length=200)] = ()
    religions: Annotated[Mapping[components.Word, components.Word], Meta(max_length=50)] = {}
    neutral: components.Few = 0
    black: components.Few = 0
    battle: Battle | None = None
    fought: Annotated[tuple[Fought, ...], Meta(max_length=100)] = ()
    razed: Annotated[tuple[Razed, ...], Meta(max_length=200)] = ()
    ending: Ending | None = None


class State(Struct, frozen=True, forbid_unknown_fields=True):
    """A game: the rules in force, the seats, and the field."""

    rules: Rules
    seats: tuple[Seat, ...]
    field: Field
