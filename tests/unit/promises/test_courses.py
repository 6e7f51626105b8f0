"""The course of a promise says at every position what the audit of the record up to there says."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from domain.games.events import Entry
from domain.promises.audit import audit
from domain.promises.courses import courses, revisions
from domain.promises.proof import Status
from domain.promises.watches import Lean
from domain.recording.portable import record_from
from domain.recording.record import Record
from domain.rulesets.protocol import AnyRuleset
from tests.support.playing import order_and_strike, ruleset_of
from tests.support.promising import RULED, Bargain, broken_game, promising_game

GOLDEN: Final = Path(__file__).parents[3] / "replays" / "golden"
PROMISED: Final = sorted(each for each in GOLDEN.rglob("*.jsonl") if '"promise.signed/1"' in each.read_text("utf-8"))
PLAIN: Final = 'ash promises birch in plain words "be friendly" judged by the table.'

Stood = dict[str, list[tuple[Status, Lean | None]]]


def audited(ruleset: AnyRuleset, entries: tuple[Entry, ...]) -> Stood:
    """How every promise that binds stands at the end of these."""
    found = audit(ruleset, entries).promises
    return {each.promise: [(part.status, part.lean) for part in each.parts] for each in found if each.parts}


def told(record: Record) -> Iterator[tuple[int, Stood]]:
    """How every promise stands at each position, by its course up to the next revision."""
    entries = record.entries()
    ends = [each - 1 for each in revisions(entries)] + [len(entries)]
    for position in range(1, len(entries) + 1):
        end = next(each for each in ends if each >= position)
        found = courses(record.ruleset, entries[:end])
        turns = {name: [each.at(position) for each in several] for name, several in found.items()}
        yield position, {name: [(turn.status, turn.lean) for turn in all_ if turn] for name, all_ in turns.items()}


def revised() -> Record:
    """Plain words that are claimed about and ruled on, twice."""
    bargain = Bargain(order_and_strike())
    promise = bargain.bound(PLAIN)
    bargain.does("birch", "claim", promise=promise, path="c1", claims="breached", says="He laughed.")
    bargain.does("table", "rule", promise=promise, **RULED)
    bargain.does("table", "rule", promise=promise, path="c1", value="met", reason="A smile is kind.")
    return bargain.scribe.record


def must_agree(record: Record) -> set[Status]:
    """Every position; answers the statuses that came up."""
    seen: set[Status] = set()
    for position, stood in told(record):
        bound = {name: parts for name, parts in stood.items() if parts}
        assert bound == audited(record.ruleset, record.entries()[:position]), position
        seen |= {status for parts in stood.values() for status, _ in parts}
    return seen


@pytest.mark.parametrize("path", PROMISED, ids=lambda path: path.stem)
def test_a_course_is_the_audit_position_by_position(path: Path) -> None:
    record = record_from(path.read_bytes(), ruleset_of, where=path.name)

    assert must_agree(record) >= ({"pending"} if path.stem != "promise-never-signed" else set())


@pytest.mark.parametrize("record", [promising_game(), broken_game()])
def test_so_it_is_where_promises_are_released_and_replaced(record: Record) -> None:
    assert must_agree(record) - {"pending"}


def test_a_ruling_that_was_revised_stood_until_then() -> None:
    record = revised()

    assert must_agree(record) == {"pending", "broken", "kept"}
    assert revisions(record.entries()) == (len(record.entries()),)
