"""A Battle that these rules do not cover: the table fights it by its own book and reports who won (HA-76)."""

from collections.abc import Iterator

from oathbook.domain.kernel import Requirement
from oathbook.domain.rulesets.heirless.chapters.play import Play, must_be_asked
from oathbook.domain.rulesets.heirless.model.battle_queries import figures_on_tile, reportable_battles
from oathbook.domain.rulesets.heirless.model.battle_state import Participant
from oathbook.domain.rulesets.heirless.model.components import Name
from oathbook.domain.rulesets.heirless.model.decisions import Report
from oathbook.domain.rulesets.heirless.model.events import BattleReported, Loss
from oathbook.domain.rulesets.heirless.model.state import BANDITS, State
from oathbook.domain.rulesets.heirless.rules import HA, HB, No


def may_report(state: State, decision: Report) -> Iterator[Requirement]:
    """The table, of a Battle that is not covered: one side that won, and of its figures those that are lost."""
    yield must_be_asked(state, decision.by, during=("battles",), clause=HB.ORDER_OF_BATTLES)
    tiles = [battle.tile for battle in reportable_battles(state)]
    yield Requirement(
        No.NO_BATTLE_TO_REPORT,
        HB.ORDER_OF_BATTLES,
        asks="is it a Battle of which the table reports who won?",
        holds=decision.tile in tiles,
        says=f"no Battle on “{decision.tile}” waits for a report",
        values={"tile": decision.tile, "Battles": ", ".join(tiles)},
        readings=(HA.REPORTED_BATTLE,),
    )
    there = _figures(state, decision.tile)
    owners, winners = {each.owner for each in there}, set(decision.winners)
    is_one_side = winners == {BANDITS} or BANDITS not in winners
    yield Requirement(
        No.NOT_ONE_SIDE,
        HB.ORDER_OF_BATTLES,
        asks="did the Bandits win, or one player there, or two in an Alliance?",
        holds=winners <= owners and len(winners) == len(decision.winners) and is_one_side,
        says="the Bandits win a Battle, or a player who is in it, or two such players together",
        values={"winners": ", ".join(decision.winners), "in the Battle": ", ".join(sorted(owners))},
        readings=(HA.REPORTED_BATTLE,),
    )
    theirs = {each.figure for each in there if each.owner in winners}
    kept = {each.owner for each in there if each.figure not in decision.lost}
    yield Requirement(
        No.NOT_THEIRS_TO_LOSE,
        HB.ORDER_OF_BATTLES,
        asks="are those lost figures of the winners, each once, and has each winner one left?",
        holds=set(decision.lost) <= theirs and len(set(decision.lost)) == len(decision.lost) and winners <= kept,
        says="winners lose figures of their own in the Battle, and each of them has one left",
        values={"lost": ", ".join(decision.lost) or "none", "of the winners": ", ".join(sorted(theirs))},
        readings=(HA.REPORTED_BATTLE,),
    )


def report(play: Play, decision: Report) -> None:
    """All other figures are sent back, and the Battle is over."""
    there = _figures(play.state, decision.tile)
    lost = [each for each in there if each.owner not in decision.winners or each.figure in decision.lost]
    sent = (HA.KNIGHT_SENT_BACK,) if any(each.owner != BANDITS for each in lost) else ()
    play.emit(
        BattleReported(decision.tile, decision.winners, tuple(Loss(each.figure, each.owner) for each in lost)),
        HB.ORDER_OF_BATTLES,
        readings=(HA.REPORTED_BATTLE, *sent),
    )


def _figures(state: State, tile: Name) -> tuple[Participant, ...]:
    return tuple(figures_on_tile(state, tile, state.seats))
