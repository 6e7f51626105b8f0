"""FH-1.1: Ward and Brittle come last, in Frosthaven alone, and from any source of damage."""

import pytest

from oathbook.domain.kernel import TABLE
from oathbook.domain.rulesets.gloomhaven_attack.model import events as e
from oathbook.domain.rulesets.gloomhaven_attack.model.components import Condition
from tests.unit.rulesets.gloomhaven_attack.table import FH, GH1, as_said, at, guard, scoundrel


@pytest.mark.parametrize(
    ("conditions", "damage", "left"),
    [(("ward",), 2, ()), (("brittle",), 10, ()), (("ward", "brittle"), 5, ()), (("poison", "ward"), 3, ("poison",))],
)
def test_the_damage_of_an_attack_is_halved_or_doubled(
    conditions: tuple[Condition, ...], damage: int, left: tuple[str, ...]
) -> None:
    """Attack 6 on Shield 1 is 5: half 2, double 10, both 5; with Poison 6, half 3; what was used up is gone."""
    table = at(FH, scoundrel(), guard(shield=1, conditions=conditions), own="+0 +0").declare(6).draw("+0")

    assert table.damage == damage
    assert table.the(e.DamageSuffered).cites[0] == "FH-1.1"
    assert table.figure("guard").conditions == left
    assert len(table.every(e.ConditionEnded)) == len(conditions) - len(left)


def test_the_first_edition_knows_neither() -> None:
    """The table of editions: no step after the Shield."""
    table = at(GH1, scoundrel(), guard(shield=1, conditions=("ward",)), own="+0 +0").declare(6).draw("+0")

    assert table.damage == 5
    assert table.figure("guard").conditions == ("ward",)


def test_no_damage_uses_nothing_up() -> None:
    """RBF p. 28: the next time the figure suffers damage."""
    table = at(FH, scoundrel(), guard(shield=9, conditions=("ward",)), own="+0 +0").declare(6).draw("+0")

    assert table.damage == 0
    assert table.figure("guard").conditions == ("ward",)


def test_ward_helps_against_retaliate() -> None:
    """RBF p. 28: damage from any source."""
    table = at(FH, scoundrel(conditions=("ward",)), guard(retaliate=3), own="+0 +0").declare(1).draw("+0")

    suffered = table.every(e.DamageSuffered)[-1]

    assert suffered.event == e.DamageSuffered("scoundrel", 1, 29, "retaliate")
    assert as_said(suffered)[:2] == ["damage: 3", "Ward: half, rounded down → 1"]
    assert table.asked == ("ash", TABLE)
