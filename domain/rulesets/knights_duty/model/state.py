"""The state of a match: what is on the board."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from oathbook.domain.kernel import Hidden, Seat
from oathbook.domain.kernel.limits import Count
from oathbook.domain.rulesets.knights_duty.model.components import Clan, Space, Weapon
from oathbook.domain.rulesets.knights_duty.model.decisions import Token, Tracker
from oathbook.domain.rulesets.knights_duty.model.switches import Rules
from oathbook.domain.rulesets.protocol import Ending

Heart = Literal["full", "broken"]
Face = Literal["face_up", "face_down"]
ActionKind = Literal["move", "change", "defend", "parry", "attack"]
Step = Literal["movement", "attacking"]
Stage = Literal["clans", "planning", "revealed", "movement", "clash", "targets", "order", "inspiration", "over"]


class Knight(Struct, frozen=True, forbid_unknown_fields=True):
    """A Knight and everything beside its corner; ``space`` is nothing once it has left the board."""

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
