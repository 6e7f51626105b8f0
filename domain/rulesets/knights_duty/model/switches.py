"""The switches of the readings, and all that is in force in a match."""

from typing import Literal

from msgspec import Struct, field

from oathbook.domain.rulesets.knights_duty.model.components import Components


class Switches(Struct, frozen=True, forbid_unknown_fields=True):
    """The readings that a table may set otherwise; each default is the one ``rulings.md`` takes."""

    pile: Literal["logical", "capped"] = field(default="logical", name="KA-2")
    inspiration_order: Literal["simultaneous", "attacker_first", "free"] = field(default="simultaneous", name="KA-5")
    slot_after_break: Literal["void", "played"] = field(default="void", name="KA-6")
    defence_without_action: Literal["inspiration_only", "defending"] = field(default="inspiration_only", name="KA-7")
    left_spaces: Literal["end_positions", "no_swaps", "start_positions"] = field(default="end_positions", name="KA-12")
    attack_order: Literal["drawn", "seat_order"] = field(default="drawn", name="KA-16")
    high_ground: Literal["two_events", "continuous"] = field(default="two_events", name="KA-20")
    start_of_turn: Literal["turn", "slot"] = field(default="turn", name="KA-21")
    inspiration_start: Literal["face_up", "face_down"] = field(default="face_up", name="KA-22")
    end_checked: Literal["each_slot", "each_turn"] = field(default="each_slot", name="KA-25")
    directions: Literal["all", "straight"] = field(default="all", name="KA-37")


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    """What is in force in one match."""

    components: Components
    switches: Switches
