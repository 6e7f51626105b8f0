"""Watches put away and taken out again, and promises fed by a bank."""

import pytest
from msgspec.structs import replace

from domain.promises.logic.formula import And, Text
from domain.promises.monitor import snapshots
from domain.promises.monitor.dispatch import Dispatcher
from domain.promises.monitor.monitor import signed
from domain.promises.monitor.snapshots import letter_hash, restored, snapshot
from tests.support.promises.toy_world import READER, fact, played, stocked
from tests.support.promises.vectors import VECTORS

WHENEVER, CAP = VECTORS[10], VECTORS[13]


def test_a_snapshot_of_another_letter_log_or_kernel_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    state = signed("P", CAP.agreement, CAP.moments[0], READER)
    letter = letter_hash(CAP.agreement)
    data = snapshot(state, letter, "log")

    assert restored(data, CAP.agreement, letter, "log") == state
    assert restored(data, CAP.agreement, letter_hash(WHENEVER.agreement), "log") is None
    assert restored(data, CAP.agreement, letter, "another log") is None
    monkeypatch.setattr(snapshots, "KERNEL", snapshots.KERNEL + 1)
    assert restored(data, CAP.agreement, letter, "log") is None


def test_a_pattern_that_many_instances_share_is_written_once() -> None:
    agreement = WHENEVER.agreement
    gift = fact("transfer", "Blue", item="wood", count=1, to="Red", gift=0)
    turn = fact("turn_end", "Red")
    bank = Dispatcher(READER, [signed("P", agreement, WHENEVER.moments[0], READER)])
    for moment in played(stocked(""), [[], [gift], [turn], [gift]])[1:]:
        bank.feed(moment)
    letter = letter_hash(agreement)

    data = snapshot(bank["P"], letter, "log")

    assert data.count(b'"transfer"') == 2  # what triggers, and what is owed
    assert restored(data, agreement, letter, "log") == bank["P"]


@pytest.mark.parametrize("words", ["$0", '{"$":0}'])
def test_plain_words_may_look_like_what_stands_for_a_pattern(words: str) -> None:
    agreement = WHENEVER.agreement
    plain = Text("c2", agreement.obligors, words, "table")
    agreement = replace(agreement, formula=And((agreement.formula, plain)))
    gift = fact("transfer", "Blue", item="wood", count=1, to="Red", gift=0)
    turn = fact("turn_end", "Red")
    bank = Dispatcher(READER, [signed("P", agreement, WHENEVER.moments[0], READER)])
    for moment in played(stocked(""), [[], [gift], [turn], [gift]])[1:]:
        bank.feed(moment)

    data = snapshot(bank["P"], "letter", "log")

    assert restored(data, agreement, "letter", "log") == bank["P"]


def test_a_bank_feeds_only_who_listens_and_answers_who_changed() -> None:
    moment = played(stocked(""), [[], [fact("idle", "Red")]])[1]
    states = [signed(name, each.agreement, each.moments[0], READER) for name, each in (("a", WHENEVER), ("b", CAP))]
    bank = Dispatcher(READER, states)

    changed = bank.feed(moment)

    assert [each.promise for each in changed] == ["b"]
    assert bank["a"] is states[0]
    assert bank.states == (states[0], changed[0])


def test_a_promise_may_be_taken_in_again_as_it_stands_now() -> None:
    idle = fact("idle", "Red")
    twice = played(stocked(""), [[], [idle], [idle]])
    bank = Dispatcher(READER, [signed("b", CAP.agreement, CAP.moments[0], READER)])
    (once,) = bank.feed(twice[1])
    bank.add(once)

    (broken,) = bank.feed(twice[2])

    assert broken.status == "broken"
    assert bank.feed(replace(twice[2], index=3)) == ()
