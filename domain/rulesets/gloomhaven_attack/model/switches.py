"""The switches of the readings, and all that is in force in a scenario."""

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import UNSET, Struct, UnsetType, field

from oathbook.domain.rulesets.gloomhaven_attack.model.components import Components


class SharedSwitches(Struct, frozen=True, forbid_unknown_fields=True):
    """The readings that a table of either edition may set otherwise; each default is the one ``rulings.md`` takes.

    FA-37 is younger than some records: it stands in a record only where it was chosen, and else has its default.
    """

    null_and_bonuses: Literal["zero", "by_order"] = field(default="zero", name="FA-4")
    null_and_effects: Literal["applied", "lapse"] = field(default="applied", name="FA-5")
    free_order: Literal["inside_a_step", "across_steps"] = field(default="inside_a_step", name="FA-6")
    double_compared: Literal["by_value", "always_best"] = field(default="by_value", name="FA-8")
    cards_in_play: Literal["stay_out", "shuffled_in"] = field(default="stay_out", name="FA-10")
    symbol: Literal["drawn", "used"] = field(default="drawn", name="FA-11")
    below_zero: Literal["damage_only", "each_step"] = field(default="damage_only", name="FA-12")
    effects_lapse: Literal["on_the_dead", "all"] = field(default="on_the_dead", name="FA-16")
    who_dies: Literal["monsters", "every_figure"] = field(default="monsters", name="FA-17")
    order_of_own: Literal["before_draw", "after_draw"] = field(default="before_draw", name="FA-20")
    effect_sizes: Literal["apart", "by_size"] = field(default="apart", name="FA-21")
    compared_at_zero: Literal["as_reached", "as_damage", "null_worst"] = field(default="as_reached", name="FA-22")
    item_before: Literal["first_draw", "each_draw"] = field(default="first_draw", name="FA-23")
    targets_named: Literal["up_front", "one_by_one"] = field(default="up_front", name="FA-24")
    attacker_falls: Literal["ends", "goes_on"] = field(default="ends", name="FA-25")
    nothing_left: Literal["as_far", "no_card"] = field(default="as_far", name="FA-26")
    defence_order: Literal["attacker", "defender"] = field(default="attacker", name="FA-27")
    halving: Literal["down", "up"] = field(default="down", name="FA-28")
    recorded_damage: Literal["full", "capped"] = field(default="full", name="FA-29")
    retaliate_from: Literal["after_effects", "as_attacked"] | UnsetType = field(default=UNSET, name="FA-37")


class Switches(SharedSwitches, frozen=True, forbid_unknown_fields=True):
    """All switches: those of both editions, one with the default of ``gh1``, and those of ``gh1`` alone."""

    effects_lapse: Literal["all", "on_the_dead"] = field(default="all", name="FA-16")
    one_rolling: Literal["both_count", "compared"] = field(default="both_count", name="FA-1")
    rolling_place: Literal["either", "first"] = field(default="either", name="FA-2")


Printing = Literal["gh1", "fh"]


class Differences(Struct, frozen=True):
    """What is printed otherwise in the other edition, and is no question of reading."""

    rolling: Literal["all count", "then one more"]
    characters_choose: bool
    ward_and_brittle: bool
    bless_leaves: Literal["when drawn", "once resolved"]
    token_for_summoned: bool


PRINTED: Final[Mapping[Printing, Differences]] = {
    "gh1": Differences(
        rolling="all count",
        characters_choose=False,
        ward_and_brittle=False,
        bless_leaves="when drawn",
        token_for_summoned=False,
    ),
    "fh": Differences(
        rolling="then one more",
        characters_choose=True,
        ward_and_brittle=True,
        bless_leaves="once resolved",
        token_for_summoned=True,
    ),
}


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    """What is in force in one scenario."""

    printing: Printing
    components: Components
    switches: Switches
