"""No consequence without a clause: what each event rests on, wherever it happens."""

from collections.abc import Iterator
from functools import cache
from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.rulesets.knights_duty.model import combat_events as c
from oathbook.domain.rulesets.knights_duty.model import events as e
from oathbook.domain.rulesets.protocol import Consequence
from tests.unit.rulesets.knights_duty.table import ASH, BIRCH, CEDAR, HEX, Table, fresh, seated

CITED: Final[dict[type[e.Event], str]] = {
    e.ClanChosen: "KD-1.2",
    e.KnightPlaced: "KD-1.3 KD-1.4 KD-1.5",
    e.TurnBegan: "KD-2.1 KD-2.2",
    e.PlanLaid: "KD-2.1 KD-2.2",
    e.SlotBegan: "KD-2.3 KD-3.1",
    e.TokenRevealed: "KD-2.3",
    e.SatOut: "KD-2.2 KD-2.4",
    e.StepBegan: "KD-3.1",
    e.MoveChosen: "KD-4.1",
    e.MovesShown: "KD-4.1",
    e.ClashFound: "KD-4.3",
    e.MoverNamed: "KD-4.3",
    e.ClashSettled: "KD-4.3",
    e.KnightsMoved: "KD-3.1 KD-4.1",
    e.KnightStayed: "KD-4.",
    e.EquipmentChanged: "KD-3.1 KD-5.1 KD-5.2",
    e.StanceTaken: "KD-3.1 KD-6.",
    c.AttackLost: "KD-7.3",
    c.TargetDeclared: "KD-7.2",
    c.OrderAsked: "KD-7.4 KD-7.5",
    c.AttackerNamed: "KD-7.4 KD-7.5",
    c.AttackerChosen: "KD-7.4",
    c.CombatBegan: "KD-8.1",
    c.InspirationChosen: "KD-8.4",
    c.InspirationShown: "KD-8.4",
    c.InspirationSpent: "KD-3.2 KD-9.1",
    c.PileBuilt: "KD-8.2 KD-8.3 KD-8.4",
    c.CardPicked: "KD-8.5 KD-8.6",
    c.AttackMissed: "KD-8.6 KD-8.7",
    c.AttackerFumbled: "KD-6.2 KD-8.7",
    c.HeartBroken: "KD-8.8",
    c.KnightDefeated: "KD-8.9",
    c.HitWithoutEffect: "KD-7.6",
    c.CombatEnded: "KD-8.1",
    c.TargetsReopened: "KD-7.5",
    c.InspirationRegained: "KD-9.2",
    e.KnightRemoved: "KD-7.6 KD-8.9",
    e.SlotEnded: "KD-2.3",
    e.TurnEnded: "KD-2.3",
    e.StallNoticed: "KD-10.1",
    e.EndAgreed: "KD-10.1",
    e.MatchEnded: "KD-10.",
}
"""The clauses an event cites at least; one that ends with a point stands for any clause of that chapter."""

RESTS_ON: Final[dict[type[e.Event], str]] = {
    e.ClanChosen: "KA-35",
    e.KnightPlaced: "KA-22",
    e.PlanLaid: "KA-8 KA-33",
    e.TokenRevealed: "KA-10",
    e.SatOut: "KA-9",
    e.MoveChosen: "KA-15",
    e.MovesShown: "KA-15",
    e.ClashFound: "KA-14 KA-29",
    e.MoverNamed: "KA-29",
    e.ClashSettled: "KA-14 KA-29",
    c.TargetDeclared: "KA-17",
    c.OrderAsked: "KA-29 KA-30",
    c.AttackerNamed: "KA-29",
    c.PileBuilt: "KA-3",
    c.AttackerFumbled: "KA-23",
    c.HeartBroken: "KA-6",
    c.HitWithoutEffect: "KA-18",
    c.TargetsReopened: "KA-17",
    e.TurnEnded: "KA-33",
    e.StallNoticed: "KA-36",
    e.EndAgreed: "KA-29 KA-36",
}
"""The readings an event rests on wherever it happens; some rest on more, where it matters."""


def set_up() -> Iterator[Table]:
    """Two choose their clans, nothing happens for a turn, and they agree to end it."""
    chosen = fresh("ash", "birch", components=replace(HEX, stall_turns=1)).choose(ash="red", birch="blue")
    quiet = chosen.plan()
    yield from (chosen, quiet, quiet.agree_to_end(ASH, BIRCH))


