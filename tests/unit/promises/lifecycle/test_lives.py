"""What a table does about a promise, what ends it before its time, and what cannot be told: monitor and reference."""

from collections.abc import Sequence
from typing import Literal

import pytest
from msgspec.structs import replace

from oathbook.domain.promises.checker.checker import objection
from oathbook.domain.promises.evaluator.verdict import prove_verdict
from oathbook.domain.promises.logic.formulas import (
    FALSE,
    TRUE,
    Agreement,
    And,
    Constraint,
    Exactly,
    Formula,
    Hole,
    Not,
    NotState,
    Once,
    OrElse,
    Pattern,
    StateIs,
    StateWithin,
    Text,
    Total,
    Truth,
    Unless,
    Whenever,
    Window,
)
from oathbook.domain.promises.logic.proofs import Node, Proof, is_vacuous
from oathbook.domain.promises.monitor.monitor import lean_of, start, step
from oathbook.domain.promises.trace.trace import Trace
from oathbook.domain.rulesets.vocabulary import Fact, Unknown
from tests.support.promises.letters_and_games import verdict, watched
from tests.support.promises.toy_world import BLUE, GREEN, READER, RED, fact, played, stocked

NEVER_IDLE = Total("c1", (RED,), "le", 0, Pattern("idle"))
IDLE, CLOSED = fact("idle", "Red"), fact("game_closed", outcome="over")
SPEND = Total("c1", (RED,), "ge", 3, Pattern("spend"), "count")
UNSEEN = fact("spend", "Red", count=Unknown())
CLAIM = fact("promise_claimed", BLUE, promise="P", path="c2", claims="breached")
TEXT = Text("c2", (RED,), "we stay friends", "table")


def bound_by(formula: Formula, **more: object) -> Agreement:
    """Red is bound by it towards Blue."""
    return replace(Agreement((RED,), (BLUE,), jointly=False, formula=formula, spans=()), **more)


def proved_status(agreement: Agreement, *moments: Sequence[Fact]) -> str:
    """How the promise stands after these moments: monitor and reference agree, and the proof holds."""
    game = played(stocked(""), [[fact("promise_signed", promise="P")], *moments])
    trace = Trace.of(game, READER)
    proof = prove_verdict("P", agreement, 0, trace)
    state = watched(agreement, game)
    assert verdict(state) == verdict(proof)
    assert objection(proof, agreement, 0, trace) == ""
    return state.status


def ruling(path: str, value: str) -> Fact:
    return fact("promise_ruled", promise="P", path=path, value=value, blamed="")


FAILED = ruling("c2", "failed")


def test_a_promise_is_void_once_it_is_taken_back() -> None:
    withdrawn = fact("promise_withdrawn", promise="P")

    assert proved_status(bound_by(NEVER_IDLE), [withdrawn], [IDLE]) == "void"
    assert proved_status(bound_by(NEVER_IDLE), [IDLE], [withdrawn]) == "broken"
    assert proved_status(bound_by(NEVER_IDLE), [fact("promise_withdrawn", promise="Q")]) == "pending"


def test_only_those_who_may_release_it_do() -> None:
    blue, green = (fact("promise_consented", by, promise="P") for by in (BLUE, GREEN))

    assert proved_status(bound_by(NEVER_IDLE, releasers=(BLUE,)), [green]) == "pending"
    assert proved_status(bound_by(NEVER_IDLE, releasers=(BLUE,)), [green], [blue]) == "released"
    assert proved_status(bound_by(NEVER_IDLE, releasers=(BLUE,)), [fact("promise_consented", promise="P")]) == "pending"
    everybody = [fact("promise_consented", by, promise="P") for by in (RED, BLUE, GREEN)]
    assert proved_status(bound_by(NEVER_IDLE), everybody) == "pending", "nobody can"


def test_nobody_can_be_let_go_from_what_may_have_been_kept_already() -> None:
    consent = fact("promise_consented", BLUE, promise="P")
    agreement = bound_by(SPEND, releasers=(BLUE,))

    assert proved_status(agreement, [UNSEEN], [consent]) == "pending"
    assert proved_status(agreement, [UNSEEN], [consent, CLOSED]) == "undetermined"
    assert proved_status(agreement, [UNSEEN], [consent], [ruling("terms", "failed")]) == "broken"
    assert proved_status(agreement, [UNSEEN], [consent], [CLOSED], [ruling("terms", "met")]) == "kept"


