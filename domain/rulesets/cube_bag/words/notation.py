"""How decisions are written at the table: *attack 1,0 with A, B*, *draw 3*."""

from collections.abc import Mapping
from typing import Final

from oathbook.domain.rulesets.cube_bag.model import decisions
from oathbook.domain.rulesets.cube_bag.model.components import Components
from oathbook.domain.rulesets.cube_bag.model.cubes import BLACK, NEUTRAL
from oathbook.domain.rulesets.cube_bag.model.state import Field
from oathbook.domain.rulesets.forms import Form, Notation
from oathbook.domain.rulesets.protocol import Setup


def names(setup: Setup) -> Mapping[str, tuple[str, ...]]:
    """Cards and, of a start position, colours of cubes and areas of mats.

    Armies have none: a converted unit makes one with a new name.
    """
    box, start = setup.components, setup.start
    assert isinstance(box, Components), "a setup has the components of its ruleset"
    assert isinstance(start, Field | None), "a setup has a start position of its ruleset"
    cards = {"card": tuple(each.name for each in box.cards)}
    if start is None:
        return cards
    areas = (area for player in start.players for area in (*player.built, *player.mat))
    return {
        **cards,
        "colour": (*dict.fromkeys(player.colour for player in start.players), NEUTRAL, BLACK),
        "area": tuple(dict.fromkeys((*(each.kind for each in box.structures), *areas))),
    }


_CUBES: Final = "[actions {actions}] [experience {experience}]"

NOTATION: Final = Notation(
    (
        Form(decisions.Attack, "attack [hex] {target:hex} with [army] [armies] {armies}"),
        Form(decisions.React, "react on [hex] {to:hex} with [army] {army}"),
        Form(decisions.Prepare, f"prepare [bonus {{bonuses}}] [leaving out {{leave_out}}] {_CUBES}"),
        Form(decisions.BonusOf, "{unit:unit} of [army] {army}"),
        Form(decisions.Spent, "{cubes} from {card:card}"),
        Form(decisions.PlayCard, "play [card] {card:card}"),
        Form(
            decisions.Convert, f"convert {{unit:unit}} of [army] {{army}} to [hex] {{to:hex}} by {{card:card}} {_CUBES}"
        ),
        Form(decisions.Draw, "draw {cubes} [cubes]"),
        Form(decisions.Redraw, "put {back:colour} back by {card:card}"),
        Form(decisions.AssignLosses, "assign {losses}"),
        Form(decisions.Loss, "{damage} to {of}"),
        Form(decisions.PutBack, "put [structure] {structure} back on {area:area}"),
        Form(decisions.Recover, f"recover [unit] {{unit:unit}} on [hex] {{to:hex}} by {{card:card}} {_CUBES}"),
        Form(decisions.Rebuild, "rebuild {structure} on [hex] {at:hex}"),
        Form(decisions.Forgo, "forgo [the attack]"),
    ),
    names,
)
