"""Setups to show and to play at random: every number of players, both boards, and Knights close together."""

from typing import Final

from msgspec.structs import replace

from domain.kernel.hidden import Hidden
from domain.kernel.seats import Seat
from domain.rulesets.knights_duty.editions import EDITION_1
from domain.rulesets.knights_duty.model.components import Components, Space, Weapon
from domain.rulesets.knights_duty.model.decisions import Token
from domain.rulesets.knights_duty.model.state import Action, Attack, Field, Knight, Plan
from domain.rulesets.knights_duty.model.switches import Switches
from domain.rulesets.protocol import SeatSetup, Setup

SEATS: Final = tuple(Seat(name) for name in ("ash", "birch", "cedar", "fir", "oak", "yew"))


def _components(name: str) -> Components:
    components = EDITION_1.components[name]
    assert isinstance(components, Components)
    return components


def _seats(players: int) -> tuple[SeatSetup, ...]:
    return tuple(SeatSetup(seat, f"Player {number}") for number, seat in enumerate(SEATS[:players], 1))


def _close(components: Components, spaces: tuple[Space, ...], weapon: Weapon) -> Setup:
    """Everybody within reach of everybody, hearts broken, on the second turn."""
    return _taken_up(components, Field(stage="planning", turn=2, knights=_knights(components, spaces, weapon)))


def moving(components: Components, spaces: tuple[Space, ...]) -> Setup:
    """Everybody in the middle of a turn, about to move, with places to clash over."""
    field = _in_slot(components, spaces, "bow", "movement")
    return _taken_up(components, replace(field, stage="movement"))


def attacking(components: Components, spaces: tuple[Space, ...]) -> Setup:
    """Everybody in the middle of a turn, sword in hand, about to point at somebody."""
    field = _in_slot(components, spaces, "sword", "sword")
    attacks = tuple(Attack(action.seat, "sword") for action in field.actions)
    return _taken_up(components, replace(field, stage="targets", attacks=attacks))


def _knights(components: Components, spaces: tuple[Space, ...], weapon: Weapon) -> tuple[Knight, ...]:
    return tuple(
        Knight(seat, corner.clan, space, heart="broken", weapon=weapon)
        for seat, corner, space in zip(SEATS, components.board.corners, spaces, strict=False)
    )


def _in_slot(components: Components, spaces: tuple[Space, ...], weapon: Weapon, token: Token) -> Field:
    knights = _knights(components, spaces, weapon)
    plans = tuple(Plan(each.seat, (Hidden.of(token, each.seat),), (token,)) for each in knights)
    actions = tuple(
        Action(each.seat, "move") if token == "movement" else Action(each.seat, "attack", weapon) for each in knights
    )
    return Field(turn=2, slot=1, knights=knights, plans=plans, actions=actions)


def _taken_up(components: Components, field: Field) -> Setup:
    return Setup(_seats(len(field.knights)), components, Switches(), field)


HEX: Final = _components("knights-duty-sample-1")
SQUARE: Final = _components("knights-duty-square-1")
AROUND: Final = ("1,0", "0,1", "-1,1", "-1,0", "0,-1", "1,-1")
"""The six spaces around High Ground on the board of hexagons."""

SAMPLES: Final = (
    *(Setup(_seats(players), HEX, Switches()) for players in (2, 3, 4, 5, 6)),
    *(Setup(_seats(players), SQUARE, Switches()) for players in (2, 4)),
    Setup(_seats(2), replace(HEX, stall_turns=1), Switches()),
    *(_close(HEX, ("0,0", *AROUND[:others]), "bow") for others in (1, 2, 5)),
    _close(SQUARE, ("4,4", "5,5", "4,6", "3,3"), "spear"),
    *(moving(HEX, AROUND[:players]) for players in (3, 6)),
    moving(HEX, ("4,0", "4,-1", "3,1")),
    moving(SQUARE, ("3,3", "5,5", "3,5", "5,3")),
    *(attacking(HEX, AROUND[:players]) for players in (2, 3, 4)),
)
