"""What letters of promises can speak of in battles from the bag."""

from collections.abc import Iterator, Mapping
from typing import Final

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.cube_bag.model.components import Components
from oathbook.domain.rulesets.cube_bag.model.decisions import Attack, Forgo, React
from oathbook.domain.rulesets.cube_bag.model.queries import pieces
from oathbook.domain.rulesets.cube_bag.model.state import State
from oathbook.domain.rulesets.protocol import Setup
from oathbook.domain.rulesets.vocabulary import Args, Sort, Span, StatePhrase, Verb


def names(setup: Setup) -> Mapping[Sort, tuple[str, ...]]:
    """Hexes of the map, unit types, kinds of structure."""
    box = setup.components
    assert isinstance(box, Components), "a setup has the components of its ruleset"
    return {
        "hex": (*box.map.land, *box.map.water),
        "unit": tuple(each.name for each in box.units),
        "structure": tuple(each.kind for each in box.structures),
    }


# Who could do it -------------------------------------------------------------------------------------------------


def _attack_decisions(state: State, by: Seat, args: Args) -> Iterator[Attack]:
    """With each army alone, on every hex where that player has something, or anybody else where none is named."""
    field = state.field
    for place, holder in dict.fromkeys((each.hex, each.seat) for each in pieces(field)):
        if holder != by and args.get("defender", holder) == holder and args.get("target", place) == place:
            yield from (Attack(by, (army.id,), place) for army in field.armies if army.seat == by)


def _reaction_decisions(state: State, by: Seat, args: Args) -> Iterator[React]:
    box = state.rules.components
    for to in (*box.map.land, *box.map.water):
        if args.get("to", to) == to:
            yield from (React(by, army.id, to) for army in state.field.armies if army.seat == by)


VERBS: Final = (
    Verb("attack", "attack {defender:player}", "attacks {defender:player}", "attacks", performed=_attack_decisions),
    Verb(
        "attack-on",
        "attack {defender:player} on hex {target:hex}",
        "attacks {defender:player} on hex {target:hex}",
        "attacks",
        performed=_attack_decisions,
    ),
    Verb(
        "forgo",
        "forgo the attack",
        "forgoes the attack",
        "forgoes_attack",
        performed=lambda _state, by, _args: (Forgo(by),),
    ),
    Verb("react", "react on hex {to:hex}", "reacts on hex {to:hex}", "reacts", performed=_reaction_decisions),
    Verb("convert", "convert {owner:player}", "converts {owner:player}", "converts", oneself=True),
    Verb("recover", "recover unit {unit:unit}", "recovers unit {unit:unit}", "recovers"),
)
"""To convert and to recover hang on a check of the bag as well: which decisions lead there is not said."""


# What is so ------------------------------------------------------------------------------------------------------


def _army(state: State, args: Args) -> Span:
    return Span.of(sum(each.seat == args["who"] and each.hex == args["hex"] for each in state.field.armies))


def _units(state: State, args: Args) -> Span:
    armies = (each for each in state.field.armies if each.seat == args["who"])
    return Span.of(sum(each.units.count(str(args["unit"])) for each in armies))


def _structures(state: State, args: Args) -> Span:
    wanted = (args["who"], args["structure"])
    return Span.of(sum((each.seat, each.kind) == wanted for each in state.field.structures))


STATES: Final = (
    StatePhrase("army", "{who:player} has an army on hex {hex:hex}", _army),
    StatePhrase("units", "{who:player} has {amount} of unit {unit:unit}", _units),
    StatePhrase("structures", "{who:player} has {amount} of structure {structure:structure}", _structures),
)

_KEPT: Final = "nothing is given away; a unit changes sides by a conversion alone (CB-3.4)"

BEYOND: Final = (
    ("give", _KEPT),
    ("trade", _KEPT),
    ("lend", _KEPT),
    ("share", _KEPT),
    ("draw", "cubes are drawn blindly (CB-4.1)"),
    ("look", "cubes are drawn blindly, and the record does not show what a player looks at (CB-4.1)"),
)
"""What no letter can promise, by the beginning of the word."""
