"""Promises that are followed stand at every position as the audit of the record up to there says."""

from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Final

import pytest

from oathbook.domain.errors import RemedyRefused
from oathbook.domain.games.game_events import Entry, PromiseEventBase
from oathbook.domain.kernel import HOLDER, PUBLIC
from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.promises.audit.incremental_audit import start_incremental_audit
from oathbook.domain.promises.logic.proofs import Status
from oathbook.domain.promises.monitor.monitor_state import Lean
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import record_from
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.domain.rulesets.registry import load_registry
from oathbook.replays.frames import Replay
from oathbook.replays.replay_index import ReplayIndex
from tests.support.checkout import GOLDEN
from tests.support.disputing import mistaken_games
from tests.support.playing import (
    RULESET,
    close_by,
    decide,
    die,
    order_and_strike,
    ruleset_of,
    small_game,
    sources,
    steps,
)
from tests.support.promises.promising import POINTING, RULED, Bargain, broken_game, promising_game
from tests.support.ruling import after_correction
from tests.support.sampling import some
from tests.unit.projections.test_promise_ledger import unreadable

PROMISED: Final = sorted(each for each in GOLDEN.rglob("*.jsonl") if '"promise.signed/1"' in each.read_text("utf-8"))
LONG: Final = [each for each in PROMISED if each.stem == "four-players-and-their-word"]
PLAIN: Final = 'ash promises birch in plain words "be friendly" judged by the table.'
HEARING: Final = "birch promises ash not to break a promise."

Stood = dict[str, list[tuple[Status, Lean | None]]]


def audited(ruleset: AnyRuleset, entries: tuple[Entry, ...]) -> Stood:
    """How every promise that binds stands at the end of these."""
    found = audit(ruleset, entries).promises
    return {each.promise: [(part.status, part.lean) for part in each.parts] for each in found if each.parts}


def told(record: Record) -> Iterator[tuple[int, Stood]]:
    """How every promise stands at each position, followed from the first to the last."""
    history = Replay(record, HOLDER).promises
    for position in range(1, len(record.events) + 1):
        then = history.at(position)
        assert not then.fault
        yield position, {name: [(each.status, each.lean) for each in parts] for name, parts in then.stood.items()}


def revised() -> Record:
    """Plain words that are claimed about and ruled on, twice."""
    bargain = Bargain(order_and_strike())
    promise = bargain.bound(PLAIN)
    bargain.does("birch", "claim", promise=promise, path="c1", claims="breached", says="He laughed.")
    bargain.does("table", "rule", promise=promise, **RULED)
    bargain.does("table", "rule", promise=promise, path="c1", value="met", reason="A smile is kind.")
    return bargain.scribe.record


def played_on_after_corrections() -> Iterator[tuple[Record, int]]:
    """Games, without end, in which a promise stood otherwise by a correction, played on, and where that stands."""
    for game in mistaken_games(load_registry().ruleset("knights_duty/1"), "outcome"):
        with suppress(RemedyRefused):
            if has_promises(game.record):
                scribe = after_correction(game.record, game.at)
                ruleset, entries = scribe.record.ruleset, scribe.record.entries()
                if audited(ruleset, entries) != audited(ruleset, entries[: len(game.record.events)]):
                    deque(islice(steps(scribe, die("on")), 4), maxlen=0)
                    yield scribe.record, len(game.record.events) + 1


def has_promises(record: Record) -> bool:
    """Whether anybody has promised anything."""
    return any(isinstance(each.body, PromiseEventBase) for each in record.entries())


def must_agree(record: Record) -> set[Status]:
    """Every position; answers the statuses that came up."""
    seen: set[Status] = set()
    for position, stood in told(record):
        bound = {name: parts for name, parts in stood.items() if parts}
        assert bound == audited(record.ruleset, record.entries()[:position]), position
        seen |= {status for parts in stood.values() for status, _ in parts}
    return seen


@pytest.mark.parametrize("path", some(PROMISED, len(PROMISED) - 1, long=LONG), ids=lambda path: path.stem)
def test_a_track_is_the_audit_position_by_position(path: Path) -> None:
    record = record_from(path.read_bytes(), ruleset_of, where=path.name)

    assert must_agree(record) >= ({"pending"} if path.stem != "promise-never-signed" else set())


@pytest.mark.parametrize("record", [promising_game(), broken_game()])
def test_so_it_is_where_promises_are_released_and_replaced(record: Record) -> None:
    assert must_agree(record) - {"pending"}


def test_a_game_without_promises_has_none_to_follow() -> None:
    record = small_game()

    assert start_incremental_audit(record.ruleset, record.entries()).promises == {}


def test_a_ruling_that_was_revised_stood_until_then() -> None:
    record = revised()

    assert must_agree(record) == {"pending", "broken", "kept"}


@pytest.mark.gate
def test_what_was_known_before_a_correction_stood_until_then() -> None:
    for record, position in islice(played_on_after_corrections(), 1):
        stood = dict(told(record))

        must_agree(record)
        assert stood[position - 1] != stood[position]
        assert position in {each.position for each in ReplayIndex(Replay(record, PUBLIC)).outline().promises}


def test_a_promise_that_hears_of_the_breach_of_another_is_followed_too() -> None:
    """Birch points at ash, which breaks one promise, and the other one by that."""
    bargain = Bargain(MemoryWriter.open(RULESET, close_by(), sources("told")))
    bargain.bound(POINTING)
    bargain.bound(HEARING)
    decide(bargain.scribe, {"by": "birch", "kind": "lay_plan", "slots": ["bow", "parry"]})
    decide(bargain.scribe, {"by": "ash", "kind": "lay_plan", "slots": ["spear", "spear"]})
    decide(bargain.scribe, {"by": "birch", "kind": "declare_target", "target": "ash"})
    record = bargain.scribe.record

    assert must_agree(record) == {"pending", "broken"}
    last = len(record.entries())
    one, other = Replay(record, HOLDER).promises.at(last).stood.values()
    assert [(each.status, each.position) for each in (*one, *other)] == [("broken", last), ("broken", last)]


def test_a_letter_that_nobody_can_read_keeps_no_other_from_being_followed() -> None:
    found = start_incremental_audit(unreadable().ruleset, unreadable().entries()).promises

    assert {name: (each.status, len(each.parts)) for name, each in found.items()} == {
        "p1": ("undetermined", 0),
        "p2": ("pending", 1),
    }
