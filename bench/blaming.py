"""Blame: how long it takes to find who caused that a promise is broken, in random games of the mini-game."""

import time
from collections.abc import Iterator
from typing import Final

from bench.measuring import Chapter, Goal, table
from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.promises.who_pays.answers import Blame
from oathbook.domain.promises.who_pays.who_pays import who_pays
from tests.minigame.ruleset import MINIGAME
from tests.support.promises.blaming import random_table

MOVES: Final = 400
"""The longest game; most end before, with the third season."""

MILLI: Final = 1_000
OFTEN: Final = 95


def blaming(games: int) -> Chapter:
    """The time of each breach in so many games with six promises each, and what was found of them."""
    taken: list[float] = []
    ends: dict[str, int] = {"blamed": 0, "excused": 0, "left to a judge": 0}
    for seconds, found in _breaches(games):
        taken.append(seconds * MILLI)
        ends["blamed"] += bool(found.blamed)
        ends["excused"] += bool(found.excused)
        ends["left to a judge"] += bool(found.referrals)
    taken.sort()
    often = taken[len(taken) * OFTEN // 100]
    rows = [("breaches", "mean ms", "p95 ms", "most ms", *ends)]
    numbers = (sum(taken) / len(taken), often, taken[-1])
    rows.append((str(len(taken)), *(f"{each:.1f}" for each in numbers), *map(str, ends.values())))
    return Chapter(
        f"Blame in {games} games", table(rows), (Goal("blame, 95 of 100", 100, often, "ms", at_least=False),)
    )


def _breaches(games: int) -> Iterator[tuple[float, Blame]]:
    """The time of this process alone: other work on the machine does not count."""
    for seed in range(games):
        found = audit(MINIGAME, random_table(seed, most=MOVES).entries)
        for part in (part for promise in found.promises for part in promise.parts):
            if part.status == "broken":
                began = time.process_time()
                blame = who_pays(found.game, part.agreement, part.proof)
                yield time.process_time() - began, blame
