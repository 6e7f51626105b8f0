"""The beginning of a match: from the box, or from a start position, checked field by field."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from domain.errors import BadRecord
from domain.kernel.seats import Seat
from domain.rulesets.knights_duty.editions import WEAPONS, Components, Rules, Switches
from domain.rulesets.knights_duty.field import actors, on_board
from domain.rulesets.knights_duty.model import Field, State
from domain.rulesets.knights_duty.planning import actions_allowed, enough_tokens
from domain.rulesets.protocol import Setup

FEWEST: Final = 2
MOST: Final = 6
STAGES: Final = ("clans", "planning", "movement", "targets", "inspiration")
"""Where a match may be taken up; the other stages are one decision further."""


def first_state(setup: Setup) -> State:
    """The state a setup describes; ``BadRecord`` names the field that does not fit."""
    assert isinstance(setup.components, Components)
    assert isinstance(setup.switches, Switches)
    assert isinstance(setup.start, Field | None)
    check_components(setup.components)
    seats = tuple(each.seat for each in setup.seats)
    most = min(MOST, len(setup.components.board.corners))
    _fit(FEWEST <= len(seats) <= most, "seats", f"this board is for {FEWEST} to {most} players, not {len(seats)}")
    state = State(Rules(setup.components, setup.switches), seats, setup.start or Field())
    if setup.start is not None:
        check_start(state)
    return state


def check_components(components: Components) -> None:
    """Every figure that another one relies on."""
    board = components.board
    spaces = set(board.spaces)
    _fit(len(spaces) == len(board.spaces), "components.board.spaces", "a space is listed twice")
    _fit(board.high_ground in spaces, "components.board.high_ground", "it is not on the board")
    _fit(all(each.space in spaces for each in board.corners), "components.board.corners", "one is not on the board")
    _once((each.clan for each in board.corners), "components.board.corners")
    _once((each.space for each in board.corners), "components.board.corners")
    _fit(set(board.straight) <= set(board.directions), "components.board.straight", "one is no direction")
    _fit(sorted(each.name for each in components.weapons) == sorted(WEAPONS), "components.weapons", "not one of each")
    actions = components.actions
    _fit(actions.broken <= actions.full <= components.tracker, "components.actions", "more than the tracker's slots")
    for each in components.weapons:
        _fit(each.hearts > 0, f"components.weapons.{each.name}", "a pile needs a heart that Defending can take")


def check_start(state: State) -> None:
    """A start position in which nothing contradicts anything else."""
    field = state.field
    _fit(field.stage in STAGES, "start.stage", f"a match can be taken up at {', '.join(STAGES)}")
    _fit(not (field.ending or field.clashes or field.words or field.agreed), "start", "a match is not taken up there")
    check_knights(state)
    if field.stage == "clans":
        _fit(field == Field(knights=field.knights), "start.stage", "nothing has happened yet while clans are chosen")
        _fit(len(field.knights) < len(state.seats), "start.stage", "every clan has been chosen")
        return
    _fit(len(field.knights) == len(state.seats), "start.knights", "a seat has no Knight")
    _fit(len(on_board(field)) > 1, "start.knights", "the match is over with fewer than two Knights on the board")
    _fit(field.turn > 0, "start.turn", "turns are counted from 1")
    check_plans(state)
    if field.stage == "planning":
        _fit(field.slot == 0, "start.slot", "no slot has been revealed while plans are laid")
        _fit(
            not (field.actions or field.sitting_out), "start.actions", "no slot has been revealed while plans are laid"
        )
        laid = {plan.seat for plan in field.plans}
        _fit(any(each.seat not in laid for each in on_board(field)), "start.plans", "nobody is left to lay one")
    else:
        check_slot(state)
    _check_stage(field)


def check_knights(state: State) -> None:
    """Each seat once, on a space of its own."""
    field, board = state.field, state.rules.components.board
    _once((knight.seat for knight in field.knights), "start.knights")
    _once((knight.clan for knight in field.knights), "start.knights")
    _once((knight.space for knight in on_board(field)), "start.knights")
    clans = {corner.clan for corner in board.corners}
    for knight in field.knights:
        where = f"start.knights.{knight.seat}"
        _fit(knight.seat in state.seats, where, "there is no such seat")
        _fit(knight.clan in clans, where, f"there is no clan {knight.clan!r}")
        _fit(knight.space is None or knight.space in board.spaces, where, f"{knight.space} is not on the board")
        _fit(not knight.defeated or knight.heart == "broken", where, "the defeated have a Broken Heart")
        _fit(knight.space is not None or knight.defeated, where, "only the defeated have left the board")
        fights = field.stage in {"targets", "inspiration"}
        _fit(knight.space is None or not knight.defeated or fights, where, "the defeated leave after the attacks")


def check_plans(state: State) -> None:
    """Plans of those on the board, within slots and tokens as far as this reader sees them."""
    field = state.field
    tracker = state.rules.components.tracker
    _once((plan.seat for plan in field.plans), "start.plans")
    standing = {knight.seat: knight for knight in on_board(field)}
    for plan in field.plans:
        where = f"start.plans.{plan.seat}"
        _fit(plan.seat in standing, where, "there is no such Knight on the board")
        allowed = tracker if standing[plan.seat].broken_this_turn else actions_allowed(state, plan.seat)
        _fit(all(token is None for token in plan.slots[allowed:]), where, f"only {allowed} slots can be filled")
        _fit(all(token is None or token.to == (plan.seat,) for token in plan.slots), where, "a plan is its seat's own")
        _fit(len(plan.shown) == field.slot, where, f"{field.slot} slots have been revealed")
        if all(token is None or token.is_open for token in plan.slots):
            _fit(all(needed.holds for needed in enough_tokens(state, plan.slots)), where, "not enough tokens")


def check_slot(state: State) -> None:
    """In the middle of a slot: everybody has a plan and at most one action."""
    field = state.field
    standing = {knight.seat for knight in on_board(field)}
    _fit(1 <= field.slot <= state.rules.components.tracker, "start.slot", "there is no such slot")
    _fit({plan.seat for plan in field.plans} == standing, "start.plans", "everybody on the board has laid one")
    acting = [action.seat for action in field.actions]
    _once((*acting, *field.sitting_out), "start.actions")
    _fit({*acting, *field.sitting_out} <= standing, "start.actions", "one of them is not on the board")
    for action in field.actions:
        armed = action.kind in {"change", "attack"}
        _fit((action.weapon is not None) == armed, f"start.actions.{action.seat}", "a weapon is for change and attack")


def _check_stage(field: Field) -> None:
    moving, fighting = field.stage == "movement", field.stage in {"targets", "inspiration"}
    _fit(moving or not field.choices, "start.choices", "choices are made in the movement step")
    _fit(fighting or not field.attacks, "start.attacks", "attacks are made in the attacking step")
    _fit(
        (field.combat is not None) == (field.stage == "inspiration"),
        "start.combat",
        "it is there while one is resolved",
    )
    if moving:
        _check_movement(field)
    if fighting:
        _check_attacks(field)


def _check_movement(field: Field) -> None:
    movers = set(actors(field, "move"))
    chosen = [choice.seat for choice in field.choices]
    _once(chosen, "start.choices")
    _fit(set(chosen) < movers, "start.choices", "some movers, but not all, may have chosen")
    for choice in field.choices:
        _fit(choice.to.to == (choice.seat,), f"start.choices.{choice.seat}", "a choice is its seat's own")
        _fit(choice.shown is None, f"start.choices.{choice.seat}", "nothing is shown before all have chosen")


def _check_attacks(field: Field) -> None:
    standing = {knight.seat for knight in on_board(field)}
    armed = {action.seat: action.weapon for action in field.actions if action.kind == "attack"}
    _once((attack.attacker for attack in field.attacks), "start.attacks")
    _fit({each.attacker: each.weapon for each in field.attacks} == armed, "start.attacks", "not those of the actions")
    for attack in field.attacks:
        where = f"start.attacks.{attack.attacker}"
        _fit(attack.target != attack.attacker, where, "nobody can attack oneself")
        _fit(attack.target is None or attack.target in standing, where, "the target is not on the board")
        _fit(attack.status != "waiting" or attack.target is not None, where, "an attack that waits has a target")
    if field.stage == "targets":
        _fit(any(each.status == "open" for each in field.attacks), "start.attacks", "nobody is left to point")
    elif field.combat is not None:
        _check_combat(field)


def _check_combat(field: Field) -> None:
    combat = field.combat
    assert combat is not None, "checked by the caller"
    fought = [each for each in field.attacks if each.attacker == combat.attacker]
    _fit(len(fought) == 1, "start.combat", "its attacker does not attack")
    _fit(fought[0].target == combat.target and fought[0].weapon == combat.weapon, "start.combat", "not the attack's")
    _fit(all(each.status != "open" for each in field.attacks), "start.attacks", "all have pointed before a combat")
    _fit(fought[0].status == "waiting", "start.combat", "that attack is over")
    faces = {knight.seat: knight.inspiration for knight in field.knights}
    able = {seat for seat in (combat.attacker, combat.target) if faces.get(seat) == "face_up"}
    chosen = [choice.seat for choice in combat.choices]
    _once(chosen, "start.combat.choices")
    _fit(set(chosen) < able, "start.combat.choices", "somebody with a token face up is still to choose")
    for choice in combat.choices:
        _fit(choice.use.to == (choice.seat,), f"start.combat.{choice.seat}", "a choice is its seat's own")


def _once(values: Iterable[str | Seat | None], where: str) -> None:
    twice = [value for value, times in Counter(values).items() if times > 1]
    _fit(not twice, where, f"{', '.join(map(str, twice))} is named twice")


def _fit(holds: bool, where: str, what: str) -> None:  # noqa: FBT001  # reads as a claim: _fit(a == b, "…", "…")
    if not holds:
        msg = f"{where}: {what}"
        raise BadRecord(msg)
