"""What letters of promises can speak of in a scenario."""

from collections.abc import Iterator, Mapping
from typing import Final

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets import vocabulary
from oathbook.domain.rulesets.gloomhaven_attack.model.components import Components
from oathbook.domain.rulesets.gloomhaven_attack.model.decisions import Aim, DeclareAttack, UseItem
from oathbook.domain.rulesets.gloomhaven_attack.model.state import Figure, State
from oathbook.domain.rulesets.protocol import Setup


def names(setup: Setup) -> Mapping[vocabulary.Sort, tuple[str, ...]]:
    """Figures, and items that they may use."""
    scenario = setup.components
    assert isinstance(scenario, Components), "a setup has the components of its ruleset"
    return {"figure": tuple(each.id for each in scenario.figures), "item": tuple(each.name for each in scenario.items)}


# Who could do it -------------------------------------------------------------------------------------------------


def _attack_decisions(state: State, by: Seat, args: vocabulary.Args) -> Iterator[DeclareAttack]:
    """With each figure of the seat, or the one that is named, on each that is not the seat's, a plain attack of 1."""
    for attacker in state.battle.figures:
        if attacker.seat == by and args.get("attacker", attacker.id) == attacker.id:
            for target in state.battle.figures:
                if target.seat != by:
                    yield DeclareAttack(by, attacker.id, 1, (Aim(target.id),))


def _item_decisions(_state: State, by: Seat, args: vocabulary.Args) -> Iterator[UseItem]:
    yield UseItem(by, str(args["item"]))


VERBS: Final = (
    vocabulary.Verb(
        "attack-with",
        "attack with figure {attacker:figure}",
        "attacks with figure {attacker:figure}",
        "attacks",
        performed=_attack_decisions,
    ),
    vocabulary.Verb("attack", "attack", "attacks", "attacks", performed=_attack_decisions),
    vocabulary.Verb(
        "use-item", "use item {item:item}", "uses item {item:item}", "uses_item", performed=_item_decisions
    ),
)
"""Whom an attack is at has no word of its own: an attack may be at several figures, and they are named together."""


# What is so ------------------------------------------------------------------------------------------------------


def _figure(state: State, args: vocabulary.Args) -> Figure | None:
    return next((each for each in state.battle.figures if each.id == args["figure"]), None)


def _hit_points(state: State, args: vocabulary.Args) -> vocabulary.Span:
    figure = _figure(state, args)
    return vocabulary.Span.of(0 if figure is None else figure.hit_points)


def _round(state: State, args: vocabulary.Args) -> vocabulary.Span:
    return vocabulary.Span.of(int(state.battle.round == args["round"]))


STATES: Final = (
    vocabulary.StatePhrase("hit-points", "figure {figure:figure} has {amount} hit points", _hit_points),
    vocabulary.StatePhrase("round", "the round is {round:number}", _round),
)

UNITS: Final = (vocabulary.Unit("round", "round_begins", "round_ends", "round", now="round"),)

_ATTACKS: Final = "what is played are attacks: nobody moves, and nothing changes hands (GH-8.1)"

BEYOND: Final = (
    ("give", _ATTACKS),
    ("trade", _ATTACKS),
    ("lend", _ATTACKS),
    ("share", _ATTACKS),
    ("move", _ATTACKS),
    ("heal", "hit points are only lost (GH-5.1)"),
    ("draw", "which modifier card is drawn is chance (GH-1.3)"),
    ("retaliate", "it follows an attack by itself, and nobody decides it (GH-8.3)"),
)
"""What no letter can promise, by the beginning of the word."""
