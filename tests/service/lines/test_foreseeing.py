"""What a line comes to once draws are said."""

from collections.abc import Generator

import pytest
from fastapi.testclient import TestClient

from tests.service.lines.test_lines import begun, read, read_at
from tests.support.playing import sources
from tests.support.serving import problem_of, served


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Generator[TestClient]:
    """A service for golden games, and for those that are begun here."""
    with served(tmp_path_factory.mktemp("foreseeing") / "games.db", sources("foreseeing")) as client:
        yield client


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
