"""HB-5 and HB-6: the end of a Battle Turn, a stall that players agree to end, and the end of a Battle."""

from collections.abc import Iterator

from oathbook.domain.kernel import TABLE, Requirement, Seat
from oathbook.domain.rulesets.heirless.chapters.play import Play
from oathbook.domain.rulesets.heirless.model import battle_events
from oathbook.domain.rulesets.heirless.model.battle_queries import hourglass_of, players_in
from oathbook.domain.rulesets.heirless.model.decisions import AgreeToEnd
from oathbook.domain.rulesets.heirless.model.state import Field, State
from oathbook.domain.rulesets.heirless.rules import HA, HB, NoBattle


def end_turn(play: Play) -> None:
    """Cards are put away, and the Battle Turn is over (HB-5.2, HB-5.3)."""
    put_cards_away(play)
    hourglass = hourglass_of(play.field)
    attacker = hourglass.attacker
    assert attacker is not None, "a Battle Turn has an Attacker"
    quiet = 0 if hourglass.wounded else hourglass.quiet + 1
    play.emit(battle_events.BattleTurnEnded(hourglass.tile, hourglass.turn, attacker, quiet), HB.TURN_ENDS)
    if quiet == play.state.rules.components.stall_battle_turns:
        play.emit(battle_events.StallNoticed(hourglass.tile, quiet), HB.HOW_LONG, readings=(HA.STALL,))


def put_cards_away(play: Play) -> None:
    """All cards in use go to their owners' discards; nobody looks at them again."""
    seats = cards_in_use(play.field)
    if seats:
        play.emit(battle_events.CardsPutAway(hourglass_of(play.field).tile, seats), HB.CARDS_AWAY)


def cards_in_use(field: Field) -> tuple[Seat, ...]:
    """Who has a card on the table, face up or face down."""
    face_up = () if field.war.hourglass is None else field.war.hourglass.face_up
    return (*(each.seat for each in face_up), *(each.seat for each in field.war.face_down))


def stall_of(state: State) -> str:
    """What holds the Battles up, or nothing."""
    war = state.field.war
    if war.hourglass is not None and war.hourglass.stalled:
        return f"no Wound in {war.hourglass.quiet} Battle Turns (HB-1.5)"
    return ""


def may_agree_to_end(state: State, decision: AgreeToEnd) -> Iterator[Requirement]:
    """A stall, and the table, or a player with Knights in the Battle who has not agreed yet (HA-40)."""
    hourglass = state.field.war.hourglass
    quiet = hourglass.quiet if hourglass is not None else 0
    yield Requirement(
        NoBattle.NO_STALL,
        HB.HOW_LONG,
        asks="has the Battle stalled?",
        holds=hourglass is not None and hourglass.stalled,
        says="a Battle can be ended by agreement once it has stalled",
        values={"Battle Turns without Wounds": quiet, "stall at": state.rules.components.stall_battle_turns},
        readings=(HA.STALL,),
    )
    hourglass = hourglass_of(state.field)
    players = players_in(hourglass)
    yield Requirement(
        NoBattle.NOT_IN_BATTLE,
        HB.WHO_COUNTS,
        asks="has the player Knights in the Battle, or is it the table?",
        holds=decision.by in {*players, TABLE},
        says="only the table, or players with Knights in the Battle, can agree to end it",
        values={"players": ", ".join(players)},
    )
    yield Requirement(
        NoBattle.AGREED_TO_END,
        HB.HOW_LONG,
        asks="has the player not agreed yet?",
        holds=decision.by not in hourglass.agreed,
        says="the player has agreed already",
        values={"agreed": ", ".join(hourglass.agreed) or "nobody"},
        readings=(HA.STALL,),
    )


def agree_to_end(play: Play, decision: AgreeToEnd) -> None:
    """One more agrees."""
    play.emit(battle_events.EndAgreed(hourglass_of(play.field).tile, decision.by), HB.HOW_LONG, readings=(HA.STALL,))


def is_end_agreed(field: Field) -> bool:
    """Whether the table would end the Battle, or every player with Knights in it."""
    hourglass = hourglass_of(field)
    return TABLE in hourglass.agreed or set(players_in(hourglass)) <= set(hourglass.agreed)


def end_battle(play: Play, *, agreed: bool) -> None:
    """Wounds and cubes are gone; who still has Knights there is noted for the rewards (HB-6)."""
    put_cards_away(play)
    hourglass = hourglass_of(play.field)
    play.emit(battle_events.WoundsDiscarded(hourglass.tile), HB.WOUNDS_DISCARDED)
    play.emit(battle_events.HourglassEmptied(hourglass.tile), HB.HOURGLASS_EMPTIED)
    readings = [HA.STALL] if agreed else []
    if not agreed and hourglass.turn == 0:
        readings.append(HA.AMONG_FRIENDS)
    play.emit(
        battle_events.BattleEnded(hourglass.tile, players_in(hourglass), agreed),
        *(HB.HOW_LONG, HB.TURN_ENDS, HB.REWARDS_LATER),
        readings=readings,
    )
