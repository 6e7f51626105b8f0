"""Replaying in memory: a log folded, frames for a viewer, everything decided again, and any position found."""

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

from bench.measuring import Chapter, Goal, Timing, clocked, rates, ratio_of, side_by_side, table
from bench.workload import RULESET, decisions_of
from oathbook.domain.games import game as games
from oathbook.domain.games.game import Game
from oathbook.domain.games.game_events import Entry
from oathbook.domain.kernel import HOLDER, Viewer
from oathbook.domain.recording.database.fast_fold import FastFold
from oathbook.domain.recording.format.envelope import StoredRow
from oathbook.domain.recording.format.record import Record
from oathbook.replays.frames import Replay
from oathbook.replays.verification import verify

LINES, EVENTS, AGAIN = "fold of stored lines", "fold of decoded events", "verify: all decided again"
PEER: Final = "boardgame.io's reducer"
FRAMES, VERIFY = "frames for one viewer", "verify"
SEEKS: Final = 200
PEER_SCRIPT: Final = Path(__file__).parent / "peers" / "boardgame.mjs"


def log_in_memory(record: Record, peer: Path | None, runs: int) -> Chapter:
    """A log of moves folded with nothing read from a disk, beside boardgame.io's reducer on a log of its own."""
    moves = len(decisions_of(record))
    rows = [_row(record, number) for number in range(len(record.events))]
    entries = record.entries()
    works: dict[str, Callable[[], object]] = {
        LINES: lambda: FastFold(RULESET).fold(record.game, rows),
        EVENTS: lambda: _folded(record, entries),
        AGAIN: lambda: verify(record),
    }
    timings = side_by_side({name: clocked(work) for name, work in works.items()}, runs)
    taken = None if peer is None else _peer(peer, moves, runs)
    if taken is not None:
        timings[PEER] = taken
    beside = dict.fromkeys(works, (PEER,)) if taken is not None else {}
    faster = {name: None if taken is None else ratio_of(timings, PEER, name) for name in (LINES, EVENTS)}
    return Chapter(
        f"Replay {moves:,} moves ({len(record.events):,} events) in memory",
        rates(timings, moves, "moves", beside),
        tuple(Goal(f"{name}, {moves:,} moves: boardgame.io's reducer", 40, ratio) for name, ratio in faster.items()),
    )


def verifying(record: Record, runs: int, what: str = "a record") -> Chapter:
    """A record verified, beside the making of all frames for one viewer."""
    count, viewer = len(record.events), Viewer(record.opened.seats[0].seat)
    works = {VERIFY: clocked(lambda: verify(record)), FRAMES: clocked(lambda: list(Replay(record, viewer).frames()))}
    timings = side_by_side(works, runs)
    longer = ratio_of(timings, VERIFY, FRAMES)
    return Chapter(
        f"Verify {what} of {count:,} events",
        rates(timings, count, "events", {VERIFY: (FRAMES,)}),
        (Goal(f"verify {what} of {count:,} events: time of frames for one viewer", 5, longer, at_least=False),),
    )


def seeking(record: Record, runs: int) -> Chapter:
    """Positions looked up in a replay, beside the fold from zero to the same positions."""
    replay, count = Replay(record, HOLDER), len(record.events)
    rng = Random(1)  # noqa: S311  # positions to look at, no secret
    places = [rng.randint(1, count) for _ in range(SEEKS)]
    assert all(replay.game_at(each) == _folded(record, replay.entries[:each]) for each in places[:runs])
    seeks = sorted(clocked(partial(replay.game_at, each))() for each in places)
    folds = sorted(clocked(partial(_folded, record, replay.entries[:each]))() for each in places)
    seek, fold = median(seeks), median(folds)
    rows = [("", "median ms", "99th of 100", "fastest"), _spread("seek", seeks), _spread("fold from zero", folds)]
    return Chapter(
        f"Seek {SEEKS} positions of {count:,}",
        table(rows),
        (
            Goal(f"seek in {count:,} positions", 1, seek * 1e3, "ms", at_least=False),
            Goal("the same: fold from zero", 20, fold / seek),
        ),
    )


def _row(record: Record, number: int) -> StoredRow:
    event = record.events[number]
    return StoredRow(number + 1, event.topic, event.line + b"\n" + event.openings)


def _folded(record: Record, entries: tuple[Entry, ...]) -> Game:
    game = games.begin(RULESET, record.game, entries[0])
    for entry in entries[1:]:
        game = games.evolve(RULESET, game, entry)
    return game


def _spread(name: str, taken: list[float]) -> tuple[str, ...]:
    return name, *(f"{each * 1e3:.2f}" for each in (median(taken), taken[len(taken) * 99 // 100], taken[0]))


def _peer(folder: Path, moves: int, runs: int) -> Timing | None:
    """What boardgame.io takes, where it is installed in that folder and there is a node to run it."""
    node = shutil.which("node")
    if node is None or not (folder / "node_modules" / "boardgame.io").is_dir():
        return None
    command = [node, str(PEER_SCRIPT), str(folder), str(moves), str(runs)]
    ran = subprocess.run(command, env={"NODE_ENV": "production"}, check=True, capture_output=True, text=True)  # noqa: S603  # our own script
    taken: list[float] = json.loads(ran.stdout)
    return Timing(median(taken), min(taken), max(taken), os.getloadavg()[0])
