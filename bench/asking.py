"""Decisions beside questions about long games: ``python -m bench.asking`` (docs/performance.md)."""

import http.client
import random
import sys
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Final

from msgspec import Struct

from bench.clients import Load, load
from bench.measuring import Goal, machine, table
from bench.workload import long_match
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import record_text, whole_record_from
from tests.support.checkout import GOLDEN
from tests.support.playing import ruleset_of
from tests.support.serving import bring, process_on

NOBODY, THREADS, PROCESSES = "nobody asks", "threads answer", "another process answers"
SERVED: Final[Mapping[str, Sequence[str]]] = {NOBODY: (), THREADS: ("--question-processes", "0"), PROCESSES: ()}
ABOUT: Final = ("/outline?after={}", "/frames?from={}", "/scenes/{}/since", "/state?at={}")
OF_PROMISES: Final = ("/promises?at={}", "/promises/p1/audit?at={}")
PLEDGED: Final = GOLDEN / "heirless/e1/four-players-and-their-word.jsonl"
PATIENCE: Final = 90.0


class Asked(Struct, frozen=True):
    """What those who decide were answered, and how many questions were meanwhile."""

    load: Load
    answers: int


def asking(db: Path, options: Sequence[str], records: Sequence[Record], who: tuple[int, int], seconds: float) -> Asked:
    """So many clients decide, and so many ask about these records, each as fast as they are answered."""
    deciding, questioning = who
    over, counts = Event(), [0] * questioning
    with process_on(db, *options) as process, process.client() as client:
        for each in records:
            assert bring(client, record_text(each)).is_success
        port = int(process.address.rpartition(":")[2])
        asked = [Thread(target=_ask, args=(port, records, number, over, counts)) for number in range(questioning)]
        for each in asked:
            each.start()
        found = load(port, deciding, seconds, 0)
        over.set()
        for each in asked:
            each.join()
    return Asked(found, sum(counts))


def _ask(port: int, records: Sequence[Record], number: int, over: Event, counts: list[int]) -> None:
    """Ask about any position of any of them, one question after the other."""
    rng = random.Random(number)  # noqa: S311  # it picks positions, it keeps no secret
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
        while not over.is_set():
            record = rng.choice(records)
            promised = any(event.topic.startswith("promise") for event in record.events)
            path = rng.choice((*ABOUT, *(OF_PROMISES if promised else ())))
            at = rng.randint(len(record.events) // 2, len(record.events))
            connection.request("GET", f"/v1/games/{record.game}{path.format(at)}")
            answered = connection.getresponse()
            answered.read()
            assert answered.status == 200, (path, answered.status)  # noqa: PLR2004  # it is OK
            counts[number] += 1


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    options = _parser().parse_args(arguments)
    pledged = whole_record_from(PLEDGED.read_bytes(), ruleset_of, where=PLEDGED.name)
    records = (pledged, long_match(options.events))
    rows = [("", "decisions/s", "median ms", "99th of 100, ms", "questions/s")]
    slowest: dict[str, float] = {}
    with TemporaryDirectory(dir=options.folder) as folder:
        sys.stdout.write(f"{machine(Path(folder))}\n")
        for number, (name, served) in enumerate(SERVED.items()):
            who = (options.clients, 0 if name == NOBODY else options.questioners)
            found = asking(Path(folder) / f"{number}.db", served, records, who, options.seconds)
            rows.append(_row(name, found, options.seconds))
            slowest[name] = found.load.slowest_of_hundred_ms
    sys.stdout.write(
        f"\n### {options.clients} clients who decide beside {options.questioners} who ask\n\n{table(rows)}\n"
    )
    goal = Goal("99 of 100 decisions beside questions", 150, slowest[PROCESSES], "ms", at_least=False)
    sys.stdout.write(f"\n{table([('', 'goal', 'measured', ''), goal.row()])}\n")


def _row(name: str, found: Asked, seconds: float) -> tuple[str, ...]:
    of = found.load
    return (
        *(name, f"{of.a_second:,.0f}", f"{of.median_ms:.1f}", f"{of.slowest_of_hundred_ms:.0f}"),
        f"{found.answers / seconds:,.1f}",
    )


def _parser() -> ArgumentParser:
    parser = ArgumentParser("python -m bench.asking", description=__doc__)
    parser.add_argument("--clients", type=int, default=16, help="clients who decide (16)")
    parser.add_argument("--questioners", type=int, default=4, help="clients who ask (4)")
    parser.add_argument("--seconds", type=float, default=8, help="how long (8)")
    parser.add_argument("--events", type=int, default=2_000, help="events of the longer of two games (2,000)")
    parser.add_argument("--folder", type=Path, help="where the databases are made, on the disk to be measured")
    return parser


if __name__ == "__main__":
    main()
