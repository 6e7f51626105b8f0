"""A stream beside the games is nothing that a route about games knows."""

from pathlib import Path

import pytest

from oathbook.domain.recording.writing.writer import Writer
from tests.support.playing import ruleset_of, sources
from tests.support.serving import served
from tests.support.writers.beside import BESIDE, CASE, with_a_step_in

LOOKS = ("", "/events", "/events/1", "/state", "/frames", "/timeline", "/record", "/promises", "/stream", "/standing")


@pytest.mark.parametrize("look", LOOKS)
def test_no_route_about_games_takes_it_for_one(look: str, tmp_path: Path) -> None:
    db = tmp_path / "games.db"
    with Writer(db, ruleset_of, sources("beside")) as writer:
        writer.commit_jointly(CASE, BESIDE, with_a_step_in(writer.archive), expected=0)

    with served(db, sources("service")) as client:
        answer = client.get(f"/v1/games/{CASE}{look}")
        catalogue = client.get("/v1/games").json()

    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")
    assert catalogue["games"] == []
