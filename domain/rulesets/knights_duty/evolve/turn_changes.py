"""The field after the events of set-up, plans, slots, movement and the end (KD-1 to KD-5, KD-10)."""

from typing import Final

from msgspec.structs import replace

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.kit.dispatch import functions_by_type
from oathbook.domain.rulesets.kit.misfits import must_find, must_fit
from oathbook.domain.rulesets.knights_duty.model import events as e
from oathbook.domain.rulesets.knights_duty.model import queries, state
from oathbook.domain.rulesets.protocol import Ending

ENDING_CLAUSES: Final = {"victory": "KD-10.1", "draw": "KD-10.2", "draw by agreement": "KD-10.1"}


def _knight_placed(field: state.Field, event: e.KnightPlaced) -> state.Field:
    """Seat, clan and space are checked against the box (``evolve``)."""
    must_fit(all(event.seat != knight.seat for knight in field.knights), f"seat {event.seat} has a Knight already")
    knight = state.Knight(event.seat, event.clan, event.space, inspiration=event.inspiration)
    return replace(field, knights=(*field.knights, knight))


def _turn_began(field: state.Field, event: e.TurnBegan) -> state.Field:
    knights = tuple(replace(knight, broken_this_turn=False) for knight in field.knights)
    return replace(field, stage="planning", turn=event.turn, slot=0, knights=knights, plans=(), combats=0, agreed=())


def _plan_laid(field: state.Field, event: e.PlanLaid) -> state.Field:
    must_fit(all(event.seat != plan.seat for plan in field.plans), f"seat {event.seat} has laid a plan already")
    return replace(field, plans=(*field.plans, state.Plan(queries.knight_of(field, event.seat).seat, event.slots)))


def _slot_began(field: state.Field, event: e.SlotBegan) -> state.Field:
    must_fit(event.slot == field.slot + 1, f"slot {event.slot} does not come after slot {field.slot}")
    laid = {plan.seat for plan in field.plans}
    must_fit(all(knight.seat in laid for knight in queries.knights_on_board(field)), "a player has not laid a plan")
    plans = tuple(replace(plan, shown=(*plan.shown, None)) for plan in field.plans)
    return replace(field, stage="revealed", slot=event.slot, plans=plans, actions=(), sitting_out=())


def _token_revealed(field: state.Field, event: e.TokenRevealed) -> state.Field:
    plan = queries.plan_of(field, event.seat)
    must_fit(queries.knight_of(field, event.seat).space is not None, f"seat {event.seat} has left the board")
    must_fit(len(plan.shown) == event.slot == field.slot, f"slot {event.slot} is not the one being revealed")
    must_fit(event.seat not in _seats_done(field), f"seat {event.seat} has had its slot already")
    must_fit(event.action in queries.actions_of(event.token.value), f"a {event.token.value} token is no {event.action}")
    shown = replace(plan, shown=(*plan.shown[:-1], event.token.value))
    weapon = queries.weapon_on(event.token.value)
    return replace(
        field,
        plans=tuple(shown if each.seat == event.seat else each for each in field.plans),
        actions=(*field.actions, state.Action(event.seat, event.action, weapon)),
    )


def _sat_out(field: state.Field, event: e.SatOut) -> state.Field:
    must_fit(event.seat not in _seats_done(field), f"seat {event.seat} has had its slot already")
    return replace(field, sitting_out=(*field.sitting_out, queries.knight_of(field, event.seat).seat))


def _step_began(field: state.Field, event: e.StepBegan) -> state.Field:
    acting = queries.actors(field, "move" if event.step == "movement" else "attack")
    must_fit(bool(acting) and acting == event.seats, f"those are not the ones who act: {', '.join(acting) or 'nobody'}")
    if event.step == "movement":
        return replace(field, stage="movement", choices=(), clashes=())
    attacks = tuple(
        state.Attack(action.seat, action.weapon)
        for action in field.actions
        if action.kind == "attack" and action.weapon
    )
    return replace(field, stage="targets", attacks=attacks, words=())


def _move_chosen(field: state.Field, event: e.MoveChosen) -> state.Field:
    must_fit(event.seat in queries.actors(field, "move"), f"seat {event.seat} does not move in this slot")
    must_fit(all(event.seat != choice.seat for choice in field.choices), f"seat {event.seat} has chosen already")
    return replace(field, choices=(*field.choices, state.Choice(event.seat, event.to)))


def _moves_shown(field: state.Field, event: e.MovesShown) -> state.Field:
    shown = {move.seat: move.to.value for move in event.moves}
    must_fit(bool(shown) and set(shown) == set(queries.actors(field, "move")), "those are not the ones who move")
    must_fit({choice.seat for choice in field.choices} == set(shown), "a player has not chosen yet")
    choices = tuple(replace(choice, shown=shown.get(choice.seat)) for choice in field.choices)
    return replace(field, stage="clash", choices=choices)


