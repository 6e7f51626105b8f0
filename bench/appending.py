"""Appending for one client, every step on the disk before it is acknowledged."""

import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bench.library import Counted, matches_in, plain_step, take
from bench.measuring import Chapter, Goal, Work, rates, ratio_of, side_by_side
from bench.workload import RULESET, THREE_PLAYERS, decisions_of, steps_of
from oathbook.domain.recording.database.recorder import library_event
from oathbook.domain.recording.database.sqlite import TABLES
from oathbook.domain.recording.database.sqlite_records import SqliteRecords
from oathbook.domain.recording.format.codec import EncodedEvent
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.sources import system_sources
from oathbook.domain.recording.writing.game_head import NewGame
from oathbook.domain.recording.writing.writer import Writer
from oathbook.domain.recording.writing.writer_batch import StoredStep
from oathbook.domain.recording.writing.writer_thread import MOST_JOBS
from oathbook.domain.rulesets.registry import load_registry

WRITER, STORE = "writer: decide and store", "store: ready events"
LIBRARY, BOUND = "library: save a step", "bound: insert a step"
BESIDE: Final = {WRITER: (BOUND,), STORE: (LIBRARY, BOUND)}
Append = Callable[[Path], float]

ALONE, TOGETHER = "one at a time", f"{MOST_JOBS} at a time"
DECISIONS: Final = 40
"""Of each of as many games as a turn of the writer has jobs."""

FASTER: Final = 1.5


def appending(record: Record, folder: Path, runs: int) -> Chapter:
    """The steps of a record appended one after another into a new database, each in a transaction of its own."""
    steps = len(decisions_of(record))
    appends: dict[str, Append] = {
        WRITER: lambda path: _writer(record, path),
        STORE: lambda path: _store(record, path),
        LIBRARY: lambda path: _library(record, path),
        BOUND: lambda path: _bound(record, path),
    }
    timings = side_by_side({name: _afresh(append, folder) for name, append in appends.items()}, runs)
    events = (len(record.events) - 1) / steps
    return Chapter(
        f"Append {steps:,} steps of {events:.1f} events, one client, synchronous = FULL",
        rates(timings, steps, "steps", BESIDE),
    )


def together(record: Record, folder: Path, runs: int) -> Chapter:
    """The writer alone: decisions of many games, each waited for, and as many as the writer takes in a turn."""
    works: dict[str, Append] = {
        ALONE: lambda path: _games(record, path, is_waited_for=True),
        TOGETHER: lambda path: _games(record, path, is_waited_for=False),
    }
    timings = side_by_side({name: _afresh(work, folder) for name, work in works.items()}, runs)
    return Chapter(
        f"The writer decides and stores {MOST_JOBS} x {DECISIONS} steps, synchronous = FULL",
        rates(timings, MOST_JOBS * DECISIONS, "steps", {TOGETHER: (ALONE,)}),
        (Goal("the writer in batches, beside itself one at a time", FASTER, ratio_of(timings, ALONE, TOGETHER)),),
    )


def _afresh(append: Append, folder: Path) -> Work:
    def timed() -> float:
        with TemporaryDirectory(dir=folder) as new:
            return append(Path(new) / "append.db")

    return timed


def _writer(record: Record, path: Path) -> float:
    decisions = decisions_of(record)
    with Writer(path, load_registry().ruleset, system_sources()) as writer:
        step = writer.open(RULESET, NewGame(THREE_PLAYERS))
        began = time.perf_counter()
        for each in decisions:
            step = writer.decide(step.game, each, by=each["by"], expected=step.position)
        taken = time.perf_counter() - began
    assert step.position == len(record.events), "the decisions led elsewhere"
    return taken


def _games(record: Record, path: Path, *, is_waited_for: bool) -> float:
    """The same decisions in many games, in turns. If nobody waits, a full turn of the writer always does."""
    decisions = decisions_of(record)[:DECISIONS]
    with Writer(path, load_registry().ruleset, system_sources()) as writer:
        games = [writer.open(RULESET, NewGame(THREE_PLAYERS)).game for _ in range(MOST_JOBS)]
        began = time.perf_counter()
        futures: list[Future[StoredStep]] = []
        for each in decisions:
            for game in games:
                futures.append(writer.submit_decision(game, each, by=each["by"], expected=None))
                if is_waited_for:
                    futures[-1].result()
        positions = {each.result().position for each in futures[-len(games) :]}
        taken = time.perf_counter() - began
    assert len(positions) == 1, "the decisions led elsewhere"
    return taken


def _store(record: Record, path: Path) -> float:
    first, *steps = steps_of(record)
    with closing(SqliteRecords(path)) as records:
        records.commit(first)
        began = time.perf_counter()
        for step in steps:
            records.commit(step)
        return time.perf_counter() - began


def _library(record: Record, path: Path) -> float:
    first, *steps = [plain_step(step) for step in steps_of(record)]
    with closing(matches_in(path)) as app:
        match = Counted(**first[0])
        app.save(match)
        began = time.perf_counter()
        for step in steps:
            take(match, step)
            app.save(match)
        return time.perf_counter() - began


def _bound(record: Record, path: Path) -> float:
    steps = [[_row(event) for event in step] for step in steps_of(record)]
    insert = "INSERT INTO stored_events (originator_id, originator_version, topic, state) VALUES (?, ?, ?, ?)"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(TABLES[0].format(events="stored_events"))
        began = time.perf_counter()
        for step in steps[1:]:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(insert, step)
            connection.execute("COMMIT")
        return time.perf_counter() - began


def _row(event: EncodedEvent) -> tuple[str, int, str, bytes]:
    each = library_event(event)
    return each.originator_id, each.originator_version, each.topic, each.state