def a_turn_of_movement() -> Iterator[Table]:
    """A clash, one who stays, a change, and an attack that is lost."""
    table = seated(ash="2,0", birch="3,1", cedar="-4,0", fir="0,-4 sword", oak="-4,4")
    planned = table.plan(ash="movement", birch="movement", cedar="movement", fir="sword", oak="bow")
    chosen = planned.move(ash="2,1", birch="2,1", cedar="-4,0")
    yield from (planned, chosen, chosen.yield_to(ash=BIRCH, birch=BIRCH))


def a_turn_of_fighting() -> Iterator[Table]:
    """A shield, a parry, Inspiration, a fumble, a broken heart, a defeat and a hit too many."""
    table = seated(ash="2,0 sword", birch="3,0 sword broken", cedar="2,1 sword", fir="3,-1 bow spent", oak="1,0")
    table = table.picking(ash="heart", cedar="heart", fir="shield")
    planned = table.plan(ash="sword", birch="parry", cedar="sword", fir="bow", oak="shield")
    pointed = planned.point(ash=BIRCH, cedar=BIRCH, fir=BIRCH)
    agreed = pointed.first(ash=ASH, cedar=ASH, fir=ASH)
    fallen = agreed.inspire(ash=True, birch=False)
    ordered = fallen.point(cedar=BIRCH, fir=BIRCH).first(cedar=CEDAR, fir=CEDAR)
    again = ordered.inspire(cedar=False, birch=True)
    yield from (planned, pointed, agreed, fallen, ordered, again, again.point(fir=BIRCH))


def a_broken_heart() -> Iterator[Table]:
    """A hit, and slot 3 is lost."""
    table = seated(ash="2,0 sword spent", birch="3,0 spent").picking(ash="heart").plan(ash="sword", birch="- - parry")
    yield table.point(ash=BIRCH)


def a_victory() -> Iterator[Table]:
    """The last opponent falls."""
    table = seated(ash="2,0 sword spent", birch="3,0 broken spent").picking(ash="heart").plan(ash="sword")
    yield table.point(ash=BIRCH)


@cache
def told() -> tuple[Consequence[e.Event], ...]:
    """Everything that follows in these games."""
    games = (set_up, a_turn_of_movement, a_turn_of_fighting, a_broken_heart, a_victory)
    return tuple(each for game in games for table in game() for each in table.told)


def unmet(cited: tuple[str, ...], wanted: str) -> list[str]:
    """What is wanted and not cited."""
    return [each for each in wanted.split() if not any(clause == each or is_in(clause, each) for clause in cited)]


def is_in(clause: str, chapter: str) -> bool:
    return chapter.endswith(".") and clause.startswith(chapter)


@pytest.mark.parametrize("kind", CITED, ids=lambda kind: kind.__name__)
def test_an_event_cites_the_clauses_that_make_it_happen(kind: type[e.Event]) -> None:
    """Worked out from the digest, event by event; every event happens in these games."""
    happened = [each for each in told() if isinstance(each.event, kind)]

    missing = [(each.event, lacking) for each in happened if (lacking := unmet(each.cites, CITED[kind]))]

    assert happened
    assert missing == []


@pytest.mark.parametrize("kind", RESTS_ON, ids=lambda kind: kind.__name__)
def test_an_event_names_the_readings_it_always_rests_on(kind: type[e.Event]) -> None:
    """Worked out from section 4 of the digest."""
    happened = [each for each in told() if isinstance(each.event, kind)]

    missing = [(each.event, lacking) for each in happened if (lacking := unmet(each.readings, RESTS_ON[kind]))]

    assert happened
    assert missing == []


def test_every_event_of_the_match_has_its_clauses_here() -> None:
    """So that a new event cannot come without them."""
    assert set(CITED) == set(e.Event.__args__)


@pytest.mark.parametrize(("because", "clause"), [("choice", "KD-4.2"), ("clash", "KD-4.3")])
def test_staying_cites_the_clause_of_its_reason(because: str, clause: str) -> None:
    """KD-4.2 lets one stay, KD-4.3 keeps those without an agreement."""
    stays = [each for each in told() if isinstance(each.event, e.KnightStayed) and each.event.because == because]

    assert stays
    assert all(clause in each.cites for each in stays)
