"""Marks over HTTP of what a seat can no longer do after a decision, and of the last chance to do what it owes.

In Heirless, as in ``test_marks``: an Idle player is not asked again in that Season, and may still trade.
"""

from typing import Final

import pytest
from fastapi.testclient import TestClient

from oathbook.domain.promises.audit import chance_marks as marking
from oathbook.domain.rulesets.heirless.model.decisions import Accept, Decision, Decline, Deploy, Enact, Idle
from tests.service.promises.test_marks import GIVES_WOLF, NO_MEADOW, VALLEY, Told, at_table, decide, told
from tests.service.who_pays.test_promises_tendered import gift
from tests.support.serving import Table, problem_of
from tests.unit.rulesets.heirless.table import ASH, BIRCH, CEDAR

LAST: Final = ("p1", "last-chance", 20, False)
MIGHT_BE_LAST: Final = ("p1", "last-chance", 20, True)
"""A Battle comes before the Season ends."""
IMPOSSIBLE: Final = ("p1", "makes-impossible", 20, False)
KEEPS: Final = ("p1", "discharges", None, False)


def all_marks(table: Table, seat: str, query: str = "") -> Told:
    """All marks of the options of a seat."""
    return told(table.get(f"/options/marks{query}", seat)["marks"])


def deployed(table: Table, tile: str) -> None:
    """A Knight of each: ash's here, the others' there."""
    decide(table, Deploy(ASH, tile), Deploy(BIRCH, "Timberland"), Deploy(CEDAR, "Timberland"))


# The last chance --------------------------------------------------------------------------------------------------


def test_who_goes_idle_lets_the_last_chance_go_and_who_builds_does_not(client: TestClient) -> None:
    """The list of options tells only of the Knight that keeps the promise; a second tile leaves no mark."""
    table = at_table(client, VALLEY).table

    assert all_marks(table, ASH) == {"deploy Valley": [KEEPS], "idle": [LAST]}
    assert told(table.get("/options?marks=1", ASH)["marks"]) == {"deploy Valley": [KEEPS]}


@pytest.mark.parametrize(
    ("until", "marks"),
    [
        ("by the end of season 1", [LAST]),
        ("by the end of season 2", []),
        ("within 1 season", [LAST]),
        ("by the end of season 1, unless birch idles", []),
        ("by the end of season 1, otherwise to give 1 wolf0 to birch within 1 season", []),
    ],
)
def test_a_later_turn_an_exception_or_a_reparation_is_another_chance(
    client: TestClient, until: str, marks: list[tuple[str, str, int, bool]]
) -> None:
    """The others go Idle, too, and in the next Season ash is asked again."""
    table = at_table(client, VALLEY.replace("by the end of season 1", until)).table

    assert all_marks(table, ASH).get("idle", []) == marks


def test_each_clause_has_its_own_last_chance(client: TestClient) -> None:
    """A decision that does one of them has no mark of it: the other can be done by the next one."""
    second = VALLEY.replace("ash promises birch", "; (2)").replace("Valley", "Meadow")
    table = at_table(client, VALLEY.replace("birch to", "birch: (1) to").replace(".", second)).table

    found = table.get("/options/marks", ASH)["marks"]

    assert [(each["line"], [mark["path"] for mark in each["marks"]]) for each in found] == [("idle", ["c1", "c2"])]


def test_what_is_broken_with_the_decision_has_no_last_chance_any_more(client: TestClient) -> None:
    table = at_table(client, VALLEY).table
    decide(table, Deploy(ASH, "Thicket"), Idle(BIRCH), Idle(CEDAR))

    assert all_marks(table, ASH) == {"deploy Valley": [KEEPS], "idle": [("p1", "breaks", 20, False)]}
    decide(table, Deploy(ASH, "Valley"))
    assert all_marks(table, ASH) == {}


def test_who_can_give_while_idle_has_a_chance_until_the_season_ends(client: TestClient) -> None:
    table = at_table(client, GIVES_WOLF).table
    first = all_marks(table, ASH)
    decide(table, Deploy(ASH, "Thicket"), Idle(BIRCH), Idle(CEDAR))

    assert "idle" not in first
    assert all_marks(table, ASH)["idle"] == [("p1", "breaks", 20, False)]


def test_a_duty_that_something_else_must_begin_is_marked_once_it_has_begun(client: TestClient) -> None:
    repeated = VALLEY.replace("birch to", "birch whenever birch gives 1 wolf0 to ash, to")
    table = at_table(client, repeated).table
    before = all_marks(table, ASH)
    decide(table, gift(BIRCH, ASH, 1), Accept(ASH, 1))

    assert before == {}
    assert all_marks(table, ASH) == {"idle": [LAST]}


def test_a_condition_that_has_not_come_true_owes_nothing(client: TestClient) -> None:
    table = at_table(
        client, VALLEY.replace("birch to", "birch if birch deploys a knight by the end of season 1, to")
    ).table
    before = all_marks(table, ASH)
    deployed(table, "Thicket")

    assert before == {}
    assert all_marks(table, ASH) == {"deploy Valley": [KEEPS], "idle": [MIGHT_BE_LAST]}


