"""The read models of a database made anew: all in one pass, beside a pass for each."""

from contextlib import closing
from pathlib import Path
from typing import Final

from bench.measuring import Chapter, Goal, clocked, rates, ratio_of, side_by_side
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.database.sqlite_records import SqliteRecords
from oathbook.domain.recording.format.record import Record
from oathbook.domain.rulesets.registry import load_registry
from oathbook.projections.definitions import Projection
from oathbook.projections.projector import PROJECTIONS, Projector
from oathbook.projections.sqlite_views.views import SqliteViews

TOGETHER: Final = "all in one pass"
APART: Final = "a pass for each"


def projecting(record: Record, folder: Path, runs: int) -> Chapter:
    """Every read model of a database with one match in it, from nothing to the last event."""
    path, count = folder / "projected.db", len(record.events)
    with closing(SqliteRecords(path)) as records:
        records.commit(record.events)
    timings = side_by_side(
        {
            TOGETHER: clocked(lambda: _made(path, PROJECTIONS)),
            APART: clocked(lambda: _made(path, *((each,) for each in PROJECTIONS))),
        },
        runs,
    )
    return Chapter(
        f"Make {len(PROJECTIONS)} read models of {count:,} events",
        rates(timings, count, "events", {TOGETHER: (APART,)}),
        (
            Goal(
                f"read models of {count:,} events in one pass: in a pass for each",
                2,
                ratio_of(timings, APART, TOGETHER),
            ),
        ),
    )


def _made(database: Path, *passes: tuple[Projection, ...]) -> None:
    """Make these read models, each group in a pass of its own."""
    views, ruleset_of = database.with_name("projected.views"), load_registry().ruleset
    with Archive(database, ruleset_of) as archive, SqliteViews(views) as opened:
        for projections in passes:
            Projector(archive, opened, ruleset_of, projections).catch_up()
    for each in database.parent.glob(f"{views.name}*"):
        each.unlink()
