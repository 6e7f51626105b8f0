"""CB-8.5: a structure lost in this round is built again."""

from collections.abc import Iterator

from oathbook.domain.kernel import Requirement
from oathbook.domain.rulesets.cube_bag.chapters.play import Play
from oathbook.domain.rulesets.cube_bag.model.decisions import Rebuild
from oathbook.domain.rulesets.cube_bag.model.events import StructureRebuilt
from oathbook.domain.rulesets.cube_bag.model.queries import pieces, player_of
from oathbook.domain.rulesets.cube_bag.model.state import State
from oathbook.domain.rulesets.cube_bag.rules import CA, CB, No


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
        says=f"{decision.by!r} has no {decision.structure} to build again",
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
        StructureRebuilt(decision.by, decision.structure, decision.at, actions, razed.consumption),
        *(CB.REBUILDING, *with_it),
        readings=(CA.BUILT_AGAIN, CA.WHERE_BUILT_AGAIN, CA.ROW_OF_BATTLES),
    )
