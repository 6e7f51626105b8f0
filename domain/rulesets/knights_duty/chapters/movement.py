"""KD-4: everybody who moves, moves at the same time."""

from collections.abc import Iterator, Mapping
from typing import get_args

from msgspec.structs import replace

from oathbook.domain.kernel import Requirement, Seat
from oathbook.domain.rulesets.knights_duty.chapters.board import has_diagonals, neighbours
from oathbook.domain.rulesets.knights_duty.chapters.inspiration import regain_on_high_ground
from oathbook.domain.rulesets.knights_duty.chapters.play import Play, must_be_asked
from oathbook.domain.rulesets.knights_duty.model import events, queries
from oathbook.domain.rulesets.knights_duty.model.components import Space
from oathbook.domain.rulesets.knights_duty.model.decisions import Move, NameMover
from oathbook.domain.rulesets.knights_duty.model.state import Clash, Field, State
from oathbook.domain.rulesets.knights_duty.model.switches import Rules
from oathbook.domain.rulesets.knights_duty.rules import KA, KD, No

Ways = Mapping[Seat, Space]  # where movers want to go, or go


def begin_movement(play: Play) -> None:
    """Those with a Movement token choose where to go (KD-4.1)."""
    play.emit(
        events.StepBegan("movement", queries.actors(play.field, "move")),
        *(KD.ORDER_OF_KINDS, KD.MOVE),
        readings=(KA.HIDDEN_DESTINATION,),
    )


def may_move(state: State, decision: Move) -> Iterator[Requirement]:
    """To a neighbouring space of the board, or nowhere."""
    yield must_be_asked(state, decision.by, during=("movement",), clause=KD.MOVE)
    wanted = decision.to.look()
    yield Requirement(
        No.OFF_THE_BOARD,
        KD.NO_ENTRY,
        asks="does the space lie on the board?",
        holds=wanted in state.rules.components.board.spaces,
        says=f"{wanted} is not on the board",
        values={"space": wanted},
    )
    here = queries.knight_of(state.field, decision.by).space
    assert here is not None, "a mover without a space"
    yield Requirement(
        No.NOT_A_NEIGHBOUR,
        KD.MOVE,
        asks="is it the Knight's own space or one next to it?",
        holds=wanted == here or wanted in neighbours(state.rules, here),
        says=f"{wanted} is not one step from {here}",
        values={"from": here, "to": wanted, "neighbours": " ".join(neighbours(state.rules, here))},
        readings=(KA.DIRECTIONS,),
    )


def move(play: Play, decision: Move) -> None:
    """The choice lies face down. On a board with diagonals it always rests on KA-37, or that would tell the way."""
    diagonals = has_diagonals(play.state.rules.components.board)
    play.emit(
        events.MoveChosen(decision.by, decision.to),
        KD.MOVE,
        readings=(KA.HIDDEN_DESTINATION, *((KA.DIRECTIONS,) if diagonals else ())),
    )


def show_moves(play: Play) -> None:
    """All have chosen: turn the choices over, and find who wants the same space (KD-4.3)."""
    shown = tuple(events.MoveShown(choice.seat, choice.to.reveal()) for choice in play.field.choices)
    play.emit(events.MovesShown(shown), KD.MOVE, readings=(KA.HIDDEN_DESTINATION,))
    matters = _left_spaces_matter(play.state)
    for clash in clashes(play.state.rules, play.field):
        play.emit(
            events.ClashFound(clash.space, clash.seats), KD.CLASH, readings=(KA.AGREEMENTS, KA.ONE_WINNER, *matters)
        )


def clashes(rules: Rules, field: Field) -> tuple[Clash, ...]:
    """The spaces that several movers could enter if they agreed."""
    ways = _wanted_spaces(field)
    entered = [space for seat, space in ways.items() if space != queries.knight_of(field, seat).space]
    return tuple(
        Clash(space, tuple(seat for seat, wanted in ways.items() if wanted == space))
        for space in dict.fromkeys(entered)
        if entered.count(space) > 1 and not _is_held(rules, field, ways, space)
    )


def may_name_mover(state: State, decision: NameMover) -> Iterator[Requirement]:
    """A claimant names one of the claimants, or nobody (KD-4.3, KA-14)."""
    yield must_be_asked(state, decision.by, during=("clash",), clause=KD.CLASH)
    (claimants,) = (clash.seats for clash in state.field.clashes if decision.by in clash.seats)
    yield Requirement(
        No.NOT_A_CLAIMANT,
        KD.CLASH,
        asks="does the named one want that space?",
        holds=decision.mover is None or decision.mover in claimants,
        says=f"{decision.mover} is none of those who want the space",
        values={"named": decision.mover or "nobody", "claimants": ", ".join(claimants)},
        readings=(KA.ONE_WINNER,),
    )