@pytest.mark.parametrize(("season", "idle"), [(1, [MIGHT_BE_LAST]), (2, [])])
def test_of_a_quiet_line_that_is_too_long_only_the_running_season_is_known(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, season: int, idle: list[tuple[str, str, int, bool]]
) -> None:
    """Two others have to go Idle until the Season ends."""
    table = at_table(client, VALLEY.replace("season 1", f"season {season}")).table
    monkeypatch.setattr(marking, "MOST_QUIET", 1)

    assert all_marks(table, ASH).get("idle", []) == idle


def test_in_a_vote_the_quiet_line_ends_where_its_proposer_must_spend(client: TestClient) -> None:
    """Whoever proposes a Law has no quiet decision in its vote, so that nothing is said of what comes after."""
    table = at_table(client, VALLEY).table
    marked = all_marks(table, ASH, "?line=propose Tithe")
    decide(table, Enact(ASH, "Tithe"))

    assert marked == {}
    assert all_marks(table, ASH) == {}


# What can no longer be done ---------------------------------------------------------------------------------------


def test_the_last_knight_on_another_tile_makes_it_impossible(client: TestClient) -> None:
    """Each has three Knights: with two of them deployed, every other tile is one too many."""
    table = at_table(client, VALLEY).table
    deployed(table, "Thicket")
    two_left = all_marks(table, ASH, "?line=deploy Farmland")
    deployed(table, "Farmland")

    found = all_marks(table, ASH)

    assert two_left == {}
    assert found.pop("deploy Valley") == [KEEPS]
    assert found.pop("idle") == [MIGHT_BE_LAST]
    assert set(map(tuple, found.values())) == {(IMPOSSIBLE,)}
    assert len(found) == 9
    decide(table, Deploy(ASH, "Meadow"))
    assert all_marks(table, ASH) == {}


def test_an_offer_does_not_make_impossible_what_it_offers_and_of_another_it_might(client: TestClient) -> None:
    """Ash has two wolf0 and owes both; what is offered cannot be offered twice, but can be taken back."""
    table = at_table(client, GIVES_WOLF.replace("1", "2", 1)).table
    owed = all_marks(table, ASH, "?line=offer ash gives 2 wolf0 to birch")
    away = all_marks(table, ASH, "?line=offer ash gives 1 wolf0 to cedar")
    other = all_marks(table, ASH, "?line=offer ash gives 2 cat0 to cedar")
    decide(table, gift(ASH, BIRCH, 2))

    assert owed == {"offer ash gives 2 wolf0 to birch": [("p1", "discharges", None, True)]}
    assert away == {"offer ash gives 1 wolf0 to cedar": [("p1", "makes-impossible", 20, True)]}
    assert other == {}
    assert all_marks(table, ASH) == {}


@pytest.mark.parametrize("answer", [Decline(ASH, 1), Decline(CEDAR, 1)])
def test_what_was_offered_and_not_taken_can_still_be_done(client: TestClient, answer: Decision) -> None:
    table = at_table(client, GIVES_WOLF).table
    decide(table, gift(ASH, CEDAR, 2))
    open_offer = all_marks(table, ASH)
    accepting = all_marks(table, CEDAR)
    decide(table, answer)

    assert open_offer == accepting == {}
    assert all_marks(table, ASH, "?line=offer ash gives 2 wolf0 to cedar") == {
        "offer ash gives 2 wolf0 to cedar": [("p1", "makes-impossible", 20, True)]
    }


# Who is told, and of how much -------------------------------------------------------------------------------------


def test_all_marks_have_their_prices_and_their_places_in_the_list(client: TestClient) -> None:
    letters = [NO_MEADOW.replace("Meadow", tile) for tile in ("Valley", "Meadow", "Farmland", "Thicket")]
    table = at_table(client, *letters).table
    some, every = table.get("/options?marks=1", ASH), table.get("/options/marks", ASH)

    assert [price for ((_, _, price, _),) in told(some["marks"]).values()] == [20, 20, 20, 0]
    assert [price for ((_, _, price, _),) in told(every["marks"]).values()] == [20, 20, 20, 20]
    assert [each["number"] for each in every["marks"]] == [each["number"] for each in some["marks"]]
    assert "number" not in table.get("/options/marks?line=deploy Meadow", ASH)["marks"][0]


def test_marks_are_for_the_seat_of_the_key_and_for_lines_that_are_decisions(client: TestClient) -> None:
    table = at_table(client, VALLEY).table

    assert all_marks(table, BIRCH) == {}
    assert table.get("/options/marks?at=1", ASH)["marks"] == []
    assert problem_of(table.ask("/options/marks")) == (401, "key-missing")
    assert problem_of(table.ask("/options/marks?seat=ash", BIRCH)) == (403, "not-your-seat")
    assert problem_of(table.ask("/options/marks?line=foo", ASH)) == (422, "line-unreadable")
    assert problem_of(table.ask("/options/marks?line=sign p1", ASH)) == (400, "bad-input")
    assert all_marks(table, ASH, "?line=vote for 1") == {}


def test_only_so_many_options_are_looked_at(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """The Valley is the 12th of ash's options, after nine places for a Mill and two tiles."""
    table = at_table(client, VALLEY).table
    monkeypatch.setattr(marking, "MOST_MARKED", 12)
    one = all_marks(table, ASH)
    decide(table, Deploy(ASH, "Thicket"), Deploy(BIRCH, "Thicket"), Deploy(CEDAR, "Thicket"))
    monkeypatch.setattr(marking, "MOST_MARKED", 11)

    assert one == {"deploy Valley": [KEEPS]}
    assert all_marks(table, ASH) == {}
