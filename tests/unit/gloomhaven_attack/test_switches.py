"""The switches: where a setting answers otherwise than the default, and that each names its reading."""

from typing import Final

import msgspec
import pytest

from domain.kernel.seats import TABLE
from domain.rulesets.gloomhaven_attack import events as e
from domain.rulesets.gloomhaven_attack.editions import EDITION_FH, EDITION_GH1, Defence, SharedSwitches, Switches
from domain.rulesets.gloomhaven_attack.model import Figure, OrderModifiers, UseItem
from domain.rulesets.gloomhaven_attack.ruleset import GloomhavenAttack
from tests.unit.gloomhaven_attack.table import (
    ASH,
    DOUBLE,
    GH1,
    Table,
    add,
    at,
    both,
    declared,
    effect,
    guard,
    scoundrel,
)

SETTINGS: Final = {
    "FA-1": ("both_count", "compared"),
    "FA-2": ("either", "first"),
    "FA-4": ("zero", "by_order"),
    "FA-5": ("applied", "lapse"),
    "FA-6": ("inside_a_step", "across_steps"),
    "FA-8": ("by_value", "always_best"),
    "FA-10": ("stay_out", "shuffled_in"),
    "FA-11": ("drawn", "used"),
    "FA-12": ("damage_only", "each_step"),
    "FA-16": ("on_the_dead", "all"),
    "FA-17": ("monsters", "every_figure"),
    "FA-20": ("before_draw", "after_draw"),
    "FA-21": ("apart", "by_size"),
    "FA-22": ("as_reached", "as_damage", "null_worst"),
    "FA-23": ("first_draw", "each_draw"),
    "FA-24": ("up_front", "one_by_one"),
    "FA-25": ("ends", "goes_on"),
    "FA-26": ("as_far", "no_card"),
    "FA-27": ("attacker", "defender"),
    "FA-28": ("down", "up"),
    "FA-29": ("full", "capped"),
}


@pytest.mark.parametrize(("reading", "settings"), SETTINGS.items())
def test_a_switch_has_the_settings_of_its_reading(reading: str, settings: tuple[str, ...]) -> None:
    """The first is the default, and each can be set by the id of the reading."""
    written = [msgspec.to_builtins(msgspec.convert({reading: each}, Switches))[reading] for each in settings]

    assert {each.id: each.settings for each in EDITION_GH1.rulebook.readings}[reading] == settings
    assert written == list(settings)
    assert msgspec.convert({reading: settings[0]}, Switches) == Switches()


def test_frosthaven_has_the_same_switches_but_those_of_one_rolling_card() -> None:
    """FA-1, FA-2, FA-13 and FA-14 are about clauses that it prints otherwise."""
    first, other = (
        {each.id: each.settings for each in edition.rulebook.readings} for edition in (EDITION_GH1, EDITION_FH)
    )

    assert set(first) - set(other) == {"FA-1", "FA-2", "FA-13", "FA-14"}
    assert set(other) <= set(first)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"FA-1": "compared"}, SharedSwitches)


def monster_draws(
    rules: GloomhavenAttack, cards: str, *, base: int = 3, mode: str = "advantage", **switches: str
) -> Table:
    """The guard attacks the scoundrel with that mode, and these cards come."""
    table = at(rules, pile=f"{cards} +0 +0", switches=switches)
    reasons = {} if mode == "neither" else {mode: ("reason",)}
    return table.declare(base, by=TABLE, **reasons).draw(*cards.split())


def played(table: Table) -> tuple[str, ...]:
    return table.the(e.CardsPlayed).event.cards


