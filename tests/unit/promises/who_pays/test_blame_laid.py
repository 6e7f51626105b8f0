"""Acts that come out with somebody else's decision: whoever laid them answers for them, each for the own."""

from typing import Final

from oathbook.domain.kernel import PUBLIC, Seat
from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.promises.audit.promise_audit import PromiseAudit
from oathbook.domain.recording.format.record import redact_record
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from tests.support.playing import RULESET, close_by, decide, sources
from tests.support.promises.blaming import answering, codes, decided, paying
from tests.support.promises.promising import Bargain
from tests.support.promises.stage import Stage, staged
from tests.support.promises.vectors import VECTORS

ASH, BIRCH = Seat("ash"), Seat("birch")
BOTH: Final = next(each for each in VECTORS if each.name == "V31")


PLANS: Final = {ASH: ["spear", "parry"], BIRCH: ["bow", "parry"]}


def duel(letter: str, first: Seat = ASH) -> Bargain:
    """Two knights lay their plans one after the other, ash a spear; both come out at once."""
    bargain = Bargain(MemoryWriter.open(RULESET, close_by(), sources("laid")))
    bargain.bound(letter)
    for seat in sorted(PLANS, key=lambda each: each != first):
        decide(bargain.scribe, {"by": seat, "kind": "lay_plan", "slots": PLANS[seat]})
    return bargain


def judged(bargain: Bargain) -> PromiseAudit:
    """The only promise, as whoever holds the record has it."""
    (promise,) = audit(RULESET, bargain.scribe.record.entries()).promises
    return promise


def test_who_laid_it_first_answers_for_it_though_it_comes_out_with_the_plan_of_another() -> None:
    promise = judged(duel('ash promises birch never to take weapon "spear".'))

    (witness,) = paying(promise)
    assert (answering(promise), codes(promise)) == ((ASH,), [])
    assert witness.step == "could"
    assert [each.by for each in decided(witness)] == [ASH]


def test_who_laid_it_last_answers_for_it_as_for_any_act() -> None:
    promise = judged(duel('ash promises birch never to take weapon "spear".', first=BIRCH))

    assert (answering(promise), codes(promise)) == ((ASH,), [])
    assert [(each.step, each.reading) for each in paying(promise)] == [("could", "")]


def test_both_who_break_a_cap_at_once_answer_for_it_each_by_an_own_decision() -> None:
    """V31: without either of them the other alone would have broken it."""
    (promise,) = audit(Stage(), staged(BOTH)).promises

    assert [(each.seat, each.step) for each in paying(promise)] == [("Red", "could"), ("Blue", "could")]
    assert answering(promise) == ("Blue", "Red")


def test_a_reader_who_cannot_open_the_plans_leaves_it_to_a_judge() -> None:
    record = redact_record(duel('ash promises birch never to take weapon "spear".').scribe.record, PUBLIC)

    (promise,) = audit(RULESET, [event.entry for event in record.events]).promises

    assert promise.status == "broken"
    assert (answering(promise), codes(promise)) == ((), ["R2"])