def name_mover(play: Play, decision: NameMover) -> None:
    """A word more; all the same is an agreement, two that differ are none."""
    play.emit(events.MoverNamed(decision.by, decision.mover), KD.CLASH, readings=(KA.AGREEMENTS,))
    (clash,) = (clash for clash in play.field.clashes if decision.by in clash.seats)
    agreed = queries.agreed_seat(clash.words)
    if agreed is None or not queries.seats_without_word(clash.words, clash.seats):
        play.emit(events.ClashSettled(clash.space, agreed), KD.CLASH, readings=(KA.AGREEMENTS, KA.ONE_WINNER))


def move_knights(play: Play) -> None:
    """Move all who can, say why the others stay, and let High Ground work on those who land there."""
    matters = _left_spaces_matter(play.state)
    ways = resolved_moves(play.state.rules, play.field)
    origins = {knight.seat: knight.space for knight in queries.knights_on_board(play.field)}
    moves = tuple(events.Moved(seat, origins[seat] or "", to) for seat, to in ways.items())
    if moves:
        play.emit(events.KnightsMoved(moves), KD.MOVE, KD.ORDER_OF_KINDS, readings=matters)
    for seat, wanted in _wanted_spaces(play.field).items():
        if seat not in ways:
            _stay(play, seat, wanted, chose_to=origins[seat] == wanted, readings=matters)
    regain_on_high_ground(play, tuple(ways))


def _stay(play: Play, seat: Seat, wanted: Space, *, chose_to: bool, readings: tuple[KA, ...]) -> None:
    if chose_to:
        play.emit(events.KnightStayed(seat, wanted, "choice"), KD.NO_ENTRY)
    elif any(clash.space == wanted and clash.mover != seat for clash in play.field.clashes):
        play.emit(events.KnightStayed(seat, wanted, "clash"), KD.CLASH, readings=(KA.AGREEMENTS, *readings))
    else:
        play.emit(events.KnightStayed(seat, wanted, "occupied"), KD.NO_ENTRY, readings=(KA.CHAINS, *readings))


def resolved_moves(rules: Rules, field: Field) -> dict[Seat, Space]:
    """Who moves where: all but the losers of clashes and, until nothing changes, those whose space is not free."""
    lost = {(seat, clash.space) for clash in field.clashes for seat in clash.seats if clash.mover != seat}
    start = {knight.seat: knight.space for knight in queries.knights_on_board(field)}
    wanted = _wanted_spaces(field)
    ways = {seat: to for seat, to in wanted.items() if to != start[seat] and (seat, to) not in lost}
    while True:
        blocked = {seat for seat, to in ways.items() if _is_taken(rules, field, ways, seat, to)}
        if not blocked:
            return ways
        ways = {seat: to for seat, to in ways.items() if seat not in blocked}


def _is_taken(rules: Rules, field: Field, ways: Ways, seat: Seat, to: Space) -> bool:
    if sum(other == to for other in ways.values()) > 1:
        return True
    here = queries.knight_of(field, seat).space
    for other in queries.knights_on_board(field):
        if other.space == to:
            swaps = ways.get(other.seat) == here
            return not _leaves(rules, ways, other.seat) or (swaps and rules.switches.left_spaces == "no_swaps")
    return False


def _is_held(rules: Rules, field: Field, ways: Ways, space: Space) -> bool:
    """Whether a Knight on the space is certain to stay, so that nothing is left to agree on."""
    return any(
        knight.space == space and (ways.get(knight.seat, space) == space or not _leaves(rules, ways, knight.seat))
        for knight in queries.knights_on_board(field)
    )


def _leaves(rules: Rules, ways: Ways, seat: Seat) -> bool:
    """Whether the space of a Knight counts as free for others (KA-12)."""
    return seat in ways and rules.switches.left_spaces != "start_positions"


def _wanted_spaces(field: Field) -> dict[Seat, Space]:
    return {choice.seat: choice.shown for choice in field.choices if choice.shown is not None}


def _left_spaces_matter(state: State) -> tuple[KA, ...]:
    """KA-12, where another setting of it would let other Knights move or find other clashes."""
    results: set[tuple[object, ...]] = set()
    for setting in get_args(type(state.rules.switches).__annotations__["left_spaces"]):
        rules = replace(state.rules, switches=replace(state.rules.switches, left_spaces=setting))
        results.add((clashes(rules, state.field), tuple(resolved_moves(rules, state.field).items())))
    return (KA.LEFT_SPACES,) if len(results) > 1 else ()
