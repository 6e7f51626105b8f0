"""Rebuilding a match from SQLite: by our two readers, by the library's default aggregate, and by the bare minimum."""

import sqlite3
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, Final, Generic, TypeVar, cast

import msgspec
from msgspec import Struct

from bench.library import Counted, Played, matches_in, plain_step, take
from bench.measuring import Chapter, Goal, clocked, rates, ratio_of, side_by_side
from bench.workload import RULESET, steps_of
from oathbook.domain.kernel import Hidden, Opened
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.database.fast_fold import OUTCOME_TOPIC, FastFold
from oathbook.domain.recording.database.sqlite_records import SqliteRecords
from oathbook.domain.recording.format.record import Record, fold_record
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.domain.rulesets.registry import load_registry

T = TypeVar("T")
Read = Callable[[], object]
Decode = Callable[[bytes], Any]
FOLD, COUNT, STRICT = "fold", "fold, counting", "strict reader"
LIBRARY, LIBRARY_COUNT = "library", "library, counting"
BOUND, BOUND_COUNT, BOUND_DICTS = "bound", "bound, counting", "bound, counting dicts"
BESIDE: Final = {FOLD: (LIBRARY, BOUND), COUNT: (LIBRARY_COUNT, BOUND_COUNT, BOUND_DICTS), STRICT: (LIBRARY,)}
EVENTS: Final = "SELECT originator_version, topic, CAST(state AS BLOB) FROM stored_events WHERE originator_id = ?"
IN_ORDER: Final = f"{EVENTS} ORDER BY originator_version"


class _Counting:
    """A ruleset that folds a match to the number of its consequences; nothing else can be asked of it."""

    edition = RULESET.edition
    wire = RULESET.wire

    def initial(self, _: object) -> int:
        return 0

    def evolve(self, state: int, _: object) -> int:
        return state + 1


class _Happened(Struct, Generic[T]):
    event: T


class _Followed(Struct, Generic[T]):
    consequences: list[_Happened[T]]


class _Line(Struct, Generic[T]):
    data: _Followed[T]


class _Kind(Struct):
    kind: str


def rebuilding(record: Record, folder: Path, runs: int) -> Chapter:
    """A match rebuilt from a database file, with its real state and, to leave the rules out, only counting."""
    count = len(record.events)
    with ExitStack() as held:
        reads = {**_ours(held, record, folder), **_library(held, record, folder), **_bounds(held, record, folder)}
        _must_agree(reads)
        timings = side_by_side({name: clocked(read) for name, read in reads.items()}, runs)
    return Chapter(
        f"Rebuild a match of {count:,} events from SQLite",
        rates(timings, count, "events", BESIDE),
        (
            Goal(f"rebuild {count:,} events: library's default", 8, ratio_of(timings, LIBRARY, FOLD)),
            Goal(f"rebuild {count:,} events: raw bound", 0.7, ratio_of(timings, BOUND, FOLD)),
            Goal(f"rebuild {count:,} events, counting: library's default", 8, ratio_of(timings, LIBRARY_COUNT, COUNT)),
            Goal(f"rebuild {count:,} events, counting: raw bound", 0.7, ratio_of(timings, BOUND_COUNT, COUNT)),
        ),
    )


def _must_agree(reads: dict[str, Read]) -> None:
    """The same state, or the same count, whoever reads."""
    played = [reads[name]() for name in (FOLD, STRICT, LIBRARY, BOUND)]
    counted = [reads[name]() for name in (COUNT, LIBRARY_COUNT, BOUND_COUNT, BOUND_DICTS)]
    assert all(each == played[0] for each in played), "the states differ"
    assert all(each == counted[0] for each in counted), "the counts differ"


def _ours(held: ExitStack, record: Record, folder: Path) -> dict[str, Read]:
    path = folder / f"ours-{len(record.events)}.db"
    with closing(SqliteRecords(path)) as records:
        records.commit(record.events)
    archive = held.enter_context(Archive(path, load_registry().ruleset))

    def fold(ruleset: AnyRuleset) -> object:
        return FastFold(ruleset).fold(record.game, archive.rows(record.game)).state

    counting = cast("AnyRuleset", _Counting())
    return {
        FOLD: lambda: fold(RULESET),
        STRICT: lambda: fold_record(archive.record(record.game)).state,
        COUNT: lambda: fold(counting),
    }


def _library(held: ExitStack, record: Record, folder: Path) -> dict[str, Read]:
    app = held.enter_context(closing(matches_in(folder / f"library-{len(record.events)}.db")))
    steps = [plain_step(step) for step in steps_of(record)]

    def saved(kind: type[Counted | Played]) -> Read:
        match = kind(**steps[0][0])
        for step in steps[1:]:
            take(match, step)
        app.save(match)
        return lambda: cast("Any", app.repository.get(match.id)).state

    return {LIBRARY: saved(Played), LIBRARY_COUNT: saved(Counted)}


def _bounds(held: ExitStack, record: Record, folder: Path) -> dict[str, Read]:
    """The same rows through Python's own module, the same bytes into the least that does, the fold in line."""
    connection = held.enter_context(closing(sqlite3.connect(folder / f"ours-{len(record.events)}.db")))
    first, game, line = fold_record(record, at=1).state, record.game, cast("Any", _Line)
    events = msgspec.json.Decoder(line[RULESET.wire.event], dec_hook=_bare).decode
    kinds, dicts = msgspec.json.Decoder(line[_Kind]).decode, msgspec.json.Decoder().decode
    return {
        BOUND: lambda: _played(connection, game, events, first),
        BOUND_COUNT: lambda: _counted(connection, game, kinds),
        BOUND_DICTS: lambda: _counted_in_dicts(connection, game, dicts),
    }


def _played(connection: sqlite3.Connection, game: str, decode: Decode, state: object) -> object:
    evolve = RULESET.evolve
    for _, topic, lines in connection.execute(IN_ORDER, (game,)):
        if topic == OUTCOME_TOPIC:
            for each in decode(lines.partition(b"\n")[0]).data.consequences:
                state = evolve(state, each.event)
    return state


def _counted(connection: sqlite3.Connection, game: str, decode: Decode) -> int:
    count = 0
    for _, topic, lines in connection.execute(IN_ORDER, (game,)):
        if topic == OUTCOME_TOPIC:
            for _ in decode(lines.partition(b"\n")[0]).data.consequences:
                count += 1
    return count


def _counted_in_dicts(connection: sqlite3.Connection, game: str, decode: Decode) -> int:
    count = 0
    for _, topic, lines in connection.execute(IN_ORDER, (game,)):
        if topic == OUTCOME_TOPIC:
            for _ in decode(lines.partition(b"\n")[0])["data"]["consequences"]:
                count += 1
    return count


def _bare(kind: type, value: dict[str, Any]) -> object:
    """A hidden value without its opening, a shown one as it stands; nothing is checked."""
    if getattr(kind, "__origin__", None) is Hidden:
        return Hidden(tuple(value["to"]), digest=value["sd"])
    return Opened(value["value"], salt=value["salt"], digest=value["sd"])
