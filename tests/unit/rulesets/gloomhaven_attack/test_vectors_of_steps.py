"""The vectors GV-1 to GV-5: the steps of an attack, each played from a start position in both editions."""

from oathbook.domain.rulesets.gloomhaven_attack.model import events as e
from tests.unit.rulesets.gloomhaven_attack.table import DOUBLE, AttackRules, add, at, both, guard, scoundrel


@both
def test_gv_1_the_printed_example_is_3_then_10_then_9_then_8(rules: AttackRules) -> None:
    """GV-1 (GH-1.1 to GH-1.5): Attack 3, 2 more, doubled, a -1, Shield 1: 8 damage, read as the example reads."""
    table = at(rules, scoundrel(), guard(hit_points=10, shield=1), own="-1 +0")

    dealt = table.declare(3, modifiers=(add(2, "condition of the card"), DOUBLE)).draw("-1")

    assert dealt.values == [10, 9, 8]
    assert dealt.worked("attacker") == [
        "attack: 3",
        "condition of the card: add 2 → 5",
        "active card: times 2 → 10",
        "Poison: add 1 → 10 (does not apply)",
    ]
    assert dealt.worked("cards") == ["attack: 10", "card -1: take 1 → 9"]
    assert dealt.worked("defender") == ["attack: 9", "Shield: take 1 → 8"]
    assert dealt.the(e.DamageSuffered).event == e.DamageSuffered("guard", 8, 2, "attack")
    assert {"GH-1.2", "GH-1.3", "GH-1.4", "GH-1.5"} <= dealt.cites


@both
def test_gv_2_the_same_modifiers_in_the_other_order_make_6(rules: AttackRules) -> None:
    """GV-2 (GH-1.5): doubled first, then 2 more: 8, 7, 6; declared so, or ordered so before the draw."""
    table = at(rules, scoundrel(), guard(shield=1), own="-1 +0")

    declared = table.declare(3, modifiers=(DOUBLE, add(2))).draw("-1")
    ordered = table.declare(3, modifiers=(add(2), DOUBLE)).order(1, 0).draw("-1")

    assert declared.values == [8, 7, 6]
    assert ordered.values == [8, 7, 6]
    assert (declared.damage, ordered.damage) == (6, 6)


@both
def test_gv_3_pierce_2_leaves_1_of_shield_3(rules: AttackRules) -> None:
    """GV-3 (GH-1.7): Attack 3, +0, Shield 3 less Pierce 2: 2 damage."""
    table = at(rules, scoundrel(), guard(shield=3), own="+0 +0")

    dealt = table.declare(3, pierce=2).draw("+0")

    assert dealt.damage == 2
    assert dealt.worked("defender") == ["Shield: 3", "Pierce: take 2 → 1", "attack: 3", "Shield: take 1 → 2"]
    assert "GH-1.7" in dealt.cites


@both
def test_pierce_beyond_the_shield_adds_nothing(rules: AttackRules) -> None:
    """GH-1.7: never below a Shield of zero."""
    table = at(rules, scoundrel(), guard(shield=1), own="+0 +0")

    assert table.declare(3, pierce=5).draw("+0").damage == 3


@both
def test_gv_4_each_target_has_its_own_card_and_shield(rules: AttackRules) -> None:
    """GV-4 (GH-1.1, GH-1.6): one attack of 3 on two targets: +1 against Shield 0 is 4, +0 against Shield 2 is 1."""
    other = guard(id="other", shield=2)
    table = at(rules, scoundrel(), guard(), other, own="+1 +0 +0")

    first = table.declare(3, "guard", "other").draw("+1")
    second = first.draw("+0")

    assert (first.damage, second.damage) == (4, 1)
    assert first.the(e.TargetFaced).event == e.TargetFaced("scoundrel", "other", 2)
    assert "GH-1.6" in first.the(e.TargetFaced).cites
    assert second.the(e.AttackEnded).event == e.AttackEnded("scoundrel", ())
    assert (second.figure("guard").hit_points, second.figure("other").hit_points) == (26, 29)


@both
def test_gv_5_a_poisoned_target_takes_1_more_before_the_card(rules: AttackRules) -> None:
    """GV-5 (GH-1.2): Attack 2, 1 for Poison, doubled by the card: 6."""
    table = at(rules, scoundrel(), guard(conditions=("poison",)), own="2x +0")

    dealt = table.declare(2).draw("2x")

    assert dealt.values == [3, 6, 6]
    assert dealt.damage == 6
    assert dealt.worked("attacker") == ["attack: 2", "Poison: add 1 → 3"]


@both
def test_the_place_of_poison_among_the_modifiers_is_chosen(rules: AttackRules) -> None:
    """FA-31: after those of the attack until somebody orders it before."""
    table = at(rules, scoundrel(), guard(conditions=("poison",)), own="+0 +0")

    last = table.declare(2, modifiers=(DOUBLE,)).draw("+0")
    ordered = table.declare(2, modifiers=(DOUBLE,)).order(1, 0)

    assert last.damage == 5
    assert ordered.the(e.ModifiersOrdered).event.names == ("Poison", "active card")
    assert "FA-31" in ordered.readings
    assert ordered.draw("+0").damage == 6
