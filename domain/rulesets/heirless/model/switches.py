"""The switches of the readings: what a table may set otherwise, each default the one that ``rulings.md`` takes."""

from typing import Final, Literal

from msgspec import UNSET, Struct, UnsetType, field

from oathbook.domain.rulesets.heirless.model.components import Components


class TurnSwitches(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The readings of player turns and of who answers for a promise, which every edition asks."""

    who_votes: Literal["all", "not_idle"] = field(default="all", name="HA-5")
    empty_tile: Literal["nobody", "tie_breaker"] = field(default="nobody", name="HA-9")
    bandits_compete: Literal["bandit_tiles", "everywhere"] = field(default="bandit_tiles", name="HA-10")
    influence_for: Literal["workplace_only", "every_assign"] = field(default="workplace_only", name="HA-11")
    tenth_by_trade: Literal["illegal", "replace"] = field(default="illegal", name="HA-15")
    trade_in_use: Literal["allowed", "illegal"] = field(default="allowed", name="HA-16")
    control_for_refining: Literal["needed", "not_needed"] = field(default="needed", name="HA-44")
    shared_control: Literal["tie_breaker", "nobody"] = field(default="tie_breaker", name="HA-50")
    gifts: Literal["allowed", "both_give"] = field(default="allowed", name="HA-55")
    beyond_power: Literal["maker", "judge", "nobody"] = field(default="maker", name="HA-73")
    pooled_limit: Literal["each", "last"] = field(default="each", name="HA-74")


class Switches(TurnSwitches, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All readings: those of the two tracks, of promises and of Battles besides."""

    bandit_ties: Literal["by_spot", "merged", "by_next_spot"] = field(default="by_spot", name="HA-1")
    release: Literal["by_consent", "by_text_only"] = field(default="by_consent", name="HA-19")
    overruling: Literal["refused", "allowed"] = field(default="refused", name="HA-75")
    ally_as_target: Literal["legal", "forbidden"] = field(default="legal", name="HA-24")
    bandit_policy: Literal["random", "most_wounded"] = field(default="random", name="HA-27")
    attack_order: Literal["in_order", "at_once"] = field(default="in_order", name="HA-31")
    removal: Literal["in_attacks", "after_cards"] = field(default="in_attacks", name="HA-32")
    wounds: Literal["not_below_zero", "kept"] = field(default="not_below_zero", name="HA-33")
    attributes: Literal["as_they_come", "at_least_zero"] = field(default="as_they_come", name="HA-34")
    sent_back: Literal["undeployed", "out_for_season"] = field(default="undeployed", name="HA-37")
    rewarded: Literal["battle_tiles", "every_tile"] = field(default="battle_tiles", name="HA-70")
    rewards: Literal["given", "chosen"] | UnsetType = field(default=UNSET, name="HA-71")


class Printing(Struct, frozen=True, forbid_unknown_fields=True):
    """The parameters of an edition.

    ``tracker``: two tracks that change places with the Season, or a ring in two halves whose Bandit Cube never moves.
    ``tie_order``: Idle players first, as the next track is read first, or last, as plain turn order has it.
    ``battle_model``: how Battles are fought, or nothing where the text of the edition is not there.
    """

    standard_actions_per_turn: Literal[1, 2]
    tracker: Literal["two_track", "ring"]
    tie_order: Literal["next_track_first", "turn_order"]
    battle_model: Literal["hourglass"] | None


FIRST: Final = Printing(1, "two_track", "next_track_first", "hourglass")
SECOND: Final = Printing(2, "ring", "turn_order", None)


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    """What is in force in one game."""

    components: Components
    switches: Switches
    printing: Printing
