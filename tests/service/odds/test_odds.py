"""The odds of a decision over HTTP: what the command line prints, for whoever may see it."""

from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from oathbook.domain.recording.format.record_file import record_text
from tests.service.disputes.disputing import duelling
from tests.support.serving import bring
from tests.unit.api.games import duel
from tests.unit.api.running import oathbook


def test_the_service_answers_what_the_command_prints(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("match.jsonl").write_bytes(record_text(duel()))
    game = bring(client, record_text(duel())).json()["game"]

    answered = client.get(f"/v1/games/{game}/odds?at=10")

    assert answered.status_code == 200
    assert answered.content + b"\n" == oathbook("odds", "match.jsonl", "--at", "10", "--json").out


def test_by_default_it_is_the_last_decision(client: TestClient) -> None:
    game = bring(client, record_text(duel())).json()["game"]

    last, named = (client.get(f"/v1/games/{game}/odds{query}").json() for query in ("", "?at=14"))

    assert last == named


def test_a_plan_that_lies_face_down_is_for_its_player_alone(client: TestClient) -> None:
    table = duelling(client, 2)

    assert table.get("/odds?at=2", "birch")["outcomes"][0]["recorded"]
    for other in ("ash", None):
        assert "hidden from you" in table.ask("/odds?at=2", other).json()["detail"]
