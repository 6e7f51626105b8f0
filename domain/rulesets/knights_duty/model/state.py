"""What is decided, what happens, what stands on the board, and what a viewer sees of it."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from domain.kernel.hidden import Hidden
from domain.kernel.limits import Count
from domain.kernel.seats import Seat
from domain.rulesets.kit.bases import Decided
from domain.rulesets.knights_duty.model.components import Board, Clan, Space, Weapon
from domain.rulesets.knights_duty.model.switches import Rules
from domain.rulesets.protocol import Ending

Token = Literal["sword", "spear", "bow", "shield", "parry", "movement"]
TOKENS: Final[tuple[Token, ...]] = ("sword", "spear", "bow", "shield", "parry", "movement")
Heart = Literal["full", "broken"]
Face = Literal["face_up", "face_down"]
ActionKind = Literal["move", "change", "defend", "parry", "attack"]
Step = Literal["movement", "attacking"]
Stage = Literal["clans", "planning", "revealed", "movement", "clash", "targets", "order", "inspiration", "over"]
Tracker = Annotated[tuple[Hidden[Token] | None, ...], Meta(max_length=4)]
"""Tokens face down, slot by slot; nothing lies on an empty slot, and everybody sees that (KA-8)."""


# Decisions ----------------------------------------------------------------------------------------------------


class ChooseClan(Decided, frozen=True, tag="choose_clan"):
    """Take a clan and with it its corner (KD-1.2)."""

    clan: Clan


class LayPlan(Decided, frozen=True, tag="lay_plan"):
    """Lay action tokens face down on the tracker, the first slot first (KD-2.1)."""

    slots: Tracker


class Move(Decided, frozen=True, tag="move"):
    """Say where the Knight goes; the space it stands on is to stay (KD-4.1, KA-15)."""

    to: Hidden[Space]


class NameMover(Decided, frozen=True, tag="name_mover"):
    """In a clash over a space: say who gets it, or that nobody does (KD-4.3)."""

    mover: Seat | None


class DeclareTarget(Decided, frozen=True, tag="declare_target"):
    """Point at an opponent in range, or at nobody (KD-7.2, KD-7.3)."""

    target: Seat | None


class NameAttacker(Decided, frozen=True, tag="name_attacker"):
    """Of the attackers still waiting: say who goes first, or that there is no agreement (KD-7.4, KD-7.5)."""

    attacker: Seat | None


class Inspire(Decided, frozen=True, tag="inspire"):
    """Use the Inspiration token in this combat, or keep it (KD-8.4)."""

    use: Hidden[bool]


class AgreeToEnd(Decided, frozen=True, tag="agree_to_end"):
    """After a stall notice: agree to end the match without a winner (KA-36)."""


Decision = ChooseClan | LayPlan | Move | NameMover | DeclareTarget | NameAttacker | Inspire | AgreeToEnd


# What stands on the board -------------------------------------------------------------------------------------


class Knight(Struct, frozen=True, forbid_unknown_fields=True):
    """A Knight with all that lies beside its corner; ``space`` is nothing once it has left the board."""

    seat: Seat
    clan: Clan
    space: Space | None
    heart: Heart = "full"
    weapon: Weapon | None = None
    inspiration: Face = "face_up"
    broken_this_turn: bool = False
    defeated: bool = False


class Plan(Struct, frozen=True, forbid_unknown_fields=True):
    """A tracker: the tokens as laid, and what has been revealed of them so far, slot by slot."""

    seat: Seat
    slots: Tracker
    shown: Annotated[tuple[Token | None, ...], Meta(max_length=4)] = ()


class Action(Struct, frozen=True, forbid_unknown_fields=True):
    """What a revealed token is, judged once at its reveal (KA-10); ``weapon`` for a change or an attack."""

    seat: Seat
    kind: ActionKind
    weapon: Weapon | None = None


class Choice(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a mover wants to go; ``shown`` once all have chosen."""

    seat: Seat
    to: Hidden[Space]
    shown: Space | None = None


class Word(Struct, frozen=True, forbid_unknown_fields=True):
    """Whom a seat named, or nobody."""

    seat: Seat
    named: Seat | None


class Clash(Struct, frozen=True, forbid_unknown_fields=True):
    """Several movers want one space; ``mover`` is who got it once ``settled``, or nobody."""

    space: Space
    seats: tuple[Seat, ...]
    words: tuple[Word, ...] = ()
    settled: bool = False
    mover: Seat | None = None


class Attack(Struct, frozen=True, forbid_unknown_fields=True):
    """An attack of this slot: ``open`` until its target is declared, then ``waiting``, then ``over``."""

    attacker: Seat
    weapon: Weapon
    status: Literal["open", "waiting", "over"] = "open"
    target: Seat | None = None


class InspirationChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a combatant uses the token; ``shown`` once the table may know."""

    seat: Seat
    use: Hidden[bool]
    shown: bool | None = None


class Combat(Struct, frozen=True, forbid_unknown_fields=True):
    """The combat being resolved."""

    attacker: Seat
    target: Seat
    weapon: Weapon
    choices: tuple[InspirationChoice, ...] = ()


class Field(Struct, frozen=True, forbid_unknown_fields=True):
    """All that changes in a match. A start position is one of these."""

    stage: Stage = "clans"
    turn: Count = 0
    slot: Count = 0
    knights: tuple[Knight, ...] = ()
    plans: tuple[Plan, ...] = ()
    actions: tuple[Action, ...] = ()
    sitting_out: tuple[Seat, ...] = ()
    choices: tuple[Choice, ...] = ()
    clashes: tuple[Clash, ...] = ()
    attacks: tuple[Attack, ...] = ()
    words: tuple[Word, ...] = ()
    combat: Combat | None = None
    combats: Count = 0
    quiet_turns: Count = 0
    stalled: bool = False
    agreed: tuple[Seat, ...] = ()
    ending: Ending | None = None


class State(Struct, frozen=True, forbid_unknown_fields=True):
    """A match: the rules in force, the seats, and the field."""

    rules: Rules
    seats: tuple[Seat, ...]
    field: Field


# What a viewer sees -------------------------------------------------------------------------------------------


class TrackerView(Struct, frozen=True, forbid_unknown_fields=True):
    """A tracker: a token that this viewer sees, ``face_down``, or nothing."""

    seat: Seat
    slots: tuple[Token | Literal["face_down"] | None, ...]


class ChoiceView(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a mover wants to go, or ``hidden``."""

    seat: Seat
    to: str


class InspirationView(Struct, frozen=True, forbid_unknown_fields=True):
    """What a combatant chose, or ``hidden``."""

    seat: Seat
    use: Literal["yes", "no", "hidden"]


class CombatView(Struct, frozen=True, forbid_unknown_fields=True):
    """The combat being resolved."""

    attacker: Seat
    target: Seat
    weapon: Weapon
    choices: tuple[InspirationView, ...]


class View(Struct, frozen=True, forbid_unknown_fields=True):
    """The match as a viewer may see it."""

    board: Board
    stage: Stage
    turn: int
    slot: int
    asked: tuple[Seat, ...]
    knights: tuple[Knight, ...]
    trackers: tuple[TrackerView, ...]
    actions: tuple[Action, ...]
    choices: tuple[ChoiceView, ...]
    clashes: tuple[Clash, ...]
    attacks: tuple[Attack, ...]
    words: tuple[Word, ...]
    combat: CombatView | None
    quiet_turns: int
    stalled: bool
    agreed: tuple[Seat, ...]
    ending: Ending | None
