"""The components: what lies in the box, and what a game begins with."""

from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from oathbook.domain.kernel.limits import Count

Name = Annotated[str, Meta(pattern=r"^[A-Za-z][A-Za-z0-9]{0,39}$(?!\n)")]
"""What a card, tile, resource or marker is called."""

Few = Annotated[int, Meta(ge=0, le=1_000)]
MOST_OF_AN_ATTRIBUTE: Final = 1_000
Attribute = Annotated[int, Meta(ge=-1_000, le=MOST_OF_AN_ATTRIBUTE)]
Delay = Annotated[str, Meta(pattern=r"^-?[0-9]{1,3}(\.[0-9]{1,3})?$(?!\n)")]
"""A decimal number; the only Attribute that may be a fraction (HA-35)."""

Faction = Literal["Wolf", "Cat", "Fox"]
FACTIONS: Final[tuple[Faction, ...]] = ("Wolf", "Cat", "Fox")
Deck = Literal["Commoner", "Artisan", "Noble", "Sovereign"]
TrackName = Literal["t1", "t2"]
BOX: Final = 1_000  # things of a kind in a box, at most
Victory = Literal["most_prestige", "coronation"]
Outcome = Literal["last season played", "coronation"]


class Amount(Struct, frozen=True, forbid_unknown_fields=True):
    """An amount of a Resource."""

    of: Name
    count: Count


class Staff(Struct, frozen=True, forbid_unknown_fields=True):
    """A number of Workers of a Faction."""

    faction: Faction
    count: Count


class Improvement(Struct, frozen=True, forbid_unknown_fields=True):
    """How much better a player's Attributes become; ``delay`` is how much lower, which is better."""

    health: Few = 0
    defense: Few = 0
    dodge: Few = 0
    damage: Few = 0
    precision: Few = 0
    delay: Annotated[str, Meta(pattern=r"^[0-9]{1,3}(\.[0-9]{1,3})?$(?!\n)")] = "0"
    extra_resource: Few = 0


class Reward(Struct, frozen=True, forbid_unknown_fields=True):
    """What a tile gives to players with Knights remaining on it (HB-6.3); the text names no amounts (HA-71)."""

    resources: Annotated[tuple[Amount, ...], Meta(max_length=20)] = ()
    attributes: Improvement = Improvement()


class Tile(Struct, frozen=True, forbid_unknown_fields=True):
    """A tile of the map, at a point of the plane in thousandths; ``flee`` is where its Flee direction leads.

    ``bandits`` stand on it at the start; ``camp`` says that it is a Bandit Tile.
    """

    name: Name
    x: Annotated[int, Meta(ge=-100_000, le=100_000)]
    y: Annotated[int, Meta(ge=-100_000, le=100_000)]
    faction: Faction | None = None
    flee: Name | None = None
    camp: bool = False
    bandits: Annotated[int, Meta(ge=0, le=20)] = 0
    reward: Reward = Reward()


class TrackSpots(Struct, frozen=True, forbid_unknown_fields=True):
    """A track of the tracker, and the end at which its Bandit spot is."""

    name: TrackName
    bandit_spot: Literal["top", "bottom"]


class CardAction(Struct, frozen=True, forbid_unknown_fields=True):
    """A Standard Action that a card unlocks (HT-6.1): what it costs in Resources, and what it brings."""

    pays: Annotated[tuple[Amount, ...], Meta(max_length=20)] = ()
    gains: Annotated[tuple[Amount, ...], Meta(max_length=20)] = ()
    influence: Few = 0
    prestige: Few = 0


class AssignEffect(Struct, frozen=True, forbid_unknown_fields=True):
    """What a Workplace gives when Workers are assigned to it, and to whom (HA-53)."""

    to: Literal["user", "owner"]
    gains: Annotated[tuple[Amount, ...], Meta(max_length=20)] = ()
    influence: Few = 0
    prestige: Few = 0


