"""CB-8.3 to CB-8.5, CB-10.6, CB-10.7: what becomes of fallen structures, who is rewarded, and building them again."""

from collections.abc import Iterator

from oathbook.domain.kernel import Requirement
from oathbook.domain.rulesets.cube_bag.chapters.play import Play, must_be_asked
from oathbook.domain.rulesets.cube_bag.model import events
from oathbook.domain.rulesets.cube_bag.model.decisions import PutBack, Rebuild
from oathbook.domain.rulesets.cube_bag.model.queries import battle_in, enemy_of, pieces, player_of, structure_figures
from oathbook.domain.rulesets.cube_bag.model.state import State, Structure
from oathbook.domain.rulesets.cube_bag.rules import CA, CB, No

AT_HOME = frozenset({"city", "castle", "building"})
"""What goes back to the mat by the letter; other structures by CA-54."""


def clear_structures(play: Play) -> bool:
    """Fallen structures go back to their owners; true where an owner has to say to which area of the mat."""
    for structure in play.battle.fallen:
        reward(play, structure)
        areas = areas_of(play.state, structure)
        if len(areas) == 1:
            put_down(play, structure, areas[0])
    if play.battle.fallen:
        play.emit(events.StageBegan("mat"), CB.WHICH_BUILDING)
    return bool(play.battle.fallen)


def areas_of(state: State, structure: Structure) -> tuple[str, ...]:
    """The areas a building may have come from; of another structure, its kind."""
    if not structure_figures(state.rules.components, structure.kind).in_areas:
        return (structure.kind,)
    return tuple(sorted(player_of(state.field, structure.seat).built))


def reward(play: Play, structure: Structure) -> None:
    """The player who destroyed it earns the achievement that goes with it, once (CB-10.7)."""
    achievement = structure_figures(play.state.rules.components, structure.kind).achievement
    winner = enemy_of(play.battle, structure.seat).seat
    if achievement and achievement not in player_of(play.field, winner).achievements:
        play.emit(events.AchievementEarned(winner, achievement, structure.id), CB.MIGHTINESS)


def put_down(play: Play, structure: Structure, area: str) -> None:
    """It is on the mat; its action cube and its consumption are gone (CB-8.3, CB-10.6)."""
    figures = structure_figures(play.state.rules.components, structure.kind)
    player = player_of(play.field, structure.seat)
    clauses = [CB.STRUCTURE_LOST]
    if figures.in_areas:
        clauses.append(CB.WHICH_BUILDING)
    if figures.action_cubes:
        clauses.append(CB.CITY_LOST)
    play.emit(
        events.StructureReturned(
            structure.seat,
            structure.id,
            area,
            min(figures.action_cubes, player.actions),
            min(figures.consumption, player.consumption),
        ),
        *clauses,
        readings=() if structure.kind in AT_HOME - {"castle"} else (CA.OTHER_STRUCTURES,),
    )


def may_put_back(state: State, decision: PutBack) -> Iterator[Requirement]:
    """A fallen building of one's own, to an area from which one has been built."""
    yield must_be_asked(state, decision.by, during=("mat",), clause=CB.WHICH_BUILDING)
    own = {each.id: each for each in battle_in(state.field).fallen if each.seat == decision.by}
    areas = areas_of(state, own[decision.structure]) if decision.structure in own else ()
    yield Requirement(
        No.NO_SUCH_AREA,
        CB.WHICH_BUILDING,
        asks="has a fallen building of one's own been built from that area?",
        holds=decision.area in areas,
        says=f"{decision.structure} cannot go back to “{decision.area}”",
        values={"fallen": ", ".join(own), "areas": ", ".join(areas) or "none"},
    )


def put_back(play: Play, decision: PutBack) -> None:
    """The owner has said which building it was."""
    (structure,) = (each for each in play.battle.fallen if each.id == decision.structure)
    put_down(play, structure, decision.area)


def may_rebuild(state: State, decision: Rebuild) -> Iterator[Requirement]:
    """Between two battles, a structure of one's own lost in this round, where it stood."""
    field = state.field
    yield Requirement(
        No.NOT_ASKED,
        CB.REBUILDING,
        kind="out-of-turn",
        asks="is the round between two battles?",
        holds=field.stage == "opening",
        says="a structure is built again between two battles of the round",
        values={"stage": field.stage},
        readings=(CA.BUILT_AGAIN,),
    )
    own = {each.structure.id: each.structure for each in field.razed if each.structure.seat == decision.by}
    yield Requirement(
        No.NOT_RAZED,
        CB.REBUILDING,
        asks="has the player lost that structure in this round, and not built it again?",
        holds=decision.structure in own,
        says=f"{decision.by} has no {decision.structure} to build again",
        values={"structure": decision.structure, "lost": ", ".join(own) or "none"},
        readings=(CA.BUILT_AGAIN,),
    )
    stood = own[decision.structure].hex
    others = {each.seat for each in pieces(field) if each.hex == stood} - {decision.by}
    yield Requirement(
        No.NO_FREE_HEX,
        CB.REBUILDING,
        asks="is that where it stood, and is nobody else there?",
        holds=decision.at == stood and not others,
        says=f"{decision.structure} can be built again on {stood} only, and while nobody else is there",
        values={"hex": decision.at, "stood on": stood, "there now": ", ".join(sorted(others)) or "nobody else"},
        readings=(CA.WHERE_BUILT_AGAIN,),
    )


def rebuild(play: Play, decision: Rebuild) -> None:
    """It stands again without black cubes, and what went with it is back (CB-10.6)."""
    (razed,) = (each for each in play.field.razed if each.structure.id == decision.structure)
    actions = min(razed.actions, player_of(play.field, decision.by).supply)
    with_it = (CB.CITY_LOST,) if razed.actions or razed.consumption else ()
    play.emit(
        events.StructureRebuilt(decision.by, decision.structure, decision.at, actions, razed.consumption),
        *(CB.REBUILDING, *with_it),
        readings=(CA.BUILT_AGAIN, CA.WHERE_BUILT_AGAIN, CA.ROW_OF_BATTLES),
    )
