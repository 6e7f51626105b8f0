"""Runs worlds by their seeds: ``python -m tests.support.world 17``, or ``0:400``; exits 1 where one finds something.

One seed tells all that happened. Of several, the first that finds something is made smaller. ``controls`` puts each
mistake in that a world has to find, and exits 1 where one is not found.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence

from tests.support.world.mutations import FOUND_BY, MUTATIONS
from tests.support.world.plan import LONGEST, MOST_TABLES, Plan
from tests.support.world.running import Outcome, outcomes, shrunk


def main() -> int:
    """What is typed, and what came of it."""
    asked = argparse.ArgumentParser()
    asked.add_argument("seeds")
    asked.add_argument("--without", default="", help="numbers of faults that do not happen")
    asked.add_argument("--tables", type=int, default=MOST_TABLES)
    asked.add_argument("--ends", type=float, default=LONGEST)
    asked.add_argument("--mutation", default="", choices=["", *MUTATIONS])
    given = asked.parse_args()
    if given.seeds == "controls":
        return controls()
    first, is_range, last = given.seeds.partition(":")
    without = tuple(int(each) for each in str(given.without).split(",") if each)
    seeds = range(int(first), int(last) if is_range else int(first) + 1)
    plans = [Plan(seed, without, given.tables, given.ends, given.mutation) for seed in seeds]
    return many(plans) if is_range else one(plans[0])


def controls() -> int:
    """Whether every mistake is found by its seed."""
    missed = [
        each.plan.mutation
        for each in outcomes(Plan(seed, mutation=mistake.__name__) for mistake, seed in FOUND_BY.items())
        if not each.findings
    ]
    say(f"{len(FOUND_BY) - len(missed)} mistakes are found, and not {missed}")
    return bool(missed)


def one(plan: Plan) -> int:
    """All that happened in a world."""
    (outcome,) = outcomes([plan])
    say(*outcome.lines, *outcome.findings, f"in the order {outcome.digest}: {outcome.counts}")
    return bool(outcome.findings)


def many(plans: Sequence[Plan]) -> int:
    """The first of some worlds that finds something, or what all of them did."""
    counts = Counter[str]()
    for outcome in outcomes(plans):
        counts.update(outcome.counts)
        if outcome.findings:
            report(outcome)
            return 1
    say(f"{len(plans)} worlds found nothing: {dict(counts.most_common())}")
    return 0


def report(outcome: Outcome) -> None:
    """What was found, and how to run it again: as it was, and as small as it could be made."""
    least = shrunk(outcome)
    say(f"seed {outcome.plan.seed}: {outcome.findings[0]}", f"  {outcome.plan.command}")
    say(f"and in a smaller world: {least.findings[0]}", f"  {least.plan.command}")


def say(*lines: str) -> None:
    """Print some lines."""
    sys.stdout.write("".join(f"{each}\n" for each in lines))


if __name__ == "__main__":
    sys.exit(main())
