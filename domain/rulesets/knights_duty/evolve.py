"""The field after an event. Nothing is decided here, nothing hidden is looked into."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from domain.errors import Misfit
from domain.kernel.seats import Seat
from domain.rulesets.knights_duty import events as e
from domain.rulesets.knights_duty.field import knight_of, on_board, plan_of, waiting, with_knight
from domain.rulesets.knights_duty.model import (
    Action,
    Attack,
    Choice,
    Clash,
    Combat,
    Field,
    InspirationChoice,
    Knight,
    Plan,
    State,
    Word,
)
from domain.rulesets.protocol import Ending

ENDING_CLAUSES: Final = {"victory": "KD-10.1", "draw": "KD-10.2", "draw by agreement": "KD-10.1"}


def evolved(state: State, event: e.Event) -> State:
    """The state after an event; ``Misfit`` if the event does not fit it."""
    change = _CHANGES.get(type(event))
    if change is None:
        return state
    return replace(state, field=change(state.field, event))


def _fit(holds: bool, what: str) -> None:  # noqa: FBT001  # reads as a claim: _fit(a == b, "…")
    if not holds:
        raise Misfit(what)


def knight_placed(field: Field, event: e.KnightPlaced) -> Field:
    """A Knight comes to its corner."""
    _fit(all(event.seat != knight.seat for knight in field.knights), f"seat {event.seat!r} has a Knight already")
    knight = Knight(event.seat, event.clan, event.space, inspiration=event.inspiration)
    return replace(field, knights=(*field.knights, knight))


def turn_began(field: Field, event: e.TurnBegan) -> Field:
    """Trackers are empty, and a heart broken now is broken in this turn."""
    knights = tuple(replace(knight, broken_this_turn=False) for knight in field.knights)
    return replace(field, stage="planning", turn=event.turn, slot=0, knights=knights, plans=(), combats=0, agreed=())


def plan_laid(field: Field, event: e.PlanLaid) -> Field:
    """A tracker is full."""
    _fit(all(event.seat != plan.seat for plan in field.plans), f"seat {event.seat!r} has laid a plan already")
    return replace(field, plans=(*field.plans, Plan(knight_of(field, event.seat).seat, event.slots)))


def slot_began(field: Field, event: e.SlotBegan) -> Field:
    """Nothing is revealed yet; every plan has an open place for this slot."""
    plans = tuple(replace(plan, shown=(*plan.shown, None)) for plan in field.plans)
    _fit(all(len(plan.shown) <= event.slot for plan in plans), f"slot {event.slot} has been revealed already")
    return replace(field, stage="revealed", slot=event.slot, plans=plans, actions=(), sitting_out=(), attacks=())


def token_revealed(field: Field, event: e.TokenRevealed) -> Field:
    """A token lies face up, and is an action."""
    plan = plan_of(field, event.seat)
    _fit(len(plan.shown) == event.slot == field.slot, f"slot {event.slot} is not the one being revealed")
    weapon = event.token.value if event.action in {"change", "attack"} else None
    _fit(weapon in {None, "sword", "spear", "bow"}, f"a {event.token.value} token is no {event.action}")
    shown = replace(plan, shown=(*plan.shown[:-1], event.token.value))
    return replace(
        field,
        plans=tuple(shown if each.seat == event.seat else each for each in field.plans),
        actions=(*field.actions, Action(event.seat, event.action, weapon)),  # type: ignore[arg-type]  # because the check above leaves the three weapons
    )


def sat_out(field: Field, event: e.SatOut) -> Field:
    """A seat has no action in this slot."""
    return replace(field, sitting_out=(*field.sitting_out, knight_of(field, event.seat).seat))


def step_began(field: Field, event: e.StepBegan) -> Field:
    """Movers choose, or attackers point."""
    if event.step == "movement":
        return replace(field, stage="movement", choices=(), clashes=())
    attacks = tuple(
        Attack(action.seat, action.weapon) for action in field.actions if action.kind == "attack" and action.weapon
    )
    return replace(field, stage="targets", attacks=attacks, words=())


def move_chosen(field: Field, event: e.MoveChosen) -> Field:
    """A choice lies face down."""
    return replace(field, choices=(*field.choices, Choice(knight_of(field, event.seat).seat, event.to)))


def moves_shown(field: Field, event: e.MovesShown) -> Field:
    """All choices are open."""
    shown = {move.seat: move.to.value for move in event.moves}
    choices = tuple(replace(choice, shown=shown.get(choice.seat)) for choice in field.choices)
    return replace(field, stage="clash", choices=choices)


def clash_found(field: Field, event: e.ClashFound) -> Field:
    """Claimants have to speak."""
    return replace(field, clashes=(*field.clashes, Clash(event.space, event.seats)))


def mover_named(field: Field, event: e.MoverNamed) -> Field:
    """A claimant has spoken."""
    spoken = tuple(
        replace(clash, words=(*clash.words, Word(event.seat, event.mover))) if event.seat in clash.seats else clash
        for clash in field.clashes
    )
    return replace(field, clashes=spoken)


def clash_settled(field: Field, event: e.ClashSettled) -> Field:
    """The claimants need not speak any more."""
    _fit(any(event.space == clash.space for clash in field.clashes), f"there is no clash over {event.space}")
    settled = tuple(
        replace(clash, settled=True, mover=event.mover) if clash.space == event.space else clash
        for clash in field.clashes
    )
    return replace(field, clashes=settled)


def knights_moved(field: Field, event: e.KnightsMoved) -> Field:
    """All of them at the same time."""
    for move in event.moves:
        knight = knight_of(field, move.seat)
        _fit(knight.space == move.origin, f"{move.seat!r} does not stand on {move.origin}")
        field = with_knight(field, replace(knight, space=move.to))
    spaces = [knight.space for knight in on_board(field)]
    _fit(len(set(spaces)) == len(spaces), "two Knights would stand on one space")
    return field


def equipment_changed(field: Field, event: e.EquipmentChanged) -> Field:
    """Another weapon lies beside the corner."""
    return with_knight(field, replace(knight_of(field, event.seat), weapon=event.new))


def attack_lost(field: Field, event: e.AttackLost) -> Field:
    """The attack is over before it began."""
    return _with_attack(field, event.seat, status="over")


def target_declared(field: Field, event: e.TargetDeclared) -> Field:
    """The attack waits for its combat, or is over."""
    if event.target is None:
        return _with_attack(field, event.seat, status="over", target=None)
    return _with_attack(field, event.seat, status="waiting", target=knight_of(field, event.target).seat)


def order_asked(field: Field, event: e.OrderAsked) -> Field:
    """The waiting attackers have to speak."""
    _fit({attack.attacker for attack in waiting(field)} == set(event.seats), "those are not the attackers who wait")
    return replace(field, stage="order", words=())


def attacker_named(field: Field, event: e.AttackerNamed) -> Field:
    """A waiting attacker has spoken."""
    return replace(field, words=(*field.words, Word(event.seat, event.attacker)))


def attacker_chosen(field: Field, event: e.AttackerChosen) -> Field:
    """The words have served."""
    _fit(any(event.seat == attack.attacker for attack in waiting(field)), f"{event.seat!r} has no attack waiting")
    return replace(field, words=())


def combat_began(field: Field, event: e.CombatBegan) -> Field:
    """Two Knights are in a combat."""
    for seat in (event.attacker, event.target):
        _fit(knight_of(field, seat).space is not None, f"{seat!r} is not on the board")
    combat = Combat(event.attacker, event.target, event.weapon)
    return replace(field, stage="inspiration", combat=combat, combats=field.combats + 1, stalled=False, agreed=())


def inspiration_chosen(field: Field, event: e.InspirationChosen) -> Field:
    """A choice lies face down."""
    combat = _combat(field)
    _fit(event.seat in {combat.attacker, combat.target}, f"{event.seat!r} is not in this combat")
    return replace(field, combat=replace(combat, choices=(*combat.choices, InspirationChoice(event.seat, event.use))))


def inspiration_shown(field: Field, event: e.InspirationShown) -> Field:
    """A choice is open."""
    combat = _combat(field)
    choices = tuple(
        replace(choice, shown=event.use.value) if choice.seat == event.seat else choice for choice in combat.choices
    )
    return replace(field, combat=replace(combat, choices=choices))


def inspiration_spent(field: Field, event: e.InspirationSpent) -> Field:
    """The token lies face down."""
    return with_knight(field, replace(knight_of(field, event.seat), inspiration="face_down"))


def inspiration_regained(field: Field, event: e.InspirationRegained) -> Field:
    """The token lies face up."""
    return with_knight(field, replace(knight_of(field, event.seat), inspiration="face_up"))


def attacker_fumbled(field: Field, event: e.AttackerFumbled) -> Field:
    """No weapon."""
    return with_knight(field, replace(knight_of(field, event.seat), weapon=None))


def heart_broken(field: Field, event: e.HeartBroken) -> Field:
    """A Broken Heart, from this turn on."""
    return with_knight(field, replace(knight_of(field, event.seat), heart="broken", broken_this_turn=True))


def knight_defeated(field: Field, event: e.KnightDefeated) -> Field:
    """Defeated, but on the board until the attacks are over."""
    return with_knight(field, replace(knight_of(field, event.seat), defeated=True))


def combat_ended(field: Field, event: e.CombatEnded) -> Field:
    """The attack is over; the next may begin."""
    return replace(_with_attack(field, event.attacker, status="over"), stage="targets", combat=None)


def targets_reopened(field: Field, event: e.TargetsReopened) -> Field:
    """Some of those who wait may point again."""
    for seat in event.seats:
        field = _with_attack(field, seat, status="open")
    return field


def knight_removed(field: Field, event: e.KnightRemoved) -> Field:
    """Off the board."""
    return with_knight(field, replace(knight_of(field, event.seat), space=None))


def turn_ended(field: Field, event: e.TurnEnded) -> Field:
    """Tokens come back; a turn without a combat is counted."""
    return replace(field, plans=(), actions=(), quiet_turns=0 if event.combats else field.quiet_turns + 1)


def slot_ended(field: Field, _: e.SlotEnded) -> Field:
    """Nothing of the slot is left on the table."""
    return replace(field, stage="revealed", actions=(), sitting_out=(), choices=(), clashes=(), attacks=(), words=())


def stall_noticed(field: Field, _: e.StallNoticed) -> Field:
    """From now on the table may agree to end it."""
    return replace(field, stalled=True)


def end_agreed(field: Field, event: e.EndAgreed) -> Field:
    """One more wants to end it."""
    return replace(field, agreed=(*field.agreed, knight_of(field, event.seat).seat))


def match_ended(field: Field, event: e.MatchEnded) -> Field:
    """Over."""
    return replace(field, stage="over", ending=Ending(event.outcome, event.winners, ENDING_CLAUSES[event.outcome]))


def _combat(field: Field) -> Combat:
    if field.combat is None:
        what = "no combat is being resolved"
        raise Misfit(what)
    return field.combat


def _with_attack(field: Field, attacker: Seat, **changes: object) -> Field:
    _fit(any(attack.attacker == attacker for attack in field.attacks), f"{attacker!r} has no attack in this slot")
    changed = tuple(replace(attack, **changes) if attack.attacker == attacker else attack for attack in field.attacks)
    return replace(field, attacks=changed)


_CHANGES: Final[dict[type, Callable[[Field, Any], Field]]] = {
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
    e.AttackLost: attack_lost,
    e.TargetDeclared: target_declared,
    e.AttackerNamed: attacker_named,
    e.AttackerChosen: attacker_chosen,
    e.OrderAsked: order_asked,
    e.CombatBegan: combat_began,
    e.InspirationChosen: inspiration_chosen,
    e.InspirationShown: inspiration_shown,
    e.InspirationSpent: inspiration_spent,
    e.InspirationRegained: inspiration_regained,
    e.AttackerFumbled: attacker_fumbled,
    e.HeartBroken: heart_broken,
    e.KnightDefeated: knight_defeated,
    e.CombatEnded: combat_ended,
    e.TargetsReopened: targets_reopened,
    e.KnightRemoved: knight_removed,
    e.SlotEnded: slot_ended,
    e.TurnEnded: turn_ended,
    e.StallNoticed: stall_noticed,
    e.EndAgreed: end_agreed,
    e.MatchEnded: match_ended,
}
