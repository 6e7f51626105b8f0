"""Choices and forms over HTTP: what a program needs to compose the line of any listed decision."""

import pytest
from fastapi.testclient import TestClient

from oathbook.replays.choice_lines import choice_lines
from tests.support.playing import RULESET
from tests.support.serving import Table

CHOICES = "/options?form=choices"
FOREVER = "private, max-age=31536000, immutable"


@pytest.fixture
def table(client: TestClient) -> Table:
    """A game that has begun: ash is to lay a plan."""
    return Table.opened(client)


def test_the_choices_of_a_seat_lead_to_the_lines_of_its_options(table: Table) -> None:
    choices, listed = table.get(CHOICES, "ash"), table.get("/options", "ash")

    lines = choice_lines(table.get("/forms")["decision"], choices)

    assert lines is not None
    assert (choices["count"], choices["complete"]) == (listed["count"], True)
    assert len({each.line for each in lines}) == listed["count"]
    assert {each: choices[each] for each in ("game", "position", "to_act", "seat")} == {
        each: listed[each] for each in ("game", "position", "to_act", "seat")
    }
    assert "listed" not in choices


def test_at_an_earlier_position_the_choices_are_those_of_then(table: Table) -> None:
    before = table.get(CHOICES, "ash")
    table.decide("ash", table.get("/options", "ash")["listed"][0])

    assert table.get(CHOICES, "ash") != before
    assert table.get(f"{CHOICES}&at={before['position']}", "ash") == before


def test_who_has_no_seat_sees_whose_turn_it_is_and_no_choices(table: Table) -> None:
    assert table.get(CHOICES) == table.get("/options")


def test_another_seat_has_its_own_choices_only(table: Table) -> None:
    assert table.ask(f"{CHOICES}&seat=ash", "birch").status_code == 403
    assert table.ask(f"{CHOICES}&seat=ash", "ash").status_code == 200


def test_the_forms_may_be_kept_under_the_name_that_choices_tell(table: Table) -> None:
    name = table.get(CHOICES, "ash")["forms"]
    kept, asked, other = (table.ask(f"/forms{of}") for of in (f"?of={name}", "", "?of=0123456789abcdef"))

    assert kept.headers["cache-control"] == FOREVER
    assert kept.content == asked.content == other.content
    assert asked.headers["cache-control"] == other.headers["cache-control"] == "no-cache"


def test_the_forms_are_the_same_for_everyone_and_at_every_position(table: Table) -> None:
    before = table.get("/forms", "birch")
    table.decide("ash", table.get("/options", "ash")["listed"][0])

    assert table.get("/forms") == table.get("/forms", "ash") == before
    assert before["edition"] == RULESET.edition.key


def test_there_are_no_forms_of_a_game_that_is_not_there(table: Table) -> None:
    assert table.client.get("/v1/games/nowhere/forms").status_code == 404
