"""Edition 1: its components as data, and the switches of its readings."""

from importlib.resources import files
from typing import Annotated, Final, Literal, get_args

from msgspec import Meta, Struct, field

from domain.rulesets.components import components_in
from domain.rulesets.knights_duty.rules import No
from domain.rulesets.protocol import Edition
from domain.rulesets.rulebook import rulebook_in

PACKAGE: Final = "domain.rulesets.knights_duty"

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


class Switches(Struct, frozen=True, forbid_unknown_fields=True):
    """The readings that a table may set otherwise; each default is the one ``rulings.md`` takes."""

    pile: Literal["logical", "capped"] = field(default="logical", name="KA-2")
    inspiration_order: Literal["simultaneous", "attacker_first", "free"] = field(default="simultaneous", name="KA-5")
    slot_after_break: Literal["void", "played"] = field(default="void", name="KA-6")
    defence_without_action: Literal["inspiration_only", "defending"] = field(default="inspiration_only", name="KA-7")
    left_spaces: Literal["end_positions", "no_swaps", "start_positions"] = field(default="end_positions", name="KA-12")
    attack_order: Literal["drawn", "seat_order"] = field(default="drawn", name="KA-16")
    high_ground: Literal["two_events", "continuous"] = field(default="two_events", name="KA-20")
    start_of_turn: Literal["turn", "slot"] = field(default="turn", name="KA-21")
    inspiration_start: Literal["face_up", "face_down"] = field(default="face_up", name="KA-22")
    end_checked: Literal["each_slot", "each_turn"] = field(default="each_slot", name="KA-25")
    directions: Literal["all", "straight"] = field(default="all", name="KA-37")


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    """What is in force in one match."""

    components: Components
    switches: Switches


EDITION_1: Final = Edition(
    key="knights_duty/1",
    title="A Knight's Duty",
    status="draft",
    rulebook=rulebook_in(files(PACKAGE)),
    refusals=tuple(str(code) for code in No),
    outcomes=get_args(Outcome),
    components=components_in(files(PACKAGE), Components),
)
