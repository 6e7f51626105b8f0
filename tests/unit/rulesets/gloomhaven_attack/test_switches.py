"""The switches: where a setting answers otherwise than the default, and that each names its reading."""

from typing import Final

import msgspec
import pytest

from oathbook.domain.kernel import TABLE
from oathbook.domain.rulesets.gloomhaven_attack.editions import EDITION_FH, EDITION_GH1
from oathbook.domain.rulesets.gloomhaven_attack.model import events as e
from oathbook.domain.rulesets.gloomhaven_attack.model.switches import SharedSwitches, Switches
from tests.unit.rulesets.gloomhaven_attack.table import (
    ASH,
    DOUBLE,
    GH1,
    AttackRules,
    Table,
    add,
    as_said,
    at,
    both,
    effect,
    guard,
    reasons,
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
    "FA-16": ("all", "on_the_dead"),
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
    """FA-1, FA-2, FA-13 and FA-14 are about clauses that it prints otherwise; FA-16 has the other default."""
    first, other = (
        {each.id: each.settings for each in edition.rulebook.readings} for edition in (EDITION_GH1, EDITION_FH)
    )

    assert {each for each in other if other[each] != first[each]} == {"FA-16"}
    assert msgspec.to_builtins(SharedSwitches())["FA-16"] == other["FA-16"][0] == "on_the_dead"
    assert set(first) - set(other) == {"FA-1", "FA-2", "FA-13", "FA-14"}
    assert set(other) <= set(first)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"FA-1": "compared"}, SharedSwitches)


def monster_draws(rules: AttackRules, cards: str, *, base: int = 3, mode: str = "advantage", **switches: str) -> Table:
    """The guard attacks the scoundrel with that mode, and these cards come."""
    table = at(rules, pile=f"{cards} +0 +0", switches=switches)
    return table.declare(base, by=TABLE, **reasons(mode)).draw(*cards.split())


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


def test_fa_1_compared_shows_what_both_and_the_one_make_of_the_attack() -> None:
    """FA-1, GH-7.1: 3 with r-1 and +1 is 3, with +1 alone 4."""
    compared = monster_draws(GH1, "rolling-1 +1", one_rolling="compared")

    assert as_said(compared.the(e.CardsPlayed)) == [
        *("attack with rolling-1 and +1: 3", "card rolling-1: take 1 → 2", "card +1: add 1 → 3"),
        *("attack with +1: 3", "card +1: add 1 → 4"),
    ]


def test_fa_1_compared_takes_a_null_for_nothing_whatever_comes_after_it() -> None:
    """FA-1, FA-4, GH-4.5: a Null and r-1 make 0 in any order, as the Null alone; of equals the first, so both count."""
    compared = monster_draws(GH1, "null rolling-1", one_rolling="compared")

    assert played(compared) == ("null", "rolling-1")
    assert compared.damage == 0


def test_fa_2_first_ignores_the_symbol_of_a_second_rolling_card() -> None:
    """FA-2: +0 and r+1 both count; by the other reading they are compared."""
    default, first = monster_draws(GH1, "+0 rolling+1"), monster_draws(GH1, "+0 rolling+1", rolling_place="first")

    assert played(default) == ("+0", "rolling+1")
    assert played(first) == ("rolling+1",)
    assert {"FA-2"} <= default.readings & first.readings
    assert "FA-2" not in monster_draws(GH1, "rolling+1 +0").readings


@both
def test_fa_4_by_order_lets_a_card_after_the_null_count(rules: AttackRules) -> None:
    """FA-4: r+1 and Null: 0 in any order; by order, the +1 last deals 1."""
    default = monster_draws(rules, "rolling+1 null", mode="neither")
    asked = monster_draws(rules, "rolling+1 null", mode="neither", null_and_bonuses="by_order")

    rescued, lost = asked.order(1, 0), asked.order(0, 1)

    assert default.damage == 0
    assert (rescued.damage, lost.damage) == (1, 0)
    assert {"FA-4"} <= default.readings & asked.readings & rescued.readings


@both
def test_fa_5_lapse_takes_the_effects_with_the_damage(rules: AttackRules) -> None:
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
def test_fa_6_across_steps_lets_a_doubling_wait_for_the_card(rules: AttackRules) -> None:
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
def test_fa_8_always_best_puts_a_2x_before_a_larger_number(rules: AttackRules) -> None:
    """FA-8: on an attack of 1 a +2 makes 3 and a 2x makes 2."""
    default = monster_draws(rules, "2x +2", base=1)
    best = monster_draws(rules, "2x +2", base=1, double_compared="always_best")

    assert (played(default), played(best)) == (("+2",), ("2x",))
    assert {"FA-8"} <= default.readings & best.readings


@both
def test_fa_10_shuffled_in_puts_the_card_on_the_table_back_into_the_deck(rules: AttackRules) -> None:
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
def test_fa_11_used_does_not_shuffle_for_a_card_set_aside(rules: AttackRules) -> None:
    """FA-11: a Null set aside with Advantage: drawn is enough, or not."""
    default, used = monster_draws(rules, "null +1"), monster_draws(rules, "null +1", symbol="used")

    assert default.the(e.ShuffleDue).event == e.ShuffleDue("monsters")
    assert used.every(e.ShuffleDue) == ()
    assert {"FA-11"} <= default.readings & used.readings
    assert monster_draws(rules, "2x +1", symbol="used").every(e.ShuffleDue)


@both
def test_fa_12_each_step_raises_the_value_to_zero_between_the_steps(rules: AttackRules) -> None:
    """FA-12: base 1, 2 less, +2: 1 damage; raised after each step, 2."""

    def attacked(switches: dict[str, str]) -> Table:
        return at(rules, own="+2 +0", switches=switches).declare(1, modifiers=(add(-2),)).draw("+2")

    default, raised = attacked({}), attacked({"below_zero": "each_step"})

    assert (default.values, default.damage) == ([-1, 1, 1], 1)
    assert (raised.values, raised.damage) == ([0, 2, 2], 2)
    assert "attack: at least 0 → -1 (does not apply)" in default.worked("attacker")
    assert "attack: at least 0 → 0" in raised.worked("attacker")
    assert {"FA-12"} <= default.readings & raised.readings
    floors = (line for each in raised.every(e.ValueReached) for line in each.working if line.op == "at-least")
    assert [line.clause for line in floors] == ["GH-1.1"]
