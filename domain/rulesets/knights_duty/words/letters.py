"""What letters of promises can speak of in a match."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from oathbook.domain.kernel import Hidden, Seat
from oathbook.domain.rulesets.knights_duty.chapters.board import distance
from oathbook.domain.rulesets.knights_duty.model.components import WEAPONS, Components, Space
from oathbook.domain.rulesets.knights_duty.model.decisions import (
    AgreeToEnd,
    DeclareTarget,
    Inspire,
    Move,
    NameAttacker,
    NameMover,
)
from oathbook.domain.rulesets.knights_duty.model.state import Knight, State
from oathbook.domain.rulesets.knights_duty.rules import KD
from oathbook.domain.rulesets.protocol import Setup
from oathbook.domain.rulesets.vocabulary import Args, Sort, Span, StatePhrase, Unit, UpperBound, Verb

_ONCE: Final[Mapping[str, tuple[str, KD]]] = {
    "breaks_heart": ("a broken heart does not mend", KD.HIT_FULL),
    "defeats": ("a defeated player is out of the match", KD.HIT_BROKEN),
}


def most_done(setup: Setup, kind: str, args: Args) -> Iterator[UpperBound]:
    """Every heart is broken once, and every knight defeated once, and nobody's own by themselves."""
    if kind in _ONCE:
        why, clause = _ONCE[kind]
        yield UpperBound(1 if "target" in args else len(setup.seats) - ("by" in args), why, clause)


def names(setup: Setup) -> Mapping[Sort, tuple[str, ...]]:
    """Spaces of the board, and weapons."""
    assert isinstance(setup.components, Components), "a setup has the components of its ruleset"
    return {"space": setup.components.board.spaces, "weapon": WEAPONS}


# Who could do it -------------------------------------------------------------------------------------------------


def _target_decisions(state: State, by: Seat, args: Args) -> Iterator[DeclareTarget]:
    """At that opponent, or at anybody where none is named."""
    for seat in state.seats:
        if seat != by and args.get("target", seat) == seat:
            yield DeclareTarget(by, seat)


def _move_decisions(state: State, by: Seat, args: Args) -> Iterator[Move]:
    for space in state.rules.components.board.spaces:
        if args.get("to", space) == space:
            yield Move(by, Hidden.of(space, by))


def _name_decisions(state: State, by: Seat, args: Args) -> Iterator[NameAttacker | NameMover]:
    """Of those who wait to attack, or of those who want one space."""
    for seat in state.seats:
        if args.get("named", seat) == seat:
            yield NameAttacker(by, seat)
            yield NameMover(by, seat)


def _inspire_decisions(_state: State, by: Seat, _args: Args) -> Iterator[Inspire]:
    used = True
    yield Inspire(by, Hidden.of(used, by))


VERBS: Final = (
    Verb("attack", "attack {target:player}", "attacks {target:player}", "combat_begins", performed=_target_decisions),
    Verb(
        "attack-with",
        "attack {target:player} with weapon {weapon:weapon}",
        "attacks {target:player} with weapon {weapon:weapon}",
        "combat_begins",
        performed=_target_decisions,
        also=("use weapon {weapon:weapon} against {target:player}",),
    ),
    Verb(
        "point",
        "point at {target:player}",
        "points at {target:player}",
        "targets",
        performed=_target_decisions,
        also=("target {target:player}",),
    ),
    Verb(
        "break-heart",
        "break the heart of {target:player}",
        "breaks the heart of {target:player}",
        "breaks_heart",
        performed=_target_decisions,
    ),
    Verb("defeat", "defeat {target:player}", "defeats {target:player}", "defeats", performed=_target_decisions),
    Verb("move", "move to space {to:space}", "moves to space {to:space}", "moves", performed=_move_decisions),
    Verb(
        "take",
        "take weapon {weapon:weapon}",
        "takes weapon {weapon:weapon}",
        "equips",
        also=("equip weapon {weapon:weapon}",),
    ),
    Verb("defend", "defend", "defends", "defends"),
    Verb("parry", "parry", "parries", "parries"),
    Verb("inspire", "use Inspiration", "uses Inspiration", "inspiration_spent", performed=_inspire_decisions),
    Verb(
        "let-first",
        "say that {named:player} goes first",
        "says that {named:player} goes first",
        "names",
        performed=_name_decisions,
        oneself=True,
        also=("let {named:player} go first",),
        counts="among those who wait to attack, or who want one space",
    ),
    Verb(
        "agree",
        "agree to end the match",
        "agrees to end the match",
        "agrees_to_end",
        performed=lambda _state, by, _args: (AgreeToEnd(by),),
    ),
)
"""What is laid face down first (a weapon, a shield, a parry) has no decision of its own that could be asked about."""