def test_fa_1_compared_leaves_a_rolling_penalty_out() -> None:
    """FA-1: r-1 and +1 both count; compared, the +1 alone is better."""
    default = monster_draws(GH1, "rolling-1 +1")
    compared = monster_draws(GH1, "rolling-1 +1", one_rolling="compared")
    good = monster_draws(GH1, "rolling+1 +1", one_rolling="compared")

    assert (played(default), default.damage) == (("rolling-1", "+1"), 3)
    assert (played(compared), compared.damage) == (("+1",), 4)
    assert played(good) == ("rolling+1", "+1")
    assert {"FA-1"} <= default.readings & compared.readings


def test_fa_2_first_ignores_the_symbol_of_a_second_rolling_card() -> None:
    """FA-2: +0 and r+1 both count; by the other reading they are compared."""
    default, first = monster_draws(GH1, "+0 rolling+1"), monster_draws(GH1, "+0 rolling+1", rolling_place="first")

    assert played(default) == ("+0", "rolling+1")
    assert played(first) == ("rolling+1",)
    assert {"FA-2"} <= default.readings & first.readings
    assert "FA-2" not in monster_draws(GH1, "rolling+1 +0").readings


@both
def test_fa_4_by_order_lets_a_card_after_the_null_count(rules: GloomhavenAttack) -> None:
    """FA-4: r+1 and Null: 0 in any order; by order, the +1 last deals 1."""
    default = monster_draws(rules, "rolling+1 null", mode="neither")
    asked = monster_draws(rules, "rolling+1 null", mode="neither", null_and_bonuses="by_order")

    rescued, lost = asked.order(1, 0), asked.order(0, 1)

    assert default.damage == 0
    assert (rescued.damage, lost.damage) == (1, 0)
    assert {"FA-4"} <= default.readings & asked.readings & rescued.readings


@both
def test_fa_5_lapse_takes_the_effects_with_the_damage(rules: GloomhavenAttack) -> None:
    """FA-5: a Null, and the Push of the attack is applied; or lapses."""

    def pushed(switches: dict[str, str]) -> Table:
        return (
            at(rules, pile="null +0", switches=switches).declare(3, by=TABLE, effects=(effect("push", 2),)).draw("null")
        )

    default, lapsed = pushed({}), pushed({"null_and_effects": "lapse"})

    assert default.applied == ("push 2",)
    assert lapsed.the(e.EffectLapsed).event.because == "null"
    assert {"FA-5"} <= default.readings & lapsed.readings


@both
def test_fa_6_across_steps_lets_a_doubling_wait_for_the_card(rules: GloomhavenAttack) -> None:
    """FA-6: the printed example with the doubling last: 3 and 2 and -1 are 4, doubled 8, less Shield 7."""

    def attacked(switches: dict[str, str]) -> Table:
        table = at(rules, scoundrel(), guard(shield=1), own="-1 +0", switches=switches)
        return table.declare(3, modifiers=(add(2), DOUBLE)).draw("-1")

    default, asked = attacked({}), attacked({"free_order": "across_steps"})

    assert default.damage == 8
    assert asked.the(e.OrderAsked).event == e.OrderAsked(ASH, "mixed", ("bonus", "active card", "card -1"))
    assert asked.order(0, 2, 1).damage == 7
    assert asked.order(0, 1, 2).damage == 8
    assert {"FA-6"} <= default.readings & asked.readings


@both
def test_fa_8_always_best_puts_a_2x_before_a_larger_number(rules: GloomhavenAttack) -> None:
    """FA-8: on an attack of 1 a +2 makes 3 and a 2x makes 2."""
    default = monster_draws(rules, "2x +2", base=1)
    best = monster_draws(rules, "2x +2", base=1, double_compared="always_best")

    assert (played(default), played(best)) == (("+2",), ("2x",))
    assert {"FA-8"} <= default.readings & best.readings