def test_what_ends_early_has_lapsed_unless_it_was_met() -> None:
    ends = replace(SPEND, path="ends", n=1, field="", pattern=Pattern("attack"))
    attack = fact("attack", "Green", target="Blue")

    assert proved_status(bound_by(NEVER_IDLE, ends_if=ends), [attack, IDLE]) == "kept"
    assert proved_status(bound_by(SPEND, ends_if=ends), [attack]) == "void"
    assert proved_status(bound_by(TEXT, ends_if=ends), [attack]) == "undetermined"
    assert proved_status(bound_by(TEXT, ends_if=ends), [attack], [CLAIM], [CLOSED], [FAILED]) == "broken"
    assert proved_status(bound_by(TEXT, ends_if=ends), [attack, ruling("c2", "met")], [IDLE]) == "undetermined"


def test_a_clause_that_may_have_come_true_unseen_leaves_the_verdict_to_a_ruling() -> None:
    spent = replace(SPEND, path="void")

    assert proved_status(bound_by(NEVER_IDLE, void_if=spent), [UNSEEN], [IDLE]) == "pending"
    assert proved_status(bound_by(NEVER_IDLE, ends_if=spent), [UNSEEN], [CLOSED]) == "undetermined"
    assert proved_status(bound_by(NEVER_IDLE, void_if=spent), [IDLE], [UNSEEN]) == "broken"


@pytest.mark.parametrize(("value", "status"), [("met", "kept"), ("failed", "broken"), ("not-applicable", "kept")])
def test_a_ruling_settles_plain_words_and_what_is_hidden(value: str, status: str) -> None:
    assert proved_status(bound_by(TEXT), [ruling("c2", value)]) == status
    assert proved_status(bound_by(Hole("c2.3", "what was paid")), [CLOSED], [ruling("c2", value)]) == status
    assert proved_status(bound_by(SPEND), [UNSEEN], [CLOSED], [ruling("c1", value)]) == status


def test_plain_words_that_nobody_claims_anything_about_are_kept_when_the_game_ends() -> None:
    assert proved_status(bound_by(TEXT), [CLAIM]) == "pending"
    assert proved_status(bound_by(TEXT), [CLOSED]) == "kept"
    assert proved_status(bound_by(TEXT), [CLAIM], [CLOSED]) == "undetermined"
    assert proved_status(bound_by(TEXT), [CLAIM, CLOSED]) == "undetermined"
    assert proved_status(bound_by(TEXT), [CLOSED], [CLAIM], [FAILED]) == "kept"
    assert proved_status(bound_by(TEXT), [fact("promise_claimed", BLUE, promise="Q", path="c2")], [CLOSED]) == "kept"
    assert proved_status(bound_by(TEXT), [fact("promise_claimed", BLUE, promise="P", path="c1")], [CLOSED]) == "kept"


def test_a_proof_that_leaves_a_claim_out_or_makes_one_up_is_refused() -> None:
    claimed, unclaimed = (
        Trace.of(played(stocked(""), [[fact("promise_signed", promise="P")], first, [CLOSED]]), READER)
        for first in ([CLAIM], [IDLE])
    )

    for one, other in ((claimed, unclaimed), (unclaimed, claimed)):
        proof = prove_verdict("P", bound_by(TEXT), 0, one)
        assert objection(proof, bound_by(TEXT), 0, one) == ""
        assert objection(proof, bound_by(TEXT), 0, other) != ""


def test_what_nobody_claims_is_kept_beside_what_a_ruling_has_to_settle() -> None:
    both = And((TEXT, replace(TEXT, path="c3")))

    assert proved_status(bound_by(both), [CLAIM], [CLOSED]) == "undetermined"
    assert proved_status(bound_by(both), [CLAIM], [CLOSED], [ruling("c2", "met")]) == "kept"
    assert proved_status(bound_by(both), [CLAIM], [CLOSED], [ruling("c3", "failed")]) == "undetermined"
    assert proved_status(bound_by(And((TEXT, NEVER_IDLE))), [IDLE], [CLOSED]) == "broken"


