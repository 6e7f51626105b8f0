"""What the tests of promises ask again and again: a letter and a game, and what becomes of the promise."""

from collections.abc import Sequence
from random import Random
from typing import Final

from oathbook.domain.promises.evaluator.verdict import prove_verdict
from oathbook.domain.promises.logic.formulas import Agreement
from oathbook.domain.promises.logic.moments import Moment
from oathbook.domain.promises.logic.proofs import Proof
from oathbook.domain.promises.monitor.monitor import start, step
from oathbook.domain.promises.monitor.monitor_state import MonitorState
from oathbook.domain.promises.trace.trace import Trace
from oathbook.domain.rulesets.vocabulary import Fact
from tests.support.promises.random_promises import ITEMS, Letters
from tests.support.promises.toy_world import PLAYERS, READER, Table, played

TABLE = Table(goods={(player, item): 2 for player in PLAYERS for item in ITEMS}, markers={"Bond": "Red"})
Game = tuple[tuple[Fact, ...], ...]


DATED: Final = 5
"""What is left of the seed of a letter about states at a moment, divided by eleven; no seed that is named has it."""


def random_case(seed: int) -> tuple[Random, Agreement, Game]:
    """A letter and a game, and dice for more of the same seed."""
    dice = Random(seed)  # noqa: S311  # a game of a test, not a secret
    letters = Letters(dice, dated=seed % 11 == DATED)
    agreement = letters.agreement()
    return dice, agreement, letters.game(dice.randint(5, 14))


def moments_of(game: Game) -> tuple[Moment, ...]:
    """The game as the monitor is fed it."""
    return played(TABLE, game)


def watched(agreement: Agreement, moments: Sequence[Moment]) -> MonitorState:
    """The promise after the last moment; it is signed in the first."""
    state = start("P", agreement, moments[0], READER)
    for moment in moments[1:]:
        state = step(state, moment, READER)
    return state


def proved(agreement: Agreement, moments: Sequence[Moment]) -> Proof:
    """The verdict by the last moment, with its proof."""
    return prove_verdict("P", agreement, 0, Trace.of(moments, READER))


def verdict(each: MonitorState | Proof) -> tuple[str, int | None, int | None]:
    """The status, and where it was decided."""
    return each.status, each.moment, each.position
