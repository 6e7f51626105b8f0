"""Every read model made anew, page by page and stream by stream: ``python -m bench.remaking`` (docs/performance.md)."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bench.measuring import Chapter, Goal, clocked, machine, rates, ratio_of, side_by_side, table
from bench.workload import whole_game
from oathbook.api.cli.read_models import NAMES, rebuild
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.database.sqlite_records import SqliteRecords
from oathbook.domain.recording.format.codec import EncodedEvent
from oathbook.domain.recording.format.record import Record
from oathbook.domain.rulesets.registry import load_registry
from oathbook.projections.projector import Projector
from oathbook.projections.sqlite_views.views import SqliteViews

PAGES, ONE, TWO = "page by page", "stream by stream, one process", "two processes"
TOGETHER: Final = 50
"""Games that are stored in one commit."""


def remaking(folder: Path, events: int, runs: int) -> Chapter:
    """A database of many games, with read models that are made again."""
    db, record = folder / "many.db", whole_game()
    games = max(1, events // len(record.events))
    with closing(SqliteRecords(db)) as records:
        for first in range(0, games, TOGETHER):
            numbers = range(first, min(games, first + TOGETHER))
            records.commit(event for number in numbers for event in _copied(record, f"game-{number}"))
    timings = side_by_side(
        {
            PAGES: clocked(lambda: _by_pages(db)),
            ONE: clocked(lambda: rebuild(str(db), NAMES, 1)),
            TWO: clocked(lambda: rebuild(str(db), NAMES, 2)),
        },
        runs,
    )
    count = games * len(record.events)
    return Chapter(
        f"{len(NAMES)} read models of {games:,} games with {count:,} events made anew",
        rates(timings, count, "events", {ONE: (PAGES,), TWO: (ONE, PAGES)}),
        (
            Goal("stream by stream: page by page", 1.5, ratio_of(timings, PAGES, ONE)),
            Goal("two processes: one", 1.7, ratio_of(timings, ONE, TWO)),
        ),
    )


def _copied(record: Record, game: str) -> Iterator[EncodedEvent]:
    prev = ""
    for event in record.events:
        copy = record.codec.rechain(event, game=game, prev=prev)
        prev = copy.hash
        yield copy


def _by_pages(db: Path) -> None:
    ruleset_of = load_registry().ruleset
    with (
        Archive(db, ruleset_of) as archive,
        SqliteViews(db.with_name(f"{db.name}.views")) as views,
        Projector(archive, views, ruleset_of) as projector,
    ):
        projector.rebuild(*NAMES)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = ArgumentParser("python -m bench.remaking", description=__doc__)
    parser.add_argument("--events", type=int, default=300_000, help="how many events there are (300000)")
    parser.add_argument("--runs", type=int, default=3, help="runs of each, in turns (3)")
    parser.add_argument("--folder", type=Path, help="where the database is made, on the disk to be measured")
    options = parser.parse_args(arguments)
    with TemporaryDirectory(dir=options.folder) as folder:
        sys.stdout.write(f"{machine(Path(folder))}\n")
        chapter = remaking(Path(folder), options.events, options.runs)
        goals = [("", "goal", "measured", ""), *(goal.row() for goal in chapter.goals)]
        sys.stdout.write(f"\n### {chapter.title}\n\n{chapter.table}\n\n{table(goals)}\n")


if __name__ == "__main__":
    main()
