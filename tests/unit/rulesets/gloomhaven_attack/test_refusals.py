"""Decisions that are not allowed: each with its clause, its code and the values it was judged by."""

from typing import Final

import pytest

from oathbook.domain.kernel import TABLE, Refusal
from oathbook.domain.rulesets.gloomhaven_attack.model.decisions import (
    Aim,
    ChooseCard,
    Decision,
    DrawCards,
    EndRound,
    NameTarget,
    OrderModifiers,
    UseItem,
)
from tests.unit.rulesets.gloomhaven_attack.table import (
    ASH,
    BIRCH,
    DOUBLE,
    FH,
    GH1,
    AttackRules,
    Table,
    add,
    at,
    both,
    declared,
    guard,
    scoundrel,
)

GOGGLES: Final = ("eagle-eye-goggles", "sharpening-stone")


def last(refusal: Refusal) -> tuple[str, str, dict[str, str | int]]:
    """Code and clause of a refusal, and the values of the condition that failed."""
    failed = refusal.conditions[-1]
    assert not failed.holds
    assert all(each.holds for each in refusal.conditions[:-1])
    assert failed.clause == refusal.clause
    return refusal.code, refusal.clause, dict(failed.values)


def full_table(rules: AttackRules) -> Table:
    """Two players, a summon, a monster that lives and one that is dead."""
    return at(
        rules,
        scoundrel(items=GOGGLES, spent=("sharpening-stone",)),
        scoundrel(id="rat", kind="summon"),
        scoundrel(id="brute", seat=BIRCH),
        guard(),
        guard(id="dead", hit_points=-2, dead=True),
        seats=("ash", "birch"),
    )


REFUSED: Final[dict[str, tuple[Decision, tuple[str, str, dict[str, str | int]]]]] = {
    "an attacker that is not there": (
        declared(3, attacker="violet"),
        ("no-such-figure", "GH-8.1", {"attacker": "violet"}),
    ),
    "a figure of somebody else": (
        declared(3, attacker="brute"),
        ("not-your-figure", "GH-8.1", {"seat": "ash", "whose": "birch"}),
    ),
    "a monster of the table": (
        declared(3, "scoundrel", attacker="guard"),
        ("not-your-figure", "GH-8.1", {"seat": "ash", "whose": "table"}),
    ),
    "a dead attacker": (
        declared(3, by=TABLE, attacker="dead"),
        ("attacker-dead", "GH-5.2", {"attacker": "dead", "hit points": -2}),
    ),
    "a target that is not there": (declared(3, "violet"), ("no-such-figure", "GH-8.1", {"target": "violet"})),
    "a target that is dead": (declared(3, "dead"), ("target-dead", "GH-5.2", {"target": "dead", "hit points": -2})),
    "a friend": (declared(3, "rat"), ("no-enemy", "GH-8.1", {"attacker": "character", "target": "summon"})),
    "a target twice": (declared(3, "guard", "guard"), ("target-twice", "GH-8.1", {"targets": "guard, guard"})),
    "a draw before an attack": (
        DrawCards(ASH),
        ("not-asked", "GH-1.3", {"stage": "round", "asked": "ash, birch, table"}),
    ),
    "an order before an attack": (
        OrderModifiers(ASH, (0, 1)),
        ("not-asked", "GH-1.5", {"stage": "round", "asked": "ash, birch, table"}),
    ),
    "an item before an attack": (
        UseItem(ASH, "eagle-eye-goggles"),
        ("not-asked", "GH-8.2", {"stage": "round", "asked": "ash, birch, table"}),
    ),
    "a choice before an attack": (
        ChooseCard(ASH, "first"),
        ("not-asked", "GH-2.1", {"stage": "round", "asked": "ash, birch, table"}),
    ),
    "a next target before an attack": (
        NameTarget(ASH, Aim("guard")),
        ("not-asked", "GH-8.1", {"stage": "round", "asked": "ash, birch, table"}),
    ),
    "a round ended by a player": (EndRound(ASH), ("not-asked", "GH-8.6", {"seat": "ash"})),
}


@both
@pytest.mark.parametrize("case", REFUSED)
def test_between_attacks_a_refusal_names_clause_and_values(rules: AttackRules, case: str) -> None:
    """Each of these is wrong in one thing only."""
    decision, expected = REFUSED[case]

    assert last(full_table(rules).refused(decision)) == expected


@both
def test_an_attack_without_a_target_is_refused(rules: AttackRules) -> None:
    """GH-8.1, FA-24: at least one enemy."""
    decision = declared(3, "guard")
    decision = type(decision)(decision.by, decision.attacker, decision.base, ())

    assert last(full_table(rules).refused(decision)) == ("how-many-targets", "GH-8.1", {"targets": 0})


def aiming(rules: AttackRules) -> Table:
    """The scoundrel faces the first of two guards."""
    figures = (scoundrel(items=GOGGLES, spent=("sharpening-stone",)), guard(), guard(id="other"))
    table = at(rules, *figures, own="+0 +0 2x rolling+1")
    return table.declare(3, "guard", "other", modifiers=(add(2), DOUBLE))


