"""A start position in the middle of a slot: what was revealed, who acts, and what is being resolved."""

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.kit.start_checks import check_that, check_unique
from oathbook.domain.rulesets.knights_duty.chapters.attacking import is_in_range
from oathbook.domain.rulesets.knights_duty.chapters.board import neighbours
from oathbook.domain.rulesets.knights_duty.model import queries
from oathbook.domain.rulesets.knights_duty.model.decisions import Token
from oathbook.domain.rulesets.knights_duty.model.state import Action, Combat, Field, State


def check_slot(state: State) -> None:
    """In the middle of a slot: everybody has a plan and at most one action."""
    field = state.field
    standing = {knight.seat for knight in queries.knights_on_board(field)}
    check_that(1 <= field.slot <= state.rules.components.tracker, "start.slot", "there is no such slot")
    check_that({plan.seat for plan in field.plans} == standing, "start.plans", "everybody on the board has laid one")
    acting = [action.seat for action in field.actions]
    check_unique((*acting, *field.sitting_out), "start.actions")
    check_that({*acting, *field.sitting_out} <= standing, "start.actions", "one of them is not on the board")
    shown: dict[Seat, Token] = {plan.seat: token for plan in field.plans if (token := plan.shown[-1]) is not None}
    check_that(
        set(shown) == set(acting), "start.actions", "an action for every token revealed in this slot, and no other"
    )
    for action in field.actions:
        where, token = f"start.actions.{action.seat}", shown[action.seat]
        is_that = action.kind in queries.actions_of(token) and action.weapon == queries.weapon_on(token)
        check_that(is_that, where, f"a {token} token is no {action.kind} with {action.weapon or 'no weapon'}")
        _check_weapon(field, action)
    check_sitting_out(state)


def _check_weapon(field: Field, action: Action) -> None:
    """An attack is with the weapon in hand; a change is to another one, which is in hand once it is carried out."""
    where, weapon = f"start.actions.{action.seat}", queries.knight_of(field, action.seat).weapon
    if action.kind == "attack" and field.stage == "movement":
        check_that(weapon == action.weapon, where, "an attack is made with the weapon that is equipped")
    elif action.kind == "change":
        done = field.stage != "movement"
        check_that(
            (weapon == action.weapon) == done, where, "a change is carried out after movement, before the attacks"
        )


def check_sitting_out(state: State) -> None:
    """A Knight that had a Broken Heart when the turn began sits out the slots after its actions, and no other does."""
    field = state.field
    closed = field.slot > state.rules.components.actions.broken
    for knight in queries.knights_on_board(field):
        where, out = f"start.sitting_out.{knight.seat}", knight.seat in field.sitting_out
        check_that(
            not out or (closed and knight.heart == "broken"), where, "only a Broken Heart sits out, and the last slot"
        )
        had = knight.heart == "broken" and not knight.broken_this_turn
        check_that(out or not (closed and had), where, "a Broken Heart has no action in this slot")


def check_stage(state: State) -> None:
    """What is being resolved fits the stage, and nothing else is."""
    field = state.field
    moving, fighting = field.stage == "movement", field.stage in {"targets", "inspiration"}
    check_that(moving or not field.choices, "start.choices", "choices are made in the movement step")
    check_that(fighting or not field.attacks, "start.attacks", "attacks are made in the attacking step")
    resolving = field.stage == "inspiration"
    check_that((field.combat is not None) == resolving, "start.combat", "it is there while one is resolved")
    if moving:
        _check_movement(state)
    if fighting:
        _check_attacks(state)


def _check_movement(state: State) -> None:
    field = state.field
    movers = set(queries.actors(field, "move"))
    chosen = [choice.seat for choice in field.choices]
    check_unique(chosen, "start.choices")
    check_that(set(chosen) < movers, "start.choices", "some movers, but not all, may have chosen")
    for choice in field.choices:
        where = f"start.choices.{choice.seat}"
        check_that(choice.to.to == (choice.seat,), where, "a choice is its seat's own")
        check_that(choice.shown is None, where, "nothing is shown before all have chosen")
        here = queries.knight_of(field, choice.seat).space or ""
        near = {here, *neighbours(state.rules, here)}
        check_that(not choice.to.is_open or choice.to.look() in near, where, f"it is not one step from {here}")


def _check_attacks(state: State) -> None:
    field = state.field
    standing = {knight.seat: knight for knight in queries.knights_on_board(field)}
    armed = {action.seat: action.weapon for action in field.actions if action.kind == "attack"}
    check_unique((attack.attacker for attack in field.attacks), "start.attacks")
    check_that(
        {each.attacker: each.weapon for each in field.attacks} == armed, "start.attacks", "not those of the actions"
    )
    for attack in field.attacks:
        where = f"start.attacks.{attack.attacker}"
        check_that(attack.target != attack.attacker, where, "nobody can attack oneself")
        check_that(attack.target is None or attack.target in standing, where, "the target is not on the board")
        check_that(attack.status != "waiting" or attack.target is not None, where, "an attack that waits has a target")
        if attack.status != "over":
            check_that(standing[attack.attacker].weapon == attack.weapon, where, "the weapon is not the one equipped")
            near = [knight.seat for knight in standing.values() if is_in_range(state, attack, knight)]
            check_that(bool(near), where, "with nobody in range the attack is lost")
            check_that(attack.target is None or attack.target in near, where, "the target is out of range")
    if field.combat is not None:
        _check_combat(state, field.combat)
    else:
        check_that(any(each.status == "open" for each in field.attacks), "start.attacks", "nobody is left to point")


def _check_combat(state: State, combat: Combat) -> None:
    field = state.field
    check_that(field.combats > 0, "start.combats", "the combat being resolved is one of this turn's")
    fought = [each for each in field.attacks if each.attacker == combat.attacker]
    check_that(len(fought) == 1, "start.combat", "its attacker does not attack")
    check_that(
        fought[0].target == combat.target and fought[0].weapon == combat.weapon, "start.combat", "not the attack's"
    )
    check_that(
        all(each.status != "open" for each in field.attacks), "start.attacks", "all have pointed before a combat"
    )
    check_that(fought[0].status == "waiting", "start.combat", "that attack is over")
    faces = {knight.seat: knight.inspiration for knight in field.knights}
    able = [seat for seat in (combat.attacker, combat.target) if faces.get(seat) == "face_up"]
    chosen = [choice.seat for choice in combat.choices]
    check_unique(chosen, "start.combat.choices")
    check_that(set(chosen) < set(able), "start.combat.choices", "a player with a token face up is still to choose")
    order = state.rules.switches.inspiration_order
    first = order != "attacker_first" or chosen == able[: len(chosen)]
    check_that(first, "start.combat.choices", "the attacker chooses first")
    for choice in combat.choices:
        where = f"start.combat.{choice.seat}"
        check_that(choice.use.to == (choice.seat,), where, "a choice is its seat's own")
        check_that((choice.shown is not None) == (order != "simultaneous"), where, "when it is shown depends on KA-5")
        real = choice.shown is None or not choice.use.is_open or choice.use.look() == choice.shown
        check_that(real, where, "it shows another choice")