def test_plain_words_of_a_promise_that_ended_early_can_be_claimed_about_as_long_as_the_game_goes_on() -> None:
    ends = replace(SPEND, path="ends", n=1, field="", pattern=Pattern("attack"))
    attack = fact("attack", "Green", target="Blue")
    agreement = bound_by(TEXT, ends_if=ends)

    assert proved_status(agreement, [attack], [CLOSED]) == "kept"
    assert proved_status(agreement, [attack, CLOSED]) == "kept"
    assert proved_status(agreement, [attack], [CLAIM], [CLOSED]) == "undetermined"
    assert proved_status(agreement, [attack], [CLAIM], [FAILED], [CLOSED]) == "broken"
    assert proved_status(bound_by(And((TEXT, SPEND)), ends_if=ends), [attack], [CLOSED]) == "void"


def test_a_ruling_settles_nothing_that_the_log_can_tell() -> None:
    assert proved_status(bound_by(NEVER_IDLE), [ruling("c1", "failed")]) == "pending"
    assert proved_status(bound_by(TEXT), [ruling("c1", "failed")]) == "pending"
    assert proved_status(bound_by(SPEND), [UNSEEN], [CLOSED], [ruling("c9", "met")]) == "undetermined"


def test_of_two_rulings_at_once_the_hard_one_counts() -> None:
    assert proved_status(bound_by(TEXT), [ruling("c2", "met"), ruling("c2", "failed")]) == "broken"


def test_a_duty_that_a_ruling_failed_is_repaired_from_there() -> None:
    repaired = OrElse("c2.or_else", TEXT, replace(SPEND, path="c2.otherwise"))
    spend = fact("spend", "Red", count=3)

    assert proved_status(bound_by(repaired), [ruling("c2", "failed")], [spend]) == "kept"
    assert proved_status(bound_by(repaired), [CLAIM, CLOSED], [FAILED], [spend]) == "broken"


def test_a_condition_that_cannot_be_told_is_settled_as_a_whole() -> None:
    first = Once("c1.if", replace(SPEND, path="c1.if.cond"), NEVER_IDLE)

    assert proved_status(bound_by(first), [UNSEEN], [CLOSED]) == "undetermined"
    assert proved_status(bound_by(first), [UNSEEN], [ruling("c1", "failed")]) == "broken"


@pytest.mark.parametrize(("truth", "status"), [(TRUE, "kept"), (FALSE, "broken")])
def test_a_letter_that_says_nothing_is_decided_when_it_is_signed(truth: Truth, status: str) -> None:
    assert proved_status(bound_by(truth)) == status


def test_a_reparation_that_never_began_comes_to_what_it_would_come_to() -> None:
    (first,) = played(stocked(""), [[]])
    each = bound_by(OrElse("c1", SPEND, TRUE), strict=True)
    none = Total("c3", (RED,), "eq", 0, Pattern("idle"))

    assert lean_of(start("P", each, first, READER), first, READER) == "+"
    assert proved_status(each, [CLOSED]) == "kept"
    assert proved_status(replace(each, formula=OrElse("c1", SPEND, FALSE)), [CLOSED]) == "broken"
    assert proved_status(replace(each, formula=OrElse("c1", SPEND, TEXT)), [CLAIM], [CLOSED]) == "undetermined"
    assert proved_status(replace(each, formula=OrElse("c1", SPEND, TEXT)), [CLOSED]) == "kept"
    assert proved_status(replace(each, formula=OrElse("c1", SPEND, Hole("c1.2", "it"))), [CLOSED]) == "undetermined"
    assert proved_status(replace(each, formula=OrElse("c1", TEXT, FALSE)), [CLAIM], [CLOSED]) == "undetermined"
    assert proved_status(replace(each, formula=OrElse("c1", TEXT, FALSE)), [CLOSED]) == "kept"
    assert proved_status(replace(each, formula=OrElse("c1", SPEND, none)), [CLOSED]) == "kept"


def test_a_promise_that_is_over_hears_nothing_more() -> None:
    moments = played(stocked(""), [[], [IDLE], [IDLE]])
    broken = step(start("P", bound_by(NEVER_IDLE), moments[0], READER), moments[1], READER)

    assert step(broken, moments[2], READER) is broken


def kept(node: Node) -> Node:
    return replace(node, value="T", moment=1)