def _clash_found(field: state.Field, event: e.ClashFound) -> state.Field:
    wanting = {choice.seat for choice in field.choices if choice.shown == event.space}
    must_fit(len(event.seats) > 1 and set(event.seats) <= wanting, f"those do not all want {event.space}")
    must_fit(len(set(event.seats)) == len(event.seats), "a claimant is named twice")
    must_fit(all(event.space != clash.space for clash in field.clashes), f"the clash over {event.space} is known")
    return replace(field, clashes=(*field.clashes, state.Clash(event.space, event.seats)))


def _mover_named(field: state.Field, event: e.MoverNamed) -> state.Field:
    speaking = {
        seat
        for clash in field.clashes
        if not clash.settled
        for seat in queries.seats_without_word(clash.words, clash.seats)
    }
    must_fit(event.seat in speaking, f"seat {event.seat} has no word in this")
    spoken = tuple(
        replace(clash, words=(*clash.words, state.Word(event.seat, event.mover)))
        if event.seat in clash.seats
        else clash
        for clash in field.clashes
    )
    return replace(field, clashes=spoken)


def _clash_settled(field: state.Field, event: e.ClashSettled) -> state.Field:
    open_ = (each for each in field.clashes if each.space == event.space and not each.settled)
    clash = must_find(open_, f"clash over {event.space} to settle")
    must_fit(event.mover is None or event.mover in clash.seats, f"{event.mover} is no claimant")
    settled = tuple(
        replace(clash, settled=True, mover=event.mover) if clash.space == event.space else clash
        for clash in field.clashes
    )
    return replace(field, clashes=settled)


def _knights_moved(field: state.Field, event: e.KnightsMoved) -> state.Field:
    must_fit(bool(event.moves), "nobody moves")
    must_fit(all(clash.settled for clash in field.clashes), "a clash is not settled")
    for move in event.moves:
        must_fit(move.seat in queries.actors(field, "move"), f"seat {move.seat} does not move in this slot")
        stands = queries.knight_of(field, move.seat).space == move.origin
        must_fit(stands, f"{move.seat} does not stand on {move.origin}")
        field = queries.with_knight(field, move.seat, space=move.to)
    spaces = [knight.space for knight in queries.knights_on_board(field)]
    must_fit(len(set(spaces)) == len(spaces), "two Knights would stand on one space")
    return field


def _equipment_changed(field: state.Field, event: e.EquipmentChanged) -> state.Field:
    return queries.with_knight(field, event.seat, weapon=event.new)


def _knight_removed(field: state.Field, event: e.KnightRemoved) -> state.Field:
    knight = queries.knight_of(field, event.seat)
    must_fit(knight.defeated and knight.space == event.space, f"no defeated Knight of {event.seat} on {event.space}")
    must_fit(all(attack.status == "over" for attack in field.attacks), "an attack is not resolved yet")
    return queries.with_knight(field, event.seat, space=None)


def _turn_ended(field: state.Field, event: e.TurnEnded) -> state.Field:
    return replace(field, plans=(), actions=(), quiet_turns=0 if event.combats else field.quiet_turns + 1)


def _slot_ended(field: state.Field, _: e.SlotEnded) -> state.Field:
    return replace(field, stage="revealed", actions=(), sitting_out=(), choices=(), clashes=(), attacks=(), words=())


def _stall_noticed(field: state.Field, _: e.StallNoticed) -> state.Field:
    return replace(field, stalled=True)


def _end_agreed(field: state.Field, event: e.EndAgreed) -> state.Field:
    must_fit(event.seat not in field.agreed, f"seat {event.seat} has agreed already")
    return replace(field, agreed=(*field.agreed, queries.knight_of(field, event.seat).seat))


def _match_ended(field: state.Field, event: e.MatchEnded) -> state.Field:
    return replace(field, stage="over", ending=Ending(event.outcome, event.winners, ENDING_CLAUSES[event.outcome]))


def _seats_done(field: state.Field) -> set[Seat]:
    return {action.seat for action in field.actions} | set(field.sitting_out)


TURN_CHANGES: Final = functions_by_type(
    *(_knight_placed, _turn_began, _plan_laid, _slot_began, _token_revealed, _sat_out, _step_began, _move_chosen),
    *(_moves_shown, _clash_found, _mover_named, _clash_settled, _knights_moved, _equipment_changed, _knight_removed),
    *(_slot_ended, _turn_ended, _stall_noticed, _end_agreed, _match_ended),
)
