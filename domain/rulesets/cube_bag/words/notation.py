"""How decisions are written at the table: *attack 1,0 with A, B*, *draw 3*."""

from collections.abc import Mapping
from typing import Final

from oathbook.domain.rulesets.cube_bag.chapters.steps import FORMS
from oathbook.domain.rulesets.cube_bag.model.components import Components
from oathbook.domain.rulesets.cube_bag.model.cubes import BLACK, NEUTRAL
from oathbook.domain.rulesets.cube_bag.model.state import Field
from oathbook.domain.rulesets.forms import EditForm, Notation
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


EDITS: Final = (
    EditForm(
        "put {count:number} neutral [cube] [cubes] in [the] bag",
        ("neutral -= {count}", "battle bag colour:neutral += {count}"),
    ),
    EditForm(
        "put {count:number} {colour:colour} [cube] [cubes] in [the] bag",
        ("players colour:{colour} supply -= {count}", "battle bag colour:{colour} += {count}"),
    ),
    EditForm(
        "take {count:number} neutral [cube] [cubes] out of [the] bag",
        ("battle bag colour:neutral -= {count}", "neutral += {count}"),
    ),
    EditForm(
        "take {count:number} {colour:colour} [cube] [cubes] out of [the] bag",
        ("battle bag colour:{colour} -= {count}", "players colour:{colour} supply += {count}"),
    ),
    EditForm(
        "draw {count:number} {colour:colour} [cube] [cubes]",
        ("battle bag colour:{colour} -= {count}", "battle drawn colour:{colour} += {count}"),
    ),
    EditForm(
        "put back {count:number} {colour:colour} [cube] [cubes]",
        ("battle drawn colour:{colour} -= {count}", "battle bag colour:{colour} += {count}"),
    ),
    EditForm(
        "put {count:number} black [cube] [cubes] on {structure}",
        ("black -= {count}", "structures {structure} black += {count}"),
    ),
    EditForm("move [army] {army} to {hex:hex}", ("armies {army} hex = {hex}",)),
    EditForm(
        "take {unit:unit} of {seat:player} off [army] {army}",
        ("armies {army} units -= {unit}", "players {seat} units kind:{unit} += 1"),
    ),
    EditForm(
        "put {unit:unit} of {seat:player} into [army] {army}",
        ("players {seat} units kind:{unit} -= 1", "armies {army} units += {unit}"),
    ),
)

NOTATION: Final = Notation(FORMS, names, edits=EDITS)