@both
def test_fa_10_shuffled_in_puts_the_card_on_the_table_back_into_the_deck(rules: GloomhavenAttack) -> None:
    """FA-10: +1 is drawn, the deck is empty: only the discards go in, or the +1 as well."""

    def drawing(switches: dict[str, str]) -> Table:
        table = at(rules, pile="+1 -1", switches=switches).declare(3, by=TABLE).draw("-1")
        return table.declare(3, by=TABLE, advantage=("reason",))

    default, shuffled = drawing({}), drawing({"cards_in_play": "shuffled_in"})

    assert default.draw_missing("+1").pile == ("-1",)
    assert shuffled.draw_missing("+1").pile == ("+1", "-1")
    again = shuffled.draw("+1", "+1")
    assert again.damage == 4
    assert again.deck("monsters").discards == ("+1",)
    assert {"FA-10"} <= default.draw("+1", "-1").readings & again.readings


@both
def test_fa_11_used_does_not_shuffle_for_a_card_set_aside(rules: GloomhavenAttack) -> None:
    """FA-11: a Null set aside with Advantage: drawn is enough, or not."""
    default, used = monster_draws(rules, "null +1"), monster_draws(rules, "null +1", symbol="used")

    assert default.the(e.ShuffleDue).event == e.ShuffleDue("monsters")
    assert used.every(e.ShuffleDue) == ()
    assert {"FA-11"} <= default.readings & used.readings
    assert monster_draws(rules, "2x +1", symbol="used").every(e.ShuffleDue)


@both
def test_fa_12_each_step_raises_the_value_to_zero_between_the_steps(rules: GloomhavenAttack) -> None:
    """FA-12: base 1, 2 less, +2: 1 damage; raised after each step, 2."""

    def attacked(switches: dict[str, str]) -> Table:
        return at(rules, own="+2 +0", switches=switches).declare(1, modifiers=(add(-2),)).draw("+2")

    default, raised = attacked({}), attacked({"below_zero": "each_step"})

    assert (default.values, default.damage) == ([-1, 1, 1], 1)
    assert (raised.values, raised.damage) == ([0, 2, 2], 2)
    assert "attack: at least 0 → -1 (does not apply)" in default.worked("attacker")
    assert "attack: at least 0 → 0" in raised.worked("attacker")
    assert {"FA-12"} <= default.readings & raised.readings


@both
def test_fa_16_all_lapses_what_would_fall_on_others(rules: GloomhavenAttack) -> None:
    """FA-16: the target dies: Fire for others is applied, or lapses."""

    def killed(switches: dict[str, str]) -> Table:
        table = at(rules, scoundrel(), guard(hit_points=1), guard(id="other"), own="+0 +0", switches=switches)
        return table.declare(3, effects=(effect("fire", on="others"),)).draw("+0")

    default, lapsed = killed({}), killed({"effects_lapse": "all"})

    assert (default.applied, lapsed.applied) == (("fire",), ())
    assert lapsed.the(e.EffectLapsed).event.because == "target dead"
    assert {"FA-16"} <= default.readings & lapsed.readings


@both
def test_fa_17_every_figure_lets_a_character_die(rules: GloomhavenAttack) -> None:
    """FA-17: 3 damage on 2 hit points: noted, or dead, and with the last one the scenario is over."""

    def struck(switches: dict[str, str]) -> Table:
        return (
            at(rules, scoundrel(hit_points=2), guard(), pile="+0 +0", switches=switches).declare(3, by=TABLE).draw("+0")
        )

    default, dead = struck({}), struck({"who_dies": "every_figure"})

    assert default.figure("scoundrel").hit_points == -1
    assert default.every(e.FigureDied) == ()
    assert dead.the(e.FigureDied).event == e.FigureDied("scoundrel")
    assert dead.every(e.TokenPlaced) == ()
    assert dead.the(e.ScenarioEnded).event == e.ScenarioEnded("characters defeated", ())
    assert {"FA-17"} <= default.readings & dead.readings


