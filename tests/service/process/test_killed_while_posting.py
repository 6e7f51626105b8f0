"""A service that is killed while clients post loses no step it has answered, and knows each request again."""

import json
import os
import signal
import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Timer
from typing import Final, NamedTuple

import httpx2
import pytest

from oathbook.domain.recording.database.archive import Archive
from oathbook.replays.verification import verify
from tests.service.deciding import next_sent
from tests.support.playing import die, ruleset_of
from tests.support.serving import Client, Process, Sent, Table, process_on

SHORTEST, LONGEST = 0.02, 0.25
"""Seconds between the first answers and a kill."""

FIRST_ANSWERS: Final = 2
"""Come before that time is counted, however busy the machine is."""

QUICK: Final = 4
LONG: Final = 60


class Answered(NamedTuple):
    """A request and what was answered to it; no answer came to the last one before a kill."""

    game: str
    sent: Sent
    body: bytes | None


def posted_until_killed(process: Process, client: Client, game: str | None, moment: float, name: str) -> list[Answered]:
    """Play on in a game, and then in new ones, until the service is killed that long after its first answers."""
    picks, answers = die(name), list[Answered]()
    timer = Timer(moment, os.kill, (process.pid, signal.SIGKILL))
    try:
        table = Table(client, game) if game else Table.opened(client)
        while True:
            if table.get()["closed"]:
                table = Table.opened(client)
            sent = next_sent(table, picks)
            answers.append(Answered(table.game, sent, None))
            answered = table.send(sent)
            assert answered.status_code == 201, answered.text
            answers[-1] = answers[-1]._replace(body=answered.content)
            if len(answers) == FIRST_ANSWERS:
                timer.start()
    except httpx2.TransportError:
        timer.join()
    return answers


def forgotten(client: Client, answers: list[Answered]) -> list[Answered]:
    """Requests to which, sent again, another answer comes than came before, or comes now when sent once more."""
    found: list[Answered] = []
    for each in answers:
        table = Table(client, each.game)
        first, again = table.send(each.sent), table.send(each.sent)
        if first.status_code != 201 or again.content != first.content or each.body not in {None, first.content}:
            found.append(each)
    return found


def lost(path: Path, answers: list[Answered]) -> list[str]:
    """Hashes of events that were answered and are not stored."""
    with Archive(path, ruleset_of) as archive:
        stored = {event.hash for game in archive.games() for event in archive.record(game).events}
    steps = [json.loads(each.body) for each in answers if each.body]
    told = [item["hash"] for step in steps for item in step["events"]]
    return [each for each in told if each not in stored]


def requests_noted(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        (count,) = connection.execute("SELECT count(*) FROM requests").fetchone()
    return int(count)


@pytest.mark.gate
@pytest.mark.parametrize("times", [QUICK, pytest.param(LONG, marks=pytest.mark.slow)])
def test_no_answered_step_is_lost_and_each_request_is_known_again(times: int, tmp_path: Path) -> None:
    db = tmp_path / "games.db"
    moments = die(f"kill {times}")
    answers: list[Answered] = []
    last: list[Answered] = []
    for number in range(times):
        with process_on(db) as process, process.client() as client:
            assert forgotten(client, last) == []
            game = last[-1].game if last else None
            last = posted_until_killed(process, client, game, moments.uniform(SHORTEST, LONGEST), f"post {number}")
            answers += last
    with process_on(db) as process, process.client() as client:
        assert forgotten(client, last) == []

    with Archive(db, ruleset_of) as archive:
        records = [archive.record(game) for game in archive.games()]
    steps = sum(record.events[-1].entry.step - 1 for record in records)
    assert len(answers) >= FIRST_ANSWERS * times
    assert lost(db, answers) == []
    assert all(verify(record).status == "sound" for record in records)
    assert steps == len(answers) == requests_noted(db)


@pytest.mark.gate
def test_a_step_that_is_lost_is_noticed(tmp_path: Path) -> None:
    """The control: the last step that was answered, and what was stored behind it, is taken out of the database."""
    db = tmp_path / "games.db"
    with process_on(db) as process, process.client() as client:
        answers = posted_until_killed(process, client, None, LONGEST, "control")
    answered = [each for each in answers if each.body]
    last = json.loads(answered[-1].body or "")["events"][0]["event"]
    with closing(sqlite3.connect(db)) as connection, connection:
        connection.execute("DROP TRIGGER stored_events_remain")
        gone = "DELETE FROM stored_events WHERE originator_id = ? AND originator_version >= ?"
        connection.execute(gone, (last["game"], last["n"]))

    assert lost(db, answered)
    with process_on(db) as process, process.client() as client:
        assert forgotten(client, answered)
