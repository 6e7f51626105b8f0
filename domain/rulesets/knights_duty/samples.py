"""Setups to show and to play at random: every number of players, both boards, and Knights close together."""

from typing import Final

from msgspec.structs import replace

from domain.kernel.seats import Seat
from domain.rulesets.knights_duty.editions import EDITION_1, Components, Space, Switches
from domain.rulesets.knights_duty.model import Field, Knight
from domain.rulesets.protocol import SeatSetup, Setup

SEATS: Final = tuple(Seat(name) for name in ("ash", "birch", "cedar", "fir", "oak", "yew"))


def _components(name: str) -> Components:
    components = EDITION_1.components[name]
    assert isinstance(components, Components)
    return components


def _seats(players: int) -> tuple[SeatSetup, ...]:
    return tuple(SeatSetup(seat, f"Player {number}") for number, seat in enumerate(SEATS[:players], 1))


def _close(components: Components, spaces: tuple[Space, ...]) -> Setup:
    """Everybody within reach of everybody, hearts broken, on the second turn."""
    corners = components.board.corners
    knights = tuple(
        Knight(seat, corner.clan, space, heart="broken", weapon="bow")
        for seat, corner, space in zip(SEATS, corners, spaces, strict=False)
    )
    start = Field(stage="planning", turn=2, knights=knights)
    return Setup(_seats(len(knights)), components, Switches(), start)


HEX: Final = _components("knights-duty-sample-1")
SQUARE: Final = _components("knights-duty-square-1")
SAMPLES: Final = (
    *(Setup(_seats(players), HEX, Switches()) for players in (2, 3, 4, 5, 6)),
    *(Setup(_seats(players), SQUARE, Switches()) for players in (2, 4)),
    *(Setup(_seats(players), replace(HEX, stall_turns=1), Switches()) for players in (2, 3)),
    _close(HEX, ("0,0", "1,0", "0,1", "-1,1", "-1,0", "0,-1")),
    _close(HEX, ("0,0", "1,0", "2,0")),
    _close(HEX, ("1,0", "0,1")),
    _close(SQUARE, ("4,4", "5,5", "4,6", "3,3")),
)
