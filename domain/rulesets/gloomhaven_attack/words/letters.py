"""What letters of promises can speak of in a scenario."""

from collections.abc import Iterator, Mapping
from typing import Final

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.gloomhaven_attack.model.components import Components
from oathbook.domain.rulesets.gloomhaven_attack.model.decisions import Aim, DeclareAttack, UseItem
from oathbook.domain.rulesets.gloomhaven_attack.model.state import State
from oathbook.domain.rulesets.protocol import Setup
from oathbook.domain.rulesets.vocabulary import Args, Sort, Span, StatePhrase, Unit, Verb


def names(setup: Setup) -> Mapping[Sort, tuple[str, ...]]:
    """Figures, and items that they may use."""
    scenario = setup.components
    assert isinstance(scenario, Components), "a setup has the components of its ruleset"
    return {"figure": tuple(each.id for each in scenario.figures), "item": tuple(each.name for each in scenario.items)}


# Who could do it -------------------------------------------------------------------------------------------------


def _attack_decisions(state: State, by: Seat, args: Args) -> Iterator[DeclareAttack]:
    """With each figure of the seat, or the one that is named, on each that is not the seat's, a plain attack of 1."""
    for attacker in state.battle.figures:
        if attacker.seat == by and args.get("attacker", attacker.id) == attacker.id:
            for target in state.battle.figures:
                if target.seat != by:
                    yield DeclareAttack(by, attacker.id, 1, (Aim(target.id),))


VERBS: Final = (
    Verb(
        "attack-with",
        "attack with figure {attacker:figure}",
        "attacks with figure {attacker:figure}",
        "attacks",
        performed=_attack_decisions,
    ),
    Verb("attack", "attack", "attacks", "attacks", performed=_attack_decisions),
    Verb(
        "use-item",
        "use item {item:item}",
        "uses item {item:item}",
        "uses_item",
        performed=lambda _state, by, args: (UseItem(by, str(args["item"])),),
    ),
)
"""Whom an attack is at has no word of its own: an attack may be at several figures, and they are named together."""


# What is so ------------------------------------------------------------------------------------------------------


STATES: Final = (
    StatePhrase(
        "hit-points",
        "figure {figure:figure} has {amount} hit points",
        lambda state, args: Span.of(sum(each.hit_points for each in state.battle.figures if each.id == args["figure"])),
    ),
    StatePhrase(
        "round", "the round is {round:number}", lambda state, args: Span.of(int(state.battle.round == args["round"]))
    ),
)

UNITS: Final = (Unit("round", "round_begins", "round_ends", "round", now="round"),)

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
