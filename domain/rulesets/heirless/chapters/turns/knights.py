"""HT-7 and HT-9: Knights come to the map, and flee towards the Capital."""

from collections.abc import Iterator

from oathbook.domain.kernel import Requirement, Seat
from oathbook.domain.rulesets.heirless.chapters.play import Play, may_act
from oathbook.domain.rulesets.heirless.chapters.turns.turns import end_action
from oathbook.domain.rulesets.heirless.model.action_events import KnightDeployed, KnightFled
from oathbook.domain.rulesets.heirless.model.components import Name
from oathbook.domain.rulesets.heirless.model.decisions import Deploy, Flee
from oathbook.domain.rulesets.heirless.model.queries import tile_of
from oathbook.domain.rulesets.heirless.model.state import Knight, State
from oathbook.domain.rulesets.heirless.rules import HA, HT, No


def undeployed_knights(state: State, seat: Seat) -> tuple[Knight, ...]:
    """A player's Knights that may be deployed."""
    return tuple(each for each in state.field.knights if each.seat == seat and each.tile is None and not each.out)


def own_knights_on(state: State, seat: Seat, tile: Name) -> tuple[Knight, ...]:
    """A player's Knights on a tile."""
    return tuple(each for each in state.field.knights if each.seat == seat and each.tile == tile)


def _is_a_tile(state: State, name: Name, clause: HT) -> Requirement:
    return Requirement(
        No.NO_SUCH_TILE,
        clause,
        asks="is there such a tile?",
        holds=tile_of(state.rules, name) is not None,
        says=f"there is no tile “{name}”",
        values={"tiles": ", ".join(tile.name for tile in state.rules.components.tiles)},
    )


def may_deploy(state: State, decision: Deploy) -> Iterator[Requirement]:
    """An un-deployed Knight, and any tile (HA-41)."""
    yield from may_act(state, decision.by)
    yield _is_a_tile(state, decision.tile, HT.DEPLOY)
    able = len(undeployed_knights(state, decision.by))
    out = sum(each.seat == decision.by and each.out for each in state.field.knights)
    yield Requirement(
        No.NO_KNIGHT,
        HT.DEPLOY,
        asks="has the player a Knight that may be deployed?",
        holds=able > 0,
        says="the player has no Knight that may be deployed",
        values={"un-deployed": able, "out": out},
        readings=(HA.KNIGHT_SENT_BACK,) if out else (),
    )


def deploy(play: Play, decision: Deploy) -> None:
    """The first un-deployed Knight comes to the tile: they are all alike."""
    knight = undeployed_knights(play.state, decision.by)[0]
    play.emit(
        KnightDeployed(decision.by, knight.id, decision.tile),
        *(HT.DEPLOY, HT.STANDARD_ACTIONS, HT.ONE_OF_TWO),
        readings=(HA.WHERE_TO_DEPLOY,),
    )
    end_action(play)


def may_flee(state: State, decision: Flee) -> Iterator[Requirement]:
    """A Knight on a tile that is not the Capital and has a Flee direction (HT-9.2, HT-9.1)."""
    yield from may_act(state, decision.by)
    yield _is_a_tile(state, decision.tile, HT.FLEE)
    yield Requirement(
        No.NO_KNIGHT,
        HT.FLEE,
        asks="has the player a Knight on that tile?",
        holds=bool(own_knights_on(state, decision.by, decision.tile)),
        says=f"the player has no Knight on {decision.tile}",
        values={"tile": decision.tile},
    )
    capital = state.rules.components.capital
    yield Requirement(
        No.NOT_FROM_CAPITAL,
        HT.NOT_FROM_CAPITAL,
        asks="is the tile another than the Capital?",
        holds=decision.tile != capital,
        says=f"nobody can flee from {decision.tile}",
        values={"tile": decision.tile, "Capital": capital},
    )
    tile = tile_of(state.rules, decision.tile)
    assert tile is not None, "a requirement before this one has asked for it"
    yield Requirement(
        No.NO_FLEE_DIRECTION,
        HT.FLEE,
        asks="has the tile a Flee direction?",
        holds=tile.flee is not None,
        says=f"{decision.tile} has no Flee direction",
        values={"tile": decision.tile, "Flee direction": tile.flee or "none"},
    )


def flee(play: Play, decision: Flee) -> None:
    """One of the Knights on the tile goes the way the Flee direction points."""
    tile = tile_of(play.state.rules, decision.tile)
    assert tile is not None, "only a tile is fled from"
    assert tile.flee is not None, "only a tile with a Flee direction is fled from"
    knight = own_knights_on(play.state, decision.by, decision.tile)[0]
    play.emit(
        KnightFled(decision.by, knight.id, decision.tile, tile.flee), *(HT.FLEE, HT.STANDARD_ACTIONS, HT.ONE_OF_TWO)
    )
    end_action(play)
