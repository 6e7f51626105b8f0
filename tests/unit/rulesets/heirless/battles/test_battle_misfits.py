"""Events of Battles that do not fit the state they come to: what a transcript may bring."""

from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import Misfit
from oathbook.domain.kernel import Hidden, Opened, Seat
from oathbook.domain.rulesets.heirless.model import battle_events as b
from oathbook.domain.rulesets.heirless.model.battle_state import Aim
from oathbook.domain.rulesets.heirless.model.decisions import Attack
from oathbook.domain.rulesets.heirless.model.events import Event
from oathbook.domain.rulesets.heirless.model.state import BANDITS, State
from tests.unit.rulesets.heirless.battles.battle_table import (
    BANDIT,
    DECK_OF_THREE,
    HITS,
    PLAIN,
    Fight,
    duel,
    field_of,
    fight,
    stalled,
    with_board,
)
from tests.unit.rulesets.heirless.table import ASH, BIRCH, CEDAR, fresh

V: Final = "Valley"
NOBODY: Final = Seat("yew")
HAND: Final = Hidden.of(("c1",), ASH)
CARD: Final = Hidden.of("c1", BIRCH)


def after(begun: Fight, *events: Event) -> State:
    state = begun.table.state
    for event in events:
        state = begun.table.ruleset.evolve(state, event)
    return state


def at_cubes() -> Fight:
    """The Alliances are formed, and no cube is placed."""
    begun = fight(field_of(DECK_OF_THREE, ash=V, birch=V), box=DECK_OF_THREE).resolve()
    state = after(begun, b.AllyNamed(V, ASH, None), b.AllyNamed(V, BIRCH, None))
    return replace(begun, table=replace(begun.table, state=state))


FOUND: Final = fight(field_of(PLAIN, ash=f"{V} Meadow", birch=V, cedar="Meadow")).table.state
BEGUN: Final = fight(field_of(PLAIN, bandits=(BANDIT,), ash=V, birch=V)).table.state
SPEAKING: Final = fight(field_of(PLAIN, ash=V, birch=V)).resolve().table.state
CUBES: Final = at_cubes()
PLACING: Final = CUBES.table.state
PLACED: Final = after(CUBES, b.CubesPlaced(V, ASH, 1), b.CubesPlaced(V, BIRCH, 2))
AIMING: Final = duel(box=DECK_OF_THREE).table.state
DEFENDING: Final = duel(box=DECK_OF_THREE).aim(*HITS).table.state
ATTACKING: Final = duel(box=DECK_OF_THREE).aim(*HITS).defend(BIRCH, "c1").table.state
FACE_UP: Final = after(duel(box=DECK_OF_THREE).aim(*HITS).defend(BIRCH, "c1"), b.AttackCardPlaced(V, ASH, "c1", HAND))
STALLED: Final = stalled().table.state

