"""What it takes to check a proof that an entry stands in a log: ``python -m bench.proving`` (docs/performance.md)."""

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bench.measuring import Chapter, Goal, clocked, machine, rates, side_by_side, table
from oathbook.api.signing.log_keys import new_log_keys
from oathbook.domain.evidence.checkpoints import Checkpoint, open_checkpoint, sign_checkpoint
from oathbook.domain.evidence.log_proofs import format_log_proof, open_log_proof
from oathbook.domain.evidence.tree import inclusion_proof, leaf_hash, node_hash, tree_root

TIMES: Final = 1_000
PROOF, SIGNATURE = "proof", "its signature alone"
MOST: Final = 0.3


def proving(leaves: int, runs: int) -> Chapter:
    """A proof of one of so many entries: its text read, its checkpoint's signature and the path up to the root."""
    entries = [number.to_bytes(72, "big") for number in range(leaves)]
    levels = [[leaf_hash(each) for each in entries]]
    while len(levels[-1]) > 1:
        row = levels[-1]
        levels.append([node_hash(*row[each : each + 2]) for each in range(0, len(row) - 1, 2)])

    def node(level: int, index: int) -> bytes:
        return levels[level][index]

    keys, number = new_log_keys("oathbook/bench").log, leaves // 3
    note = sign_checkpoint(Checkpoint(keys.key.name, leaves, tree_root(node, leaves)), keys).encode()
    text = format_log_proof(entries[number], number, inclusion_proof(node, number, leaves), note)
    assert open_log_proof(text, keys.key).number == number
    works = {PROOF: partial(open_log_proof, text, keys.key), SIGNATURE: partial(open_checkpoint, note, keys.key)}
    timings = side_by_side({name: clocked(partial(_many, work)) for name, work in works.items()}, runs)
    goal = Goal("a proof checked", MOST, timings[PROOF].median / TIMES * 1_000, "ms", at_least=False)
    return Chapter(
        f"Check that an entry stands in a log of {leaves:,}",
        rates(timings, TIMES, "checks", {PROOF: (SIGNATURE,)}),
        (goal,),
    )


def _many(work: partial[object]) -> None:
    for _ in range(TIMES):
        work()


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print what is to be copied into the page."""
    parser = ArgumentParser("python -m bench.proving", description=__doc__)
    parser.add_argument("--leaves", type=int, default=1_000_000, help="entries of the log (1,000,000)")
    parser.add_argument("--runs", type=int, default=7, help="runs of each, of which the median counts (7)")
    parser.add_argument("--folder", type=Path, help="on the disk that is named")
    asked = parser.parse_args(arguments)
    chapter = proving(asked.leaves, asked.runs)
    with TemporaryDirectory(dir=asked.folder) as folder:
        sys.stdout.write(f"{machine(Path(folder))}\n\n### {chapter.title}\n\n{chapter.table}\n\n")
    sys.stdout.write(f"{table([('', 'goal', 'measured', ''), *(goal.row() for goal in chapter.goals)])}\n")


if __name__ == "__main__":
    main()
