"""The vectors GV-60 and GV-61: death, what lapses with it, tokens and Retaliate."""

import pytest

from oathbook.domain.rulesets.gloomhaven_attack.model import events as e
from oathbook.domain.rulesets.gloomhaven_attack.model.components import Origin
from oathbook.domain.rulesets.gloomhaven_attack.model.decisions import Aim
from tests.unit.rulesets.gloomhaven_attack.table import FH, GH1, AttackRules, Table, at, both, effect, guard, scoundrel


def killed(rules: AttackRules, **more: object) -> Table:
    """Attack 4 with Push 2, +0, on a monster with 4 hit points; another monster lives on."""
    table = at(rules, scoundrel(), guard(hit_points=4, **more), guard(id="other"), own="+0 +0")
    return table.declare(4, effects=(effect("push", 2),)).draw("+0")


@both
def test_gv_60_a_monster_killed_is_not_pushed_and_leaves_a_token(rules: AttackRules) -> None:
    """GV-60 (GH-5.2 to GH-5.4): 4 damage on 4 hit points: dead, no Push, a token."""
    table = killed(rules)

    assert table.the(e.DamageSuffered).event == e.DamageSuffered("guard", 4, 0, "attack")
    assert table.the(e.FigureDied).cites == ("GH-5.2",)
    assert table.the(e.EffectLapsed).event.because == "target dead"
    assert table.the(e.EffectLapsed).cites == ("GH-5.3",)
    assert table.applied == ()
    assert table.the(e.TokenPlaced).cites == ("GH-5.4",)
    assert table.battle.tokens == ("guard",)
    assert table.figure("guard").dead


@pytest.mark.parametrize("origin", ["summoned", "spawned"])
def test_gv_60_a_summoned_monster_leaves_a_token_in_frosthaven_only(origin: Origin) -> None:
    """GV-60 (GH-5.4, FH-5.1): none in the first edition, one all the same in Frosthaven."""
    first, other = (killed(rules, origin=origin) for rules in (GH1, FH))

    assert first.every(e.TokenPlaced) == ()
    assert first.battle.tokens == ()
    assert other.the(e.TokenPlaced).cites == ("FH-5.1",)


@both
def test_a_target_that_survives_is_pushed(rules: AttackRules) -> None:
    """The control of GV-60: with 5 hit points it lives and is pushed."""
    table = at(rules, scoundrel(), guard(hit_points=5), own="+0 +0")

    pushed = table.declare(4, effects=(effect("push", 2),)).draw("+0")

    assert pushed.applied == ("push 2",)
    assert pushed.every(e.FigureDied) == ()


@both
def test_gv_61_a_monster_killed_does_not_retaliate(rules: AttackRules) -> None:
    """GV-61 (GH-8.3): the attacker suffers nothing from a figure that has died."""
    table = at(rules, scoundrel(), guard(hit_points=4, retaliate=2), guard(id="other"), own="+0 +0")

    killing = table.declare(4).draw("+0")

    assert killing.every(e.Retaliated) == ()
    assert killing.figure("scoundrel").hit_points == 30


@both
def test_gv_61_a_monster_that_survives_retaliates_once_per_attack(rules: AttackRules) -> None:
    """GV-61 (GH-8.3, FA-18): 2 to the attacker after each attack, whatever the attacker's Shield."""
    table = at(rules, scoundrel(shield=3), guard(retaliate=2), own="+0 +0 +0")

    once = table.declare(4).draw("+0")
    twice = once.declare(4).draw("+0")

    assert once.the(e.Retaliated).event == e.Retaliated("guard", "scoundrel", 2)
    suffered = once.every(e.DamageSuffered)[-1]
    assert suffered.event == e.DamageSuffered("scoundrel", 2, 28, "retaliate")
    assert "FA-18" in suffered.readings
    assert twice.figure("scoundrel").hit_points == 26


@both
@pytest.mark.parametrize(("distance", "strikes"), [(1, True), (2, True), (3, False)])
def test_retaliate_reaches_as_far_as_its_range(rules: AttackRules, distance: int, strikes: bool) -> None:  # noqa: FBT001  # a column of the table
    """GH-8.3: adjacent, or within its range."""
    table = at(rules, scoundrel(), guard(retaliate=2, retaliate_range=2), own="+0 +0 +0")

    shot = table.declare(4, Aim("guard", distance), reach="ranged").draw(*["+0"] * (2 if distance == 1 else 1))

    assert bool(shot.every(e.Retaliated)) == strikes


def killing_with_effects(rules: AttackRules) -> Table:
    """An attack that kills, with an effect on the target, one on the attacker and one on others."""
    table = at(rules, scoundrel(), guard(hit_points=1), guard(id="other"), own="+0 +0")
    effects = (effect("stun"), effect("heal", 2, on="self"), effect("fire", on="others"))
    return table.declare(4, effects=effects).draw("+0")


def test_nothing_more_of_an_attack_is_applied_once_its_target_is_dead() -> None:
    """GH-5.3 by the letter (FA-16): what would fall on the attacker or on others lapses as well."""
    killing = killing_with_effects(GH1)

    assert (killing.applied, killing.lapsed) == ((), ("stun", "heal", "fire"))
    lapses = killing.every(e.EffectLapsed)
    assert {each.event.because for each in lapses} == {"target dead"}
    assert all("GH-5.3" in each.cites for each in lapses)
    assert ["FA-16" in each.readings for each in lapses] == [False, True, True]


def test_in_frosthaven_what_falls_on_the_attacker_or_others_stays() -> None:
    """FA-16: effects on the dead lapse, those on oneself and on others are applied."""
    killing = killing_with_effects(FH)

    assert killing.lapsed == ("stun",)
    assert killing.applied == ("heal 2", "fire")
    assert all("FA-16" in each.readings for each in killing.every(e.EffectApplied))


@both
def test_the_last_monster_dead_ends_the_scenario(rules: AttackRules) -> None:
    """GH-8.6: the seats win."""
    table = at(rules, scoundrel(), guard(hit_points=1), own="+0 +0").declare(4).draw("+0")

    assert table.the(e.ScenarioEnded).event == e.ScenarioEnded("monsters defeated", table.state.seats)
    assert table.asked == ()
    assert table.rules.standing(table.state).ending is not None