@both
def test_fa_20_after_draw_orders_the_own_modifiers_when_the_card_is_known(rules: GloomhavenAttack) -> None:
    """FA-20: 2 more and doubled: the order is fixed before the card, or asked for after it."""

    def attacked(switches: dict[str, str]) -> Table:
        return at(rules, own="-1 +0", switches=switches).declare(3, modifiers=(add(2), DOUBLE))

    default, late = attacked({}), attacked({"order_of_own": "after_draw"})
    asked = late.draw("-1")

    assert default.draw("-1").damage == 9
    assert late.refused(OrderModifiers(ASH, (0, 1))).readings == ("FA-20",)
    assert asked.the(e.OrderAsked).event.step == "attacker"
    assert (asked.order(0, 1).damage, asked.order(1, 0).damage) == (9, 7)
    assert {"FA-20"} <= default.draw("-1").readings & asked.readings & default.order(1, 0).readings


@both
def test_fa_21_by_size_makes_push_2_better_than_push_1(rules: GloomhavenAttack) -> None:
    """FA-21: not comparable, the first drawn; or the larger one."""
    default = monster_draws(rules, "+0-push-1 +0-push-2")
    by_size = monster_draws(rules, "+0-push-1 +0-push-2", effect_sizes="by_size")

    assert (played(default), played(by_size)) == (("+0-push-1",), ("+0-push-2",))
    assert {"FA-21"} <= default.readings & by_size.readings


@both
@pytest.mark.parametrize(("setting", "used"), [("as_reached", "null"), ("as_damage", "-1"), ("null_worst", "-1")])
def test_fa_22_says_how_a_null_and_a_minus_1_compare_on_an_attack_of_0(
    rules: GloomhavenAttack, setting: str, used: str
) -> None:
    """FA-22: 0 is more than -1; or both are no damage, and the first is used; or a Null is always worse."""
    table = monster_draws(rules, "-1 null", base=0, compared_at_zero=setting)

    assert played(table) == (used,)
    assert "FA-22" in table.readings


@both
def test_fa_23_each_draw_allows_an_item_against_a_later_target(rules: GloomhavenAttack) -> None:
    """FA-23: after the first target's draw the goggles are too late, or help from there on."""

    def before_the_second(switches: dict[str, str]) -> Table:
        figures = (scoundrel(items=("eagle-eye-goggles",)), guard(), guard(id="other"))
        table = at(rules, *figures, own="+0 +0 -1 +1", switches=switches)
        return table.declare(3, "guard", "other").draw("+0")

    default, later = before_the_second({}), before_the_second({"item_before": "each_draw"})

    refusal = default.refused(UseItem(ASH, "eagle-eye-goggles"))
    used = later.use("eagle-eye-goggles")

    assert (refusal.code, refusal.clause, refusal.readings) == ("after-the-draw", "GH-8.2", ("FA-23",))
    assert "FA-23" in used.readings
    assert used.draw("-1", "+1").the(e.DrawBegan).event.mode == "advantage"


@both
def test_fa_24_one_by_one_names_each_target_when_the_one_before_is_done(rules: GloomhavenAttack) -> None:
    """FA-24: two targets at once are refused; after the first one the next is asked for."""
    figures = (scoundrel(), guard(), guard(id="other"))
    default = at(rules, *figures, own="+0 +0 +0")
    one_by_one = at(rules, *figures, own="+0 +0 +0", switches={"targets_named": "one_by_one"})

    refusal = one_by_one.refused(declared(3, "guard", "other"))
    asked = one_by_one.declare(3, "guard").draw("+0")
    second = asked.name("other").draw("+0")

    assert default.declare(3, "guard", "other").battle.attack is not None
    assert (refusal.code, refusal.readings) == ("how-many-targets", ("FA-24",))
    assert asked.the(e.NextTargetAsked).event == e.NextTargetAsked(ASH, "scoundrel")
    assert second.figure("other").hit_points == 27
    assert second.the(e.AttackEnded).event.left_out == ()
    assert asked.name(None).battle.stage == "round"
    assert "FA-24" in default.declare(3, "guard").draw("+0").readings


