"""A start position in the middle of a slot: what was revealed, who acts, and what is being resolved."""

from oathbook.domain.kernel.seats import Seat
from oathbook.domain.rulesets.kit.start_checks import fits, once
from oathbook.domain.rulesets.knights_duty.chapters.attacking import in_range
from oathbook.domain.rulesets.knights_duty.chapters.board import neighbours
from oathbook.domain.rulesets.knights_duty.model.decisions import Token
from oathbook.domain.rulesets.knights_duty.model.field import actions_of, actors, knight_of, on_board, weapon_on
from oathbook.domain.rulesets.knights_duty.model.state import Action, Combat, Field, State


def check_slot(state: State) -> None:
    """In the middle of a slot: everybody has a plan and at most one action."""
    field = state.field
    standing = {knight.seat for knight in on_board(field)}
    fits(1 <= field.slot <= state.rules.components.tracker, "start.slot", "there is no such slot")
    fits({plan.seat for plan in field.plans} == standing, "start.plans", "everybody on the board has laid one")
    acting = [action.seat for action in field.actions]
    once((*acting, *field.sitting_out), "start.actions")
    fits({*acting, *field.sitting_out} <= standing, "start.actions", "one of them is not on the board")
    shown: dict[Seat, Token] = {plan.seat: token for plan in field.plans if (token := plan.shown[-1]) is not None}
    fits(set(shown) == set(acting), "start.actions", "an action for every token revealed in this slot, and no other")
    for action in field.actions:
        where, token = f"start.actions.{action.seat}", shown[action.seat]
        is_that = action.kind in actions_of(token) and action.weapon == weapon_on(token)
        fits(is_that, where, f"a {token} token is no {action.kind} with {action.weapon or 'no weapon'}")
        _check_weapon(field, action)
    check_sitting_out(state)


def _check_weapon(field: Field, action: Action) -> None:
    """An attack is with the weapon in hand; a change is to another one, which is in hand once it is carried out."""
    where, weapon = f"start.actions.{action.seat}", knight_of(field, action.seat).weapon
    if action.kind == "attack" and field.stage == "movement":
        fits(weapon == action.weapon, where, "an attack is made with the weapon that is equipped")
    elif action.kind == "change":
        done = field.stage != "movement"
        fits((weapon == action.weapon) == done, where, "a change is carried out after movement, before the attacks")


def check_sitting_out(state: State) -> None:
    """A Knight that had a Broken Heart when the turn began sits out the slots after its actions, and no other does."""
    field = state.field
    closed = field.slot > state.rules.components.actions.broken
    for knight in on_board(field):
        where, out = f"start.sitting_out.{knight.seat}", knight.seat in field.sitting_out
        fits(not out or (closed and knight.heart == "broken"), where, "only a Broken Heart sits out, and the last slot")
        had = knight.heart == "broken" and not knight.broken_this_turn
        fits(out or not (closed and had), where, "a Broken Heart has no action in this slot")


def check_stage(state: State) -> None:
    """What is being resolved fits the stage, and nothing else is."""
    field = state.field
    moving, fighting = field.stage == "movement", field.stage in {"targets", "inspiration"}
    fits(moving or not field.choices, "start.choices", "choices are made in the movement step")
    fits(fighting or not field.attacks, "start.attacks", "attacks are made in the attacking step")
    resolving = field.stage == "inspiration"
    fits((field.combat is not None) == resolving, "start.combat", "it is there while one is resolved")
    if moving:
        _check_movement(state)
    if fighting:
        _check_attacks(state)


def _check_movement(state: State) -> None:
    field = state.field
    movers = set(actors(field, "move"))
    chosen = [choice.seat for choice in field.choices]
    once(chosen, "start.choices")
    fits(set(chosen) < movers, "start.choices", "some movers, but not all, may have chosen")
    for choice in field.choices:
        where = f"start.choices.{choice.seat}"
        fits(choice.to.to == (choice.seat,), where, "a choice is its seat's own")
        fits(choice.shown is None, where, "nothing is shown before all have chosen")
        here = knight_of(field, choice.seat).space or ""
        near = {here, *neighbours(state.rules, here)}
        fits(not choice.to.is_open or choice.to.look() in near, where, f"it is not one step from {here}")


def _check_attacks(state: State) -> None:
    field = state.field
    standing = {knight.seat: knight for knight in on_board(field)}
    armed = {action.seat: action.weapon for action in field.actions if action.kind == "attack"}
    once((attack.attacker for attack in field.attacks), "start.attacks")
    fits({each.attacker: each.weapon for each in field.attacks} == armed, "start.attacks", "not those of the actions")
    for attack in field.attacks:
        where = f"start.attacks.{attack.attacker}"
        fits(attack.target != attack.attacker, where, "nobody can attack oneself")
        fits(attack.target is None or attack.target in standing, where, "the target is not on the board")
        fits(attack.status != "waiting" or attack.target is not None, where, "an attack that waits has a target")
        if attack.status != "over":
            fits(standing[attack.attacker].weapon == attack.weapon, where, "the weapon is not the one equipped")
            near = [knight.seat for knight in standing.values() if in_range(state, attack, knight)]
            fits(bool(near), where, "with nobody in range the attack is lost")
            fits(attack.target is None or attack.target in near, where, "the target is out of range")
    if field.combat is not None:
        _check_combat(state, field.combat)
    else:
        fits(any(each.status == "open" for each in field.attacks), "start.attacks", "nobody is left to point")


def _check_combat(state: State, combat: Combat) -> None:
    field = state.field
    fits(field.combats > 0, "start.combats", "the combat being resolved is one of this turn's")
    fought = [each for each in field.attacks if each.attacker == combat.attacker]
    fits(len(fought) == 1, "start.combat", "its attacker does not attack")
    fits(fought[0].target == combat.target and fought[0].weapon == combat.weapon, "start.combat", "not the attack's")
    fits(all(each.status != "open" for each in field.attacks), "start.attacks", "all have pointed before a combat")
    fits(fought[0].status == "waiting", "start.combat", "that attack is over")
    faces = {knight.seat: knight.inspiration for knight in field.knights}
    able = [seat for seat in (combat.attacker, combat.target) if faces.get(seat) == "face_up"]
    chosen = [choice.seat for choice in combat.choices]
    once(chosen, "start.combat.choices")
    fits(set(chosen) < set(able), "start.combat.choices", "a player with a token face up is still to choose")
    order = state.rules.switches.inspiration_order
    first = order != "attacker_first" or chosen == able[: len(chosen)]
    fits(first, "start.combat.choices", "the attacker chooses first")
    for choice in combat.choices:
        where = f"start.combat.{choice.seat}"
        fits(choice.use.to == (choice.seat,), where, "a choice is its seat's own")
        fits((choice.shown is not None) == (order != "simultaneous"), where, "when it is shown depends on KA-5")
        real = choice.shown is None or not choice.use.is_open or choice.use.look() == choice.shown
        fits(real, where, "it shows another choice")
