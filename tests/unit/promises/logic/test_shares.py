"""What of a promise of several is each one's own."""

from domain.promises.logic.formula import TRUE, And, Exactly, OrElse, Pattern, StateIs, StateWithin, Total
from domain.promises.logic.shares import share_of
from tests.support.promises.toy_world import BLUE, GREEN, RED

RICH = StateIs("has", (("who", Exactly("Red")), ("item", Exactly("corn"))), ">=", 1)


def test_what_each_owes_is_a_share_of_nobody_else() -> None:
    of_red = StateWithin("c1.Red", (RED,), "G", RICH, None)
    of_blue = Total("c1.Blue", (BLUE,), "ge", 2, Pattern("spend"))

    assert share_of(And((of_red, of_blue)), RED) == And((of_red, TRUE))
    assert share_of(And((of_red, of_blue)), BLUE) == And((TRUE, of_blue))


def test_a_reparation_is_a_share_of_whoever_owes_a_part_of_it() -> None:
    first = Total("c1", (RED,), "ge", 2, Pattern("spend"))
    repaired = OrElse("c1.or_else", first, Total("c1.otherwise", (BLUE,), "ge", 1, Pattern("spend")))

    assert [share_of(repaired, each) for each in (RED, BLUE, GREEN)] == [repaired, repaired, TRUE]
