"""A claim disputes how an event was read only if the clause stands on that event."""

from typing import Final

import pytest

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.heirless.model.decisions import Accept, Deploy, Thing
from tests.unit.rulesets.heirless.promises.oaths import Oaths
from tests.unit.rulesets.heirless.table import ASH, BIRCH, CEDAR, THREE, offer

VALLEY: Final = 'ash promises birch never to deploy a knight to tile "Valley".'
WOLVES: Final = "ash promises birch to give 2 wolf0 to birch by the end of season 1."
TALLY: Final = "ash promises birch that ash has at least 2 wolf0 until the end of season 2."
TWO: Final = VALLEY.replace("birch never", 'birch: (1) never to deploy a knight to tile "Meadow"; (2) never')
OPENING: Final = 1


def deployed(letter: str = VALLEY) -> Oaths:
    table = Oaths()
    table.bound(letter)
    return table.decide(Deploy(ASH, "Valley"))


def gave(taker: Seat, item: str = "wolf0", letter: str = WOLVES) -> Oaths:
    """Ash gives two, which is not what was owed, and then the season ends."""
    table = Oaths()
    table.bound(letter)
    return table.decide(offer(ASH, (ASH, taker, Thing("resource", item, 2))), Accept(taker, 1))


def claimed(table: Oaths, claims: str, *about: int) -> tuple[list[str], list[bool]]:
    """What is left to a judge after a claim, and whether what is due applies."""
    table.does(
        "ash" if claims == "fulfilled" else "birch", "claim", promise="p1", path="c1", claims=claims, about=about
    )
    (part,) = table.audited().parts
    return [each.code for each in part.referrals], [each.applies for each in part.penalties]


@pytest.mark.parametrize("about", [(), (OPENING,)], ids=["nothing", "the opening"])
def test_a_claim_about_nothing_that_the_clause_stands_on_holds_no_penalty_back(about: tuple[int, ...]) -> None:
    assert claimed(deployed(), "fulfilled", *about) == ([], [True])


def test_a_claim_about_the_very_act_is_left_to_a_judge() -> None:
    table = deployed()

    assert claimed(table, "fulfilled", OPENING, table.scribe.game.position) == (["R12"], [False])


def test_so_is_one_about_an_act_that_counts_during_a_season() -> None:
    table = deployed(VALLEY.replace('"Valley".', '"Valley" during season 1.'))

    assert claimed(table, "fulfilled", table.scribe.game.position) == (["R12"], [False])


def test_what_was_given_to_somebody_else_was_nearly_counted() -> None:
    table = gave(CEDAR)
    given = table.scribe.game.position
    table.idle(*THREE)

    assert claimed(table, "fulfilled", given) == (["R12"], [False])


def test_what_was_something_else_for_somebody_else_has_nothing_to_do_with_it() -> None:
    table = gave(CEDAR, "cat0")
    given = table.scribe.game.position
    table.idle(*THREE)

    assert claimed(table, "fulfilled", given) == ([], [True])


def test_when_a_window_closed_can_be_disputed() -> None:
    table = Oaths()
    table.bound(WOLVES)
    table.idle(*THREE)
    (part,) = table.audited().parts
    leaf = part.proof.root.leaf
    assert leaf is not None
    assert leaf.closed_by is not None

    assert claimed(table, "fulfilled", leaf.closed_by.position) == (["R12"], [False])


def test_by_what_a_state_was_lost_can_be_disputed_and_nothing_before_it() -> None:
    def lost() -> Oaths:
        return gave(CEDAR, letter=TALLY)

    assert claimed(lost(), "fulfilled", lost().scribe.game.position)[0].count("R12") == 1
    assert claimed(lost(), "fulfilled", OPENING)[0].count("R12") == 0


@pytest.mark.parametrize(("about", "left"), [("the gift", ["R12"]), ("the opening", [])])
def test_that_a_promise_was_kept_can_be_disputed_by_what_was_counted(about: str, left: list[str]) -> None:
    table = gave(BIRCH)

    assert claimed(table, "breached", OPENING if about == "the opening" else table.scribe.game.position) == (left, [])


@pytest.mark.parametrize(("path", "left"), [("c1", []), ("c2", ["R12"])])
def test_a_claim_is_held_against_the_clause_that_it_is_about(path: str, left: list[str]) -> None:
    table = Oaths()
    table.bound(TWO)
    table.decide(Deploy(ASH, "Valley"))

    table.does("ash", "claim", promise="p1", path=path, claims="fulfilled", about=(table.scribe.game.position,))

    assert [each.code for each in table.audited().referrals] == left
