"""A writing process that is killed loses nothing it has acknowledged, and leaves no step by halves.

This proves nothing about a loss of power: what was handed to the system survives the process in any case. It is the
control that shows that the kills come at the right moments: who acknowledges before the commit loses steps.
"""

import json
import random
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from itertools import groupby
from pathlib import Path
from threading import Thread

import pytest

from oathbook.domain.errors import BadRecord
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.database.record_store import Commit
from oathbook.domain.recording.database.sqlite_records import SqliteRecords
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.writing.writer import Writer
from oathbook.replays.verification import verify
from tests.support.playing import die, ruleset_of
from tests.support.storing import Child, Play, Say, Stored, told, writer_on

SHORTEST, LONGEST = 0.004, 0.060
MOST_EVENTS = 100
"""Of a game; a longer one is left alone, as it takes too long to go on with."""

A_MOMENT = 0.002
AT_THE_BEGINNING = 60
AT_ONCE = 8
MOST_ROUNDS = 5
TIMES = [40, pytest.param(1_000, marks=pytest.mark.slow)]

Work = Callable[[Path, int, Say], object]


def plays_on(path: Path, number: int, say: Say) -> None:
    """Play on in the last game and then in new ones, and acknowledge each step once the writer has stored it."""
    _play(writer_on(path), number, lambda stored: say(json.dumps(stored)))


def plays_many(path: Path, number: int, say: Say) -> None:
    """Play several new games at once, so that the steps of some go into one commit."""
    writer = writer_on(path)
    for each in range(AT_ONCE):
        work = partial(_play_anew, writer, AT_ONCE * number + each, lambda stored: say(json.dumps(stored)))
        Thread(target=work, daemon=True).start()


def makes(path: Path, _: Say) -> Writer:
    """Make the database, and nothing else."""
    return writer_on(path)


def acknowledges_first(path: Path, number: int, say: Say) -> None:
    """The same, but for the moment at which a step is acknowledged."""
    writer = writer_on(path)
    writer._records.close()  # pyright: ignore[reportPrivateUsage]  # the fault is planted here
    writer._records = Hasty(path, say)  # pyright: ignore[reportPrivateUsage]  # as above
    _play(writer, number, lambda _: None)


class Hasty(SqliteRecords):
    """Says that a commit is done, and does it a moment later."""

    def __init__(self, path: Path, say: Say) -> None:
        super().__init__(path)
        self._say = say

    def commit_all(self, commits: Sequence[Commit]) -> None:
        for last in (each.events[-1] for each in commits):
            self._say(json.dumps((last.game, last.entry.position, last.hash)))
        time.sleep(A_MOMENT)
        super().commit_all(commits)


def _play(writer: Writer, number: int, acknowledge: Callable[[Stored], object]) -> None:
    picks = die(f"kill {number}")
    games = list(writer.archive.games())
    play = Play.resumed(writer, games[-1]) if games else None
    while True:
        if play is None or play.game.closed or play.game.position > MOST_EVENTS:
            play = Play.opened(writer)
            acknowledge((play.game.id, 1, writer.archive.record(play.game.id).head))
        else:
            acknowledge(told(play.take_one(picks)))


def _play_anew(writer: Writer, number: int, acknowledge: Callable[[Stored], object]) -> None:
    picks, play = die(f"kill {number}"), Play.opened(writer)
    while not play.game.closed:
        acknowledge(told(play.take_one(picks)))


def kill(path: Path, work: Work, *, times: int) -> list[Stored]:
    """Let process after process write into a database, kill each, and collect what they had acknowledged.

    Where a busy machine lets them acknowledge too little, more are killed, each time after longer.
    """
    moments = random.Random(times)  # noqa: S311  # any moment will do
    acknowledged: list[Stored] = []
    for number in range(MOST_ROUNDS * times):
        patience = 1 + number // times
        if patience > 1 and len(acknowledged) > times // 4:
            break
        with Child(partial(work, path, number)) as child:
            time.sleep(patience * moments.uniform(SHORTEST, LONGEST))
            acknowledged += [tuple(json.loads(line)) for line in child.killed()]
    return acknowledged


def lost(path: Path, acknowledged: list[Stored]) -> list[Stored]:
    """What was acknowledged, and is not stored."""
    with Archive(path, ruleset_of) as archive:
        events = [event for game in archive.games() for event in archive.record(game).events]
    stored = {(event.game, event.entry.position, event.hash) for event in events}
    return [each for each in acknowledged if each not in stored]


def is_whole(record: Record) -> bool:
    """Whether a record has nothing but whole steps, with everything that follows from each decision."""
    return verify(record).status == "sound" and record.events[-1].entry.by in {"rules", "host"}


def steps_of(record: Record) -> list[tuple[str, str, int]]:
    """The steps of a record: the game, who began it, and its last position."""
    steps = [list(step) for _, step in groupby(record.events, key=lambda event: event.entry.step)]
    return [(record.game, step[0].entry.by, step[-1].entry.position) for step in steps]


def noted_in(path: Path) -> list[tuple[str, str, int]]:
    """The requests that a database has noted: the game, whose it is, and the last position of its step."""
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT game, seat, position FROM requests").fetchall()
    return sorted(found)


@pytest.mark.parametrize("work", [plays_on, pytest.param(plays_many, marks=pytest.mark.gate)])
@pytest.mark.parametrize("times", TIMES)
def test_a_writer_that_is_killed_loses_nothing_that_it_has_acknowledged(times: int, work: Work, tmp_path: Path) -> None:
    """Each goes on where the one before it was killed, or begins new games, several at once."""
    path = tmp_path / "records.db"

    acknowledged = kill(path, work, times=times)

    assert len(acknowledged) > times // 4
    assert len(set(acknowledged)) == len(acknowledged)
    assert lost(path, acknowledged) == []
    with Archive(path, ruleset_of) as archive:
        records = [archive.record(game) for game in archive.games()]
    assert all(is_whole(record) for record in records)
    assert noted_in(path) == sorted(each for record in records for each in steps_of(record)[1:])


@pytest.mark.gate
@pytest.mark.parametrize("times", TIMES)
def test_a_writer_that_acknowledges_before_it_commits_does_lose_something(times: int, tmp_path: Path) -> None:
    """The control: with the same kills."""
    path = tmp_path / "records.db"

    acknowledged = kill(path, acknowledges_first, times=times)

    assert len(lost(path, acknowledged)) >= 1


@pytest.mark.gate
def test_a_writer_that_is_killed_making_its_database_does_not_stand_in_the_way_of_the_next(tmp_path: Path) -> None:
    """The control is that a reader takes some of what is there for no database of ours: it is half made."""
    moments, half_made = random.Random(1), 0  # noqa: S311  # any moment will do

    for number in range(AT_THE_BEGINNING):
        path = tmp_path / f"{number}.db"
        with Child(partial(makes, path)) as child:
            time.sleep(moments.uniform(0, SHORTEST))
            child.killed()
        half_made += path.exists() and not is_made(path)
        with writer_on(path) as writer:
            assert Play.opened(writer).game.position == 1

    assert half_made >= 1


def is_made(path: Path) -> bool:
    """Whether a reader takes it for a database of ours."""
    try:
        Archive(path, ruleset_of).close()
    except BadRecord:
        return False
    return True