MISFITS: Final[dict[str, tuple[State, Event]]] = {
    "a Battle in turns": (fresh().state, b.BattleBegan(V, ASH, (ASH, BIRCH), None)),
    "a Battle that does not wait": (FOUND, b.BattleBegan("Thicket", ASH, (ASH,), None)),
    "a Battle of others": (FOUND, b.BattleBegan(V, ASH, (ASH, CEDAR), None)),
    "a second Battle at once": (
        after(duel(box=DECK_OF_THREE).aim(), b.CubesReset(V, ASH, 1), b.BattleTurnEnded(V, 1, ASH, 1)),
        b.BattleBegan(V, ASH, (ASH, BIRCH), None),
    ),
    "Bandits without a camp": (BEGUN, b.BattleBegan(V, ASH, (ASH, BIRCH), None)),
    "a camp without Bandits": (FOUND, b.BattleBegan(V, ASH, (ASH, BIRCH), "CatBandit")),
    "words about another Battle": (SPEAKING, b.AllyNamed("Meadow", ASH, None)),
    "words of somebody else": (SPEAKING, b.AllyNamed(V, CEDAR, None)),
    "words twice": (PLACING, b.AllyNamed(V, ASH, BIRCH)),
    "two Alliances": (PLACING, b.AlliancesFormed(V, ((ASH, BIRCH), (BIRCH, ASH)))),
    "an Alliance of one": (PLACING, b.AlliancesFormed(V, ((ASH,),))),
    "an Alliance with somebody else": (PLACING, b.AlliancesFormed(V, ((ASH, CEDAR),))),
    "cubes of somebody else": (PLACING, b.CubesPlaced(V, CEDAR, 1)),
    "cubes twice": (PLACED, b.CubesPlaced(V, ASH, 1)),
    "more time than there are cubes": (PLACED, b.TimePassed(V, 2)),
    "a Battle Turn without cubes": (PLACING, b.BattleTurnBegan(V, 1, ASH)),
    "a Battle Turn out of order": (PLACED, b.BattleTurnBegan(V, 2, ASH)),
    "an Attacker who is elsewhere": (PLACED, b.BattleTurnBegan(V, 1, CEDAR)),
    "targets of another": (AIMING, b.TargetsChosen(V, BIRCH, (), ())),
    "no such figure": (AIMING, b.TargetsChosen(V, ASH, (Aim("ash-9", "birch-1"),), (BIRCH,))),
    "no such target": (AIMING, b.TargetsChosen(V, ASH, (Aim("ash-1", "ash-1"),), (ASH,))),
    "two targets": (AIMING, b.TargetsChosen(V, ASH, (Aim("ash-1", "birch-1"),) * 2, (BIRCH,))),
    "other Defenders": (AIMING, b.TargetsChosen(V, ASH, (Aim("ash-1", "birch-1"),), (CEDAR,))),
    "picking up from a full hand": (DEFENDING, b.DiscardsPickedUp(BIRCH, 0)),
    "picking up for nobody": (DEFENDING, b.DiscardsPickedUp(NOBODY, 0)),
    "a card of somebody else": (DEFENDING, b.CardPlaced(V, CEDAR, CARD, HAND)),
    "the Attacker's card before the Defender's": (DEFENDING, b.AttackCardPlaced(V, ASH, "c1", HAND)),
    "a second card face up": (FACE_UP, b.AttackCardPlaced(V, ASH, "c2", HAND)),
    "a discard of nobody": (ATTACKING, b.CardDiscarded(V, NOBODY, CARD, HAND)),
    "a reveal of others": (ATTACKING, b.CardsRevealed(V, (b.CardShown(CEDAR, Opened("c1")),))),
    "cards of others put away": (FACE_UP, b.CardsPutAway(V, (ASH,))),
    "Wounds of nobody": (ATTACKING, b.WoundsByCard(V, BIRCH, "birch-9", "c1", 1, 1)),
    "an attack by nobody": (ATTACKING, b.Attacked(V, ASH, "ash-9", BIRCH, "birch-1", "hit", 1, 1)),
    "an attack elsewhere": (ATTACKING, b.AttackLapsed("Meadow", ASH, "ash-1", "birch-1")),
    "sent back by nobody": (ATTACKING, b.SentBack(V, ASH, "ash-1", 9, 4, out=False)),
    "sent back for another": (ATTACKING, b.SentBack(V, ASH, "birch-1", 9, 4, out=False)),
    "leaving while one is there": (ATTACKING, b.LeftBattle(V, BIRCH)),
    "cubes of a Defender": (ATTACKING, b.CubesReset(V, BIRCH, 1)),
    "the end of another Battle Turn": (ATTACKING, b.BattleTurnEnded(V, 2, ASH, 1)),
    "agreeing without a stall": (AIMING, b.EndAgreed(V, ASH)),
    "agreeing for others": (STALLED, b.EndAgreed(V, CEDAR)),
    "agreeing for Bandits": (STALLED, b.EndAgreed(V, BANDITS)),
    "an end with cards in use": (ATTACKING, b.BattleEnded(V, (ASH, BIRCH), agreed=False)),
    "an end of others": (AIMING, b.BattleEnded(V, (ASH,), agreed=False)),
}


@pytest.mark.parametrize(("before", "event"), MISFITS.values(), ids=MISFITS)
def test_an_event_that_does_not_fit_is_a_misfit(before: State, event: Event) -> None:
    with pytest.raises(Misfit):
        fresh().ruleset.evolve(before, event)


def test_more_cards_than_there_are_in_hand_is_a_misfit() -> None:
    """The counts of a hand are public, and cannot be fewer than none."""
    begun = duel().aim(*HITS).defend()
    used = after(begun, b.CardDiscarded(V, ASH, CARD, HAND))

    with pytest.raises(Misfit, match="-1 Battlecards in hand"):
        begun.table.ruleset.evolve(used, b.CardDiscarded(V, ASH, CARD, HAND))


def test_a_card_that_is_in_no_box_changes_nothing() -> None:
    """A transcript may hide it: nobody can look before the reveal."""
    begun = duel().aim(*HITS)
    lie = after(begun, b.CardPlaced(V, BIRCH, Hidden.of("Ace", BIRCH), Hidden.of((), BIRCH)))
    done = replace(begun, table=replace(begun.table, state=lie)).decide(Attack(ASH, "N"))

    attacked = done.table.the(b.Attacked)
    assert attacked.event.blow == "hit"
    assert all("card" not in line.of for line in attacked.working if "birch" in line.of)


def test_the_bandits_have_no_hand() -> None:
    """Nothing is counted for their one deck (HB-2.3)."""
    field = with_board(field_of(PLAIN, bandits=(BANDIT,), ash=V), ASH, delay="1")
    done = (
        fight(field).drawing(**{"card/Valley/1": "N", "target/Valley/2/b-1": "ash-1"}).resolve().turn(("ash-1", "b-1"))
    )

    assert done.table.the(b.CardsPutAway).event.seats == (ASH, BANDITS)
    assert {each.seat for each in done.table.field.war.cards} == {ASH, BIRCH, CEDAR}
