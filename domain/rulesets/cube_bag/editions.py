"""Edition G1: its components as data, and the switches of its readings."""

from collections.abc import Mapping
from importlib.resources import files
from typing import Annotated, Final, Literal, get_args

from msgspec import Meta, Struct, field

from domain.rulesets.components import components_in
from domain.rulesets.cube_bag.rules import No
from domain.rulesets.protocol import Edition
from domain.rulesets.rulebook import rulebook_in

PACKAGE: Final = "domain.rulesets.cube_bag"

Few = Annotated[int, Meta(ge=0, le=100)]
"""A number of things on a table."""

Times = Annotated[int, Meta(ge=0, le=5)]
"""How often a card can be used for something in a battle."""

Hex = Annotated[str, Meta(pattern=r"^-?[0-9]{1,2},-?[0-9]{1,2}$(?!\n)")]
"""A hex of the map, by its two coordinates; a side of a hex, by the offset that leads over it."""

Word = Annotated[str, Meta(pattern=r"^[a-z][a-z_]{0,29}$(?!\n)")]
"""A unit type, a kind of structure, a colour, a province, a religion or an area of a mat."""

Id = Annotated[str, Meta(pattern=r"^[A-Za-z][A-Za-z0-9-]{0,19}$(?!\n)")]
"""An army or a structure, by a name that no other has."""

ObjectId = Annotated[str, Meta(max_length=60)]
"""What can be destroyed: a structure by its name, or the units of a type in an army, as ``A/spearman``."""

Cubes = Annotated[Mapping[Word, Few], Meta(max_length=16)]
"""Cubes by colour; the neutral ones are ``neutral``."""

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
    with it when it is lost, the achievement to whoever destroyed it.
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


class Switches(Struct, frozen=True, forbid_unknown_fields=True):
    """The readings that a table may set otherwise; each default is the one ``rulings.md`` takes."""

    bonus_counts: Literal["army", "unit"] = field(default="army", name="CA-2")
    bonus_colour: Literal["giver", "attack"] = field(default="giver", name="CA-4")
    out_of_range_cubes: Literal["colour", "in_range"] = field(default="colour", name="CA-5")
    leaving_out: Literal["any_number", "all_or_none"] = field(default="any_number", name="CA-7")
    failed_check: Literal["returned", "discarded"] = field(default="returned", name="CA-11")
    clash_cubes: Literal["stay_out", "go_back"] = field(default="stay_out", name="CA-12")
    courage_counted: Literal["after", "before"] = field(default="after", name="CA-15")
    cubes_of_converted: Literal["stay", "withdrawn"] = field(default="stay", name="CA-16")
    recovered_unit: Literal["ready", "depleted"] = field(default="ready", name="CA-20")
    added_cubes: Literal["spent", "returned"] = field(default="spent", name="CA-23")
    unspent_damage: Literal["all_dealt", "may_forgo"] = field(default="all_dealt", name="CA-31")
    tough_unit: Literal["blocks", "passed_over"] = field(default="blocks", name="CA-32")
    free_destruction: Literal["automatic", "chosen", "chosen_freely"] = field(default="automatic", name="CA-33")
    preparation_order: Literal["attacker_first", "any_order"] = field(default="attacker_first", name="CA-34")
    corps_bonus: Literal["each_army", "technologies"] = field(default="each_army", name="CA-35")
    partial_garrison: Literal["garrison_only", "whole_siege"] = field(default="garrison_only", name="CA-36")
    bare_structures: Literal["no_cubes", "hit_points"] = field(default="no_cubes", name="CA-37")
    involved: Literal["every_hex", "target_hex"] = field(default="every_hex", name="CA-38")
    converted_unit: Literal["stands_aside", "fights"] = field(default="stands_aside", name="CA-39")
    no_courage: Literal["draws_nothing", "broken_off"] = field(default="draws_nothing", name="CA-40")
    redraw_time: Literal["after_all_draws", "before_extra_draw"] = field(default="after_all_draws", name="CA-41")
    large_check: Literal["draw_all", "not_possible"] = field(default="draw_all", name="CA-42")
    tough_recovery: Literal["any_unit", "one_hit_point"] = field(default="any_unit", name="CA-43")
    recovery_hex: Literal["where_lost", "own_army"] = field(default="where_lost", name="CA-44")
    several_classes: Literal["add_up", "best"] = field(default="add_up", name="CA-46")
    concrete_target: Literal["reached", "whole_battle"] = field(default="reached", name="CA-47")
    corner: Literal["either_side", "both_sides"] = field(default="either_side", name="CA-48")
    out_of_reach: Literal["goes_on", "attack_void"] = field(default="goes_on", name="CA-50")
    tower_courage: Literal["any_battle", "siege_only"] = field(default="any_battle", name="CA-56")
    bare_priority: Literal["kept", "free"] = field(default="kept", name="CA-57")
    projectile_courage: Literal["siege_only", "any_battle"] = field(default="siege_only", name="CA-58")


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    """What is in force in one game."""

    components: Components
    switches: Switches


EDITION_G1: Final = Edition(
    key="cube_bag/g1",
    title="Cube-bag battle",
    status="draft",
    rulebook=rulebook_in(files(PACKAGE)),
    refusals=tuple(str(code) for code in No),
    outcomes=get_args(Outcome),
    components=components_in(files(PACKAGE), Components),
)
