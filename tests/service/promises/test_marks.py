"""Marks on options over HTTP: what a decision does to promises, told before it is taken; in Heirless.

Everybody has 3 Knights and 2 of each first Resource; ash acts first, then birch, then cedar. Gifts are allowed. Once
all are Idle the Season is over. A broken promise costs each who answers for it 20 Prestige (HT-10.4).
"""

from collections.abc import Iterator
from typing import Final

import msgspec
import pytest
from fastapi.testclient import TestClient

from oathbook.api.schemas import marks as presenting
from oathbook.domain.chance.witnessed_chance import DrawReport
from oathbook.domain.games.decision_results import DecisionResult
from oathbook.domain.promises.audit import marks as marking
from oathbook.domain.promises.audit.forecast import possible_results
from oathbook.domain.rulesets.heirless.model.decisions import Accept, Decision, Decline, Deploy, Idle
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.replays.choice_lines import choice_lines
from tests.service.promises.test_promises_rulings import audit, opened, owed
from tests.service.who_pays.test_promises_tendered import gift
from tests.support.playing import Json
from tests.support.promises.pledging import Promises
from tests.support.serving import Table, problem_of
from tests.unit.rulesets.heirless.table import ASH, BIRCH, CEDAR, THREE

Told = dict[str, list[tuple[str, str, int | None, bool]]]
"""By the line of an option: promise, kind, price, and whether it only might."""

NO_MEADOW: Final = 'ash promises birch not to deploy a knight to tile "Meadow" until the end of season 1.'
VALLEY: Final = 'ash promises birch to deploy a knight to tile "Valley" by the end of season 1.'
GIVES_WOLF: Final = "ash promises birch to give 1 wolf0 to birch by the end of season 1."
NO_WOLF_TO_CEDAR: Final = "ash promises birch not to give any wolf0 to cedar."


def at_table(client: TestClient, *letters: str) -> Promises:
    """A table at which these letters were signed by all whom they name first."""
    promises = opened(client)
    for letter in letters:
        named = letter.replace(":", " ").partition(" to ")[0].split()
        promises.bound(letter, *(seat for seat in THREE if seat in named))
    return promises


def decide(table: Table, *decisions: Decision) -> None:
    """Decisions that are stored."""
    for each in decisions:
        table.decide(each.by, msgspec.to_builtins(each))


def marks(table: Table, seat: str, query: str = "") -> Told:
    """The marks that come with the options of a seat."""
    return told(table.get(f"/options?marks=1{query}", seat)["marks"])


def told(lines: list[Json]) -> Told:
    """Marks without their clauses; of a price that was not asked for, that it is 0."""
    return {
        each["line"]: [(mark["promise"], mark["kind"], mark.get("price", 0), mark["might"]) for mark in each["marks"]]
        for each in lines
    }


def asked_about(monkeypatch: pytest.MonkeyPatch) -> list[Decision]:
    """The options that the rules are asked about from now on."""
    found: list[Decision] = []

    def asked(
        ruleset: AnyRuleset, state: object, decision: Decision, reports: tuple[DrawReport, ...], most: int
    ) -> Iterator[DecisionResult]:
        found.append(decision)
        return possible_results(ruleset, state, decision, reports, most)

    monkeypatch.setattr("oathbook.domain.promises.audit.marks.possible_results", asked)
    return found


# Breaks and discharges --------------------------------------------------------------------------------------------


def test_a_forbidden_act_is_marked_with_its_price_and_an_owed_one_as_kept(client: TestClient) -> None:
    table = at_table(client, NO_MEADOW, VALLEY).table

    found = table.get("/options?marks=1", ASH)

    assert told(found["marks"]) == {
        "deploy Valley": [("p2", "discharges", None, False)],
        "deploy Meadow": [("p1", "breaks", 20, False)],
    }
    assert [found["listed"][each["number"]]["tile"] for each in found["marks"]] == ["Valley", "Meadow"]


def test_the_decision_that_ends_the_season_breaks_what_was_owed_in_it_and_keeps_what_was_forbidden(
    client: TestClient,
) -> None:
    """The last of all to be Idle ends it; before, to be Idle does nothing to a promise."""
    table = at_table(client, NO_MEADOW, VALLEY).table
    before = marks(table, ASH)
    decide(table, Deploy(ASH, "Thicket"), Idle(BIRCH), Idle(CEDAR))

    assert "idle" not in before
    assert marks(table, ASH)["idle"] == [("p1", "discharges", None, False), ("p2", "breaks", 20, False)]


@pytest.mark.parametrize(("tile", "status", "pays"), [("Meadow", "broken", {ASH: 20}), ("Thicket", "pending", {})])
def test_a_mark_says_what_the_audit_says_afterwards(
    client: TestClient, tile: str, status: str, pays: dict[str, int]
) -> None:
    promises = at_table(client, NO_MEADOW)
    marked = marks(promises.table, ASH).get(f"deploy {tile}", [])
    decide(promises.table, Deploy(ASH, tile))

    assert marked == [("p1", "breaks", price, False) for price in pays.values()]
    assert [each["status"] for each in audit(promises)["parts"]] == [status]
    assert owed(promises) == pays


@pytest.mark.parametrize(("tile", "kind", "clause"), [("Meadow", "breaks", "c2"), ("Valley", "", "")])
def test_of_several_clauses_the_one_that_fails_is_named_and_one_alone_keeps_no_promise(
    client: TestClient, tile: str, kind: str, clause: str
) -> None:
    both = VALLEY.replace("birch to", "birch: (1) to").replace(".", NO_MEADOW.replace("ash promises birch", "; (2)"))
    table = at_table(client, both).table

    found = {each["line"]: each["marks"] for each in table.get("/options?marks=1", ASH)["marks"]}

    assert [(each["kind"], each["path"]) for each in found.get(f"deploy {tile}", [])] == [(kind, clause)] * bool(kind)


