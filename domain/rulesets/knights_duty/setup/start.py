"""The beginning of a match: from the box, or from a start position, checked field by field."""

from typing import Final

from oathbook.domain.rulesets.kit.requirements import is_allowed
from oathbook.domain.rulesets.kit.start_checks import check_countable, check_that, check_unique
from oathbook.domain.rulesets.knights_duty.chapters.inspiration import spent_on_high_ground
from oathbook.domain.rulesets.knights_duty.chapters.planning import actions_allowed, must_have_tokens
from oathbook.domain.rulesets.knights_duty.model.components import WEAPONS, Components
from oathbook.domain.rulesets.knights_duty.model.queries import knights_on_board
from oathbook.domain.rulesets.knights_duty.model.state import Field, Knight, Plan, State
from oathbook.domain.rulesets.knights_duty.model.switches import Rules, Switches
from oathbook.domain.rulesets.knights_duty.setup.start_in_slot import check_slot, check_stage
from oathbook.domain.rulesets.protocol import Setup

FEWEST: Final = 2
MOST: Final = 6
STAGES: Final = ("clans", "planning", "movement", "targets", "inspiration")
"""Where a match may be taken up; the other stages are one decision further."""


def initial_state(setup: Setup, *, anywhere: bool = False) -> State:
    """The state a setup describes; ``BadRecord`` names the field that does not fit.

    With ``anywhere`` the match may be in any stage: of one in which none is taken up, only the pieces are checked.
    """
    assert isinstance(setup.components, Components)
    assert isinstance(setup.switches, Switches)
    assert isinstance(setup.start, Field | None)
    check_components(setup.components)
    seats = tuple(each.seat for each in setup.seats)
    most = min(MOST, len(setup.components.board.corners))
    check_that(FEWEST <= len(seats) <= most, "seats", f"this board is for {FEWEST} to {most} players, not {len(seats)}")
    state = State(Rules(setup.components, setup.switches), seats, setup.start or Field())
    if setup.start is not None:
        check = check_pieces if anywhere and setup.start.stage not in STAGES else check_start
        check(state)
    return state


def check_components(components: Components) -> None:
    """``BadRecord`` names a figure that contradicts another one."""
    board = components.board
    spaces = set(board.spaces)
    check_that(len(spaces) == len(board.spaces), "components.board.spaces", "a space is listed twice")
    check_that(board.high_ground in spaces, "components.board.high_ground", "it is not on the board")
    check_that(
        all(each.space in spaces for each in board.corners), "components.board.corners", "one is not on the board"
    )
    check_unique((each.clan for each in board.corners), "components.board.corners")
    check_unique((each.space for each in board.corners), "components.board.corners")
    check_that(set(board.straight) <= set(board.directions), "components.board.straight", "one is no direction")
    check_that(
        sorted(each.name for each in components.weapons) == sorted(WEAPONS), "components.weapons", "not one of each"
    )
    actions = components.actions
    check_that(
        actions.broken <= actions.full <= components.tracker, "components.actions", "more than the tracker's slots"
    )
    cards = components.cards
    check_that(
        min(cards.full_heart, cards.broken_heart, cards.shield) > 0, "components.cards", "a pile needs one of each"
    )
    for each in components.weapons:
        check_that(each.hearts > 0, f"components.weapons.{each.name}", "a pile needs a heart that Defending can take")


def check_start(state: State) -> None:
    """A start position in which nothing contradicts anything else."""
    field = state.field
    check_pieces(state)
    check_that(field.stage in STAGES, "start.stage", f"a match can be taken up at {', '.join(STAGES)}")
    check_that(
        not (field.ending or field.clashes or field.words or field.agreed), "start", "a match is not taken up there"
    )
    quiet = field.quiet_turns >= state.rules.components.stall_turns
    check_that(quiet or not field.stalled, "start.stalled", "a stall is noticed after so many turns without a combat")
    continuous = state.rules.switches.high_ground == "continuous"
    up = "by KA-20 a token is never face down on High Ground"
    check_that(not (continuous and spent_on_high_ground(state)), "start.knights", up)
    if field.stage == "clans":
        check_that(
            field == Field(knights=field.knights), "start.stage", "nothing has happened yet while clans are chosen"
        )
        check_corners(state)
        check_that(len(field.knights) < len(state.seats), "start.stage", "every clan has been chosen")
        return
    check_that(len(field.knights) == len(state.seats), "start.knights", "a seat has no Knight")
    alone = 1 if state.rules.switches.end_checked == "each_turn" and field.slot > 0 else 2
    check_that(
        len(knights_on_board(field)) >= alone, "start.knights", "the match is over with so few Knights on the board"
    )
    check_that(field.turn > 0, "start.turn", "turns are counted from 1")
    check_plans(state)
    if field.stage == "planning":
        check_planning(state)
    else:
        check_slot(state)
    check_stage(state)


