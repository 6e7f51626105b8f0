"""HT-1, HT-3.2, HT-12: turns follow each other until every player is Idle."""

from collections.abc import Iterator

from oathbook.domain.kernel import Requirement
from oathbook.domain.rulesets.heirless.chapters.play import Play, may_act
from oathbook.domain.rulesets.heirless.chapters.turns.season import begin_battles
from oathbook.domain.rulesets.heirless.model.decisions import Idle
from oathbook.domain.rulesets.heirless.model.events import Idled, TurnBegan, TurnEnded
from oathbook.domain.rulesets.heirless.model.state import State, Turn
from oathbook.domain.rulesets.heirless.model.turn_order import free_spot, next_from, other_track
from oathbook.domain.rulesets.heirless.rules import HA, HT


def this_turn(play: Play) -> Turn:
    """The turn under way."""
    turn = play.field.turn
    assert turn is not None, "Standard Actions are taken in turns"
    return turn


def end_action(play: Play) -> None:
    """A Standard Action is done: the turn is over when it holds no other one (HT-1.2)."""
    if this_turn(play).actions >= play.state.rules.printing.standard_actions_per_turn:
        end_turn(play)


def end_turn(play: Play) -> None:
    """The next player below on the current track acts, or the first one again (HT-3.2)."""
    turn = this_turn(play)
    play.emit(TurnEnded(play.field.turns, turn.seat), HT.ONE_OF_TWO)
    following = next_from(play.field, turn.spot)
    if following is None:
        begin_battles(play)
        return
    spot, seat = following
    play.emit(TurnBegan(play.field.turns + 1, seat, spot), HT.IN_ORDER, HT.TRACKER, HT.WHO_ACTS_NEXT)


def may_idle(state: State, decision: Idle) -> Iterator[Requirement]:
    """In one's own turn."""
    return may_act(state, decision.by)


def idle(play: Play, decision: Idle) -> None:
    """The cube moves to the highest free spot of the next track (HT-12.1)."""
    track = other_track(play.field.current)
    play.emit(
        Idled(decision.by, track, free_spot(play.state, track)),
        *(HT.IDLE, HT.IDLE_FOR_SEASON, HT.ELSE_IDLE, HT.NO_PASSING),
        readings=(HA.SEASON_TRACKS,),
    )
    end_turn(play)