@pytest.mark.parametrize(("answer", "price"), [(Decline(ASH, 1), None), (Decline(BIRCH, 1), 20)])
def test_what_the_seat_does_not_answer_for_has_no_price(
    client: TestClient, answer: Decision, price: int | None
) -> None:
    """Ash declines what birch owes, and birch is excused; birch takes the same offer back, and answers for it."""
    table = at_table(client, "birch promises ash to give 1 wolf0 to ash by the end of season 1.").table
    decide(table, Idle(ASH), gift(BIRCH, ASH, 1), answer, Deploy(BIRCH, "Thicket"), Idle(CEDAR))

    assert marks(table, BIRCH)["idle"] == [("p1", "breaks", price, False)]


def test_of_a_joint_promise_that_another_has_broken_the_own_share_can_still_be_broken(client: TestClient) -> None:
    letter = NO_MEADOW.replace("ash promises birch", "ash and birch jointly promise cedar")
    table = at_table(client, letter).table
    decide(table, Deploy(ASH, "Valley"), Deploy(BIRCH, "Meadow"), Deploy(CEDAR, "Valley"))

    assert marks(table, ASH) == {"deploy Meadow": [("p1", "breaks", 20, False)]}
    decide(table, Deploy(ASH, "Valley"))
    assert marks(table, BIRCH) == {}


# Trades -----------------------------------------------------------------------------------------------------------


def test_an_owed_gift_might_keep_the_promise_once_offered_and_keeps_it_once_accepted(client: TestClient) -> None:
    table = at_table(client, GIVES_WOLF).table
    offering = marks(table, ASH)["offer ash gives 1 wolf0 to birch"]
    decide(table, gift(ASH, BIRCH, 1))

    assert offering == [("p1", "discharges", None, True)]
    assert marks(table, BIRCH) == {"accept offer 1": [("p1", "discharges", None, False)]}


def test_a_forbidden_trade_warns_who_promised_and_who_accepts(client: TestClient) -> None:
    """Who accepts it pays nothing for it."""
    table = at_table(client, NO_WOLF_TO_CEDAR).table
    allowed = marks(table, ASH)
    decide(table, gift(ASH, BIRCH, 1), Decline(BIRCH, 1))
    forbidden = marks(table, ASH)["offer ash gives 1 wolf0 to cedar"]
    decide(table, gift(ASH, CEDAR, 1))

    assert allowed == {}
    assert forbidden == [("p1", "breaks", 20, True)]
    assert marks(table, CEDAR) == {"accept offer 2": [("p1", "breaks", None, False)]}
    decide(table, Accept(CEDAR, 2))


# Who is told, and of how much -------------------------------------------------------------------------------------


def test_marks_are_for_the_seat_that_asks_and_a_spectator_has_options_without(client: TestClient) -> None:
    table = at_table(client, NO_MEADOW).table

    assert marks(table, BIRCH) == marks(table, CEDAR) == {}
    assert table.get("/options?marks=1") == table.get("/options")
    assert "marks" not in table.get("/options", ASH)
    assert problem_of(table.ask("/options?marks=1&seat=ash", BIRCH)) == (403, "not-your-seat")


def test_without_a_promise_of_the_seat_no_option_is_looked_at(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, looked_at = at_table(client, NO_MEADOW).table, asked_about(monkeypatch)

    assert (marks(table, BIRCH), looked_at) == ({}, [])
    assert (len(marks(table, ASH)), bool(looked_at)) == (1, True)


def test_choices_come_with_the_same_marks_and_earlier_positions_with_theirs(client: TestClient) -> None:
    table = at_table(client, NO_MEADOW).table
    before = table.position
    expected = marks(table, ASH)
    choices = marks(table, ASH, "&form=choices")
    lines = choice_lines(table.get("/forms", ASH)["decision"], table.get("/options?form=choices", ASH)) or []
    decide(table, Deploy(ASH, "Meadow"))

    assert choices == expected
    assert set(expected) < {each.line for each in lines}
    assert marks(table, ASH) == {}
    assert marks(table, ASH, f"&at={before}") == expected
    assert marks(table, ASH, "&at=1") == {}


def test_of_many_options_the_kinds_that_touch_no_promise_are_left_out(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ash has promised nothing that depends on a state, so that only what deploys matters: ten tiles of 26 options."""
    table = at_table(client, NO_MEADOW).table
    expected = marks(table, ASH)
    monkeypatch.setattr(marking, "MOST_AT_ONCE", 25)
    looked_at = asked_about(monkeypatch)

    assert marks(table, ASH) == expected
    assert len(looked_at) == 5 + 10
    monkeypatch.setattr(marking, "MOST_MARKED", 2)
    assert marks(table, ASH) == {}


def test_prices_beyond_the_first_are_left_out(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    table = at_table(client, NO_MEADOW, "ash promises birch never to idle.").table
    every = marks(table, ASH)
    monkeypatch.setattr(presenting, "MOST_PRICES", 1)

    assert every == {"deploy Meadow": [("p1", "breaks", 20, False)], "idle": [("p2", "breaks", 20, False)]}
    assert marks(table, ASH) == {**every, "idle": [("p2", "breaks", 0, False)]}
