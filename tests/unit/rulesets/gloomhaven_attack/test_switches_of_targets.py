"""The switches about targets, items, defence and damage: each setting, and that each names its reading."""

import pytest
from msgspec.structs import replace

from oathbook.domain.kernel import TABLE
from oathbook.domain.rulesets.gloomhaven_attack.model import events as e
from oathbook.domain.rulesets.gloomhaven_attack.model.components import Defence, Effect
from oathbook.domain.rulesets.gloomhaven_attack.model.decisions import Aim, NoteDamage, OrderModifiers, UseItem
from oathbook.domain.rulesets.gloomhaven_attack.model.state import Figure
from oathbook.domain.rulesets.protocol import Setup
from tests.unit.rulesets.gloomhaven_attack.table import (
    ASH,
    DOUBLE,
    FH,
    GH1,
    AttackRules,
    Table,
    add,
    as_said,
    at,
    both,
    declared,
    effect,
    guard,
    scoundrel,
)
from tests.unit.rulesets.gloomhaven_attack.test_switches import monster_draws, played


@pytest.mark.parametrize(("rules", "applied"), [(GH1, ()), (FH, ("fire",))], ids=["gh1", "fh"])
def test_fa_16_says_whether_what_falls_on_others_lapses(rules: AttackRules, applied: tuple[str, ...]) -> None:
    """FA-16: the target dies: Fire for others lapses, or is applied; the editions differ in the default alone."""

    def killed(switches: dict[str, str]) -> Table:
        table = at(rules, scoundrel(), guard(hit_points=1), guard(id="other"), own="+0 +0", switches=switches)
        return table.declare(3, effects=(effect("fire", on="others"),)).draw("+0")

    default, kept, lapsed = (killed(each) for each in ({}, {"effects_lapse": "on_the_dead"}, {"effects_lapse": "all"}))

    assert (default.applied, kept.applied, lapsed.applied) == (applied, ("fire",), ())
    assert lapsed.the(e.EffectLapsed).event.because == "target dead"
    assert {"FA-16"} <= default.readings & kept.readings & lapsed.readings


@both
def test_fa_17_every_figure_lets_a_character_die(rules: AttackRules) -> None:
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
def test_fa_17_lets_no_character_attack_on_at_zero_in_the_setup_for_newcomers(rules: AttackRules) -> None:
    """By the letter the Scoundrel would: only monsters die at zero."""
    sample, blow = rules.samples()[0], NoteDamage(TABLE, "scoundrel", 17, "trap")

    def struck(setup: Setup) -> Table:
        return Table(rules, rules.initial(setup)).decide(blow)

    played, by_the_letter = struck(sample), struck(replace(sample, switches=rules.wire.switches()))

    assert played.refused(declared(3, "spiked")).code == "attacker-dead"
    assert by_the_letter.figure("scoundrel").hit_points == -9
    assert rules.refusal(by_the_letter.state, declared(3, "spiked")) is None


@both
def test_fa_20_after_draw_orders_the_own_modifiers_when_the_card_is_known(rules: AttackRules) -> None:
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
def test_fa_21_by_size_makes_push_2_better_than_push_1(rules: AttackRules) -> None:
    """FA-21: not comparable, the first drawn; or the larger one."""
    default = monster_draws(rules, "+0-push-1 +0-push-2")
    by_size = monster_draws(rules, "+0-push-1 +0-push-2", effect_sizes="by_size")

    assert (played(default), played(by_size)) == (("+0-push-1",), ("+0-push-2",))
    assert {"FA-21"} <= default.readings & by_size.readings


@both
@pytest.mark.parametrize(("setting", "used"), [("as_reached", "null"), ("as_damage", "-1"), ("null_worst", "-1")])
def test_fa_22_says_how_a_null_and_a_minus_1_compare_on_an_attack_of_0(
    rules: AttackRules, setting: str, used: str
) -> None:
    """FA-22: 0 is more than -1; or both are no damage, and the first is used; or a Null is always worse."""
    table = monster_draws(rules, "-1 null", base=0, compared_at_zero=setting)

    assert played(table) == (used,)
    assert "FA-22" in table.readings


@both
def test_fa_23_each_draw_allows_an_item_against_a_later_target(rules: AttackRules) -> None:
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
def test_fa_24_one_by_one_names_each_target_when_the_one_before_is_done(rules: AttackRules) -> None:
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
def test_fa_25_goes_on_against_the_targets_that_are_left(rules: AttackRules) -> None:
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
def test_fa_26_no_card_counts_of_a_draw_that_cannot_be_completed(rules: AttackRules) -> None:
    """FA-26: one rolling +1 is all there is: it counts, or nothing does."""

    def drawn(switches: dict[str, str]) -> Table:
        return at(rules, pile="rolling+1", switches=switches).declare(3, by=TABLE).draw("rolling+1")

    default, none = drawn({}), drawn({"nothing_left": "no_card"})

    assert default.the(e.DrawStopped).event == e.DrawStopped("monsters")
    assert (default.damage, none.damage) == (4, 3)
    assert {"FA-26"} <= default.readings & none.readings
    assert default.the(e.DrawStopped).readings == ("FA-26", "FA-10")


def armoured(shield: int = 0) -> Figure:
    """A guard whose armour halves the value."""
    return guard(shield=shield, defences=(Defence("armour", "halve"),))


