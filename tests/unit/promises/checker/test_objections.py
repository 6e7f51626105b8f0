"""What the checker finds wrong with a proof, and what it has nothing against although much is hidden."""

import pytest
from msgspec.structs import replace

from oathbook.domain.promises.checker.checker import objection
from oathbook.domain.promises.evaluator.verdict import prove_verdict
from oathbook.domain.promises.logic.formulas import (
    And,
    Exactly,
    Formula,
    Hole,
    Not,
    NotState,
    Once,
    Or,
    OrElse,
    Pattern,
    StateIs,
    StateWithin,
    Total,
    Unless,
)
from oathbook.domain.promises.logic.proofs import Node
from oathbook.domain.promises.trace.lifecycle_facts import TERMS
from oathbook.domain.promises.trace.trace import Trace
from oathbook.domain.rulesets.vocabulary import Unknown
from tests.support.promises.toy_world import BLUE, READER, RED, fact, played, stocked
from tests.unit.promises.lifecycle.test_lives import (
    CLOSED,
    IDLE,
    NEVER_IDLE,
    SEASON,
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
    proof = prove_verdict("P", each, 0, trace)

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

    each = bound_by(repaired, strict=True)

    assert proved_status(each, [fact("spend", "Red", count=1)]) == "pending"
    assert proved_status(each, [fact("spend", "Red", count=1)], [CLOSED]) == "kept"


HOLDS = StateIs("holds", (("who", Exactly("Red")), ("marker", Exactly("Bond"))), ">=", 1)
UNHELD = StateWithin("c1.otherwise", (RED,), "F", NotState(HOLDS))
LATER = replace(NEVER_IDLE, path="c1.otherwise")
WITHDRAWN, CONSENT = fact("promise_withdrawn", promise="P"), fact("promise_consented", BLUE, promise="P")


@pytest.mark.parametrize(
    ("reparation", "status"),
    [
        (ATTACK, "broken"),
        (Or((ATTACK, LATER)), "kept"),
        (And((LATER, ATTACK)), "broken"),
        (Not(ATTACK), "kept"),
        (OrElse("c1.otherwise.or_else", ATTACK, LATER), "kept"),
        (OrElse("c1.otherwise.or_else", LATER, ATTACK), "kept"),
        (Once("c1.otherwise.once", LATER, ATTACK), "broken"),
        (Once("c1.otherwise.once", ATTACK, LATER), "kept"),
        (Unless("c1.otherwise.unless", LATER, ATTACK), "kept"),
        (Unless("c1.otherwise.unless", ATTACK, UNHELD), "kept"),
        (UNHELD, "kept"),
        (replace(UNHELD, state=HOLDS), "broken"),
    ],
)
def test_what_begins_as_the_game_ends_is_worth_what_it_can_still_come_to(reparation: Formula, status: str) -> None:
    """A proof made before says so already: it shows how the promise leans."""
    each = bound_by(OrElse("c1.or_else", SPEND, reparation), strict=True)

    assert proved_status(each, [fact("spend", "Red", count=1)]) == "pending"
    assert proved_status(each, [fact("spend", "Red", count=1)], [CLOSED]) == status


def test_an_act_set_off_by_the_end_of_the_game_lapses_with_it() -> None:
    """What is promised otherwise repairs a state that fails there no more."""
    ends = Total("c1.cond", (), "ge", 1, Pattern("game_closed"))
    act, unheld = replace(ATTACK, path="c1"), replace(UNHELD, state=HOLDS)
    each = bound_by(Once("c1.once", ends, act))

    assert proved_status(each, [CLOSED]) == "void"
    assert proved_status(replace(each, strict=True), [CLOSED]) == "broken"
    assert proved_status(bound_by(Once("c1.once", ends, OrElse("c1.or_else", unheld, act))), [CLOSED]) == "broken"


def test_an_act_whose_time_is_over_when_it_begins_is_not_owed() -> None:
    """The season that it has is over, or may be: then nobody can tell whether it is owed."""
    season = replace(SEASON, at_point=True)
    each = bound_by(Once("c1.once", replace(ATTACK, path="c1.cond", owners=()), replace(SPEND, window=season)))
    attack, unseen = fact("attack", "Red"), fact("season_end", n=Unknown())

    assert proved_status(each, [attack, SEASON_END]) == "kept"
    assert proved_status(each, [attack], [SEASON_END]) == "broken", "the control: it had some time"
    assert proved_status(each, [attack, unseen], [CLOSED]) == "undetermined"


def test_what_may_have_been_kept_unseen_is_not_taken_back() -> None:
    assert proved_status(bound_by(SPEND), [UNSEEN], [WITHDRAWN]) == "pending"
    assert proved_status(bound_by(SPEND), [UNSEEN], [WITHDRAWN], [CLOSED]) == "undetermined"
    assert proved_status(bound_by(SPEND), [WITHDRAWN], [UNSEEN]) == "void"


def test_nobody_is_let_go_from_what_may_have_ended_unseen() -> None:
    each = bound_by(NEVER_IDLE, ends_if=replace(SPEND, path="ends"), releasers=(BLUE,))

    assert proved_status(each, [UNSEEN], [CONSENT]) == "pending"
    assert proved_status(each, [UNSEEN], [CONSENT], [CLOSED]) == "undetermined"
    assert proved_status(each, [CONSENT], [UNSEEN]) == "released"


WITHOUT = StateWithin("c1", (RED,), "G", NotState(HOLDS))
REPAIRED = bound_by(OrElse("c1.or_else", WITHOUT, replace(SPEND, path="c1.otherwise")))
SEASON_END = fact("season_end", n=1)
HIDDEN, GIVEN = (fact("marker_given", "Blue", marker=marker, to="Red") for marker in (Unknown(), "Bond"))


def test_when_a_reparation_began_is_not_known_where_the_state_may_have_been_lost_unseen() -> None:
    assert proved_status(REPAIRED, [HIDDEN], [GIVEN], [SPEND_FOUR], [CLOSED]) == "undetermined"
    assert proved_status(REPAIRED, [GIVEN], [HIDDEN], [SPEND_FOUR], [CLOSED]) == "kept"


def test_nobody_is_let_go_from_a_state_that_was_hidden_when_it_counted() -> None:
    each = bound_by(StateWithin("c1", (RED,), "AT", HOLDS, SEASON), releasers=(BLUE,))

    assert proved_status(each, [HIDDEN], [SEASON_END], [CONSENT]) == "pending"
    assert proved_status(each, [HIDDEN], [SEASON_END], [CONSENT], [CLOSED]) == "undetermined"
    assert proved_status(each, [GIVEN], [SEASON_END], [CONSENT]) == "kept"


def test_a_state_that_may_have_been_lost_unseen_is_left_open_when_its_time_is_over() -> None:
    each = bound_by(replace(WITHOUT, window=SEASON))

    assert proved_status(each, [HIDDEN], [SEASON_END], [CLOSED]) == "undetermined"
    assert proved_status(each, [IDLE], [SEASON_END], [HIDDEN], [CLOSED]) == "kept"


def test_nobody_is_let_go_from_what_may_never_have_arisen() -> None:
    each = bound_by(Hole("c1", "what began it is hidden"), releasers=(BLUE,))

    assert proved_status(each, [CONSENT]) == "pending"
    assert proved_status(each, [CONSENT], [CLOSED]) == "undetermined"


def test_what_binds_even_if_the_game_ends_early_is_broken_by_it() -> None:
    """Whether or not it has a deadline; what has been done exactly is done, and only then."""
    exact = replace(SPEND, mode="eq")
    for each in (bound_by(SPEND), bound_by(replace(SPEND, window=SEASON)), bound_by(exact)):
        assert proved_status(each, [IDLE], [CLOSED]) == "void"
        assert proved_status(replace(each, strict=True), [IDLE], [CLOSED]) == "broken"
    three = fact("spend", "Red", count=3)
    assert proved_status(bound_by(exact), [three], [CLOSED]) == "kept"
    assert proved_status(bound_by(replace(exact, window=SEASON)), [three], [CLOSED]) == "void", "more could come"


def test_what_was_hidden_has_to_be_shown() -> None:
    trace = Trace.of(played(stocked(""), [[fact("promise_signed", promise="P")], [HIDDEN], [GIVEN]]), READER)
    proof = prove_verdict("P", REPAIRED, 0, trace)
    lie = replace(proof, root=replace(proof.root, kids=()))

    assert objection(proof, REPAIRED, 0, trace) == ""
    assert objection(lie, REPAIRED, 0, trace) == f"{proof.root.path}: what was hidden is not shown"


def test_a_proof_says_up_to_when_it_is_known() -> None:
    trace = Trace.of(played(stocked(""), [[fact("promise_signed", promise="P")], [HIDDEN], [GIVEN]]), READER)
    proof = prove_verdict("P", REPAIRED, 0, trace)

    assert objection(replace(proof, last=1), REPAIRED, 0, trace) == f"{proof.root.path}: it is known up to moment 2"


def test_no_part_is_left_out() -> None:
    both = bound_by(And((SPEND, replace(NEVER_IDLE, path="c2"))))
    trace = Trace.of(played(stocked(""), [[fact("promise_signed", promise="P")], [IDLE]]), READER)
    proof = prove_verdict("P", both, 0, trace)
    lie = replace(proof, root=replace(proof.root, kids=proof.root.kids[1:]))

    assert objection(proof, both, 0, trace) == ""
    assert "parts are missing or added" in objection(lie, both, 0, trace)


def test_no_ruling_is_made_up() -> None:
    each = bound_by(SPEND, releasers=(BLUE,))
    trace = Trace.of(played(stocked(""), [[fact("promise_signed", promise="P")], [CONSENT], [IDLE]]), READER)
    proof = prove_verdict("P", each, 0, trace)
    lie = replace(proof, cause="ruling", moment=2, last=2, position=trace.moments[2].position)

    assert objection(proof, each, 0, trace) == ""
    assert objection(lie, each, 0, trace) == f"{proof.root.path}: there is no such ruling"


def test_what_may_have_been_exact_unseen_is_left_open() -> None:
    """Red spent up to 3 unseen, which is no more than was to be spent; of 2 at most, it is certain."""
    exact = bound_by(replace(SPEND, mode="eq", window=SEASON))
    three, two = (fact("spend", "Red", count=Unknown(0, most)) for most in (3, 2))

    assert proved_status(exact, [three], [SEASON_END], [CLOSED]) == "undetermined"
    assert proved_status(exact, [two], [SEASON_END], [CLOSED]) == "broken"


def test_one_of_two_conditions_may_come_true_while_the_other_is_open() -> None:
    """What else happened in that moment has to be seen."""
    either = Or((replace(ATTACK, path="c1.cond.1"), replace(SPEND, path="c1.cond.2")))
    each = bound_by(Once("c1.once", either, NEVER_IDLE))
    attack = fact("attack", "Red")

    assert proved_status(each, [attack], [IDLE], [CLOSED]) == "broken"
    assert proved_status(each, [attack, UNSEEN], [IDLE], [CLOSED]) == "undetermined"


def test_what_is_hidden_after_a_part_was_kept_leaves_nothing_of_it_in_doubt() -> None:
    """Red attacked, or may have spent 3 unseen, which would have excused it; Red is not to idle in any case."""
    excused = Unless("c1.unless", replace(SPEND, path="c1.cond"), replace(ATTACK, path="c1"))
    each = bound_by(And((excused, replace(NEVER_IDLE, path="c2"))), releasers=(BLUE,))
    attack = fact("attack", "Red")

    assert proved_status(each, [attack], [UNSEEN], [CONSENT]) == "released"
    assert proved_status(each, [UNSEEN], [attack], [CONSENT]) == "released"


def test_what_has_ended_by_its_own_terms_is_repaired_by_nothing() -> None:
    each = bound_by(OrElse("c1.or_else", SPEND, LATER), ends_if=replace(ATTACK, path="ends"), strict=True)

    assert proved_status(each, [fact("attack", "Red")], [CLOSED]) == "void"
    assert proved_status(each, [CLOSED]) == "kept", "the control: where the game ends, it begins, and nobody idles"


def test_an_excuse_leaves_open_only_what_was_hidden_before_it() -> None:
    """Red was to spend 2 at most, and may have spent more unseen; the attack excuses all that comes after it."""
    each = bound_by(Unless("c1.unless", replace(ATTACK, path="c1.cond"), replace(SPEND, mode="le", n=2)))
    attack = fact("attack", "Red")

    assert proved_status(each, [UNSEEN], [attack], [SPEND_FOUR], [CLOSED]) == "undetermined"
    assert proved_status(each, [attack], [UNSEEN], [SPEND_FOUR], [CLOSED]) == "kept"


def test_what_is_neither_done_nor_excused_when_the_game_ends_has_lapsed() -> None:
    each = bound_by(Unless("c1.unless", replace(ATTACK, path="c1.cond"), replace(SPEND, window=SEASON)))

    assert proved_status(each, [fact("spend", "Red", count=1)], [CLOSED]) == "void"
    assert proved_status(each, [fact("attack", "Red")], [CLOSED]) == "kept"
