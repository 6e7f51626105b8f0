"""The switches of the readings, and all that is in force in a game."""

from typing import Literal

from msgspec import Struct, field

from oathbook.domain.rulesets.cube_bag.model.components import Components


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
