"""The field after the events of set-up, plans, slots, movement and the end (KD-1 to KD-5, KD-10)."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from oathbook.domain.errors import Misfit
from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.kit.misfits import must_fit
from oathbook.domain.rulesets.knights_duty.model import events as e
from oathbook.domain.rulesets.knights_duty.model import queries, state
from oathbook.domain.rulesets.protocol import Ending

ENDING_CLAUSES: Final = {"victory": "KD-10.1", "draw": "KD-10.2", "draw by agreement": "KD-10.1"}


def knight_placed(field: state.Field, event: e.KnightPlaced) -> state.Field:
    """A Knight comes to its corner; seat, clan and space are checked against the box (``evolve``)."""
    must_fit(all(event.seat != knight.seat for knight in field.knights), f"seat {event.seat!r} has a Knight already")
    knight = state.Knight(event.seat, event.clan, event.space, inspiration=event.inspiration)
    return replace(field, knights=(*field.knights, knight))


def turn_began(field: state.Field, event: e.TurnBegan) -> state.Field:
    """Trackers are empty, and a heart broken now is broken in this turn."""
    knights = tuple(replace(knight, broken_this_turn=False) for knight in field.knights)
    return replace(field, stage="planning", turn=event.turn, slot=0, knights=knights, plans=(), combats=0, agreed=())


def plan_laid(field: state.Field, event: e.PlanLaid) -> state.Field:
    """A tracker is full."""
    must_fit(all(event.seat != plan.seat for plan in field.plans), f"seat {event.seat!r} has laid a plan already")
    return replace(field, plans=(*field.plans, state.Plan(queries.knight_of(field, event.seat).seat, event.slots)))


def slot_began(field: state.Field, event: e.SlotBegan) -> state.Field:
    """Nothing is revealed yet; every plan has an open place for this slot."""
    must_fit(event.slot == field.slot + 1, f"slot {event.slot} does not come after slot {field.slot}")
    laid = {plan.seat for plan in field.plans}
    must_fit(all(knight.seat in laid for knight in queries.knights_on_board(field)), "a player has not laid a plan")
    plans = tuple(replace(plan, shown=(*plan.shown, None)) for plan in field.plans)
    return replace(field, stage="revealed", slot=event.slot, plans=plans, actions=(), sitting_out=())


def token_revealed(field: state.Field, event: e.TokenRevealed) -> state.Field:
    """A token lies face up, and is an action."""
    plan = queries.plan_of(field, event.seat)
    must_fit(queries.knight_of(field, event.seat).space is not None, f"seat {event.seat!r} has left the board")
    must_fit(len(plan.shown) == event.slot == field.slot, f"slot {event.slot} is not the one being revealed")
    must_fit(event.seat not in _seats_done(field), f"seat {event.seat!r} has had its slot already")
    must_fit(event.action in queries.actions_of(event.token.value), f"a {event.token.value} token is no {event.action}")
    shown = replace(plan, shown=(*plan.shown[:-1], event.token.value))
    weapon = queries.weapon_on(event.token.value)
    return replace(
        field,
        plans=tuple(shown if each.seat == event.seat else each for each in field.plans),
        actions=(*field.actions, state.Action(event.seat, event.action, weapon)),
    )


def sat_out(field: state.Field, event: e.SatOut) -> state.Field:
    """A seat has no action in this slot."""
    must_fit(event.seat not in _seats_done(field), f"seat {event.seat!r} has had its slot already")
    return replace(field, sitting_out=(*field.sitting_out, queries.knight_of(field, event.seat).seat))


def step_began(field: state.Field, event: e.StepBegan) -> state.Field:
    """Movers choose, or attackers point."""
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


def move_chosen(field: state.Field, event: e.MoveChosen) -> state.Field:
    """A choice lies face down."""
    must_fit(event.seat in queries.actors(field, "move"), f"seat {event.seat!r} does not move in this slot")
    must_fit(all(event.seat != choice.seat for choice in field.choices), f"seat {event.seat!r} has chosen already")
    return replace(field, choices=(*field.choices, state.Choice(event.seat, event.to)))


def moves_shown(field: state.Field, event: e.MovesShown) -> state.Field:
    """All choices are open."""
    shown = {move.seat: move.to.value for move in event.moves}
    must_fit(bool(shown) and set(shown) == set(queries.actors(field, "move")), "those are not the ones who move")
    must_fit({choice.seat for choice in field.choices} == set(shown), "a player has not chosen yet")
    choices = tuple(replace(choice, shown=shown.get(choice.seat)) for choice in field.choices)
    return replace(field, stage="clash", choices=choices)


def clash_found(field: state.Field, event: e.ClashFound) -> state.Field:
    """Claimants have to speak."""
    wanting = {choice.seat for choice in field.choices if choice.shown == event.space}
    must_fit(len(event.seats) > 1 and set(event.seats) <= wanting, f"those do not all want {event.space}")
    must_fit(len(set(event.seats)) == len(event.seats), "a claimant is named twice")
    must_fit(all(event.space != clash.space for clash in field.clashes), f"the clash over {event.space} is known")
    return replace(field, clashes=(*field.clashes, state.Clash(event.space, event.seats)))


def mover_named(field: state.Field, event: e.MoverNamed) -> state.Field:
    """A claimant has spoken."""
    speaking = {
        seat
        for clash in field.clashes
        if not clash.settled
        for seat in queries.seats_without_word(clash.words, clash.seats)
    }
    must_fit(event.seat in speaking, f"seat {event.seat!r} has no word in this")
    spoken = tuple(
        replace(clash, words=(*clash.words, state.Word(event.seat, event.mover)))
        if event.seat in clash.seats
        else clash
        for clash in field.clashes
    )
    return replace(field, clashes=spoken)


def clash_settled(field: state.Field, event: e.ClashSettled) -> state.Field:
    """The claimants need not speak any more."""
    clash = next((each for each in field.clashes if each.space == event.space), None)
    if clash is None or clash.settled:
        what = f"there is no clash over {event.space} to settle"
        raise Misfit(what)
    must_fit(event.mover is None or event.mover in clash.seats, f"{event.mover!r} is no claimant")
    settled = tuple(
        replace(clash, settled=True, mover=event.mover) if clash.space == event.space else clash
        for clash in field.clashes
    )
    return replace(field, clashes=settled)


def knights_moved(field: state.Field, event: e.KnightsMoved) -> state.Field:
    """All of them at the same time."""
    must_fit(bool(event.moves), "nobody moves")
    must_fit(all(clash.settled for clash in field.clashes), "a clash is not settled")
    for move in event.moves:
        must_fit(move.seat in queries.actors(field, "move"), f"seat {move.seat!r} does not move in this slot")
        knight = queries.knight_of(field, move.seat)
        must_fit(knight.space == move.origin, f"{move.seat!r} does not stand on {move.origin}")
        field = queries.with_knight(field, replace(knight, space=move.to))
    spaces = [knight.space for knight in queries.knights_on_board(field)]
    must_fit(len(set(spaces)) == len(spaces), "two Knights would stand on one space")
    return field


def equipment_changed(field: state.Field, event: e.EquipmentChanged) -> state.Field:
    """Another weapon lies beside the corner."""
    return queries.with_knight(field, replace(queries.knight_of(field, event.seat), weapon=event.new))


def knight_removed(field: state.Field, event: e.KnightRemoved) -> state.Field:
    """Off the board, once the attacks are over."""
    knight = queries.knight_of(field, event.seat)
    must_fit(knight.defeated and knight.space == event.space, f"no defeated Knight of {event.seat!r} on {event.space}")
    must_fit(all(attack.status == "over" for attack in field.attacks), "an attack is not resolved yet")
    return queries.with_knight(field, replace(knight, space=None))


def turn_ended(field: state.Field, event: e.TurnEnded) -> state.Field:
    """Tokens come back; a turn without a combat is counted."""
    return replace(field, plans=(), actions=(), quiet_turns=0 if event.combats else field.quiet_turns + 1)


def slot_ended(field: state.Field, _: e.SlotEnded) -> state.Field:
    """Nothing of the slot is left on the table."""
    return replace(field, stage="revealed", actions=(), sitting_out=(), choices=(), clashes=(), attacks=(), words=())


def stall_noticed(field: state.Field, _: e.StallNoticed) -> state.Field:
    """From now on the table may agree to end it."""
    return replace(field, stalled=True)


def end_agreed(field: state.Field, event: e.EndAgreed) -> state.Field:
    """One more wants to end it."""
    must_fit(event.seat not in field.agreed, f"seat {event.seat!r} has agreed already")
    return replace(field, agreed=(*field.agreed, queries.knight_of(field, event.seat).seat))


def match_ended(field: state.Field, event: e.MatchEnded) -> state.Field:
    """Over."""
    return replace(field, stage="over", ending=Ending(event.outcome, event.winners, ENDING_CLAUSES[event.outcome]))


def _seats_done(field: state.Field) -> set[Seat]:
    return {action.seat for action in field.actions} | set(field.sitting_out)


TURN_CHANGES: Final[Mapping[type, Callable[[state.Field, Any], state.Field]]] = {
    e.KnightPlaced: knight_placed,
    e.TurnBegan: turn_began,
    e.PlanLaid: plan_laid,
    e.SlotBegan: slot_began,
    e.TokenRevealed: token_revealed,
    e.SatOut: sat_out,
    e.StepBegan: step_began,
    e.MoveChosen: move_chosen,
    e.MovesShown: moves_shown,
    e.ClashFound: clash_found,
    e.MoverNamed: mover_named,
    e.ClashSettled: clash_settled,
    e.KnightsMoved: knights_moved,
    e.EquipmentChanged: equipment_changed,
    e.KnightRemoved: knight_removed,
    e.SlotEnded: slot_ended,
    e.TurnEnded: turn_ended,
    e.StallNoticed: stall_noticed,
    e.EndAgreed: end_agreed,
    e.MatchEnded: match_ended,
}
