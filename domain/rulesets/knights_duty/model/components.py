"""The components: what lies in the box, and the words for it."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

Space = Annotated[str, Meta(pattern=r"^-?[0-9]{1,2},-?[0-9]{1,2}$(?!\n)")]
"""A space of the board, by its two coordinates."""

Few = Annotated[int, Meta(ge=0, le=20)]
Clan = Annotated[str, Meta(pattern=r"^[a-z]{1,20}$(?!\n)")]
Weapon = Literal["sword", "spear", "bow"]
Outcome = Literal["victory", "draw", "draw by agreement"]

WEAPONS: Final[tuple[Weapon, ...]] = ("sword", "spear", "bow")


class Figures(Struct, frozen=True, forbid_unknown_fields=True):
    """What is printed for a weapon: how far it reaches, and the pile it makes."""

    name: Weapon
    reach: Few
    hearts: Few
    shields: Few


class TokenSupply(Struct, frozen=True, forbid_unknown_fields=True):
    """How many tokens of a kind a clan has; all of them come back after a turn (KA-33)."""

    sword: Few
    spear: Few
    bow: Few
    shield: Few
    parry: Few
    movement: Few


class CardSupply(Struct, frozen=True, forbid_unknown_fields=True):
    """How many battle cards of a kind a clan has."""

    full_heart: Few
    broken_heart: Few
    shield: Few


class ActionCount(Struct, frozen=True, forbid_unknown_fields=True):
    """How many actions a turn allows with either heart."""

    full: Few
    broken: Few


class Corner(Struct, frozen=True, forbid_unknown_fields=True):
    """The space a clan starts on."""

    clan: Clan
    space: Space


class Board(Struct, frozen=True, forbid_unknown_fields=True):
    """Spaces by their coordinates, and the offsets that lead to a neighbour; ``straight`` is for KA-37."""

    shape: Literal["hex", "square"]
    high_ground: Space
    directions: Annotated[tuple[Space, ...], Meta(max_length=8)]
    straight: Annotated[tuple[Space, ...], Meta(max_length=8)]
    spaces: Annotated[tuple[Space, ...], Meta(max_length=1_000)]
    corners: Annotated[tuple[Corner, ...], Meta(max_length=6)]


class Components(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything in the box; ``ours`` says which figures the publisher did not print."""

    name: Annotated[str, Meta(max_length=80)]
    ours: Annotated[str, Meta(max_length=400)]
    stall_turns: Annotated[int, Meta(ge=1, le=1_000)]
    tracker: Annotated[int, Meta(ge=1, le=4)]
    tokens: TokenSupply
    cards: CardSupply
    actions: ActionCount
    weapons: tuple[Figures, ...]
    board: Board