@both
def test_fa_25_goes_on_against_the_targets_that_are_left(rules: GloomhavenAttack) -> None:
    """FA-25: the guard falls to Retaliate after the first of two targets: the attack ends, or goes on."""

    def fallen(switches: dict[str, str]) -> Table:
        brute = scoundrel(id="brute", retaliate=2)
        table = at(rules, scoundrel(), brute, guard(hit_points=2), guard(id="other"), pile="+0 +0", switches=switches)
        return table.declare(3, "brute", "scoundrel", by=TABLE).draw("+0")

    default, on = fallen({}), fallen({"attacker_falls": "goes_on"})

    assert default.the(e.AttackEnded).event == e.AttackEnded("guard", ("scoundrel",))
    assert {"GH-5.2", "GH-5.3"} <= set(default.the(e.AttackEnded).cites)
    assert on.battle.stage == "aiming"
    assert on.draw("+0").figure("scoundrel").hit_points == 27
    assert {"FA-25"} <= default.readings & on.readings


@both
def test_fa_26_no_card_counts_of_a_draw_that_cannot_be_completed(rules: GloomhavenAttack) -> None:
    """FA-26: one rolling +1 is all there is: it counts, or nothing does."""

    def drawn(switches: dict[str, str]) -> Table:
        return at(rules, pile="rolling+1", switches=switches).declare(3, by=TABLE).draw("rolling+1")

    default, none = drawn({}), drawn({"nothing_left": "no_card"})

    assert default.the(e.DrawStopped).event == e.DrawStopped("monsters")
    assert (default.damage, none.damage) == (4, 3)
    assert {"FA-26"} <= default.readings & none.readings


def armoured(shield: int = 0) -> Figure:
    """A guard whose armour halves the value."""
    return guard(shield=shield, defences=(Defence("armour", "halve"),))


@both
def test_fa_27_defender_lets_the_other_side_order_its_bonuses(rules: GloomhavenAttack) -> None:
    """FA-27: Shield 1 and half of it: whoever attacks orders them, or whoever is attacked."""

    def asked(switches: dict[str, str]) -> Table:
        return at(rules, scoundrel(), armoured(shield=1), own="+0 +0", switches=switches).declare(5).draw("+0")

    default, other = asked({}), asked({"defence_order": "defender"})

    assert (default.asked, other.asked) == ((ASH,), (TABLE,))
    assert (default.order(0, 1).damage, default.order(1, 0).damage) == (2, 1)
    assert {"FA-27"} <= default.readings & other.readings


@both
def test_fa_28_up_rounds_a_half_up(rules: GloomhavenAttack) -> None:
    """FA-28: half of 5 is 2, or 3."""

    def halved(switches: dict[str, str]) -> Table:
        return at(rules, scoundrel(), armoured(), own="+0 +0", switches=switches).declare(5).draw("+0")

    default, up = halved({}), halved({"halving": "up"})

    assert (default.damage, up.damage) == (2, 3)
    assert "armour: half, rounded down → 2" in default.worked("defender")
    assert {"FA-28"} <= default.readings & up.readings


@both
def test_fa_29_capped_notes_no_more_than_was_left(rules: GloomhavenAttack) -> None:
    """FA-29: 5 on 2 hit points: 5 noted and -3 left, or 2 noted and 0 left."""

    def killed(switches: dict[str, str]) -> Table:
        return at(rules, scoundrel(), guard(hit_points=2), own="+0 +0", switches=switches).declare(5).draw("+0")

    default, capped = killed({}), killed({"recorded_damage": "capped"})

    assert default.the(e.DamageSuffered).event == e.DamageSuffered("guard", 5, -3, "attack")
    assert capped.the(e.DamageSuffered).event == e.DamageSuffered("guard", 2, 0, "attack")
    assert {"FA-29"} <= default.readings & capped.readings
