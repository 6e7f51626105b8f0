"""A writer that is killed leaves of a commit over several streams all or nothing.

The control stores what belongs together one stream after the other; the same kills leave some of it by halves.
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

import pytest
from msgspec.structs import replace

from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.database.record_store import Commit
from oathbook.domain.recording.database.sqlite_records import SqliteRecords
from oathbook.domain.recording.writing.writer import Writer
from oathbook.replays.verification import verify
from tests.support.playing import ruleset_of
from tests.support.storing import Child, Play, Say, writer_on
from tests.support.writers.beside import BESIDE, with_a_step_in

SHORTEST, LONGEST = 0.030, 0.120
MOST_ROUNDS = 5
PAUSE = 0.005
"""Seconds between the streams of the control: without it, whether any kill falls there would hang on the machine."""
TIMES = [20, pytest.param(600, marks=pytest.mark.slow)]

Rulings = dict[str, tuple[int, dict[str, int]]]
"""Of each stream beside the games how many events it has, and how many steps the games have that it is about."""


def rules_on(path: Path, number: int, say: Say) -> None:
    """Rule again and again on two new games: an event of a stream of its own, and a step in each of them."""
    _rule(writer_on(path), number, say)


def one_stream_after_the_other(path: Path, number: int, say: Say) -> None:
    """The same, but for the commit: each stream has one of its own."""
    writer = writer_on(path)
    writer._records.close()  # pyright: ignore[reportPrivateUsage]  # the fault is planted here
    writer._records = OneByOne(path)  # pyright: ignore[reportPrivateUsage]  # as above
    _rule(writer, number, say)


class OneByOne(SqliteRecords):
    """Stores every stream of a commit by itself, with a pause in which a kill falls."""

    def commit_all(self, commits: Sequence[Commit]) -> None:
        for each in commits:
            for _, stream in groupby(each.events, key=lambda event: event.game):
                super().commit_all([replace(each, events=tuple(stream))])
                time.sleep(PAUSE)


def _rule(writer: Writer, number: int, say: Say) -> None:
    stream, games = f"case-{number}", [Play.opened(writer).game.id for _ in range(2)]
    work = with_a_step_in(writer.archive, *games, stream=stream, says=json.dumps(games))
    while not any(writer.archive.is_closed(game, at=writer.archive.last_position(game)) for game in games):
        first, *_ = writer.commit_jointly(stream, BESIDE, work, expected=None)
        say(json.dumps((stream, first.position)))


def kill(path: Path, work: Callable[[Path, int, Say], object], *, times: int) -> list[tuple[str, int]]:
    """Let process after process rule, kill each, and collect what they had acknowledged."""
    moments = random.Random(times)  # noqa: S311  # any moment will do
    acknowledged: list[tuple[str, int]] = []
    for number in range(MOST_ROUNDS * times):
        patience = 1 + number // times
        if patience > 1 and len(acknowledged) > times // 4:
            break
        with Child(partial(work, path, number)) as child:
            time.sleep(patience * moments.uniform(SHORTEST, LONGEST))
            acknowledged += [tuple(json.loads(line)) for line in child.killed()]
    return acknowledged


def rulings_in(path: Path) -> Rulings:
    """What is stored of every ruling."""
    with closing(sqlite3.connect(path)) as connection:
        beside = "SELECT originator_id, max(originator_version), state FROM stored_events WHERE topic LIKE 'dispute.%'"
        found = connection.execute(f"{beside} GROUP BY originator_id").fetchall()
    with Archive(path, ruleset_of) as archive:
        return {
            stream: (length, {game: archive.record(game).events[-1].entry.step - 1 for game in _games(state)})
            for stream, length, state in found
        }


def _games(state: bytes) -> list[str]:
    games: list[str] = json.loads(json.loads(state.partition(b"\n")[0])["data"]["says"])
    return games


def by_halves(rulings: Rulings) -> list[str]:
    """The streams beside the games that say more or less than was done to the games."""
    return [stream for stream, (length, games) in rulings.items() if {*games.values()} != {length}]


@pytest.mark.parametrize("times", TIMES)
def test_a_ruling_and_what_it_does_to_games_are_stored_whole_or_not_at_all(times: int, tmp_path: Path) -> None:
    path = tmp_path / "records.db"

    acknowledged = kill(path, rules_on, times=times)

    rulings = rulings_in(path)
    assert len(acknowledged) > times // 4
    assert by_halves(rulings) == []
    assert all(rulings[stream][0] >= position for stream, position in acknowledged)
    with Archive(path, ruleset_of) as archive:
        assert {verify(archive.record(game)).status for game in archive.games()} <= {"sound"}


@pytest.mark.gate
@pytest.mark.parametrize("times", TIMES)
def test_streams_that_are_stored_one_after_the_other_are_left_by_halves(times: int, tmp_path: Path) -> None:
    """The control: with the same kills."""
    path = tmp_path / "records.db"

    kill(path, one_stream_after_the_other, times=times)

    assert len(by_halves(rulings_in(path))) >= 1
