"""Events that do not fit the state they come to: what a transcript may bring."""

from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import Misfit
from oathbook.domain.kernel import Seat
from oathbook.domain.kernel.limits import MOST_EXACT
from oathbook.domain.rulesets.heirless.model import action_events as a
from oathbook.domain.rulesets.heirless.model import events as e
from oathbook.domain.rulesets.heirless.model.components import Amount, Staff
from oathbook.domain.rulesets.heirless.model.decisions import Enact, Thing, Transfer
from oathbook.domain.rulesets.heirless.model.state import Field, State
from oathbook.domain.rulesets.heirless.model.turn_order import track_of
from tests.unit.rulesets.heirless.table import (
    ASH,
    BIRCH,
    CEDAR,
    QUIET,
    Table,
    built,
    fresh,
    having,
    offer,
    opening,
    placed,
    taken_up,
)
from tests.unit.rulesets.heirless.test_start_positions import IN_REQUEST
from tests.unit.rulesets.heirless.test_trades import NINE, SWAP

NOBODY: Final = Seat("yew")
TERMS: Final = offer(ASH, (ASH, BIRCH, Thing("resource", "wolf0"))).terms


def at(table: Table, *events: e.Event) -> State:
    """The state of a table after more events."""
    state = table.state
    for event in events:
        state = table.ruleset.evolve(state, event)
    return state


def state(field: Field) -> State:
    return taken_up(field).state


START: Final = fresh().state
BETWEEN: Final = at(fresh(), e.TurnEnded(1, ASH))
LATER: Final = fresh().idle(ASH).state
ALL_IDLE: Final = at(fresh((ASH, BIRCH, CEDAR), QUIET).idle(ASH, BIRCH), e.Idled(CEDAR, "t2", 3), e.TurnEnded(3, CEDAR))
IN_BATTLES: Final = taken_up(placed(opening(), ash="Valley", birch="Valley")).idle(ASH, BIRCH, CEDAR).state
ASKED: Final = taken_up(IN_REQUEST).state
VOTING: Final = fresh().decide(Enact(ASH, "Tithe")).state
VOTED: Final = at(
    fresh().decide(Enact(ASH, "Tithe")), *(a.InfluenceSpent(1, seat, "Tithe", "for", 1) for seat in (CEDAR, BIRCH, ASH))
)
OFFERED: Final = fresh().decide(SWAP).state
AGREED: Final = at(fresh().decide(SWAP), e.OfferAccepted(1, BIRCH))
MILL: Final = state(built(opening(), ("Mill", ASH)))
IN_USE: Final = state(built(opening(), ("Mill", ASH), user=BIRCH))
FULL: Final = state(built(opening(), *((name, ASH) for name in NINE)))
RICHEST: Final = replace(START, field=having(START.field, ASH, influence=MOST_EXACT))


def agreed(*things: Thing) -> tuple[State, e.Event]:
    """A trade all have agreed to, of things that are not there."""
    terms = (Transfer(ASH, BIRCH, things),)
    return at(fresh(), e.OfferMade(1, ASH, terms), e.OfferAccepted(1, BIRCH)), e.GoodsTraded(1, ASH, terms)


