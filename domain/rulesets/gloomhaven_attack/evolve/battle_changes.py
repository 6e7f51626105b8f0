"""The battle after events that are not about cards: declarations, orders, values, damage, rounds."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from oathbook.domain.rulesets.gloomhaven_attack.model import events as e
from oathbook.domain.rulesets.gloomhaven_attack.model import queries, state
from oathbook.domain.rulesets.gloomhaven_attack.model.alike import make_alike
from oathbook.domain.rulesets.gloomhaven_attack.model.components import Condition, Modifier
from oathbook.domain.rulesets.gloomhaven_attack.model.decisions import Aim
from oathbook.domain.rulesets.kit.dispatch import functions_by_type
from oathbook.domain.rulesets.kit.misfits import must_fit
from oathbook.domain.rulesets.protocol import Ending

ENDING_CLAUSE: Final = "GH-8.6"
MOST_REACHED: Final = 10**12
"""Far beyond what the modifiers and cards of one attack can make, so that no step of one more goes out of bounds."""

MOST_HIT_POINTS: Final = 8 * 10**15  # beyond what all attacks of a game can take; what is more could not be written

LASTING: Final[Mapping[str, Condition]] = {"poison": "poison", "ward": "ward", "brittle": "brittle"}
"""Added effects that stay on a figure and change a later attack."""


def _attack_declared(battle: state.Battle, event: e.AttackDeclared) -> state.Battle:
    must_fit(event.number == battle.attacks + 1, f"attack {event.number} does not come after {battle.attacks}")
    must_fit(not queries.figure_of(battle, event.attacker).dead, f"{event.attacker} is dead")
    must_fit(len(event.targets) > 0, "an attack has a target")
    for aim in event.targets:
        _can_be_attacked(battle, aim)
    return replace(battle, stage="resolving", attacks=event.number, attack=make_alike(state.Attack, event))


def _can_be_attacked(battle: state.Battle, aim: Aim) -> None:
    must_fit(not queries.figure_of(battle, aim.figure).dead, f"{aim.figure} is dead")


def _target_named(battle: state.Battle, event: e.TargetNamed) -> state.Battle:
    attack = queries.attack_of(battle)
    _can_be_attacked(battle, event.target)
    must_fit(len(attack.targets) < MOST_TARGETS, f"an attack has at most {MOST_TARGETS} targets")
    return _with_attack(battle, replace(attack, targets=(*attack.targets, event.target)), "resolving")


MOST_TARGETS: Final = 10  # of one attack, so that a record stays readable


def _target_faced(battle: state.Battle, event: e.TargetFaced) -> state.Battle:
    """Everything about the current target starts again."""
    attack = queries.attack_of(battle)
    must_fit(1 <= event.number <= len(attack.targets), f"the attack has no target {event.number}")
    must_fit(attack.targets[event.number - 1].figure == event.target, f"target {event.number} is another figure")
    must_fit(not any(each.on_table for each in attack.drawn), "cards of another target lie on the table")
    anew = replace(attack, current=event.number - 1, drawn=(), mode="neither", stopped=False, played=None)
    return _with_attack(battle, replace(_without_question(anew), orders=(), values=()), "aiming")


def _item_used(battle: state.Battle, event: e.ItemUsed) -> state.Battle:
    """The item is spent and joins the attack; an order chosen before does not include it."""
    attack, figure, item = queries.attack_of(battle), queries.figure_of(battle, event.figure), event.item
    must_fit(attack.attacker == figure.id, f"{figure.id} does not attack")
    must_fit(item.name in figure.items and item.name not in figure.spent, f"“{item.name}” is not there to be used")
    if item.grants == "advantage":
        attack = replace(attack, advantage=(*attack.advantage, item.name))
    else:
        attack = replace(attack, modifiers=(*attack.modifiers, Modifier(item.name, item.grants, item.by)), orders=())
    battle = queries.with_figure(battle, replace(figure, spent=(*figure.spent, item.name)))
    return replace(battle, attack=attack)


def _modifiers_ordered(battle: state.Battle, event: e.ModifiersOrdered) -> state.Battle:
    attack = queries.attack_of(battle)
    must_fit(sorted(event.order) == list(range(len(event.order))), "an order names each modifier once")
    must_fit(event.step == (attack.asked_step or "attacker"), f"no order is asked for in step {event.step}")
    must_fit(len(event.order) == _modifiers_in(battle, event.step), "the order is of other modifiers than there are")
    orders = (*(each for each in attack.orders if each.step != event.step), state.Ordered(event.step, event.order))
    attack = replace(_without_question(attack), orders=orders)
    return _with_attack(battle, attack, "resolving" if battle.stage == "ordering" else "aiming")


def _without_question(attack: state.Attack) -> state.Attack:
    return replace(attack, asked=None, asked_step=None, asked_for=())


def _modifiers_in(battle: state.Battle, step: state.Step) -> int:
    """How many modifiers meet in a step."""
    attack, target = queries.attack_of(battle), queries.current_target(battle)
    own, played = len(attack.modifiers) + ("poison" in target.conditions), len(attack.played or ())
    return {"attacker": own, "cards": played, "mixed": own + played, "defender": 1 + len(target.defences)}[step]


_REACHED_BEFORE: Final[Mapping[state.Step, int]] = {"attacker": 0, "cards": 1, "mixed": 1, "defender": 2}
"""How many values have been reached when the order of a step is asked for."""


def _value_reached(battle: state.Battle, event: e.ValueReached) -> state.Battle:
    attack = queries.attack_of(battle)
    must_fit(abs(event.value) <= MOST_REACHED, f"nobody reached more than {MOST_REACHED:,}")
    due = (("attacker",), ("cards", "mixed"), ("defender",), ())[len(attack.values)]
    must_fit(event.step in due, f"step {event.step} is not the next one")
    must_fit(event.step == "attacker" or attack.played is not None, "no card has been played")
    return _with_attack(
        battle, replace(attack, values=(*attack.values, state.Reached(event.step, event.value))), "resolving"
    )


def _order_asked(battle: state.Battle, event: e.OrderAsked) -> state.Battle:
    attack = queries.attack_of(battle)
    must_fit(len(attack.values) == _REACHED_BEFORE[event.step], f"step {event.step} is not the next one")
    must_fit(event.step == "attacker" or attack.played is not None, "no card has been played")
    must_fit(len(event.modifiers) == _modifiers_in(battle, event.step), "there are other modifiers than those named")
    asked = replace(attack, asked=event.seat, asked_step=event.step, asked_for=event.modifiers)
    return _with_attack(battle, asked, "ordering")


def _damage_suffered(battle: state.Battle, event: e.DamageSuffered) -> state.Battle:
    must_fit(abs(event.hit_points) <= MOST_HIT_POINTS, f"nobody counted hit points beyond {MOST_HIT_POINTS:,}")
    return queries.with_figure(battle, replace(queries.figure_of(battle, event.figure), hit_points=event.hit_points))


def _condition_ended(battle: state.Battle, event: e.ConditionEnded) -> state.Battle:
    figure = queries.figure_of(battle, event.figure)
    left = tuple(each for each in figure.conditions if each != event.condition)
    return queries.with_figure(battle, replace(figure, conditions=left))


def _figure_died(battle: state.Battle, event: e.FigureDied) -> state.Battle:
    return queries.with_figure(battle, replace(queries.figure_of(battle, event.figure), dead=True))


def _token_placed(battle: state.Battle, event: e.TokenPlaced) -> state.Battle:
    must_fit(queries.figure_of(battle, event.figure).dead, f"{event.figure} has not died")
    must_fit(event.figure not in battle.tokens, f"a token lies there for {event.figure} already")
    return replace(battle, tokens=(*battle.tokens, event.figure))


def _effect_applied(battle: state.Battle, event: e.EffectApplied) -> state.Battle:
    """Poison, Ward and Brittle stay on the figure."""
    lasting = LASTING.get(event.effect.name)
    if lasting is None or event.figure is None:
        return battle
    figure = queries.figure_of(battle, event.figure)
    conditions = figure.conditions if lasting in figure.conditions else (*figure.conditions, lasting)
    return queries.with_figure(battle, replace(figure, conditions=conditions))


def _next_target_asked(battle: state.Battle, event: e.NextTargetAsked) -> state.Battle:
    attack = queries.attack_of(battle)
    must_fit(not any(each.on_table for each in attack.drawn), "cards of another target lie on the table")
    return _with_attack(battle, replace(attack, asked=event.seat, drawn=()), "naming")


def _attack_ended(battle: state.Battle, event: e.AttackEnded) -> state.Battle:
    attack = queries.attack_of(battle)
    must_fit(event.attacker == attack.attacker, f"{event.attacker} does not attack")
    must_fit(not any(each.on_table for each in attack.drawn), "its cards lie on the table")
    return replace(battle, stage="round", attack=None)


def _round_began(battle: state.Battle, event: e.RoundBegan) -> state.Battle:
    must_fit(event.round == battle.round + 1, f"round {event.round} does not come after {battle.round}")
    return replace(battle, round=event.round)


def _scenario_ended(battle: state.Battle, event: e.ScenarioEnded) -> state.Battle:
    """Whether the outcome is right is not checked here, only that it can be."""
    won = event.outcome == "monsters defeated"
    must_fit(not won or not queries.living_figures(battle, monsters=True), "a monster lives")
    return replace(battle, stage="over", ending=Ending(event.outcome, event.winners, ENDING_CLAUSE))


def _with_attack(battle: state.Battle, attack: state.Attack, stage: state.Stage) -> state.Battle:
    return replace(battle, attack=attack, stage=stage)


BATTLE_CHANGES: Final = functions_by_type(
    *(_attack_declared, _target_named, _target_faced, _item_used, _modifiers_ordered, _value_reached, _order_asked),
    *(_damage_suffered, _condition_ended, _figure_died, _token_placed, _effect_applied, _next_target_asked),
    *(_attack_ended, _round_began, _scenario_ended),
)
"""What each event changes in the battle, without a look at the cards."""
