"""GH-5.2, GH-8.8: a monster dies of any source of damage; attacks are one of them, the table tells of the others."""

import pytest

from oathbook.domain.kernel import TABLE
from oathbook.domain.rulesets.gloomhaven_attack.model import events as e
from oathbook.domain.rulesets.gloomhaven_attack.model.decisions import NoteDamage
from tests.unit.rulesets.gloomhaven_attack.table import (
    ASH,
    GH1,
    AttackRules,
    Table,
    as_said,
    at,
    both,
    guard,
    scoundrel,
)


def trapped(table: Table, damage: int, figure: str = "guard") -> Table:
    return table.decide(NoteDamage(TABLE, figure, damage, "spike trap"))


@both
def test_a_monster_brought_to_zero_by_a_trap_dies_at_once(rules: AttackRules) -> None:
    """GH-5.2, GH-5.4: 3 on 3 hit points: dead, with a token; nobody attacked, and no card was drawn."""
    table = trapped(at(rules, scoundrel(), guard(hit_points=3), guard(id="other")), 3)

    assert table.the(e.DamageNoted).event == e.DamageNoted("guard", "spike trap", 3)
    assert (table.the(e.DamageNoted).cites, table.the(e.DamageNoted).readings) == (("GH-8.8",), ("FA-36",))
    suffered = table.the(e.DamageSuffered)
    assert suffered.event == e.DamageSuffered("guard", 3, 0, "other")
    assert (suffered.cites, suffered.readings) == (("GH-8.8", "GH-5.1"), ())
    assert as_said(suffered) == ["damage: 3", "hit points: 3", "damage: take 3 → 0"]
    assert table.the(e.FigureDied).cites == ("GH-5.2",)
    assert table.the(e.TokenPlaced).cites == ("GH-5.4",)
    assert table.figure("guard").dead
    assert table.drawn == ()
    assert "guard" not in {
        each.figure for each in table.rules.options(table.state, TABLE).listed if isinstance(each, NoteDamage)
    }


@both
def test_one_hit_point_left_is_no_death(rules: AttackRules) -> None:
    """The control: 2 of 3, and neither Shield nor Retaliate has a part in it (FA-18)."""
    table = trapped(at(rules, scoundrel(), guard(hit_points=3, shield=5, retaliate=2)), 2)

    assert table.figure("guard").hit_points == 1
    assert table.the(e.DamageSuffered).readings == ("FA-18",)
    assert (table.every(e.FigureDied), table.every(e.Retaliated)) == ((), ())
    assert table.figure("scoundrel").hit_points == 30


@both
def test_the_last_monster_may_die_of_a_trap(rules: AttackRules) -> None:
    """GH-8.6: no monster is left, whatever it died of."""
    table = trapped(at(rules, scoundrel(), guard(hit_points=1)), 4)

    assert table.figure("guard").hit_points == -3
    assert table.the(e.DamageSuffered).readings == ("FA-29",)
    assert table.the(e.ScenarioEnded).event == e.ScenarioEnded("monsters defeated", table.state.seats)


@both
def test_a_character_at_zero_stays_unless_every_figure_dies(rules: AttackRules) -> None:
    """FA-17: noted, or dead."""
    figures = (scoundrel(hit_points=2), scoundrel(id="rat", kind="summon"), guard())

    noted = trapped(at(rules, *figures), 2, "scoundrel")
    dead = trapped(at(rules, *figures, switches={"who_dies": "every_figure"}), 2, "scoundrel")

    assert (noted.every(e.FigureDied), noted.figure("scoundrel").hit_points) == ((), 0)
    assert dead.the(e.FigureDied).event == e.FigureDied("scoundrel")
    assert {"FA-17"} <= noted.readings & dead.readings


@pytest.mark.parametrize(
    ("decision", "code", "clause"),
    [
        (NoteDamage(ASH, "guard", 1, "trap"), "not-asked", "GH-8.8"),
        (NoteDamage(TABLE, "ghost", 1, "trap"), "no-such-figure", "GH-8.8"),
        (NoteDamage(TABLE, "dead", 1, "trap"), "already-dead", "GH-5.2"),
        (NoteDamage(TABLE, "guard", 0, "trap"), "no-damage", "GH-8.8"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_what_is_not_noted(decision: NoteDamage, code: str, clause: str) -> None:
    refusal = at(GH1, scoundrel(), guard(), guard(id="dead", hit_points=0, dead=True)).refused(decision)

    assert (refusal.code, refusal.clause) == (code, clause)


def test_a_refusal_of_no_damage_says_how_much_was_named() -> None:
    """GH-8.8: 0 is none."""
    refusal = at(GH1).refused(NoteDamage(TABLE, "guard", 0, "trap"))

    assert refusal.conditions[-1].values == {"damage": 0}


def test_nobody_tells_of_other_damage_in_the_middle_of_an_attack() -> None:
    """GH-8.8: between two attacks; the control is the same a decision earlier."""
    before = at(GH1)

    refusal = before.declare(3).refused(NoteDamage(TABLE, "guard", 1, "trap"))

    assert (refusal.code, refusal.clause) == ("not-asked", "GH-8.8")
    assert trapped(before, 1).figure("guard").hit_points == 29
