"""The view as shapes: spaces of the board, and a piece a Knight."""

from collections.abc import Iterator

from msgspec import UNSET

from oathbook.domain.kernel import Seat, display_seat
from oathbook.domain.rulesets.kit.scenes import hex_cell, square_cell
from oathbook.domain.rulesets.knights_duty.chapters.planning import token_supply
from oathbook.domain.rulesets.knights_duty.model.components import Space
from oathbook.domain.rulesets.knights_duty.model.decisions import TOKENS
from oathbook.domain.rulesets.knights_duty.model.state import Knight
from oathbook.domain.rulesets.knights_duty.presentation.view import TrackerView, View
from oathbook.domain.rulesets.protocol import Cell, Piece, Scene, Stack, Tray


def scene_of(view: View) -> Scene:
    """Cells with High Ground and the corners marked; Knights with heart, weapon and token as notes; the trackers.

    Who is to lay a plan has the tokens for it before them.
    """
    corners = {corner.space: corner.clan for corner in view.board.corners}
    cells = tuple(_cell(view, space, corners) for space in view.board.spaces)
    colours = {knight.seat: knight.clan for knight in view.knights}
    trackers = tuple(_tray(tracker, colours.get(tracker.seat, "")) for tracker in view.trackers)
    planners = view.asked if view.stage == "planning" else ()
    supplies = tuple(_tokens(view, seat, colours[seat]) for seat in planners)
    return Scene(cells, tuple(_pieces(view.knights)), (*trackers, *supplies))


def _cell(view: View, space: Space, corners: dict[Space, str]) -> Cell:
    cell = hex_cell if view.board.shape == "hex" else square_cell
    mark = "high ground" if space == view.board.high_ground else corners.get(space, "")
    return cell(space, mark, (corners[space],) if space in corners else UNSET)


def _pieces(knights: tuple[Knight, ...]) -> Iterator[Piece]:
    """A Knight is marked with the initial of its seat, or with its seat's number where two begin alike."""
    initials = [knight.seat[:1].upper() for knight in knights]
    alike = len(set(initials)) < len(initials)
    for number, (knight, initial) in enumerate(zip(knights, initials, strict=True), start=1):
        notes = (
            f"{knight.heart} heart",
            knight.weapon or "no weapon",
            f"inspiration {knight.inspiration.replace('_', ' ')}",
            *(("defeated",) if knight.defeated else ()),
        )
        mark = str(number) if alike else initial
        yield Piece(knight.seat, knight.space, display_seat(knight.seat), knight.clan, notes, knight.seat, mark)


def _tray(tracker: TrackerView, colour: str) -> Tray:
    """The plan of a seat, slot by slot; a slot without a token is empty."""
    stacks = tuple(
        Stack(f"slot {number}", f"{number}: {(token or 'empty').replace('_', ' ')}", 1, colour, token == "face_down")
        for number, token in enumerate(tracker.slots, start=1)
    )
    return Tray(f"{tracker.seat}'s tracker", f"{display_seat(tracker.seat)}'s tracker", stacks, tracker.seat, "cards")


def _tokens(view: View, seat: Seat, colour: str) -> Tray:
    stacks = tuple(Stack(token, token, token_supply(view.tokens, token), colour) for token in TOKENS)
    return Tray(f"{seat}'s tokens", f"{display_seat(seat)}'s tokens", stacks, seat, "counts")
