"""What a seat may decide: everything that is allowed, and nothing that is not."""

from itertools import product
from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.kernel import Hidden, Seat
from oathbook.domain.rulesets.knights_duty.model.decisions import (
    TOKENS,
    AgreeToEnd,
    ChooseClan,
    Decision,
    DeclareTarget,
    Inspire,
    LayPlan,
    Move,
    NameAttacker,
    NameMover,
)
from tests.unit.rulesets.knights_duty.table import ASH, BIRCH, CEDAR, DUTY, FIR, HEX, Table, fresh, seated, tracker


def options(table: Table, seat: Seat) -> tuple[Decision, ...]:
    """What the seat may decide; the list must say that it is complete."""
    given = DUTY.options(table.state, seat)
    assert given.complete
    return given.listed


def two_movers() -> Table:
    return seated(ash="2,0", birch="3,1", cedar="-4,0").plan(ash="movement", birch="movement")


def two_attackers() -> Table:
    """Ash and Birch attack, Fir is out of the sword's reach."""
    table = seated(ash="2,0 sword", birch="3,0 bow", cedar="2,1", fir="-4,0")
    return table.plan(ash="sword", birch="bow")


def test_every_free_clan_can_be_chosen() -> None:
    """KD-1.2, KA-35."""
    table = fresh("ash", "birch").choose(birch="green")

    assert options(table, ASH) == tuple(ChooseClan(ASH, each) for each in ("red", "blue", "yellow", "black", "white"))
    assert options(table, BIRCH) == ()


@pytest.mark.parametrize(("heart", "slots", "plans"), [("", 3, 7**3 - 5), ("broken", 2, 7**2)])
def test_every_plan_that_the_tokens_suffice_for_can_be_laid(heart: str, slots: int, plans: int) -> None:
    """KD-2.1, KD-2.2: six tokens or nothing on each slot, less three of a kind where only two are."""
    table = seated(ash=f"2,0 {heart}", birch="3,0")

    listed = options(table, ASH)

    laid = {each.slots for each in listed if isinstance(each, LayPlan)}
    assert (len(listed), len(laid)) == (plans, plans)
    assert {len(each) for each in laid} == {slots}
    assert all(DUTY.refusal(table.state, each) is None for each in listed)


def test_no_plan_that_is_not_listed_is_allowed() -> None:
    """KD-2.1: of all 343 fillings of three slots, those listed are those allowed."""
    table = seated(ash="2,0", birch="3,0")
    listed = set(options(table, ASH))
    words = (" ".join(each) for each in product((*TOKENS, "-"), repeat=3))
    laid = [LayPlan(ASH, tracker("ash", each)) for each in words]

    allowed = {each for each in laid if DUTY.refusal(table.state, each) is None}

    assert len(laid) == 343
    assert allowed == listed


def test_a_mover_may_stay_or_go_to_every_neighbour() -> None:
    """KD-4.1, KD-4.2: on the edge there are fewer."""
    table = seated(ash="2,0", birch="4,0").plan(ash="movement", birch="movement")

    at_large = {each.to.look() for each in options(table, ASH) if isinstance(each, Move)}
    cornered = {each.to.look() for each in options(table, BIRCH) if isinstance(each, Move)}

    assert at_large == {"2,0", "3,0", "2,1", "1,1", "1,0", "2,-1", "3,-1"}
    assert cornered == {"4,0", "3,1", "3,0", "4,-1"}


def test_a_claimant_may_name_every_claimant_or_nobody() -> None:
    """KD-4.3, KA-14."""
    table = two_movers().move(ash="2,1", birch="2,1")

    assert options(table, ASH) == (NameMover(ASH, ASH), NameMover(ASH, BIRCH), NameMover(ASH, None))
    assert options(table, CEDAR) == ()


def test_an_attacker_may_point_at_everybody_in_range_or_at_nobody() -> None:
    """KD-7.2, KD-7.3."""
    table = two_attackers()

    assert options(table, ASH) == (DeclareTarget(ASH, BIRCH), DeclareTarget(ASH, CEDAR), DeclareTarget(ASH, None))
    assert DeclareTarget(BIRCH, FIR) not in options(table, BIRCH)
    assert options(table, CEDAR) == ()


def test_a_waiting_attacker_may_name_everybody_who_waits_or_nobody() -> None:
    """KD-7.4, KD-7.5."""
    table = two_attackers().point(ash=CEDAR, birch=CEDAR)

    assert options(table, BIRCH) == (NameAttacker(BIRCH, ASH), NameAttacker(BIRCH, BIRCH), NameAttacker(BIRCH, None))
    assert options(table.first(birch=ASH), BIRCH) == ()


def test_a_combatant_may_use_the_token_or_keep_it() -> None:
    """KD-8.4, KD-9.1: not who has it face down."""
    table = seated(ash="2,0 sword", birch="3,0 spent").plan(ash="sword").point(ash=BIRCH)

    assert set(options(table, ASH)) == {Inspire(ASH, Hidden.of(use, ASH)) for use in (True, False)}
    assert options(table, BIRCH) == ()


def test_after_a_stall_notice_there_is_the_agreement_to_end_as_well() -> None:
    """KA-36: also for who has laid a plan already, and not twice."""
    components: Final = replace(HEX, stall_turns=1)
    table = seated(components, ash="2,0 broken", birch="4,0 broken").plan()

    before, laid = options(table, ASH), options(table.lay(ash="shield"), ASH)
    agreed = options(table.agree_to_end(ASH), ASH)

    assert (len(before), before[-1]) == (50, AgreeToEnd(ASH))
    assert laid == (AgreeToEnd(ASH),)
    assert (len(agreed), AgreeToEnd(ASH) in agreed) == (49, False)


def test_after_the_end_there_is_nothing_to_decide() -> None:
    """KD-10.1."""
    table = seated(ash="2,0 sword spent", birch="3,0 broken spent").picking(ash="heart")

    won = table.plan(ash="sword").point(ash=BIRCH)

    assert (options(won, ASH), options(won, BIRCH)) == ((), ())


def test_every_listed_decision_is_allowed_at_every_stage() -> None:
    """Law 1 at one position of each stage."""
    movers, attackers = two_movers(), two_attackers()
    tables = (
        fresh("ash", "birch"),
        seated(ash="2,0 broken", birch="3,0 broken"),
        movers,
        movers.move(ash="2,1", birch="2,1"),
        attackers,
        attackers.point(ash=CEDAR, birch=CEDAR),
        attackers.point(ash=CEDAR, birch=None),
    )

    stages = [table.field.stage for table in tables]
    refused = [
        each
        for table in tables
        for seat in table.asked
        for each in options(table, seat)
        if DUTY.refusal(table.state, each) is not None
    ]

    assert stages == ["clans", "planning", "movement", "clash", "targets", "order", "inspiration"]
    assert refused == []
