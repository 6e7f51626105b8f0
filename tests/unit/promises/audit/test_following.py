"""Promises that are followed: a step that does not touch a promise has nothing about it judged again."""

from collections import Counter

import pytest

from oathbook.domain.games.played_steps import steps_of
from oathbook.domain.promises.audit import auditor
from oathbook.domain.promises.audit.incremental_audit import start_incremental_audit
from oathbook.domain.promises.evaluator.verdict import prove_verdict
from oathbook.domain.promises.logic.proofs import Proof
from oathbook.domain.recording.format.record import Record
from tests.minigame.ruleset import BLUE, MINIGAME, MIXED, RED
from tests.support.promises.blaming import ALL_IDLE, Table
from tests.support.promises.pledged import LETTERS, pledged_game
from tests.support.promises.promising import promising_game

Verdicts = Counter[str]


@pytest.fixture
def evaluated(monkeypatch: pytest.MonkeyPatch) -> Verdicts:
    """How often the evaluator is asked about each promise."""
    count: Verdicts = Counter()

    def counting(promise: str, *about: object) -> Proof:
        count[promise] += 1
        return prove_verdict(promise, *about)  # type: ignore[arg-type]  # they are passed on as they came

    monkeypatch.setattr(auditor, "prove_verdict", counting)
    return count


def follow(record: Record) -> int:
    """Follow a game step by step; answers how many steps there were."""
    first, *rest = record.entries()
    following, steps = start_incremental_audit(record.ruleset, (first,)), 0
    for step in steps_of(rest):
        following, steps = following.extend(step.entries), steps + 1
    return steps


def test_each_promise_is_evaluated_when_it_is_settled_and_not_at_every_step(evaluated: Verdicts) -> None:
    """Of seven letters over a whole game: once for each part that came to something, as nothing was claimed.

    The third binds two, each alone; the sixth binds two jointly, and both break their own share at different times.
    """
    steps = follow(pledged_game())

    assert steps > 100
    assert set(evaluated) <= {f"p{number}" for number in range(1, len(LETTERS) + 1)}
    assert all(times <= 2 for times in evaluated.values())


def test_what_was_claimed_about_is_evaluated_again_with_what_is_said_about_it(evaluated: Verdicts) -> None:
    """The control: claims and rulings are about a promise, and it is judged anew with each of them."""
    follow(promising_game())

    assert max(evaluated.values()) > 1


def test_a_share_that_is_broken_after_the_promise_is_judged_in_the_step_that_breaks_it() -> None:
    """What red and blue owed together has failed before, and is not all that red owed."""
    table = Table(MIXED)
    table.promises(
        "red and blue jointly promise green: (1) to give 5 wood to green by the end of season 1; (2) red not to idle "
        "during season 2."
    )
    table.plays("red give wood 3 green", *ALL_IDLE)
    before = start_incremental_audit(MINIGAME, table.entries)
    known = len(table.entries)

    table.plays("red idle")

    after = before.extend(table.entries[known:])
    assert [each.promises["p1"].parts[0].blamed for each in (before, after)] == [(BLUE,), (BLUE, RED)]


def test_events_that_go_on_a_step_are_read_with_it() -> None:
    """A page of the log may end within a step: cut anywhere, it comes to what is read in one go."""
    record = pledged_game(decisions=12)
    entries = record.entries()
    following = start_incremental_audit(record.ruleset, entries[:1])
    for entry in entries[1:]:
        following = following.extend((entry,))

    whole = start_incremental_audit(record.ruleset, entries)
    assert following.promises == whole.promises
    assert [step.entries for step in following.game.steps] == [step.entries for step in whole.game.steps]
