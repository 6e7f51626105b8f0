"""KD-2, KD-3: the course of a turn, slot by slot and kind by kind, up to where a seat has to decide; KD-5 and KD-6."""

from collections.abc import Mapping
from typing import Final

from oathbook.domain.chance import Chance
from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.knights_duty.chapters.attacking import begin_attacks, next_attack, reopen_targets
from oathbook.domain.rulesets.knights_duty.chapters.combat import resolve_combat
from oathbook.domain.rulesets.knights_duty.chapters.ending import end_match, is_decided, notice_stall
from oathbook.domain.rulesets.knights_duty.chapters.inspiration import regain_on_high_ground, spent_on_high_ground
from oathbook.domain.rulesets.knights_duty.chapters.movement import begin_movement, move_knights, show_moves
from oathbook.domain.rulesets.knights_duty.chapters.planning import actions_allowed
from oathbook.domain.rulesets.knights_duty.chapters.play import Play
from oathbook.domain.rulesets.knights_duty.model import events, queries
from oathbook.domain.rulesets.knights_duty.model.decisions import Token
from oathbook.domain.rulesets.knights_duty.model.state import ActionKind, Knight, State
from oathbook.domain.rulesets.knights_duty.rules import KA, KD


def advance(play: Play, chance: Chance) -> None:  # noqa: C901  # a case a stage: the course of a turn on one page
    """Go on until a seat has to decide or the match is over."""
    while not queries.seats_to_act(play.state) and play.field.stage != "over":
        match play.field.stage:
            case "clans":
                begin_turn(play)
            case "planning":
                begin_slot(play)
            case "revealed":
                if queries.actors(play.field, "move"):
                    begin_movement(play)
                else:
                    resolve_actions(play)
            case "movement":
                show_moves(play)
            case "clash":
                move_knights(play)
                resolve_actions(play)
            case "targets" | "order":
                if not next_attack(play):
                    end_slot(play)
            case "inspiration":
                reopen_targets(play, resolve_combat(play, chance))


def begin_turn(play: Play) -> None:
    """A turn begins: High Ground works on the Knight there (KD-9.3), then everybody plans (KD-2.1)."""
    play.emit(events.TurnBegan(play.field.turn + 1), KD.PLANS, KD.ACTIONS)
    regain_on_high_ground(play, _seats_on_board(play))


def begin_slot(play: Play) -> None:
    """Everybody turns over the token in the next slot (KD-2.3); Broken Hearts sit out the last one (KD-2.4)."""
    slot = play.field.slot + 1
    readings = [KA.START_OF_TURN] if spent_on_high_ground(play.state) else []
    if any(_is_slot_lost(play.state, knight, slot) for knight in queries.knights_on_board(play.field)):
        readings.append(KA.SLOT_AFTER_BREAK)
    play.emit(events.SlotBegan(slot), KD.REVEAL, KD.ORDER_OF_KINDS, readings=readings)
    if play.state.rules.switches.start_of_turn == "slot":
        regain_on_high_ground(play, _seats_on_board(play), readings=(KA.START_OF_TURN,))
    for knight in queries.knights_on_board(play.field):
        reveal_token(play, knight, slot)


def reveal_token(play: Play, knight: Knight, slot: int) -> None:
    """One Knight's slot: an action, nothing, or closed to a Broken Heart (KA-6, KA-9)."""
    plan = queries.plan_of(play.field, knight.seat)
    token = plan.slots[slot - 1] if slot <= len(plan.slots) else None
    lost = _is_slot_lost(play.state, knight, slot)
    readings = (KA.SLOT_AFTER_BREAK,) if lost else ()
    closed = slot > actions_allowed(play.state, knight.seat)
    if closed and not (lost and play.state.rules.switches.slot_after_break == "played"):
        play.emit(
            events.SatOut(knight.seat, slot), KD.LAST_SLOT_BROKEN, KD.ACTIONS, readings=(KA.WHICH_SLOTS, *readings)
        )
    elif token is not None:
        opened = token.reveal()
        kind = action_of(knight, opened.value)
        play.emit(
            events.TokenRevealed(knight.seat, slot, opened, kind),
            *(KD.REVEAL, CLAUSE_OF[kind]),
            readings=(KA.CHANGE_OR_ATTACK, *readings),
        )


def _is_slot_lost(state: State, knight: Knight, slot: int) -> bool:
    """Whether a slot that was open when the turn began is closed to the heart as it is now (KA-6)."""
    actions = state.rules.components.actions
    return knight.broken_this_turn and actions.broken < slot <= actions.full


CLAUSE_OF: Final[Mapping[ActionKind, KD]] = {
    "move": KD.MOVE,
    "defend": KD.SHIELD,
    "parry": KD.PARRY,
    "attack": KD.ATTACK,
    "change": KD.CHANGE,
}
"""The clause that says what a kind of action is."""


def action_of(knight: Knight, token: Token) -> ActionKind:
    """What a token is, judged against the weapon equipped at its reveal (KA-10)."""
    other, *attack = queries.actions_of(token)
    return attack[0] if attack and token == knight.weapon else other


def resolve_actions(play: Play) -> None:
    """The kinds after Movement, in their order; attackers have to point."""
    change_equipment(play)
    take_guard(play)
    if queries.actors(play.field, "attack"):
        begin_attacks(play)
    else:
        end_slot(play)


def change_equipment(play: Play) -> None:
    """Everybody who turned over another weapon now has it."""
    for action in play.field.actions:
        if action.kind == "change" and action.weapon is not None:
            old = queries.knight_of(play.field, action.seat).weapon
            play.emit(
                events.EquipmentChanged(action.seat, old, action.weapon), KD.ORDER_OF_KINDS, KD.CHANGE, KD.EQUIPPED
            )


def take_guard(play: Play) -> None:
    """First those with a shield token, then those with a parry token."""
    for seat in queries.actors(play.field, "defend"):
        play.emit(events.StanceTaken(seat, "defending"), KD.ORDER_OF_KINDS, KD.SHIELD)
    for seat in queries.actors(play.field, "parry"):
        play.emit(events.StanceTaken(seat, "parrying"), KD.ORDER_OF_KINDS, KD.PARRY)


def end_slot(play: Play) -> None:
    """The defeated leave the board (KD-8.9); then it is over, or the next slot or turn begins."""
    for knight in queries.knights_on_board(play.field):
        if knight.defeated and knight.space is not None:
            play.emit(events.KnightRemoved(knight.seat, knight.space), KD.HIT_BROKEN, KD.HURT_STILL_FIGHTS)
    slot = play.field.slot
    is_last = slot >= play.state.rules.components.tracker
    decided = is_decided(play.state)
    play.emit(events.SlotEnded(slot), KD.REVEAL, readings=(KA.END_CHECKED,) if decided and not is_last else ())
    if decided and (is_last or play.state.rules.switches.end_checked == "each_slot"):
        end_match(play)
    elif is_last:
        end_turn(play)
    else:
        begin_slot(play)


def end_turn(play: Play) -> None:
    """Tokens come back; a long peace is noticed; the next turn begins."""
    play.emit(events.TurnEnded(play.field.turn, play.field.combats), KD.REVEAL, readings=(KA.TOKENS_RETURN,))
    notice_stall(play)
    begin_turn(play)


def _seats_on_board(play: Play) -> tuple[Seat, ...]:
    return tuple(knight.seat for knight in queries.knights_on_board(play.field))
