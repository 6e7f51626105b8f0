"""Everything measured in one run, beside its peers and bounds: ``python -m bench`` (see docs/performance.md)."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.appending import appending
from bench.blaming import blaming
from bench.following import following
from bench.letters import reading
from bench.measuring import Chapter, machine, table
from bench.projecting import projecting
from bench.promises import monitoring
from bench.rebuilding import rebuilding
from bench.regressing import regressing
from bench.replaying import log_in_memory, seeking, verifying
from bench.workload import first_events, long_match, whole_game

SHORT, MOVES = 10, 5
"""The short match is a tenth of the long one, and so is the log of moves: a move is two events."""

GAMES, FEWEST = 80, 12
"""A game of the mini-game for so many events of the match, and so many at least: not every one has a breach."""

RECORDS, RECORD = 20, 3
"""As many records are decided again as a twentieth of the long match has events, each of three hundredths of it."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    options = _parser().parse_args(arguments)
    with TemporaryDirectory(dir=options.folder) as folder:
        sys.stdout.write(f"{machine(Path(folder))}\n")
        goals: list[tuple[str, ...]] = [("", "goal", "measured", "")]
        for chapter in _chapters(options.events, options.runs, Path(folder), options.boardgame):
            sys.stdout.write(f"\n### {chapter.title}\n\n{chapter.table}\n")
            sys.stdout.flush()
            goals += [goal.row() for goal in chapter.goals]
    sys.stdout.write(f"\n### Goals\n\n{table(goals)}\n")


def _chapters(events: int, runs: int, folder: Path, boardgame: Path | None) -> Iterator[Chapter]:
    long = long_match(events)
    short = first_events(long, events // SHORT)
    yield rebuilding(long, folder, runs)
    yield rebuilding(short, folder, runs)
    yield log_in_memory(first_events(long, events // MOVES + 1), boardgame, runs)
    yield verifying(long, runs)
    yield verifying(short, runs)
    yield verifying(whole_game(), runs, "a game of Heirless")
    yield seeking(long, runs)
    yield regressing(long, folder, events // RECORDS, events * RECORD // 100, runs)
    yield appending(short, folder, runs)
    yield projecting(long, folder, runs)
    yield from monitoring(events * 10, events * 2, runs)
    yield reading(events)
    yield following(runs)
    yield blaming(max(events // GAMES, FEWEST))


def _parser() -> ArgumentParser:
    parser = ArgumentParser("python -m bench", description=__doc__)
    parser.add_argument("--events", type=int, default=10_000, help="events of the long match (10,000)")
    parser.add_argument("--runs", type=int, default=7, help="runs of each, of which the median counts (7)")
    parser.add_argument("--folder", type=Path, help="where the databases are made, on the disk to be measured")
    parser.add_argument("--boardgame", type=Path, help="a folder in which boardgame.io is installed")
    return parser


if __name__ == "__main__":
    main()
