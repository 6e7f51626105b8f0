"""The state after an event. Nothing is decided here; an event that cannot happen is a ``Misfit``."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from oathbook.domain.rulesets.gloomhaven_attack.evolve.battle_changes import BATTLE_CHANGES
from oathbook.domain.rulesets.gloomhaven_attack.evolve.card_changes import CARD_CHANGES
from oathbook.domain.rulesets.gloomhaven_attack.model import events as e
from oathbook.domain.rulesets.gloomhaven_attack.model.queries import attack_of
from oathbook.domain.rulesets.gloomhaven_attack.model.state import Stage, State
from oathbook.domain.rulesets.kit.misfits import must_fit, must_happen_in

EVENTS_WITHOUT_CHANGE: Final = frozenset({e.DamageNoted, e.EffectLapsed, e.Retaliated, e.RoundEnded})
"""Events that say why something else happens, and change nothing themselves."""

_AT_ONCE: Final[frozenset[Stage]] = frozenset({"resolving"})
_DRAWING: Final[frozenset[Stage]] = frozenset({"aiming", "resolving"})
_BETWEEN: Final[frozenset[Stage]] = frozenset({"round"})

ALLOWED_STAGES: Final[Mapping[type, frozenset[Stage]]] = {
    **dict.fromkeys((e.AttackDeclared, e.DamageNoted, e.RoundEnded, e.RoundBegan, e.ScenarioEnded), _BETWEEN),
    e.TargetNamed: frozenset({"naming"}),
    e.ItemUsed: frozenset({"aiming"}),
    e.ModifiersOrdered: frozenset({"aiming", "ordering"}),
    **dict.fromkeys((e.ValueReached, e.DrawBegan), _DRAWING),
    e.CardsPlayed: frozenset({"resolving", "choosing"}),
    e.DeckShuffled: frozenset({"round", "resolving"}),
    e.AttackEnded: frozenset({"resolving", "naming"}),
    **dict.fromkeys(
        (
            *(e.TargetFaced, e.CardDrawn, e.CardLeft, e.DrawStopped, e.OrderAsked, e.ChoiceAsked, e.ShuffleDue),
            *(e.EffectApplied, e.EffectLapsed, e.CardAdded, e.Retaliated, e.CardsDiscarded, e.NextTargetAsked),
        ),
        _AT_ONCE,
    ),
    **dict.fromkeys((e.DamageSuffered, e.ConditionEnded, e.FigureDied, e.TokenPlaced), _AT_ONCE | _BETWEEN),
}
"""The stages in which each event can happen."""


def evolve(state: State, event: e.Event) -> State:
    """The state after an event; ``Misfit`` if the event does not fit it."""
    kind, battle = type(event), state.battle
    must_happen_in(ALLOWED_STAGES[kind], battle.stage, event)
    _speaks_of_the_attack(state, event)
    if kind in EVENTS_WITHOUT_CHANGE:
        return state
    if kind in CARD_CHANGES:
        return replace(state, battle=CARD_CHANGES[kind](state, event))
    return replace(state, battle=BATTLE_CHANGES[kind](battle, event))


def _speaks_of_the_attack(state: State, event: e.Event) -> None:
    """The attacker and the target that the event names are those of the attack at hand."""
    match event:
        case e.DrawBegan() | e.ValueReached() | e.CardsPlayed():
            attack = attack_of(state.battle)
            named = attack.attacker, attack.targets[attack.current].figure
            must_fit((event.attacker, event.target) == named, "another attack is at hand")
        case _:
            pass
