"""Promises of which each is fed only what interests it: what the monitor passes over by."""

from msgspec.structs import replace

from oathbook.domain.promises.monitor.monitor import start
from tests.support.promises.dispatching import Dispatcher
from tests.support.promises.toy_world import READER, fact, played, stocked
from tests.support.promises.vectors import VECTORS

WHENEVER, CAP = VECTORS[10], VECTORS[13]


def test_a_bank_feeds_only_who_listens_and_answers_who_changed() -> None:
    moment = played(stocked(""), [[], [fact("idle", "Red")]])[1]
    states = [start(name, each.agreement, each.moments[0], READER) for name, each in (("a", WHENEVER), ("b", CAP))]
    bank = Dispatcher(READER, states)

    changed = bank.feed(moment)

    assert [each.promise for each in changed] == ["b"]
    assert bank["a"] is states[0]
    assert bank.states == (states[0], changed[0])


def test_a_promise_may_be_taken_in_again_as_it_stands_now() -> None:
    idle = fact("idle", "Red")
    twice = played(stocked(""), [[], [idle], [idle]])
    bank = Dispatcher(READER, [start("b", CAP.agreement, CAP.moments[0], READER)])
    (once,) = bank.feed(twice[1])
    bank.add(once)

    (broken,) = bank.feed(twice[2])

    assert broken.status == "broken"
    assert bank.feed(replace(twice[2], index=3)) == ()
