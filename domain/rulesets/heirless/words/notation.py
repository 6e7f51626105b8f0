"""How decisions are written at the table: *deploy Valley*, *vote for Open Gates 4*."""

from collections.abc import Mapping
from typing import Final

from oathbook.domain.rulesets.forms import EditForm, Notation
from oathbook.domain.rulesets.heirless.chapters.steps import FORMS
from oathbook.domain.rulesets.heirless.model.components import FACTIONS, Components
from oathbook.domain.rulesets.heirless.model.state import State
from oathbook.domain.rulesets.protocol import Setup


def names(setup: Setup) -> Mapping[str, tuple[str, ...]]:
    """Of what is traded; letters have one sort for Resources and Workers."""
    assert isinstance(setup.components, Components), "a setup has the components of its ruleset"
    return {"resource": setup.components.resources, "faction": FACTIONS}


def asides(state: State) -> Mapping[str, str]:
    """The Law that is put to the vote; the Workplace that is asked for, and who asks."""
    ballot, request = state.field.ballot, state.field.request
    law = {} if ballot is None else {"law": ballot.law}
    return law if request is None else {**law, "to": request.by, "workplace": request.workplace}


EDITS: Final = (
    EditForm(
        "take {count:number} Influence from [the] supply for {seat:player}",
        ("players {seat} influence += {count}", "earned += {count}"),
    ),
    EditForm(
        "return {count:number} Influence of {seat:player} to [the] supply",
        ("players {seat} influence -= {count}", "discarded += {count}"),
    ),
    EditForm(
        "give {count:number} Influence from {giver:player} to {taker:player}",
        ("players {giver} influence -= {count}", "players {taker} influence += {count}"),
    ),
    EditForm(
        "take {count:number} {item:resource} from [the] supply for {seat:player}",
        ("players {seat} resources of:{item} count += {count}",),
    ),
    EditForm(
        "give {count:number} {item:resource} from {giver:player} to {taker:player}",
        (
            "players {giver} resources of:{item} count -= {count}",
            "players {taker} resources of:{item} count += {count}",
        ),
    ),
    EditForm(
        "give {count:number} {faction:faction} [Worker] [Workers] from {giver:player} to {taker:player}",
        (
            "players {giver} unemployed faction:{faction} count -= {count}",
            "players {taker} unemployed faction:{faction} count += {count}",
        ),
    ),
    EditForm(
        "give {workplace:workplace} from {giver:player} to {taker:player}",
        ("players {giver} hand -= {workplace}", "players {taker} hand += {workplace}"),
    ),
    EditForm("move {knight:knight} to {tile:tile}", ("knights {knight} tile = {tile}", "knights {knight} out = false")),
    EditForm("take {knight:knight} off [the] map", ("knights {knight} tile = nobody",)),
    EditForm("put {law:law} in force", ("laws -= {law}", "in_force += {law}")),
)

NOTATION: Final = Notation(FORMS, names, asides, EDITS)