MISFITS: Final[dict[str, tuple[State, e.Event]]] = {
    "a Season in turns": (START, e.SeasonBegan(2, "t2")),
    "a Season out of order": (IN_BATTLES, e.SeasonBegan(3, "t2")),
    "a Season on the same track": (IN_BATTLES, e.SeasonBegan(2, "t1")),
    "turns of another Season": (IN_BATTLES, e.PhaseBegan(2, "player turns")),
    "turns in turns": (START, e.PhaseBegan(1, "player turns")),
    "Battles before all are Idle": (START, e.PhaseBegan(1, "battles")),
    "a turn in a turn": (START, e.TurnBegan(2, BIRCH, 3)),
    "a turn out of order": (BETWEEN, e.TurnBegan(3, BIRCH, 3)),
    "a turn from another spot": (BETWEEN, e.TurnBegan(2, BIRCH, 2)),
    "a turn from no spot": (BETWEEN, e.TurnBegan(2, BIRCH, 5)),
    "the end of another's turn": (START, e.TurnEnded(1, BIRCH)),
    "the end of no turn": (BETWEEN, e.TurnEnded(1, ASH)),
    "Idling in another's turn": (START, e.Idled(BIRCH, "t2", 1)),
    "Idling to the same track": (START, e.Idled(ASH, "t1", 1)),
    "Idling to the Bandit spot": (START, e.Idled(ASH, "t2", 4)),
    "Idling to a spot taken": (LATER, e.Idled(BIRCH, "t2", 1)),
    "Idling to no spot": (START, e.Idled(ASH, "t2", 9)),
    "Idling twice": (at(fresh(), e.Idled(ASH, "t2", 1)), e.Idled(ASH, "t2", 2)),
    "Battles found twice": (IN_BATTLES, e.BattlesFound(())),
    "a Battle off the map": (
        at(Table(ALL_IDLE), e.PhaseBegan(1, "battles")),
        e.BattlesFound((e.Clash("Sea", (ASH,), bandits=True),)),
    ),
    "a Battle twice": (
        at(Table(ALL_IDLE), e.PhaseBegan(1, "battles")),
        e.BattlesFound((e.Clash("Valley", (ASH, BIRCH), bandits=False),) * 2),
    ),
    "a Battle of nobody": (
        at(Table(ALL_IDLE), e.PhaseBegan(1, "battles")),
        e.BattlesFound((e.Clash("Valley", (ASH, NOBODY), bandits=False),)),
    ),
    "the end of another Season": (IN_BATTLES, e.SeasonEnded(2)),
    "the end of a Season with Battles": (IN_BATTLES, e.SeasonEnded(1)),
    "no Sovereign Workplace": (IN_BATTLES, e.SovereignDiscarded(ASH, "CoronationCeremony")),
    "cubes on nothing": (IN_BATTLES, e.CubesReturned(("Mill",))),
    "Workers nobody has": (IN_BATTLES, e.WorkersReturned(ASH, (Staff("Wolf", 1),))),
    "an end in turns": (START, e.GameEnded("last season played")),
    "asking for nothing": (START, a.ConsentAsked(ASH, BIRCH, "Mill", ("Cat",))),
    "asking for nobody": (MILL, a.ConsentAsked(NOBODY, ASH, "Mill", ("Cat",))),
    "an answer to another": (ASKED, a.ConsentGiven(CEDAR, BIRCH, "Sheepfold")),
    "an answer about another": (ASKED, a.ConsentRefused(ASH, BIRCH, "Mill")),
    "work in nothing": (START, a.WorkersAssigned(ASH, ASH, "Mill", ("Cat",))),
    "work in use": (IN_USE, a.WorkersAssigned(ASH, ASH, "Mill", ("Cat",))),
    "Workers one has not": (MILL, a.WorkersAssigned(ASH, ASH, "Mill", ("Cat", "Cat"))),
    "work in another's turn": (MILL, a.WorkersAssigned(BIRCH, ASH, "Mill", ("Cat",))),
    "Influence of nobody": (START, a.InfluenceGained(NOBODY, 1)),
    "Influence beyond counting": (RICHEST, a.InfluenceGained(ASH, 1)),
    "what no Workplace gives": (START, a.EffectReceived(ASH, "Mill", (), 0, 0)),
    "a crown for nobody": (START, a.Crowned(NOBODY, "CoronationCeremony")),
    "a second crown": (replace(START, field=replace(START.field, crowned=ASH)), a.Crowned(BIRCH, "CoronationCeremony")),
    "a winner who is no player": (
        at(Table(ALL_IDLE), e.PhaseBegan(1, "battles")),
        e.GameWon("last season played", NOBODY),
    ),
    "no such Resource": (START, a.ResourcesRefined(ASH, "Wolf", "wolf0", "cat0", "gold", 1)),
    "Resources one has not": (START, a.ResourcesRefined(ASH, "Wolf", "wolf0", "cat0", "wolf1", 3)),
    "discarding what is not built": (START, a.WorkplaceDiscarded(ASH, "Mill")),
    "discarding another's": (MILL, a.WorkplaceDiscarded(BIRCH, "Mill")),
    "no such Workplace": (START, a.WorkplaceBuilt(ASH, "Inn", 1, (), sovereign=False)),
    "a tenth Workplace": (FULL, a.WorkplaceBuilt(ASH, "Mill", 1, (), sovereign=False)),
    "on a place taken": (MILL, a.WorkplaceBuilt(ASH, "Forge", 1, (), sovereign=False)),
    "not from Hand": (START, a.WorkplaceBuilt(ASH, "Bakery", 1, (), sovereign=False)),
    "not the Sovereign one": (START, a.WorkplaceBuilt(ASH, "Mill", 1, (), sovereign=True)),
    "a card one cannot pay": (START, a.CardUsed(ASH, "Tithe", (Amount("wolf0", 3),), (), 0, 0)),
    "no such Knight": (START, a.KnightDeployed(ASH, "ash-9", "Valley")),
    "a Knight off the map": (START, a.KnightDeployed(ASH, "ash-1", "Sea")),
    "a Knight that is not there": (START, a.KnightFled(ASH, "ash-1", "Valley", "WolfBandit")),
    "a vote in another's turn": (START, a.VoteOpened(1, BIRCH, "Tithe", 3, (ASH,))),
    "a vote on nothing": (START, a.VoteOpened(1, ASH, "Truce", 3, (ASH,))),
    "a vote out of order": (START, a.VoteOpened(2, ASH, "Tithe", 3, (ASH,))),
    "a vote of nobody": (START, a.VoteOpened(1, ASH, "Tithe", 3, ())),
    "a voter who is none": (START, a.VoteOpened(1, ASH, "Tithe", 3, (ASH, NOBODY))),
    "a voter twice": (START, a.VoteOpened(1, ASH, "Tithe", 3, (ASH, ASH))),
    "spending out of turn": (VOTING, a.InfluenceSpent(1, ASH, "Tithe", "for", 1)),
    "spending too much": (VOTING, a.InfluenceSpent(1, CEDAR, "Tithe", "for", 4)),
    "spending in another vote": (VOTING, a.InfluenceSpent(2, CEDAR, "Tithe", "for", 1)),
    "closing too early": (VOTING, a.VoteClosed(1, ASH, "Tithe", 0, 0, enacted=False)),
    "closing another vote": (VOTED, a.VoteClosed(1, ASH, "Muster", 3, 0, enacted=True)),
    "no such Law": (START, a.LawEnacted(1, ASH, "Truce")),
    "no Law to stay": (START, a.LawStayed(1, ASH, "Truce")),
    "an offer out of order": (START, e.OfferMade(2, ASH, TERMS)),
    "an offer of nobody": (START, e.OfferMade(1, NOBODY, TERMS)),
    "a second offer": (OFFERED, e.OfferMade(2, ASH, TERMS)),
    "agreeing to nothing": (START, e.OfferAccepted(1, BIRCH)),
    "agreeing for another": (OFFERED, e.OfferAccepted(1, CEDAR)),
    "agreeing twice": (OFFERED, e.OfferAccepted(1, ASH)),
    "declining nothing": (START, e.OfferDeclined(1, ASH, BIRCH)),
    "a trade without consent": (OFFERED, e.GoodsTraded(1, ASH, SWAP.terms)),
    "another trade": (AGREED, e.GoodsTraded(1, ASH, TERMS)),
    "Resources that are not there": agreed(Thing("resource", "wolf2")),
    "no such Faction": agreed(Thing("worker", "Bear")),
    "a Workplace that is not there": agreed(Thing("workplace", "Inn")),
    "a marker that is not there": agreed(Thing("marker", "Crown")),
    "Influence in a trade": agreed(Thing("influence", "All")),
    "another's Workplace": (
        at(
            taken_up(built(opening(), ("Mill", CEDAR))),
            e.OfferMade(1, ASH, (Transfer(ASH, BIRCH, (Thing("workplace", "Mill"),)),)),
            e.OfferAccepted(1, BIRCH),
        ),
        e.GoodsTraded(1, ASH, (Transfer(ASH, BIRCH, (Thing("workplace", "Mill"),)),)),
    ),
    "a tenth by trade": (
        at(
            taken_up(built(opening(), *((name, ASH) for name in NINE), ("Mill", BIRCH))),
            e.OfferMade(1, BIRCH, (Transfer(BIRCH, ASH, (Thing("workplace", "Mill"),)),)),
            e.OfferAccepted(1, ASH),
        ),
        e.GoodsTraded(1, BIRCH, (Transfer(BIRCH, ASH, (Thing("workplace", "Mill"),)),)),
    ),
}