def check_pieces(state: State) -> None:
    """Numbers that can be counted, and Knights each on a space of the board."""
    for name in ("turn", "slot", "combats", "quiet_turns"):
        check_countable(getattr(state.field, name), f"start.{name}")
    check_knights(state)


def check_planning(state: State) -> None:
    """At the beginning of a turn: nothing of it has happened, and a seat has still to lay a plan."""
    field = state.field
    nothing = "nothing of the turn has happened while plans are laid"
    check_that(field.slot == 0, "start.slot", nothing)
    check_that(field.combats == 0, "start.combats", nothing)
    check_that(not (field.actions or field.sitting_out), "start.actions", nothing)
    up = "High Ground turns the token of a player who begins the turn there face up"
    check_that(not spent_on_high_ground(state), "start.knights", up)
    laid = {plan.seat for plan in field.plans}
    check_that(
        any(each.seat not in laid for each in knights_on_board(field)), "start.plans", "nobody is left to lay one"
    )


def check_corners(state: State) -> None:
    """While clans are chosen, a Knight that has one is on its corner as the set-up says (KD-1.3, KD-1.5)."""
    face = state.rules.switches.inspiration_start
    corners = {corner.clan: corner.space for corner in state.rules.components.board.corners}
    for knight in state.field.knights:
        placed = Knight(knight.seat, knight.clan, corners[knight.clan], inspiration=face)
        check_that(
            knight == placed, f"start.knights.{knight.seat}", "a Knight that has just been placed is on its corner"
        )


def check_knights(state: State) -> None:
    """Each seat once, on a space of its own."""
    field, board = state.field, state.rules.components.board
    check_unique((knight.seat for knight in field.knights), "start.knights")
    check_unique((knight.clan for knight in field.knights), "start.knights")
    check_unique((knight.space for knight in knights_on_board(field)), "start.knights")
    clans = {corner.clan for corner in board.corners}
    for knight in field.knights:
        where = f"start.knights.{knight.seat}"
        check_that(knight.seat in state.seats, where, "there is no such seat")
        check_that(knight.clan in clans, where, f"there is no clan “{knight.clan}”")
        check_that(knight.space is None or knight.space in board.spaces, where, f"{knight.space} is not on the board")
        check_that(not knight.defeated or knight.heart == "broken", where, "the defeated have a Broken Heart")
        broke = knight.heart == "broken" and field.slot > 0
        check_that(broke or not knight.broken_this_turn, where, "only a Broken Heart broke, in a slot of this turn")
        check_that(knight.space is not None or knight.defeated, where, "only the defeated have left the board")
        fights = field.stage in {"targets", "inspiration"}
        check_that(knight.space is None or not knight.defeated or fights, where, "the defeated leave after the attacks")


def check_plans(state: State) -> None:
    """Plans of those on the board, within slots and tokens as far as this reader sees them."""
    field = state.field
    tracker = state.rules.components.tracker
    check_unique((plan.seat for plan in field.plans), "start.plans")
    standing = {knight.seat: knight for knight in knights_on_board(field)}
    for plan in field.plans:
        where = f"start.plans.{plan.seat}"
        check_that(plan.seat in standing, where, "there is no such Knight on the board")
        most = tracker if standing[plan.seat].broken_this_turn else actions_allowed(state, plan.seat)
        check_that(all(token is None for token in plan.slots[most:]), where, f"only {most} slots can be filled")
        check_that(
            all(token is None or token.to == (plan.seat,) for token in plan.slots), where, "a plan is its seat's own"
        )
        check_that(len(plan.shown) == field.slot, where, f"{field.slot} slots have been revealed")
        broken = standing[plan.seat].heart == "broken"
        _check_shown(plan, state.rules.components.actions.broken if broken else tracker, where)
        if all(token is None or token.is_open for token in plan.slots):
            check_that(is_allowed(must_have_tokens(state, plan.slots)), where, "not enough tokens")


def _check_shown(plan: Plan, kept: int, where: str) -> None:
    """What was revealed is what was laid; only after the slots of a Broken Heart a token may have stayed down."""
    for number, shown in enumerate(plan.shown):
        token = plan.slots[number] if number < len(plan.slots) else None
        check_that(token is not None or shown is None, where, f"no token lies on slot {number + 1}")
        if token is not None:
            check_that(shown is not None or number >= kept, where, f"the token on slot {number + 1} has been revealed")
            check_that(
                shown is None or not token.is_open or token.look() == shown, where, f"slot {number + 1} shows another"
            )