LEAF = kept(Node("enough", "c1", "T", 1))
IDLY = kept(Node("never-triggered", "c1", "T", 1))


@pytest.mark.parametrize(
    ("node", "answer"),
    [
        (Node("or", "", "T", 1, kids=(replace(LEAF, value="F"), IDLY)), True),
        (Node("or", "", "T", 1, kids=(LEAF, IDLY)), False),
        (Node("not-excused", "c1", "T", 1, kids=(LEAF, IDLY)), True),
        (Node("triggered", "c1", "T", 1, kids=(LEAF, LEAF)), False),
        (Node("primary", "c1", "T", 1, kids=(IDLY,)), True),
        (Node("reparation", "c1", "T", 1, kids=(IDLY, IDLY)), False),
    ],
)
def test_a_promise_was_kept_idly_if_no_duty_was_in_the_way(node: Node, answer: bool) -> None:  # noqa: FBT001  # an answer
    assert is_vacuous(node) is answer


def test_a_proof_of_another_moment_or_another_log_does_not_hold() -> None:
    agreement = bound_by(NEVER_IDLE)
    trace = Trace.of(played(stocked(""), [[], [IDLE]]), READER)
    proof = prove_verdict("P", agreement, 0, trace)

    assert "signed" in objection(proof, agreement, 1, trace)
    assert "no such moment" in objection(replace(proof, moment=9), agreement, 0, trace)
    assert objection(replace(proof, void=proof.root), agreement, 0, trace)
    assert objection(proof, agreement, 0, Trace.of(trace.moments[:1], READER))


def test_a_ruling_that_was_never_made_proves_nothing() -> None:
    agreement = bound_by(SPEND, releasers=(BLUE,))
    consent = fact("promise_consented", BLUE, promise="P")
    game = played(stocked(""), [[], [UNSEEN], [consent], [ruling("terms", "met")]])
    trace = Trace.of(game, READER)
    proof = prove_verdict("P", agreement, 0, trace)
    lies: list[Proof] = [
        replace(proof, moment=2, last=2, position=12),
        replace(proof, root=replace(proof.root, value="F")),
        replace(proof, status="broken"),
        replace(proof, status="undetermined", cause="game-end"),
    ]

    assert objection(proof, agreement, 0, trace) == ""
    assert all(objection(lie, agreement, 0, trace) for lie in lies)


SEASON = Window(Pattern("season_end", (Constraint("n", ">=", Exactly(1)),)), 1, inclusive=True)
AT_MOST = replace(SPEND, mode="le", n=2)
SPEND_FOUR = fact("spend", "Red", count=4)


@pytest.mark.parametrize(
    ("formula", "moments"),
    [
        (Whenever("c1", Pattern("attack"), NEVER_IDLE, SEASON), [[fact("season_end", n=Unknown())]]),
        (
            Whenever("c1", Pattern("attack", (Constraint("target", "==", Exactly("Red")),)), SPEND),
            [[fact("attack", target=Unknown())]],
        ),
        (OrElse("c1.or_else", AT_MOST, replace(SPEND, path="c1.otherwise")), [[UNSEEN], [SPEND_FOUR]]),
        (Unless("c1.unless", replace(NEVER_IDLE, mode="ge", n=1), AT_MOST), [[UNSEEN], [IDLE]]),
        (Unless("c1.unless", SPEND, NEVER_IDLE), [[UNSEEN], [IDLE]]),
        (Once("c1.if", SPEND, NEVER_IDLE), [[UNSEEN], [SPEND_FOUR]]),
        (replace(SPEND, mode="eq", n=2), [[fact("spend", "Red", count=Unknown(0, 2))]]),
    ],
)
def test_what_hidden_facts_may_have_decided_is_left_to_a_ruling(formula: Formula, moments: list[list[Fact]]) -> None:
    assert proved_status(bound_by(formula), *moments) == "pending"
    assert proved_status(bound_by(formula), *moments, [CLOSED]) == "undetermined"
    assert proved_status(bound_by(formula), *moments, [CLOSED], [ruling("c1", "met")]) == "kept"


