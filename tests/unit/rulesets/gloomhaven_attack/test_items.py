"""GH-2.4, GH-8.2: items used before the draw, for the whole action and once; and reasons for Advantage."""

import pytest

from oathbook.domain.rulesets.gloomhaven_attack.model import events as e
from oathbook.domain.rulesets.gloomhaven_attack.model.decisions import Aim
from tests.unit.rulesets.gloomhaven_attack.table import ASH, DOUBLE, AttackRules, at, both, guard, scoundrel

GOGGLES = "eagle-eye-goggles"
STONE = "sharpening-stone"


@both
def test_the_goggles_give_advantage_against_every_target_of_the_attack(rules: AttackRules) -> None:
    """GH-2.4: used once, they hold for the draw against each of two guards, and not for the next attack."""
    table = at(rules, scoundrel(items=(GOGGLES,)), guard(), guard(id="other"), own="+0 +0 +0 +0 +0 +0")

    used = table.declare(3, "guard", "other").use(GOGGLES)
    first = used.draw("+0", "+0")
    second = first.draw("+0", "+0")
    next_attack = second.declare(3).draw("+0")

    event = used.the(e.ItemUsed).event
    assert (event.seat, event.figure, event.item.name) == (ASH, "scoundrel", GOGGLES)
    assert used.the(e.ItemUsed).cites == ("GH-8.2", "GH-2.4")
    assert used.figure("scoundrel").spent == (GOGGLES,)
    for drawn in (first, second):
        assert drawn.the(e.DrawBegan).event.mode == "advantage"
        assert "GH-2.4" in drawn.the(e.DrawBegan).cites
    assert next_attack.the(e.DrawBegan).event.mode == "neither"


@both
def test_an_item_that_adds_is_one_of_the_attackers_modifiers(rules: AttackRules) -> None:
    """GH-1.2: after those declared, until it is ordered before them; an order chosen earlier does not know it."""
    table = at(rules, scoundrel(items=(STONE,)), guard(), own="+0 +0").declare(3, modifiers=(DOUBLE, DOUBLE))

    used = table.order(1, 0).use(STONE)
    ordered = used.order(2, 0, 1)

    assert used.draw("+0").damage == 13
    assert ordered.draw("+0").damage == 16
    assert used.the(e.ItemUsed).cites == ("GH-8.2", "GH-1.2")


@both
def test_several_reasons_for_advantage_are_no_more_than_one(rules: AttackRules) -> None:
    """GH-4.2: two cards are drawn, not three."""
    table = at(rules, scoundrel(items=(GOGGLES,)), guard(), own="+0 +0 +0").declare(3, advantage=("strengthen",))

    drawn = table.use(GOGGLES).draw("+0", "+0")

    assert drawn.drawn == ("+0", "+0")
    assert "GH-4.2" in drawn.the(e.DrawBegan).cites


@both
@pytest.mark.parametrize(
    ("reach", "distance", "mode"),
    [("ranged", 1, "disadvantage"), ("ranged", 2, "neither"), ("melee", 1, "neither"), ("melee", 2, "neither")],
)
def test_a_ranged_attack_on_an_adjacent_enemy_has_disadvantage(
    rules: AttackRules, reach: str, distance: int, mode: str
) -> None:
    """GH-4.4, FA-32: for that target alone; whoever attacks says how far away it is."""
    table = at(rules, own="+0 +0 +0").declare(3, Aim("guard", distance), reach=reach)

    drawn = table.draw(*["+0"] * (2 if mode == "disadvantage" else 1))

    assert drawn.the(e.DrawBegan).event.mode == mode
    assert ("GH-4.4" in drawn.the(e.DrawBegan).cites) == (mode == "disadvantage")


@both
def test_goggles_on_an_adjacent_enemy_from_afar_cancel_out(rules: AttackRules) -> None:
    """GH-4.2, GH-4.4: an ordinary attack, and the items are spent all the same."""
    table = at(rules, scoundrel(items=(GOGGLES,)), guard(), own="+0 +0")

    drawn = table.declare(3, Aim("guard"), reach="ranged").use(GOGGLES).draw("+0")

    assert drawn.the(e.DrawBegan).event.mode == "neither"
    assert {"GH-4.2", "GH-4.4", "GH-2.4"} <= set(drawn.the(e.DrawBegan).cites)
    assert drawn.figure("scoundrel").spent == (GOGGLES,)
    assert drawn.the(e.AttackEnded).event.attacker == "scoundrel"
    assert drawn.asked[0] == ASH


@both
def test_what_is_never_more_or_less_is_counted_by_name(rules: AttackRules) -> None:
    """Two cards and one in the decks, three times ten ready; two figures; one item."""
    table = at(rules, scoundrel(items=(GOGGLES,)), guard(), pile="+0 -1", own="+1")

    assert rules.conserved(table.state) == {"cards": 33, "figures": 2, "items": 1}