AIMING: Final[dict[str, tuple[Decision, tuple[str, str, dict[str, str | int]]]]] = {
    "an item that is not there": (
        UseItem(ASH, "war-horn"),
        ("no-such-item", "GH-8.2", {"item": "war-horn", "items": "eagle-eye-goggles, sharpening-stone"}),
    ),
    "an item that has been used": (
        UseItem(ASH, "sharpening-stone"),
        ("item-spent", "GH-8.2", {"item": "sharpening-stone", "used": "sharpening-stone"}),
    ),
    "an order of too few": (
        OrderModifiers(ASH, (0,)),
        ("no-order", "GH-1.5", {"order": "0", "modifiers": "bonus, active card"}),
    ),
    "an order that names one twice": (
        OrderModifiers(ASH, (1, 1)),
        ("no-order", "GH-1.5", {"order": "1, 1", "modifiers": "bonus, active card"}),
    ),
    "an order of what is not there": (
        OrderModifiers(ASH, (1, 2)),
        ("no-order", "GH-1.5", {"order": "1, 2", "modifiers": "bonus, active card"}),
    ),
    "another attack": (declared(3), ("not-asked", "GH-8.1", {"stage": "aiming", "asked": "ash"})),
    "the draw of somebody else": (DrawCards(TABLE), ("not-asked", "GH-1.3", {"stage": "aiming", "asked": "ash"})),
    "the end of the round": (EndRound(TABLE), ("not-asked", "GH-8.6", {"stage": "aiming", "asked": "ash"})),
}


@both
@pytest.mark.parametrize("case", AIMING)
def test_before_the_draw_a_refusal_names_clause_and_values(rules: AttackRules, case: str) -> None:
    """While a target is faced."""
    decision, expected = AIMING[case]

    assert last(aiming(rules).refused(decision)) == expected


@both
def test_an_order_of_nothing_is_refused(rules: AttackRules) -> None:
    """GH-1.5: one modifier has no order."""
    table = at(rules).declare(3, modifiers=(DOUBLE,))

    refusal = table.refused(OrderModifiers(ASH, (0,)))

    assert last(refusal) == ("no-order", "GH-1.5", {"order": "0", "modifiers": "active card"})


@both
def test_an_order_of_cards_does_not_rest_on_when_ones_own_are_ordered(rules: AttackRules) -> None:
    """FA-20 says when the attacker's own modifiers are ordered; the cards are ordered after the draw either way."""
    own = aiming(rules)
    of_cards = at(rules, own="rolling+1 2x +0").declare(3).draw("rolling+1", "2x")

    wrong = [each.refused(OrderModifiers(ASH, (0,))) for each in (own, of_cards)]
    by_others = [each.refused(OrderModifiers(TABLE, (1, 0))) for each in (own, of_cards)]

    assert [(each.code, each.readings) for each in wrong] == [("no-order", ("FA-20",)), ("no-order", ())]
    assert [(each.code, each.readings) for each in by_others] == [("not-asked", ("FA-20",)), ("not-asked", ())]


@both
def test_a_second_item_after_the_draw_is_too_late(rules: AttackRules) -> None:
    """GH-8.2: the goggles were used, the cards are on the table, and the stone stays where it is."""
    table = at(rules, scoundrel(items=GOGGLES), guard(), own="rolling+1 2x +0").declare(3).draw("rolling+1", "2x")

    refusal = table.refused(UseItem(ASH, "sharpening-stone"))

    assert table.battle.stage == "ordering"
    assert last(refusal) == ("after-the-draw", "GH-8.2", {"stage": "ordering", "target": 1, "item": "sharpening-stone"})


def test_an_item_while_a_card_is_chosen_is_too_late() -> None:
    """GH-8.2 in Frosthaven, between the draw and the choice."""
    table = at(FH, scoundrel(items=GOGGLES), guard(), own="+1 +0").declare(3).use("eagle-eye-goggles").draw("+1", "+0")

    assert last(table.refused(UseItem(ASH, "sharpening-stone")))[0] == "after-the-draw"


def test_the_choice_of_somebody_else_is_refused() -> None:
    """FH-2.2: the attacker's player chooses."""
    table = at(FH, own="+1 +0").declare(3, advantage=("strengthen",)).draw("+1", "+0")

    assert last(table.refused(ChooseCard(TABLE, "first"))) == (
        "not-asked",
        "GH-2.1",
        {"stage": "choosing", "asked": "ash"},
    )


@both
def test_a_next_target_is_judged_like_the_first(rules: AttackRules) -> None:
    """FA-24: named before, dead, a friend, unknown."""
    figures = (
        scoundrel(),
        scoundrel(id="rat", kind="summon"),
        guard(),
        guard(id="other"),
        guard(id="dead", hit_points=0, dead=True),
    )
    table = at(rules, *figures, own="+0 +0", switches={"targets_named": "one_by_one"}).declare(3).draw("+0")

    codes = {name: last(table.refused(NameTarget(ASH, Aim(name))))[0] for name in ("guard", "dead", "rat", "violet")}

    assert codes == {"guard": "target-twice", "dead": "target-dead", "rat": "no-enemy", "violet": "no-such-figure"}


def test_an_attack_has_at_most_ten_targets() -> None:
    """FA-24: the eleventh is refused, and not asked for."""
    guards = tuple(guard(id=f"guard-{number}") for number in range(11))
    table = at(GH1, scoundrel(), *guards, own="+0 +0", switches={"targets_named": "one_by_one"})
    table = table.declare(1, "guard-0").draw("+0")
    for number in range(1, 10):
        assert table.battle.stage == "naming"
        table = table.name(f"guard-{number}").draw("+0")

    assert table.battle.stage == "round"
