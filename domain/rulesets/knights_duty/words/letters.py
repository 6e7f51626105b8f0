"""What letters of promises can speak of in a match."""

from collections.abc import Iterator, Mapping
from typing import Final

from oathbook.domain.kernel import Hidden, Seat
from oathbook.domain.rulesets import vocabulary
from oathbook.domain.rulesets.knights_duty.model.components import Components, Weapon
from oathbook.domain.rulesets.knights_duty.model.decisions import AgreeToEnd, DeclareTarget, Inspire, Move
from oathbook.domain.rulesets.knights_duty.model.state import Knight, State
from oathbook.domain.rulesets.knights_duty.rules import KD
from oathbook.domain.rulesets.protocol import Setup
from oathbook.domain.rulesets.vocabulary import Args, UpperBound

_ONCE: Final[Mapping[str, tuple[str, KD]]] = {
    "breaks_heart": ("a broken heart does not mend", KD.HIT_FULL),
    "defeats": ("a defeated player is out of the match", KD.HIT_BROKEN),
}


def most_done(setup: Setup, kind: str, args: Args) -> Iterator[UpperBound]:
    """Every heart is broken once, and every knight defeated once, and nobody's own by themselves."""
    if kind in _ONCE:
        why, clause = _ONCE[kind]
        yield UpperBound(1 if "target" in args else len(setup.seats) - ("by" in args), why, clause)


WEAPONS: Final[tuple[Weapon, ...]] = ("sword", "spear", "bow")


def names(setup: Setup) -> Mapping[vocabulary.Sort, tuple[str, ...]]:
    """Spaces of the board, and weapons."""
    assert isinstance(setup.components, Components), "a setup has the components of its ruleset"
    return {"space": setup.components.board.spaces, "weapon": WEAPONS}


# Who could do it -------------------------------------------------------------------------------------------------


def _target_decisions(state: State, by: Seat, args: vocabulary.Args) -> Iterator[DeclareTarget]:
    """At that opponent, or at anybody where none is named."""
    for seat in state.seats:
        if seat != by and args.get("target", seat) == seat:
            yield DeclareTarget(by, seat)


def _move_decisions(state: State, by: Seat, args: vocabulary.Args) -> Iterator[Move]:
    for space in state.rules.components.board.spaces:
        if args.get("to", space) == space:
            yield Move(by, Hidden.of(space, by))


def _inspire_decisions(_state: State, by: Seat, _args: vocabulary.Args) -> Iterator[Inspire]:
    used = True
    yield Inspire(by, Hidden.of(used, by))


def _agree_decisions(_state: State, by: Seat, _args: vocabulary.Args) -> Iterator[AgreeToEnd]:
    yield AgreeToEnd(by)


VERBS: Final = (
    vocabulary.Verb(
        "attack", "attack {target:player}", "attacks {target:player}", "combat_begins", performed=_target_decisions
    ),
    vocabulary.Verb(
        "attack-with",
        "attack {target:player} with weapon {weapon:weapon}",
        "attacks {target:player} with weapon {weapon:weapon}",
        "combat_begins",
        performed=_target_decisions,
        also=("use weapon {weapon:weapon} against {target:player}",),
    ),
    vocabulary.Verb(
        "point",
        "point at {target:player}",
        "points at {target:player}",
        "targets",
        performed=_target_decisions,
        also=("target {target:player}",),
    ),
    vocabulary.Verb(
        "break-heart",
        "break the heart of {target:player}",
        "breaks the heart of {target:player}",
        "breaks_heart",
        performed=_target_decisions,
    ),
    vocabulary.Verb(
        "defeat", "defeat {target:player}", "defeats {target:player}", "defeats", performed=_target_decisions
    ),
    vocabulary.Verb(
        "move", "move to space {to:space}", "moves to space {to:space}", "moves", performed=_move_decisions
    ),
    vocabulary.Verb(
        "take",
        "take weapon {weapon:weapon}",
        "takes weapon {weapon:weapon}",
        "equips",
        also=("equip weapon {weapon:weapon}",),
    ),
    vocabulary.Verb("defend", "defend", "defends", "defends"),
    vocabulary.Verb("parry", "parry", "parries", "parries"),
    vocabulary.Verb(
        "inspire", "use Inspiration", "uses Inspiration", "inspiration_spent", performed=_inspire_decisions
    ),
    vocabulary.Verb(
        "agree", "agree to end the match", "agrees to end the match", "agrees_to_end", performed=_agree_decisions
    ),
)
"""What is laid face down first (a weapon, a shield, a parry) has no decision of its own that could be asked about."""


# What is so ------------------------------------------------------------------------------------------------------


def _knight(state: State, args: vocabulary.Args) -> Knight | None:
    return next((each for each in state.field.knights if each.seat == args["who"]), None)


def _stands(state: State, args: vocabulary.Args) -> vocabulary.Span:
    knight = _knight(state, args)
    return vocabulary.Span.of(int(knight is not None and knight.space == args["space"]))


def _holds(state: State, args: vocabulary.Args) -> vocabulary.Span:
    knight = _knight(state, args)
    return vocabulary.Span.of(int(knight is not None and knight.weapon == args["weapon"]))


def _broken(state: State, args: vocabulary.Args) -> vocabulary.Span:
    knight = _knight(state, args)
    return vocabulary.Span.of(int(knight is not None and knight.heart == "broken"))


def _defeated(state: State, args: vocabulary.Args) -> vocabulary.Span:
    knight = _knight(state, args)
    return vocabulary.Span.of(int(knight is not None and knight.defeated))


def _inspiration(state: State, args: vocabulary.Args) -> vocabulary.Span:
    knight = _knight(state, args)
    return vocabulary.Span.of(int(knight is not None and knight.inspiration == "face_up"))


def _turn(state: State, args: vocabulary.Args) -> vocabulary.Span:
    return vocabulary.Span.of(int(state.field.turn == args["turn"]))


STATES: Final = (
    vocabulary.StatePhrase("stands", "{who:player} stands on space {space:space}", _stands),
    vocabulary.StatePhrase("holds", "{who:player} holds weapon {weapon:weapon}", _holds),
    vocabulary.StatePhrase("broken", "{who:player} has a broken heart", _broken),
    vocabulary.StatePhrase("defeated", "{who:player} is defeated", _defeated),
    vocabulary.StatePhrase("inspiration", "{who:player} has Inspiration", _inspiration),
    vocabulary.StatePhrase("turn", "the turn is {turn:number}", _turn),
)

UNITS: Final = (
    vocabulary.Unit("turn", "turn_begins", "turn_ends", "turn", now="turn"),
    vocabulary.Unit("slot", "slot_begins", "slot_ends", ""),
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
