"""Marks on options: what they cost beside 30 open promises of a game of Heirless: ``python -m bench.marking``."""

import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Final

from bench.measuring import Goal, machine, table
from oathbook.api.schemas.marks import MOST_PRICES
from oathbook.domain.kernel import Seat
from oathbook.domain.promises.audit.chance_marks import ChanceMarker
from oathbook.domain.promises.audit.incremental_audit import IncrementalAudit
from oathbook.domain.promises.audit.marks import OptionMarker
from oathbook.replays.frames import Replay
from tests.golden.heirless_promises import game
from tests.golden.promises import promises
from tests.golden.scripting import Step, recorded

ASH: Final = Seat("ash")
LETTERS: Final = (
    "ash promises birch to give {} wolf0 to birch by the end of season 1.",
    'ash promises cedar not to deploy a knight to tile "Meadow".',
    "ash promises birch not to give any wolf0 to cedar.",
    "ash promises birch never to idle.",
    'ash promises birch to deploy a knight to tile "Valley" by the end of season 1.',
    'ash promises cedar not to spend any Influence in favour of law "Tithe".',
    "ash promises birch that ash has at least 1 wolf0 until the end of season 1.",
    "birch promises ash to give 1 cat0 to ash by the end of season 1.",
    "cedar promises ash not to attack ash.",
    "birch promises cedar to idle by the end of season 1.",
)
OPEN, OPTIONS = 30, 40
MILLI: Final = 1_000


def audit_beside(many: int) -> IncrementalAudit:
    """The first turn of a game in which so many promises are open."""
    steps: list[Step] = []
    for number, letter in enumerate(islice(cycle(LETTERS), many)):
        by, to = letter.split()[0:3:2]
        name = f"p{number + 1}"
        steps.append(promises(by, "offer", letter=letter.format(1 + number // len(LETTERS))))
        steps += [promises(seat, "sign", promise=name) for seat in (by, to)]
    replay = Replay(recorded(game("marks", *steps), 903), ASH)
    audit = replay.promises.audit_at(len(replay))
    assert audit is not None, "something was promised"
    return audit


def _cost(work: Callable[[], object], runs: int) -> float:
    """The least milliseconds of this process alone: other work on the machine only adds to it."""
    taken: list[float] = []
    for _ in range(runs):
        began = time.process_time()
        work()
        taken.append(time.process_time() - began)
    return min(taken) * MILLI


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = ArgumentParser("python -m bench.marking", description=__doc__)
    parser.add_argument("--runs", type=int, default=30, help="how often (30)")
    runs = parser.parse_args(arguments).runs
    audit, none = audit_beside(OPEN), audit_beside(1)
    listed = audit.game.ruleset.options(audit.state, ASH).listed
    options = tuple(islice(cycle(listed), OPTIONS))
    cedar = Seat("cedar")
    with_list = _cost(lambda: list(OptionMarker(audit, ASH, MOST_PRICES).mark(options)), runs)
    without_price = _cost(lambda: list(OptionMarker(audit, ASH, 0).mark(options)), runs)
    one = _cost(lambda: list(ChanceMarker(audit, ASH).mark(options[:1])), runs)
    every = _cost(lambda: list(ChanceMarker(audit, ASH).mark(options)), max(1, runs // 10))
    nothing = _cost(lambda: list(OptionMarker(none, cedar, MOST_PRICES).mark(options)), runs)
    rows = [
        ("", "ms"),
        (f"breaks and discharges of {OPTIONS} options", f"{with_list:.1f}"),
        ("the same without prices", f"{without_price:.1f}"),
        ("all marks of one option", f"{one:.1f}"),
        (f"all marks of {OPTIONS} options", f"{every:.0f}"),
        ("a seat without a promise", f"{nothing:.2f}"),
    ]
    goals = (
        Goal(f"breaks and discharges of {OPTIONS} options", 5, with_list, "ms", at_least=False),
        Goal("all marks of one option", 2, one, "ms", at_least=False),
    )
    sys.stdout.write(f"{machine(Path.cwd())}\n\n### Marks beside {OPEN} open promises\n\n{table(rows)}\n")
    sys.stdout.write(f"\n{table([('', 'goal', 'measured', ''), *(goal.row() for goal in goals)])}\n")


if __name__ == "__main__":
    main()