@both
def test_whoever_has_fallen_is_not_struck_again(rules: AttackRules) -> None:
    """FA-25, GH-8.3: the attack goes on, but the attacker has left the board."""
    brute = scoundrel(id="brute", retaliate=2)
    figures = (scoundrel(retaliate=2), brute, guard(hit_points=2), guard(id="other"))
    table = at(rules, *figures, pile="+0 +0", switches={"attacker_falls": "goes_on"})

    on = table.declare(3, "brute", "scoundrel", by=TABLE).draw("+0").draw("+0")

    assert on.damage == 3
    assert on.every(e.Retaliated) == ()
    assert on.battle.tokens == ("guard",)


@both
def test_fa_27_defender_lets_the_other_side_order_its_bonuses(rules: AttackRules) -> None:
    """FA-27: Shield 1 and half of it: whoever attacks orders them, or whoever is attacked."""

    def asked(switches: dict[str, str]) -> Table:
        return at(rules, scoundrel(), armoured(shield=1), own="+0 +0", switches=switches).declare(5).draw("+0")

    default, other = asked({}), asked({"defence_order": "defender"})

    assert (default.asked, other.asked) == ((ASH,), (TABLE,))
    assert (default.order(0, 1).damage, default.order(1, 0).damage) == (2, 1)
    assert {"FA-27"} <= default.readings & other.readings


@both
def test_fa_28_up_rounds_a_half_up(rules: AttackRules) -> None:
    """FA-28: half of 5 is 2, or 3."""

    def halved(switches: dict[str, str]) -> Table:
        return at(rules, scoundrel(), armoured(), own="+0 +0", switches=switches).declare(5).draw("+0")

    default, up = halved({}), halved({"halving": "up"})

    assert (default.damage, up.damage) == (2, 3)
    assert "armour: half, rounded down → 2" in default.worked("defender")
    assert {"FA-28"} <= default.readings & up.readings


@both
def test_fa_29_capped_notes_no_more_than_was_left(rules: AttackRules) -> None:
    """FA-29: 5 on 2 hit points: 5 noted and -3 left, or 2 noted and 0 left."""

    def killed(switches: dict[str, str]) -> Table:
        return at(rules, scoundrel(), guard(hit_points=2), own="+0 +0", switches=switches).declare(5).draw("+0")

    default, capped = killed({}), killed({"recorded_damage": "capped"})

    assert default.the(e.DamageSuffered).event == e.DamageSuffered("guard", 5, -3, "attack")
    assert capped.the(e.DamageSuffered).event == e.DamageSuffered("guard", 2, 0, "attack")
    assert {"FA-29"} <= default.readings & capped.readings


@both
@pytest.mark.parametrize(
    ("reach", "moves", "default", "as_attacked"),
    [
        pytest.param((1, 1), (effect("push", 2),), False, True, id="pushed out of it"),
        pytest.param((1, 3), (effect("push", 2),), True, True, id="pushed and still within it"),
        pytest.param((3, 1), (effect("pull", 2),), True, False, id="pulled into it"),
        pytest.param((2, 1), (effect("pull", 9), effect("push", 1)), False, False, id="pulled and pushed"),
        pytest.param((1, 1), (effect("push", 2, on="self"),), True, True, id="somebody else was pushed"),
        pytest.param((1, 1), (effect("stun"),), True, True, id="not moved"),
    ],
)
def test_fa_37_says_from_where_a_figure_retaliates(
    rules: AttackRules,
    reach: tuple[int, int],
    moves: tuple[Effect, ...],
    default: bool,  # noqa: FBT001  # a column of the table
    as_attacked: bool,  # noqa: FBT001  # a column of the table
) -> None:
    """FA-37: the distance of the attack and the range; whether it strikes back after Push and Pull, or as attacked."""
    distance, at_most = reach

    def struck(setting: dict[str, str]) -> Table:
        table = at(rules, scoundrel(), guard(retaliate=2, retaliate_range=at_most), own="+0 +0", switches=setting)
        return table.declare(3, Aim("guard", distance), effects=moves).draw("+0")

    after, before = struck({}), struck({"retaliate_from": "as_attacked"})

    assert [bool(each.every(e.Retaliated)) for each in (after, before)] == [default, as_attacked]
    assert after.figure("scoundrel").hit_points == (28 if default else 30)
    rests_on = any(each.on == "target" and each.name != "stun" for each in moves)
    assert [("FA-37" in each.readings) for each in (after, before)] == [rests_on, rests_on]


def test_fa_37_counts_a_push_on_a_card_and_none_that_lapses_with_a_null() -> None:
    def struck(*cards: str, lapse: str) -> Table:
        table = at(
            GH1, scoundrel(), guard(retaliate=2), own=" ".join((*cards, "+1")), switches={"null_and_effects": lapse}
        )
        return table.declare(3).draw(*cards)

    pushed = ("rolling-push-2", "null")

    assert struck(*pushed, lapse="applied").every(e.Retaliated) == ()
    assert struck(*pushed, lapse="lapse").the(e.Retaliated).readings == ("FA-32",)


def test_fa_37_works_the_distance_out_line_by_line() -> None:
    table = at(FH, scoundrel(), guard(retaliate=2, retaliate_range=3), own="+0 +0")

    told = table.declare(1, Aim("guard", 2), effects=(effect("pull", 3), effect("push", 2))).draw("+0")

    assert as_said(told.the(e.Retaliated)) == [
        "distance: 2",
        "pull 3: take 3 → -1",
        "distance: at least 1 → 1",
        "push 2: add 2 → 3",
    ]
