"""A look at letters over HTTP."""

from collections.abc import Generator

import pytest

from tests.service.games.test_asking_over_http import one_inspired
from tests.support.playing import Json, sources
from tests.support.serving import Table, bearer, served

PATH = "/v1/letters/check"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Generator[Table]:
    with served(tmp_path_factory.mktemp("letters") / "games.db", sources("letters")) as client:
        yield Table.opened(client, one_inspired())


def test_a_letter_is_read_back_with_what_is_to_be_said_of_it(table: Table) -> None:
    answered = table.client.post(PATH, json={"letter": "red promises blue to idle."})

    assert answered.status_code == 200
    assert answered.json()["read_back"] == "Red promises Blue to idle."
    assert answered.json()["stands"]
    assert [each["code"] for each in answered.json()["remarks"]] == ["no-deadline"]
    assert "this promise ends if" in [each["phrase"]["says"] for each in answered.json()["next"]]


def test_what_cannot_be_read_is_a_problem_with_its_place(table: Table) -> None:
    answered = table.client.post(PATH, json={"letter": "Red promises Blue to gi"})

    assert answered.status_code == 422
    problem: Json = answered.json()
    assert problem["type"].endswith("#bad-letter")
    assert (problem["line"], problem["column"], problem["offset"]) == (1, 22, 21)
    assert problem["excerpt"] == ["Red promises Blue to gi", " " * 21 + "^"]
    assert "give" in problem["expected"]
    assert [each["phrase"]["says"] for each in problem["next"]] == ["give", "give marker", "give workplace"]


def test_a_letter_of_a_game_names_its_seats(table: Table) -> None:
    text = 'ash promises birch in plain words "peace" judged by birch.'

    of_game = table.client.post(PATH, json={"letter": text, "game": table.game})
    by_seat = table.client.post(PATH, headers=bearer("ash"), json={"letter": text, "game": table.game})
    of_edition = table.client.post(PATH, json={"letter": text, "edition": "knights_duty/1", "seats": ["ash", "birch"]})

    assert of_game.json() == by_seat.json() == of_edition.json()
    assert of_game.json()["read_back"] == text
    assert table.client.post(PATH, json={"letter": text}).status_code == 422


def test_a_short_letter_of_many_is_answered_whatever_it_shares_out(table: Table) -> None:
    """It came to as many duties as six promisers to the power of its depth."""
    seats = [f"seat{number}" for number in range(6)]
    header = f"{', '.join(seats[:-1])} and {seats[-1]} jointly promise: (1) each of them never to idle"
    repairs = ", otherwise each of them to idle within 1 season" * 6
    asked = {"letter": f"{header}{repairs}.", "edition": "heirless/e1", "seats": seats}

    answered = table.client.post(PATH, json=asked)

    assert answered.status_code == 200
    assert {each["code"] for each in answered.json()["remarks"]} == {"each-again"}
    assert not answered.json()["stands"]
