"""Which of all decisions would break a promise, and what a line comes to once draws are said."""

from collections.abc import Generator
from typing import Final

import pytest
from fastapi.testclient import TestClient

from oathbook.replays.choice_lines import choice_lines
from tests.service.lines.test_lines import BREACH, begun, read, read_at, seated
from tests.support.playing import sources
from tests.support.serving import Table, problem_of, served

OPTIONS: Final = f"/options?form=choices&foresee=true&at={BREACH}"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Generator[TestClient]:
    """A service for golden games, and for those that are begun here."""
    with served(tmp_path_factory.mktemp("foreseeing") / "games.db", sources("foreseeing")) as client:
        yield client


@pytest.fixture(scope="module")
def valley(client: TestClient) -> Table:
    """A game of Heirless in which bram has promised not to deploy to Valley."""
    return seated("heirless/e1/four-players-and-their-word", client)


def test_of_all_decisions_those_are_named_that_would_break_a_promise(valley: Table) -> None:
    found = valley.get(OPTIONS, "bram")
    lines = choice_lines(valley.get("/forms", "bram")["decision"], found) or []

    assert len(lines) == found["count"] > 20
    assert list(found["breaks"]) == ["deploy Valley"]
    assert [each.line for each in lines if each.line in found["breaks"]] == ["deploy Valley"]
    assert (
        found["breaks"]["deploy Valley"] == read_at(valley, "bram", "deploy Valley", at=BREACH, foresee=True)["breaks"]
    )


def test_each_seat_is_told_of_its_own_decisions_and_the_public_of_none(valley: Table) -> None:
    assert valley.get(OPTIONS, "cleo")["breaks"] == {}
    assert "breaks" not in valley.get(OPTIONS)
    assert "breaks" not in valley.get(f"/options?form=choices&at={BREACH}", "bram")


def test_of_more_than_sixty_four_decisions_none_is_looked_into(valley: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("oathbook.api.http.routes.options.MOST_FORESEEN", 20)

    assert valley.get(OPTIONS, "bram")["breaks"] == {}


def test_draws_that_are_said_lead_to_the_next_draw_and_to_the_end(client: TestClient) -> None:
    table, line = begun(client)
    first = read_at(table, "birch", line)
    second = read_at(table, "birch", line, draws=["draw birch"])
    last = read_at(table, "birch", line, draws=["draw birch", "draw heart"])

    assert (first["answer"], second["answer"], last["answer"]) == ("draw-missing", "draw-missing", "allowed")
    assert first["request"]["label"] != second["request"]["label"]
    assert set(first["request"]["pile"]) == {"ash", "birch"}


def test_draws_that_cannot_be_are_an_answer_and_unreadable_ones_a_problem(client: TestClient) -> None:
    table, line = begun(client)
    impossible = read_at(table, "birch", line, draws=["draw heart"])
    unasked = read_at(table, "birch", line, draws=["draw birch", "draw heart", "draw heart", "draw heart"])

    assert (impossible["answer"], unasked["answer"]) == ("draw-impossible", "draw-impossible")
    assert impossible["says"]
    assert unasked["says"] == "nothing asks for heart"
    assert problem_of(read(table, "birch", line, draws=["draw :"])) == (422, "line-unreadable")
    assert problem_of(read(table, "birch", line, draws=["draw birch seen by ash"])) == (400, "bad-input")
    assert problem_of(read(table, "birch", line, draws=["draw birch"] * 5_000)) == (422, "invalid-request")
