"""How decisions are written at the table: *attack guard with scoundrel for 3*."""

from collections.abc import Mapping
from typing import Final

from oathbook.domain.rulesets.forms import Form, Notation
from oathbook.domain.rulesets.gloomhaven_attack.model import decisions
from oathbook.domain.rulesets.gloomhaven_attack.model.components import Components, Effect, Modifier
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
            decisions.DeclareAttack,
            "attack {targets} with [figure] {attacker:figure} for {base} "
            f"{_WAYS} [advantage {{advantage}}] [disadvantage {{disadvantage}}]",
        ),
        Form(decisions.Aim, "{figure:figure} [{distance} away]"),
        Form(Modifier, "{of} adds {by}", {"op": "add"}),
        Form(Modifier, "{of} doubles", {"op": "double"}),
        Form(Effect, "{name} [{size}] [on {on}]"),
        Form(decisions.UseItem, "use [item] {item:item}"),
        Form(decisions.OrderModifiers, "order {order}"),
        Form(decisions.DrawCards, "draw [cards]"),
        Form(decisions.ChooseCard, "take [the] {card} [card]"),
        Form(decisions.NameTarget, "target {target}"),
        Form(decisions.NoteDamage, "note {damage} [damage] to {figure:figure} by {source}"),
        Form(decisions.EndRound, "end [the] round"),
    ),
    names,
)
