"""How decisions are written at the table: *attack guard with scoundrel for 3*."""

from collections.abc import Mapping
from typing import Final

from oathbook.domain.rulesets.forms import Form, Notation
from oathbook.domain.rulesets.gloomhaven_attack.model.components import Components, Effect, Modifier
from oathbook.domain.rulesets.gloomhaven_attack.model.decisions import (
    Aim,
    ChooseCard,
    DeclareAttack,
    DrawCards,
    EndRound,
    NameTarget,
    NoteDamage,
    OrderModifiers,
    UseItem,
)
from oathbook.domain.rulesets.gloomhaven_attack.model.state import Battle
from oathbook.domain.rulesets.protocol import Setup


def names(setup: Setup) -> Mapping[str, tuple[str, ...]]:
    """All figures: letters speak of those of the scenario, and a position may have others."""
    scenario, start = setup.components, setup.start
    assert isinstance(scenario, Components), "a setup has the components of its ruleset"
    assert isinstance(start, Battle | None), "a setup has a start position of its ruleset"
    there = () if start is None else tuple(each.id for each in start.figures)
    return {"figure": tuple(dict.fromkeys((*(each.id for each in scenario.figures), *there)))}


_WAYS: Final = "[reach {reach}] [modifiers {modifiers}] [pierce {pierce}] [effects {effects}]"

NOTATION: Final = Notation(
    (
        Form(
            DeclareAttack,
            "attack {targets} with [figure] {attacker:figure} for {base} "
            f"{_WAYS} [advantage {{advantage}}] [disadvantage {{disadvantage}}]",
        ),
        Form(Aim, "{figure:figure} [{distance} away]"),
        Form(Modifier, "{of} adds {by}", {"op": "add"}),
        Form(Modifier, "{of} doubles", {"op": "double"}),
        Form(Effect, "{name} [{size}] [on {on}]"),
        Form(UseItem, "use [item] {item:item}"),
        Form(OrderModifiers, "order {order}"),
        Form(DrawCards, "draw [cards]"),
        Form(ChooseCard, "take [the] {card} [card]"),
        Form(NameTarget, "target {target}"),
        Form(NoteDamage, "note {damage} [damage] to {figure:figure} by {source}"),
        Form(EndRound, "end [the] round"),
    ),
    names,
)
