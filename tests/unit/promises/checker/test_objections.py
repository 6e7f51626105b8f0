"""What the checker finds wrong with a proof, and what it has nothing against although much is hidden."""

from msgspec.structs import replace

from domain.promises.checker.checker import objection
from domain.promises.evaluator.verdict import judged
from domain.promises.logic.formula import OrElse, Pattern, Total, Unless
from domain.promises.logic.proof import Node
from domain.promises.trace.lifecycle_facts import TERMS
from domain.promises.trace.trace import Trace
from tests.support.promises.toy_world import READER, RED, fact, played, stocked
from tests.unit.promises.lifecycle.test_lives import (
    CLOSED,
    IDLE,
    NEVER_IDLE,
    SPEND,
    SPEND_FOUR,
    UNSEEN,
    bound_by,
    proved_status,
)

ATTACK = Total("c1.cond", (RED,), "ge", 1, Pattern("attack"))


def test_nothing_that_is_told_is_left_open() -> None:
    """Red idled in moment 1, which broke the promise; the lie leaves open what came first."""
    each = bound_by(NEVER_IDLE)
    trace = Trace.of(played(stocked(""), [[fact("promise_signed", promise="P")], [IDLE]]), READER)
    proof = judged("P", each, 0, trace)

    open_root = Node("hidden-trigger", TERMS, "U", None, kids=(proof.root,))
    lie = replace(proof, status="pending", cause="", moment=None, position=None, root=open_root)

    assert objection(proof, each, 0, trace) == ""
    assert objection(lie, each, 0, trace) == f"{TERMS}: this can be told"


def test_what_makes_a_letter_void_comes_before_what_is_hidden_in_the_same_moment() -> None:
    """The letter may have ended in the moment in which it became void, and it is void all the same."""
    each = bound_by(NEVER_IDLE, void_if=replace(ATTACK, path="void"), ends_if=replace(SPEND, path="ends"))

    assert proved_status(each, [fact("attack", "Red"), UNSEEN], [CLOSED]) == "void"
    assert proved_status(each, [UNSEEN], [fact("attack", "Red")], [CLOSED]) == "undetermined"


def test_an_excuse_that_comes_after_the_breach_leaves_in_doubt_what_was_hidden_before() -> None:
    """Red may have spent 3 unseen before idling; that Red spends 4 afterwards tells nothing of it."""
    each = bound_by(Unless("c1.unless", replace(SPEND, path="c1.cond"), NEVER_IDLE))

    assert proved_status(each, [UNSEEN], [IDLE], [SPEND_FOUR], [CLOSED]) == "undetermined"
    assert proved_status(each, [IDLE], [UNSEEN], [SPEND_FOUR], [CLOSED]) == "broken"


def test_a_reparation_that_would_begin_at_the_end_leans_as_it_would_come_out() -> None:
    """Had the game ended here, Red would not have spent 3, and would never idle any more: repaired."""
    repaired = OrElse("c1.or_else", SPEND, Unless("c1.otherwise", ATTACK, replace(NEVER_IDLE, path="c1.otherwise.c1")))

    assert proved_status(bound_by(repaired), [fact("spend", "Red", count=1)]) == "pending"
    assert proved_status(bound_by(repaired), [fact("spend", "Red", count=1)], [CLOSED]) == "kept"
