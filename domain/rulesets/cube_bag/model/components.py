"""The components: figures, the map, and the words for them."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

Few = Annotated[int, Meta(ge=0, le=100)]  # a number of things on a table
Many = Annotated[int, Meta(ge=0, le=10_000)]
"""What things of several kinds come to together: units of all types, cubes of all colours, factors of a check."""

Courage = Annotated[int, Meta(ge=0, le=100_000)]
"""What units, armies with projectiles and cards come to, each with any figure that a box may have."""

Times = Annotated[int, Meta(ge=0, le=5)]  # how often a card can be used for something in a battle
Hex = Annotated[str, Meta(pattern=r"^-?[0-9]{1,2},-?[0-9]{1,2}$(?!\n)")]
"""A hex of the map, by its two coordinates; a side of a hex, by the offset that leads over it."""

Word = Annotated[str, Meta(pattern=r"^[a-z][a-z_]{0,29}$(?!\n)")]
"""A unit type, a kind of structure, a colour, a province, a religion or an area of a mat."""

Id = Annotated[str, Meta(pattern=r"^[A-Za-z][A-Za-z0-9-]{0,19}$(?!\n)")]
"""An army or a structure, by a name that no other has."""

ObjectId = Annotated[str, Meta(max_length=60)]
"""What can be destroyed: a structure by its name, or the units of a type in an army, as ``A/spearman``."""

Cubes = Annotated[Mapping[Word, Few], Meta(max_length=16)]  # cubes by colour; the neutral ones are ``neutral``
CardName = Annotated[str, Meta(pattern=r"^[A-Z][A-Z_]{0,29}$(?!\n)")]
Reach = Literal["none", "melee", "ranged", "projectile"]
Class = Literal["infantry", "cavalry", "siege", "vessel"]
Target = Literal["infantry", "cavalry", "siege", "vessel", "structure"]
Outcome = Literal["attacker", "defender", "undecided", "both", "no battle"]


class UnitFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """What is printed for a unit type; ``reach`` none is a unit that is not military."""

    name: Word
    of_class: Class
    reach: Reach
    nearest: Few = 0
    farthest: Few = 0
    strength: Few = 1
    hit_points: Annotated[int, Meta(ge=1, le=100)] = 1
    move: Few = 0
    bonus: Annotated[Mapping[Target, Few], Meta(max_length=5)] = {}


class StructureFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """What is printed for a kind of structure; one with 0 hit points has as many as it has stages built.

    ``on_sides``: it stands on sides of its hex. ``in_areas``: its owner's mat has areas for it. The last three go
    with it when it is lost, the achievement to the player who destroyed it.
    """

    kind: Word
    hit_points: Few
    fortification: bool = False
    on_sides: bool = False
    in_areas: bool = False
    action_cubes: Few = 0
    consumption: Few = 0
    achievement: Annotated[str, Meta(max_length=30)] = ""


class CardFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """What a technology or a government does in a battle; ``ours`` where no text says so.

    ``corps_bonus`` counts while at least ``corps_armies`` armies fight as the corps.
    """

    name: CardName
    ours: bool = False
    discards: Few = 0
    courage: Few = 0
    ignores_priority: bool = False
    redraws: Few = 0
    conversions: Times = 0
    recoveries: Times = 0
    corps_bonus: Few = 0
    corps_armies: Few = 2
    experience_for_victory: Few = 0


class CheckFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """A check on the bag: where its complexity begins, what changes it, and the least it can be."""

    base: Few
    least: Annotated[int, Meta(ge=1, le=100)]
    state_religion: Few
    relic: Few


class CorpsFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """How many armies may fight as one corps."""

    base: Few
    per_castle: Few
    most: Few


class Province(Struct, frozen=True, forbid_unknown_fields=True):
    """Hexes that share a religion."""

    name: Word
    hexes: Annotated[tuple[Hex, ...], Meta(max_length=500)]


class Land(Struct, frozen=True, forbid_unknown_fields=True):
    """The map: hexes of land and of water, and the provinces."""

    land: Annotated[tuple[Hex, ...], Meta(max_length=500)]
    water: Annotated[tuple[Hex, ...], Meta(max_length=500)]
    provinces: Annotated[tuple[Province, ...], Meta(max_length=50)]


class Components(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything in the box; ``ours`` says which figures no text prints.

    ``priority`` ranks what is destroyed first: kinds of structure, ``military`` and ``peasants``, rank by rank.
    """

    name: Annotated[str, Meta(max_length=80)]
    ours: Annotated[str, Meta(max_length=400)]
    army_limit: Annotated[int, Meta(ge=1, le=12)]
    corps: CorpsFigures
    projectile_courage: Few
    check: CheckFigures
    priority: Annotated[tuple[tuple[Word, ...], ...], Meta(max_length=20)]
    units: Annotated[tuple[UnitFigures, ...], Meta(max_length=40)]
    structures: Annotated[tuple[StructureFigures, ...], Meta(max_length=20)]
    cards: Annotated[tuple[CardFigures, ...], Meta(max_length=40)]
    map: Land


def card_title(card: str) -> str:
    """A card as it is read: ``Fabian Tactic``."""
    return card.replace("_", " ").title()
