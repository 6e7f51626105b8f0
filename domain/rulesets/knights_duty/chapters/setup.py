"""KD-1: aim and set-up."""

from collections.abc import Iterator

from oathbook.domain.kernel import Requirement
from oathbook.domain.rulesets.knights_duty.chapters.play import Play, must_be_asked
from oathbook.domain.rulesets.knights_duty.model.decisions import ChooseClan
from oathbook.domain.rulesets.knights_duty.model.events import ClanChosen, KnightPlaced
from oathbook.domain.rulesets.knights_duty.model.state import State
from oathbook.domain.rulesets.knights_duty.rules import KA, KD, No


def may_choose_clan(state: State, decision: ChooseClan) -> Iterator[Requirement]:
    """A clan of the box that nobody has (KD-1.2, KA-35)."""
    yield must_be_asked(state, decision.by, during=("clans",), clause=KD.CLAN)
    clans = {corner.clan for corner in state.rules.components.board.corners}
    yield Requirement(
        No.UNKNOWN_CLAN,
        KD.CLAN,
        asks="is it a clan of this board?",
        holds=decision.clan in clans,
        says=f"there is no clan “{decision.clan}” on this board",
        values={"clan": decision.clan, "clans": ", ".join(sorted(clans))},
    )
    taken = {knight.clan for knight in state.field.knights}
    yield Requirement(
        No.CLAN_TAKEN,
        KD.CLAN,
        asks="is the clan still free?",
        holds=decision.clan not in taken,
        says=f"clan “{decision.clan}” is taken",
        values={"clan": decision.clan, "taken": ", ".join(sorted(taken))},
        readings=(KA.ONE_SET_A_CLAN,),
    )


def choose_clan(play: Play, decision: ChooseClan) -> None:
    """The clan's corner gets the Knight, the cards and the token, everything at its beginning."""
    (corner,) = (each for each in play.state.rules.components.board.corners if each.clan == decision.clan)
    face = play.state.rules.switches.inspiration_start
    play.emit(ClanChosen(decision.by, decision.clan), KD.CLAN, readings=(KA.ONE_SET_A_CLAN,))
    play.emit(
        KnightPlaced(decision.by, decision.clan, corner.space, face),
        *(KD.CORNER, KD.CARDS_ON_SHOW, KD.FIRST_STATE),
        readings=(KA.INSPIRATION_START,),
    )
