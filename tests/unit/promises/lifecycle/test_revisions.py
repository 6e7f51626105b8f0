"""What becomes of a promise when a clause that was ruled on is ruled on again: as if it had been ruled so at first."""

import pytest

from oathbook.domain.kernel import TABLE
from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.promises.audit.promise_audit import PromiseAudit
from oathbook.replays.verification import verify
from tests.support.promises.promising import BACK, Bargain

PLAIN = 'ash promises birch in plain words "be kind".'


def audited(bargain: Bargain) -> PromiseAudit:
    """The first promise, as an audit of the record has it."""
    record = bargain.scribe.record
    assert verify(record).status == "sound"
    return audit(record.ruleset, record.entries()).promises[0]


def ruled(bargain: Bargain, value: str, path: str = "c1", *, reason: str = "So it was.") -> str:
    """The table rules, and the promise stands so by that."""
    blamed = ["ash"] if value == "failed" else []
    bargain.does(TABLE, "rule", promise="p1", path=path, value=value, reason=reason, blamed=blamed)
    return audited(bargain).status


def claimed(bargain: Bargain, letter: str = PLAIN) -> Bargain:
    """It binds, and somebody claims a breach."""
    bargain.bound(letter)
    bargain.does("birch", "claim", promise="p1", path="c1", claims="breached")
    return bargain


@pytest.mark.parametrize("ending", ["release", "amendment"])
def test_a_ruling_in_better_words_leaves_what_was_broken_broken(ending: str, bargain: Bargain) -> None:
    """Also if the promise has been given up since."""
    assert ruled(claimed(bargain), "failed") == "broken"
    broken_at = audited(bargain).parts[0].proof.moment
    if ending == "release":
        for seat in ("ash", "birch"):
            bargain.does(seat, "consent", promise="p1")
    else:
        bargain.bound(BACK, replaces="p1")

    assert ruled(bargain, "failed", reason="So it was, as all heard.") == "broken"
    (part,) = audited(bargain).parts
    assert (part.proof.moment, part.blame.blamed) == (broken_at, ("ash",))


def test_a_ruling_in_better_words_leaves_later_rulings_as_they_were(bargain: Bargain) -> None:
    claimed(bargain, f'{PLAIN.removesuffix(".")}, otherwise in plain words "say sorry".')
    assert ruled(bargain, "failed") == "pending"
    assert ruled(bargain, "met", "c1.otherwise") == "kept"

    assert ruled(bargain, "failed", reason="So it was, as all heard.") == "kept"


def test_a_ruling_to_the_contrary_undoes_what_came_of_the_first(bargain: Bargain) -> None:
    """What was broken before it was released was released, and a third ruling has the last word."""
    assert ruled(claimed(bargain), "failed") == "broken"
    for seat in ("ash", "birch"):
        bargain.does(seat, "consent", promise="p1")

    assert ruled(bargain, "met") == "kept"
    assert ruled(bargain, "failed") == "broken"
