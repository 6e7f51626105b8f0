"""Deciding again: what the rules say to a decision in a state (docs/laws.md, laws 1 and 2)."""

import pytest

from oathbook.domain.chance.recorded_chance import RecordedChance
from oathbook.domain.chance.seeded_chance import SeededChance
from oathbook.domain.chance.witnessed_chance import DrawReport, WitnessedChance
from oathbook.domain.errors import NotCovered
from oathbook.domain.games.decision_results import DecisionResult, try_decision
from oathbook.domain.kernel import Hidden, Seat
from oathbook.domain.rulesets.knights_duty.model.decisions import DeclareTarget, LayPlan
from oathbook.domain.rulesets.protocol import AnyRuleset
from tests.support.playing import BOTH_FIRST, RULESET, opened, order_and_strike
from tests.support.variants import Consequences, decides_otherwise

NO_DRAWS = WitnessedChance(())


def answered(chance: WitnessedChance | SeededChance | RecordedChance) -> DecisionResult:
    """The answer to a decision that asks for who goes first, and then for strikes."""
    scribe = order_and_strike()
    return try_decision(RULESET, scribe.game.state, scribe.decision_from(BOTH_FIRST), chance)


def test_a_decision_that_is_allowed_is_answered_with_what_follows() -> None:
    """The consequences are those of ``decide``; nothing was asked of chance."""
    state = opened().game.state
    decision = LayPlan(Seat("ash"), (Hidden.of("bow", Seat("ash")),))

    found = try_decision(RULESET, state, decision, NO_DRAWS)

    assert found.kind == "follows"
    assert found.consequences == RULESET.decide(state, decision, NO_DRAWS)
    assert found.consequences[0].cites == ("KD-2.1", "KD-2.2")
    assert (found.requests, found.draws, found.refusal) == ((), (), None)


def test_a_decision_that_is_not_allowed_is_answered_with_the_refusal() -> None:
    """KD-7.2: nobody points at an opponent while plans are laid."""
    state = opened().game.state
    decision = DeclareTarget(Seat("ash"), Seat("birch"))

    found = try_decision(RULESET, state, decision, NO_DRAWS)

    assert found.kind == "refused"
    assert found.refusal == RULESET.refusal(state, decision)
    assert found.refusal is not None
    assert found.refusal.clause in found.says


def test_a_decision_that_needs_a_draw_is_answered_with_the_draw_it_depends_on() -> None:
    """The first draw is missing: what to draw from what, and no consequence."""
    found = answered(NO_DRAWS)

    assert found.kind == "depends"
    assert found.request is not None
    assert found.request.pile == ("ash", "birch")
    assert (found.requests, found.draws, found.consequences) == ((), (), ())


def test_an_answer_that_depends_on_a_later_draw_keeps_the_draws_before_it() -> None:
    """Who goes first was supposed; the strike is what is missing now."""
    order = answered(NO_DRAWS).request
    assert order is not None

    found = answered(WitnessedChance((DrawReport(order.label, ("birch",)),)))

    assert found.kind == "depends"
    assert found.request is not None
    assert found.request.label.startswith("strike/")
    assert [request.label for request in found.requests] == [order.label]
    assert [draw.drawn for draw in found.draws] == [("birch",)]


def test_a_draw_that_cannot_be_is_answered_as_such() -> None:
    """Nobody but those who wait can be drawn."""
    order = answered(NO_DRAWS).request
    assert order is not None

    found = answered(WitnessedChance((DrawReport(order.label, ("oak",)),)))

    assert found.kind == "impossible"
    assert found.request == order
    assert "oak" in found.says
    assert found.consequences == ()


def test_deciding_again_with_the_draws_that_were_made_gives_the_same_answer() -> None:
    """Law 2: same arguments, same consequences, wherever the draws come from."""
    made = answered(SeededChance("0" * 64, "g", 7))

    again = answered(RecordedChance(made.draws))

    assert made.kind == "follows"
    assert len(made.draws) >= 2
    assert again.consequences == made.consequences
    assert (again.draws, again.requests) == (made.draws, made.requests)


def test_what_a_reader_may_not_see_is_answered_as_concealed() -> None:
    """A plan whose opening is withheld cannot be judged; the answer names the digest, not the token."""
    hidden: Hidden[str] = Hidden((Seat("ash"),), digest="ab" * 32)

    found = try_decision(RULESET, opened().game.state, LayPlan(Seat("ash"), (hidden,)), NO_DRAWS)  # type: ignore[arg-type]  # because its token is not there at all

    assert found.kind == "concealed"
    assert "abababababab" in found.says


def no_text(_: Consequences) -> Consequences:
    clause = "KD-2.1"
    raise NotCovered(clause, "the page is missing")


@pytest.mark.parametrize("ruleset", [decides_otherwise(no_text)])
def test_a_step_whose_text_is_missing_is_answered_as_not_covered(ruleset: AnyRuleset) -> None:
    """The rules do not guess: the clause and the reason are the answer."""
    found = try_decision(ruleset, opened().game.state, LayPlan(Seat("ash"), ()), NO_DRAWS)

    assert found.kind == "not-covered"
    assert found.says == "KD-2.1 is not covered: the page is missing"
