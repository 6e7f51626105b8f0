"""KD-10 and KD-1.1: the last Knight standing, nobody standing, or an agreement after a stall; what is counted."""

from collections.abc import Iterator, Mapping
from typing import Final

from oathbook.domain.kernel import Requirement
from oathbook.domain.rulesets.knights_duty.chapters.play import Play
from oathbook.domain.rulesets.knights_duty.model.decisions import AgreeToEnd
from oathbook.domain.rulesets.knights_duty.model.events import EndAgreed, MatchEnded, StallNoticed
from oathbook.domain.rulesets.knights_duty.model.queries import knights_on_board
from oathbook.domain.rulesets.knights_duty.model.state import State
from oathbook.domain.rulesets.knights_duty.rules import KA, KD, No
from oathbook.domain.rulesets.protocol import Score, Standing


def is_decided(state: State) -> bool:
    """Whether one Knight stands at most."""
    return len(knights_on_board(state.field)) <= 1


def end_match(play: Play) -> None:
    """The last Knight wins; if the last ones fell together, it is a draw."""
    standing = tuple(knight.seat for knight in knights_on_board(play.field))
    if standing:
        play.emit(MatchEnded("victory", standing), KD.LAST_STANDING, KD.VICTORY)
    else:
        play.emit(MatchEnded("draw", ()), KD.DRAW, readings=(KA.END_CHECKED,))


def notice_stall(play: Play) -> None:
    """Say it, once, when too many turns went by without a combat (KA-36)."""
    if play.field.quiet_turns >= play.state.rules.components.stall_turns and not play.field.stalled:
        play.emit(StallNoticed(play.field.quiet_turns), KD.VICTORY, readings=(KA.STALL,))


def may_agree_to_end(state: State, decision: AgreeToEnd) -> Iterator[Requirement]:
    """A Knight still standing, between turns, after a stall notice."""
    standing = tuple(knight.seat for knight in knights_on_board(state.field))
    yield Requirement(
        No.NOT_ASKED,
        KD.VICTORY,
        kind="out-of-turn",
        asks="is this a Knight still standing, while plans are laid?",
        holds=state.field.stage == "planning" and decision.by in standing,
        says="only Knights still standing can agree to end the match, while plans are laid",
        values={"stage": state.field.stage, "standing": ", ".join(standing)},
        readings=(KA.STALL,),
    )
    yield Requirement(
        No.NO_STALL,
        KD.VICTORY,
        asks="has a stall been noticed?",
        holds=state.field.stalled,
        says="the match goes on until one Knight stands: no stall has been noticed",
        values={"quiet turns": state.field.quiet_turns, "stall after": state.rules.components.stall_turns},
        readings=(KA.STALL,),
    )
    yield Requirement(
        No.AGREED_ALREADY,
        KD.VICTORY,
        kind="out-of-turn",
        asks="has this seat not agreed yet in this turn?",
        holds=decision.by not in state.field.agreed,
        says="this seat has agreed already",
        values={"agreed": ", ".join(state.field.agreed)},
        readings=(KA.STALL,),
    )


def agree_to_end(play: Play, decision: AgreeToEnd) -> None:
    """One more agrees; when all have, it is over."""
    play.emit(EndAgreed(decision.by), KD.VICTORY, readings=(KA.STALL, KA.AGREEMENTS))
    if {knight.seat for knight in knights_on_board(play.field)} <= set(play.field.agreed):
        play.emit(MatchEnded("draw by agreement", ()), KD.VICTORY, readings=(KA.STALL,))


HEARTS: Final = {"full": 2, "broken": 1}


def standing_of(state: State) -> Standing:
    """Two hearts for a Full Heart, one for a Broken one, none for the defeated."""
    field = state.field
    scores = tuple(
        Score(knight.seat, 0 if knight.defeated else HEARTS[knight.heart], "hearts") for knight in field.knights
    )
    out = tuple(knight.seat for knight in field.knights if knight.space is None)
    return Standing(scores, out, field.ending, stall="no combat (KA-36)" if field.stalled else "")


def conserved_in(state: State) -> Mapping[str, int]:
    """Once clans are chosen, every seat has a Knight of its own clan, on the board or off it, to the end."""
    if state.field.stage == "clans":
        return {"Knights": len(state.seats), "clans": len(state.seats)}
    knights = state.field.knights
    return {"Knights": len({each.seat for each in knights}), "clans": len({each.clan for each in knights})}
