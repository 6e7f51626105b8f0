"""What of a promise of several is each one's own."""

from oathbook.domain.promises.logic.formulas import (
    TRUE,
    And,
    Exactly,
    Hole,
    Not,
    Once,
    OrElse,
    Pattern,
    StateIs,
    StateWithin,
    Total,
)
from oathbook.domain.promises.logic.shares import duties_of
from tests.support.promises.toy_world import BLUE, GREEN, RED

RICH = StateIs("has", (("who", Exactly("Red")), ("item", Exactly("corn"))), ">=", 1)
OF_RED = StateWithin("c1.Red", (RED,), "G", RICH, None)
OF_BLUE = Total("c1.Blue", (BLUE,), "ge", 2, Pattern("spend"))
OF_BOTH = Total("c2", (RED, BLUE), "ge", 2, Pattern("spend"))


def test_what_each_owes_is_a_share_of_nobody_else() -> None:
    assert list(duties_of(And((OF_RED, OF_BLUE)), RED)) == [OF_RED]
    assert list(duties_of(And((OF_RED, OF_BLUE)), BLUE)) == [OF_BLUE]


def test_each_duty_is_owed_by_itself_also_under_a_condition() -> None:
    cond = Total("c1.cond", (), "ge", 1, Pattern("idle"))
    several = Once("c1", cond, And((OF_RED, And((OF_BLUE, OF_BOTH)))))

    assert list(duties_of(several, BLUE)) == [Once("c1", cond, OF_BLUE), Once("c1", cond, OF_BOTH)]


def test_a_reparation_is_a_share_of_whoever_owes_a_part_of_it() -> None:
    first = Total("c1", (RED,), "ge", 2, Pattern("spend"))
    repaired = OrElse("c1.or_else", first, Total("c1.otherwise", (BLUE,), "ge", 1, Pattern("spend")))

    assert [list(duties_of(repaired, each)) for each in (RED, BLUE, GREEN)] == [[repaired], [repaired], []]


def test_what_nobody_can_owe_is_nobodys_share() -> None:
    unknown = Hole("c3", "whether it came to that")

    assert list(duties_of(And((TRUE, OF_RED, Not(OF_BLUE), unknown)), RED)) == [OF_RED]
    assert list(duties_of(And((TRUE, OF_RED, Not(OF_BLUE), unknown)), BLUE)) == []