@pytest.mark.parametrize(("before", "event"), MISFITS.values(), ids=MISFITS)
def test_an_event_that_does_not_fit_is_a_misfit(before: State, event: e.Event) -> None:
    with pytest.raises(Misfit):
        fresh().ruleset.evolve(before, event)


def test_a_season_does_not_begin_while_somebody_is_not_idle() -> None:
    """Only a transcript could come here: the Battles are over, and a cube is back on the current track."""
    idle = at(Table(ALL_IDLE), e.PhaseBegan(1, "battles"))
    back = replace(idle, field=replace(idle.field, tracks=START.field.tracks))

    with pytest.raises(Misfit, match="not Idle"):
        fresh().ruleset.evolve(back, e.SeasonBegan(2, "t2"))
    with pytest.raises(Misfit, match="not Idle"):
        fresh().ruleset.evolve(back, e.GameEnded("last season played"))


def test_the_sovereign_workplace_is_in_one_place() -> None:
    field = built(IN_BATTLES.field, ("CoronationCeremony", ASH))
    twice = replace(IN_BATTLES, field=replace(field, sovereign=("CoronationCeremony",)))

    with pytest.raises(Misfit, match="in its place"):
        fresh().ruleset.evolve(twice, e.SovereignDiscarded(ASH, "CoronationCeremony"))


def test_a_table_without_that_track_or_player_is_a_misfit() -> None:
    with pytest.raises(Misfit, match="no track"):
        track_of(replace(START.field, tracks=()), "t1")
