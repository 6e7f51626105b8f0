"""HT-5: Workplaces are built on a grid of nine."""

from collections.abc import Iterator

from oathbook.domain.kernel import Requirement, Working
from oathbook.domain.rulesets.heirless.chapters.play import Play, lines_of, may_act
from oathbook.domain.rulesets.heirless.chapters.turns.refining import must_have
from oathbook.domain.rulesets.heirless.chapters.turns.turns import end_action
from oathbook.domain.rulesets.heirless.model.action_events import WorkplaceBuilt, WorkplaceDiscarded
from oathbook.domain.rulesets.heirless.model.decisions import Build
from oathbook.domain.rulesets.heirless.model.queries import amount_of, grid_of, player_of, workplace_of
from oathbook.domain.rulesets.heirless.model.state import GRID, State
from oathbook.domain.rulesets.heirless.rules import HA, HT, No


def may_build(state: State, decision: Build) -> Iterator[Requirement]:
    """A Workplace from Hand or the Sovereign one, paid for, on a place that is free or made so."""
    yield from may_act(state, decision.by)
    hand = player_of(state.field, decision.by).hand
    yield Requirement(
        No.NOT_IN_HAND,
        HT.BUILD,
        asks="is the Workplace in the player's Hand, or the Sovereign one in its place?",
        holds=decision.workplace in hand or decision.workplace in state.field.sovereign,
        says=f"“{decision.workplace}” is neither in the player's Hand nor a Sovereign Workplace to be built",
        values={"hand": ", ".join(hand) or "empty", "sovereign": ", ".join(state.field.sovereign) or "none"},
    )
    for cost in workplace_of(state.rules, decision.workplace).cost:
        yield must_have(state, decision.by, cost, clause=HT.BUILD)
    yield from _room(state, decision)


def _room(state: State, decision: Build) -> Iterator[Requirement]:
    """At most nine, one to a place; with nine, one may be discarded (HT-5.2, HA-54)."""
    grid = grid_of(state.field, decision.by)
    readings = (HA.DISCARD_A_WORKPLACE,)
    if decision.discard is None:
        yield Requirement(
            No.GRID_FULL,
            HT.NINE,
            asks="is there room for another Workplace?",
            holds=len(grid) < GRID,
            says=f"{GRID} Workplaces are built already, and none is discarded",
            values={"built": len(grid), "limit": GRID},
        )
    else:
        yield Requirement(
            No.NO_NEED_TO_DISCARD,
            HT.NINE,
            asks="has the player to make room?",
            holds=len(grid) >= GRID,
            says=f"only {len(grid)} of {GRID} Workplaces are built: there is room",
            values={"built": len(grid), "limit": GRID},
            readings=readings,
        )
        yield Requirement(
            No.NOT_YOURS_TO_DISCARD,
            HT.NINE,
            asks="is it one of the player's own built Workplaces?",
            holds=any(each.workplace == decision.discard for each in grid),
            says=f"the player has not built “{decision.discard}”",
            values={"built": ", ".join(each.workplace for each in grid)},
            readings=readings,
        )
    there = next((each for each in grid if each.cell == decision.cell), None)
    yield Requirement(
        No.PLACE_TAKEN,
        HT.NINE,
        asks="is the place of the grid free?",
        holds=there is None or there.workplace == decision.discard,
        says=f"another Workplace is on place {decision.cell} of the grid",
        values={"place": decision.cell, "there": there.workplace if there else "nothing"},
    )


def build(play: Play, decision: Build) -> None:
    """Room is made, the cost is paid, the Workplace stands."""
    card = workplace_of(play.state.rules, decision.workplace)
    sovereign = decision.workplace in play.field.sovereign
    if decision.discard is not None:
        readings = (HA.DISCARD_A_WORKPLACE, *((HA.ROOM_FOR_SOVEREIGN,) if sovereign else ()))
        play.emit(WorkplaceDiscarded(decision.by, decision.discard), HT.NINE, readings=readings)
    has = player_of(play.field, decision.by).resources
    paid = (
        Working.start(each.of, amount_of(has, each.of), clause=HT.BUILD).take(each.count, clause=HT.BUILD, when=True)
        for each in card.cost
    )
    grid = Working.start("built Workplaces", len(grid_of(play.field, decision.by)), clause=HT.NINE)
    grid = grid.add(1, clause=HT.NINE, when=True).within(GRID, clause=HT.NINE)
    play.emit(
        WorkplaceBuilt(decision.by, decision.workplace, decision.cell, card.cost, sovereign),
        *(HT.BUILD, HT.NINE, HT.STANDARD_ACTIONS, HT.ONE_OF_TWO, *((HT.SOVEREIGN,) if sovereign else ())),
        working=lines_of(*paid, grid),
    )
    end_action(play)