def test_what_hidden_facts_cannot_have_decided_is_decided() -> None:
    exactly = replace(SPEND, mode="eq", n=2)

    assert proved_status(bound_by(exactly), [fact("spend", "Red", count=Unknown(0, 1))], [CLOSED]) == "void"
    assert proved_status(bound_by(AT_MOST), [fact("spend", "Red", count=Unknown(0, 2))], [CLOSED]) == "kept"
    assert proved_status(bound_by(SPEND), [fact("spend", "Red", count=Unknown(3, 9))]) == "kept"


def test_a_window_that_closes_by_an_amount_closes_by_all_of_it() -> None:
    """Red is not to idle until Red has spent 3, be it at once or in all."""
    until = bound_by(replace(NEVER_IDLE, window=Window(Pattern("spend"), 3, inclusive=False, field="count")))
    spent = [fact("spend", "Red", count=count) for count in (1, 2, 3)]

    assert proved_status(until, [spent[2]], [IDLE]) == "kept"
    assert proved_status(until, [spent[0]], [spent[1]], [IDLE]) == "kept"
    assert proved_status(until, [spent[0]], [IDLE]) == "broken"


def test_what_begins_each_time_until_a_season_ends_is_told_once_it_has_ended() -> None:
    each = bound_by(Whenever("c1.whenever", Pattern("attack"), replace(NEVER_IDLE, path="c1"), window=SEASON))
    attack, season_end = fact("attack", "Red"), fact("season_end", n=1)

    assert proved_status(each, [attack], [season_end], [CLOSED]) == "kept"
    assert proved_status(each, [attack], [season_end], [IDLE]) == "broken"
    assert proved_status(each, [season_end], [attack], [IDLE], [CLOSED]) == "kept"


def test_an_amount_that_may_just_have_been_enough_is_left_to_a_ruling() -> None:
    """Of the 3 that are owed, 0 to 3 were spent unseen by the end of the season, or 0 to 2."""
    owed, ends = bound_by(replace(SPEND, window=SEASON)), fact("season_end", n=1)

    assert proved_status(owed, [fact("spend", "Red", count=Unknown(0, 3))], [ends], [CLOSED]) == "undetermined"
    assert proved_status(owed, [fact("spend", "Red", count=Unknown(0, 2))], [ends], [CLOSED]) == "broken"


def test_a_state_at_the_end_of_a_season_that_may_have_ended_unseen_is_left_to_a_ruling() -> None:
    rich = StateIs("has", (("who", Exactly("Red")), ("item", Exactly("corn"))), ">=", 1)
    each = bound_by(StateWithin("c1", (RED,), "AT", rich, SEASON))

    assert proved_status(each, [fact("season_end", n=Unknown())]) == "pending"
    assert proved_status(each, [fact("season_end", n=Unknown())], [CLOSED]) == "undetermined"
    assert proved_status(each, [fact("season_end", n=1)], [CLOSED]) == "broken"


def test_what_is_denied_fails_when_it_comes_true() -> None:
    assert proved_status(bound_by(Not(SPEND)), [SPEND_FOUR]) == "broken"
    assert proved_status(bound_by(Not(SPEND), strict=True), [CLOSED]) == "kept"
    denied = OrElse("c1", replace(SPEND, n=9), Not(SPEND))
    assert proved_status(bound_by(denied, strict=True), [CLOSED]) == "kept"


@pytest.mark.parametrize(("mode", "status"), [("G", "broken"), ("F", "broken"), ("AT", "broken")])
def test_a_state_that_never_was_breaks_every_guarantee_of_it(mode: Literal["G", "F", "AT"], status: str) -> None:
    rich = StateIs("has", (("who", Exactly("Red")), ("item", Exactly("corn"))), ">=", 1)

    assert proved_status(bound_by(StateWithin("c1", (RED,), mode, rich, SEASON)), [fact("season_end", n=1)]) == status
    assert (
        proved_status(bound_by(StateWithin("c1", (RED,), mode, NotState(rich), SEASON)), [fact("season_end", n=1)])
        == "kept"
    )


def test_nobody_may_claim_that_something_is_hidden_where_it_is_not() -> None:
    each = bound_by(Whenever("c1", Pattern("attack"), NEVER_IDLE))
    trace = Trace.of(played(stocked(""), [[], [IDLE]]), READER)
    proof = prove_verdict("P", each, 0, trace)

    lie = replace(proof, root=Node("hidden-trigger", "c1", "U", None))

    assert objection(lie, each, 0, trace) == "c1: this can be told"