class Workplace(Struct, frozen=True, forbid_unknown_fields=True):
    """A Workplace card. Its action, if it has one, is for its owner, once it is built.

    ``on_assign`` is what it gives when Workers are assigned to it; without one it gives nothing.
    """

    name: Name
    deck: Deck
    cost: Annotated[tuple[Amount, ...], Meta(max_length=20)]
    workers: Annotated[tuple[Faction, ...], Meta(min_length=1, max_length=12)]
    action: CardAction | None = None
    on_assign: AssignEffect | UnsetType = UNSET


class Law(Struct, frozen=True, forbid_unknown_fields=True):
    """A Law card. Its action, if it has one, is for everyone while the Law is in force."""

    name: Name
    threshold: Few
    action: CardAction | None = None


class Recipe(Struct, frozen=True, forbid_unknown_fields=True):
    """X of ``first`` and X of ``second`` become X of ``makes``."""

    first: Name
    second: Name
    makes: Name


class Figures(Struct, frozen=True, forbid_unknown_fields=True):
    """The Attributes of a player's Knights or of a camp's Bandits (HA-30)."""

    health: Annotated[int, Meta(ge=1, le=1_000)]
    defense: Attribute
    dodge: Attribute
    damage: Attribute
    precision: Attribute
    delay: Delay
    extra_resource: Few = 0


class Battlecard(Struct, frozen=True, forbid_unknown_fields=True):
    """What a Battlecard adds to each Attribute (HA-52)."""

    name: Name
    defense: Attribute
    dodge: Attribute
    wound: Attribute
    damage: Attribute
    precision: Attribute
    delay: Delay


class Reserve(Struct, frozen=True, forbid_unknown_fields=True):
    """What every player begins with."""

    influence: Few
    prestige: Few
    knights: Annotated[int, Meta(ge=0, le=20)]
    resources: Annotated[tuple[Amount, ...], Meta(max_length=100)]
    unemployed: Annotated[tuple[Staff, ...], Meta(max_length=3)]


class Components(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything in the box; ``ours`` says which of it the publisher did not print.

    ``capital`` is the tile that no Knight flees from (HT-9.2), whatever Flee direction it may have.
    ``hands`` are Workplaces in Hand at the start, ``markers`` one a player, both in the order of the seats.
    ``workers_back`` is how many Employed Workers of each Faction every player takes back in Cleanup (HA-45).
    ``stall_battle_turns`` is how many Battle Turns without Wounds make a stall (HA-40).
    ``victory`` is how the game is won (HA-65); without it nobody is named the winner.
    """

    name: Annotated[str, Meta(max_length=80)]
    ours: Annotated[str, Meta(max_length=800)]
    seasons: Annotated[int, Meta(ge=1, le=1_000)]
    first_track: TrackName
    tracks: Annotated[tuple[TrackSpots, ...], Meta(min_length=2, max_length=2)]
    tiles: Annotated[tuple[Tile, ...], Meta(min_length=1, max_length=100)]
    start: Reserve
    hands: Annotated[tuple[tuple[Name, ...], ...], Meta(max_length=6)]
    markers: Annotated[tuple[Name, ...], Meta(max_length=6)]
    resources: Annotated[tuple[Name, ...], Meta(max_length=100)]
    recipes: Annotated[tuple[Recipe, ...], Meta(max_length=100)]
    workplaces: Annotated[tuple[Workplace, ...], Meta(max_length=BOX)]
    laws: Annotated[tuple[Law, ...], Meta(max_length=BOX)]
    workers_back: Few
    knight: Figures
    camp: Figures
    battlecards: Annotated[tuple[Battlecard, ...], Meta(min_length=1, max_length=100)]
    bandit_battlecards: Annotated[tuple[Battlecard, ...], Meta(min_length=1, max_length=100)]
    stall_battle_turns: Annotated[int, Meta(ge=1, le=1_000)]
    capital: Name = "Capital"
    victory: Victory | UnsetType = UNSET
