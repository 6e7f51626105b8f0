"""A sheet of notation over HTTP: it is stored as the record that it tells."""

import pytest
from fastapi.testclient import TestClient

from oathbook.domain.recording.notation.sheet_writer import sheet_lines
from tests.support.playing import small_game
from tests.support.serving import problem_of
from tests.support.transcribing import EVENING

SHEET = {"content-type": "text/x-oathbook"}


def test_a_sheet_becomes_a_game(client: TestClient) -> None:
    told = client.post("/v1/records", content=EVENING.encode(), headers=SHEET)

    assert told.status_code == 201
    game = client.get(told.headers["location"]).json()
    assert (game["edition"], game["position"]) == ("heirless/e1", 38)


def test_a_sheet_with_stamps_is_the_same_record_and_stored_once(client: TestClient) -> None:
    text = "\n".join(sheet_lines(small_game())).encode()

    answers = [client.post("/v1/records", content=text, headers=SHEET) for _ in range(2)]

    assert [each.status_code for each in answers] == [201, 200]
    assert {each.json()["head"] for each in answers} == {small_game().head}


def test_a_slip_is_refused_with_line_and_column(client: TestClient) -> None:
    refused = client.post("/v1/records", content=EVENING.replace("Valley", "Valey", 1).encode(), headers=SHEET)

    assert problem_of(refused) == (400, "bad-input")
    assert "line 5, column 13: “Valey” cannot stand here; what can: Valley" in refused.json()["detail"]


@pytest.mark.parametrize("kind", ["text/plain", "text/plain; charset=utf-8", "application/json"])
def test_a_sheet_that_any_page_could_send_is_not_read(kind: str, client: TestClient) -> None:
    """A page of another site may send plain text without being asked."""
    refused = client.post("/v1/records", content=EVENING.encode(), headers={"content-type": kind})

    assert refused.status_code == 415
    assert refused.json()["detail"] == "send the body with Content-Type: application/x-ndjson or text/x-oathbook"