# What is so ------------------------------------------------------------------------------------------------------


def _of_knight(holds: Callable[[Knight, Args], bool]) -> Callable[[State, Args], Span]:
    """Return the measure that is 1 where this holds of the player's Knight, and 0 otherwise."""
    return lambda state, args: Span.of(
        sum(holds(knight, args) for knight in state.field.knights if knight.seat == args["who"])
    )


OFF_BOARD: Final = 1_000
"""How far away somebody is whose Knight has left the board: farther than any board is wide."""


def _space_of(state: State, seat: str | int) -> Space | None:
    return next((knight.space for knight in state.field.knights if knight.seat == seat), None)


def _stands_high(state: State, args: Args) -> bool:
    return _space_of(state, args["who"]) == state.rules.components.board.high_ground


def _spaces_between(state: State, args: Args) -> int:
    """Steps on the empty board (KA-27)."""
    here, there = _space_of(state, args["who"]), _space_of(state, args["other"])
    return OFF_BOARD if here is None or there is None else distance(state.rules, here, there)


STATES: Final = (
    StatePhrase(
        "stands",
        "{who:player} stands on space {space:space}",
        _of_knight(lambda knight, args: knight.space == args["space"]),
    ),
    StatePhrase(
        "high",
        "{who:player} stands on the High Ground",
        lambda state, args: Span.of(int(_stands_high(state, args))),
        also=("{who:player} is on the High Ground",),
    ),
    StatePhrase(
        "not-high",
        "{who:player} stays off the High Ground",
        lambda state, args: Span.of(int(not _stands_high(state, args))),
        also=("{who:player} is off the High Ground",),
    ),
    StatePhrase(
        "distance",
        "{who:player} is {spaces:amount} spaces from {other:player}",
        lambda state, args: Span.of(_spaces_between(state, args)),
        also=("{who:player} is {spaces:amount} spaces away from {other:player}",),
    ),
    StatePhrase(
        "holds",
        "{who:player} holds weapon {weapon:weapon}",
        _of_knight(lambda knight, args: knight.weapon == args["weapon"]),
    ),
    StatePhrase(
        "broken", "{who:player} has a broken heart", _of_knight(lambda knight, _args: knight.heart == "broken")
    ),
    StatePhrase("defeated", "{who:player} is defeated", _of_knight(lambda knight, _args: knight.defeated)),
    StatePhrase(
        "inspiration", "{who:player} has Inspiration", _of_knight(lambda knight, _args: knight.inspiration == "face_up")
    ),
    StatePhrase(
        "turn", "the turn is {turn:number}", lambda state, args: Span.of(int(state.field.turn == args["turn"]))
    ),
)

UNITS: Final = (
    Unit("turn", "turn_begins", "turn_ends", "turn", now="turn"),
    Unit("slot", "slot_begins", "slot_ends", ""),
)

_KEPT: Final = "tokens belong to their player, and nothing changes hands (KD-2.1)"

BEYOND: Final = (
    ("give", _KEPT),
    ("trade", _KEPT),
    ("lend", _KEPT),
    ("share", _KEPT),
    ("hit", "the one card that the attacker takes decides whether it is a hit (KD-8.6)"),
    ("miss", "the one card that the attacker takes decides whether it is a miss (KD-8.6)"),
    ("look", "tokens lie face down, and the record does not show what a player looks at (KD-2.1)"),
)
"""What no letter can promise, by the beginning of the word."""
