"""The sheet of a game over HTTP: an import of it makes the same record, and it tells nothing before its time."""

from collections.abc import Generator
from typing import Final

import pytest
from fastapi.testclient import TestClient

from oathbook.api.cli.input_files import record_in
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.notation.sheet_writer import sheet_lines
from tests.support.checkout import GOLDEN
from tests.support.playing import CLOSE, ChanceName, die, setup_of, sources
from tests.support.serving import Client, Response, Table, problem_of, served
from tests.support.taking_back import BREACH_TAKEN_BACK, withdrawn_game

GAMES: Final = (
    "heirless/e1/three-seasons-of-four-players",
    "knights_duty/1/last-knight-standing",
    "cube_bag/g1/both-wiped-out",
    "gloomhaven_attack/gh1/whole-scenario",
)


@pytest.fixture
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Generator[TestClient]:
    """Another service, which knows none of these games."""
    with served(tmp_path_factory.mktemp("elsewhere") / "games.db", sources("elsewhere")) as client:
        yield client


def brought(client: Client, sheet: bytes) -> Response:
    """The response to a sheet."""
    return client.post("/v1/records", content=sheet, headers={"content-type": "text/x-oathbook"})


def golden(name: str) -> Record:
    """A golden record."""
    return record_in(str(GOLDEN / f"{name}.jsonl"))


@pytest.mark.parametrize("name", GAMES)
def test_the_sheet_of_a_finished_game_is_imported_as_the_same_record(
    name: str, client: TestClient, elsewhere: TestClient
) -> None:
    """Its bytes are those that an export of notation writes."""
    record = golden(name)
    table = Table.imported(client, record)
    sheet = table.ask("/sheet")

    assert table.get()["closed"]
    assert sheet.headers["content-type"].startswith("text/plain")
    assert sheet.headers["content-disposition"] == f'attachment; filename="{record.game}.notation"'
    assert sheet.content == "".join(f"{each}\n" for each in sheet_lines(record)).encode()
    assert brought(elsewhere, sheet.content).json()["head"] == record.head


def test_what_was_taken_back_stays_on_the_sheet(client: TestClient, elsewhere: TestClient) -> None:
    record = withdrawn_game()
    sheet = Table.imported(client, record).ask("/sheet").content

    assert b"birch: agree to take back\n" in sheet
    assert brought(elsewhere, sheet).json()["head"] == record.head


@pytest.mark.parametrize("chance", ["seeded", "witnessed"])
def test_a_game_that_was_played_here_has_its_sheet_when_it_is_over(
    chance: ChanceName, client: TestClient, elsewhere: TestClient
) -> None:
    """While a plan is hidden there is none for those who may not see it. The control is the record, which there is."""
    table = Table.opened(client, setup_of(CLOSE), chance=chance)
    sent, _ = next(table.steps(die("begun")))
    seats = (None, "ash", "birch", "table")
    for seat in {*seats} - {sent.seat}:
        assert problem_of(table.ask("/sheet", seat)) == (409, "sheet-unavailable"), seat
        assert table.ask("/record", seat).status_code == 200
    for _ in table.steps(die("sheet")):
        pass

    sheets = {table.ask("/sheet", seat).content for seat in seats}

    assert len(sheets) == 1
    assert brought(elsewhere, *sheets).json()["head"] == table.get()["head"]


def test_a_running_game_that_conceals_nothing_has_a_sheet_for_everybody(client: TestClient) -> None:
    """A table noted down what everybody saw."""
    told = brought(client, BREACH_TAKEN_BACK.encode()).json()
    table = Table(client, told["game"])
    sheet = table.ask("/sheet")

    assert table.get()["closed"] is False
    assert sheet.content.startswith(BREACH_TAKEN_BACK.encode())
    assert brought(client, sheet.content).json() == {**told, "changed": False}


def test_a_sheet_that_the_client_has_is_not_sent_again(client: TestClient) -> None:
    table = Table.imported(client, golden(GAMES[0]))
    sheet = table.ask("/sheet")
    again = table.ask("/sheet", headers={"If-None-Match": sheet.headers["etag"]})

    assert (again.status_code, again.content) == (304, b"")
    assert sheet.headers["cache-control"] == again.headers["cache-control"] == "no-store"
