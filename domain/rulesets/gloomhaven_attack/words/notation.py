"""How decisions are written at the table: *attack guard with scoundrel for 3*."""

from collections.abc import Mapping
from typing import Final

from oathbook.domain.rulesets.forms import EditForm, Notation
from oathbook.domain.rulesets.gloomhaven_attack.chapters.steps import FORMS
from oathbook.domain.rulesets.gloomhaven_attack.model.components import Components
from oathbook.domain.rulesets.gloomhaven_attack.model.state import Battle
from oathbook.domain.rulesets.protocol import Setup


def names(setup: Setup) -> Mapping[str, tuple[str, ...]]:
    """All figures, cards and decks: letters speak of figures of the scenario, and a position may have others."""
    scenario, start = setup.components, setup.start
    assert isinstance(scenario, Components), "a setup has the components of its ruleset"
    assert isinstance(start, Battle | None), "a setup has a start position of its ruleset"
    there = () if start is None else tuple(each.id for each in start.figures)
    return {
        "figure": tuple(dict.fromkeys((*(each.id for each in scenario.figures), *there))),
        "card": tuple(each.id for each in scenario.cards),
        "deck": tuple(each.name for each in scenario.decks),
    }


EDITS: Final = (
    EditForm("discard {card:card} of {deck:deck}", ("decks {deck} pile -= {card}", "decks {deck} discards += {card}")),
    EditForm("put back {card:card} of {deck:deck}", ("decks {deck} discards -= {card}", "decks {deck} pile += {card}")),
    EditForm(
        "take {card:card} from [the] supply for {side} into {deck:deck}",
        ("supplies card:{card}/decks:{side} left -= 1", "decks {deck} pile += {card}"),
    ),
    EditForm(
        "return {card:card} of {deck:deck} to [the] supply for {side}",
        ("decks {deck} pile -= {card}", "supplies card:{card}/decks:{side} left += 1"),
    ),
    EditForm(
        "give {item:item} from {giver:figure} to {taker:figure}",
        ("figures {giver} items -= {item}", "figures {taker} items += {item}"),
    ),
    EditForm("spend {item:item} of {figure:figure}", ("figures {figure} spent += {item}",)),
    EditForm("refresh {item:item} of {figure:figure}", ("figures {figure} spent -= {item}",)),
    EditForm("deal {count:number} damage to {figure:figure}", ("figures {figure} hit_points -= {count}",)),
    EditForm("heal {figure:figure} by {count:number}", ("figures {figure} hit_points += {count}",)),
)

NOTATION: Final = Notation(FORMS, names, edits=EDITS)
