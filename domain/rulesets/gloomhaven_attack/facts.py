"""Events in words: for timelines, promises and disputes."""

from typing import Final

from domain.kernel.draws import Cards
from domain.rulesets.gloomhaven_attack import events as e
from domain.rulesets.gloomhaven_attack import letters
from domain.rulesets.gloomhaven_attack.editions import Effect
from domain.rulesets.gloomhaven_attack.model import Aims
from domain.rulesets.vocabulary import Fact, FactKind, Vocabulary

VOCABULARY: Final = Vocabulary(
    (
        FactKind("attacks", ("attack", "attacker", "base", "targets"), marker=True, begins="turn"),
        FactKind("names_target", ("attacker", "target")),
        FactKind("faces", ("attacker", "target", "number"), marker=True, begins="phase"),
        FactKind("uses_item", ("figure", "item")),
        FactKind("orders", ("step", "order")),
        FactKind("value", ("attacker", "target", "step", "value")),
        FactKind("draws_with", ("attacker", "target", "mode")),
        FactKind("draws", ("deck", "card")),
        FactKind("leaves_deck", ("deck", "card")),
        FactKind("shuffled", ("deck", "because", "cards")),
        FactKind("draw_stops", ("deck",)),
        FactKind("order_asked", ("step", "modifiers")),
        FactKind("choice_asked", ("first", "second")),
        FactKind("cards_count", ("attacker", "target", "cards", "unused")),
        FactKind("shuffle_due", ("deck",)),
        FactKind("suffers", ("figure", "damage", "hit_points", "through")),
        FactKind("loses_condition", ("figure", "condition")),
        FactKind("dies", ("figure",)),
        FactKind("token", ("figure",)),
        FactKind("effect", ("attacker", "figure", "effect")),
        FactKind("effect_lapses", ("attacker", "effect", "because")),
        FactKind("card_added", ("deck", "card")),
        FactKind("retaliates", ("figure", "attacker", "amount")),
        FactKind("discards", ("deck", "cards")),
        FactKind("next_target_asked", ("attacker",)),
        FactKind("attack_ends", ("attacker", "left_out"), marker=True),
        FactKind("round_ends", ("round",), marker=True),
        FactKind("round_begins", ("round",), marker=True, begins="round"),
        FactKind("scenario_ends", ("outcome",), marker=True),
    ),
    verbs=letters.VERBS,
    states=letters.STATES,
    units=letters.UNITS,
    names=letters.names,
)

_STEPS: Final = {
    "attacker": "the attacker's modifiers",
    "cards": "the modifier cards",
    "mixed": "the attacker's modifiers and the cards",
    "defender": "the defender's bonuses",
}
_WHY: Final = {"target dead": "the target is dead", "null": "the attack is Null", "no card left": "no card lies ready"}

_OfAttack = e.AttackDeclared | e.TargetNamed | e.TargetFaced | e.ItemUsed | e.NextTargetAsked | e.AttackEnded
_OfValue = e.ModifiersOrdered | e.ValueReached | e.OrderAsked | e.ChoiceAsked | e.CardsPlayed | e.DrawBegan
_OfDeck = e.CardDrawn | e.CardLeft | e.CardAdded | e.DeckShuffled | e.DrawStopped | e.ShuffleDue | e.CardsDiscarded
_OfFigure = e.DamageSuffered | e.ConditionEnded | e.FigureDied | e.TokenPlaced | e.Retaliated
_OfEffect = e.EffectApplied | e.EffectLapsed
_OfClock = e.RoundEnded | e.RoundBegan | e.ScenarioEnded


def facts_of(event: e.Event) -> tuple[Fact, ...]:
    """The event as a fact."""
    if isinstance(event, _OfAttack):
        return (_of_attack(event),)
    if isinstance(event, _OfValue):
        return (_of_value(event),)
    if isinstance(event, _OfDeck):
        return (_of_deck(event),)
    if isinstance(event, _OfFigure):
        return (_of_figure(event),)
    if isinstance(event, _OfEffect):
        return (_of_effect(event),)
    return (_of_clock(event),)


def _of_attack(event: _OfAttack) -> Fact:
    match event:
        case e.AttackDeclared():
            slots: dict[str, str | int] = {"attack": event.number, "attacker": event.attacker, "base": event.base}
            whom = _targets(event.targets)
            says = f"{event.attacker} attacks {whom} with {event.base}"
            return Fact("attacks", event.seat, {**slots, "targets": whom}, says)
        case e.TargetNamed(attacker, target):
            named: dict[str, str | int] = {"attacker": attacker, "target": target.figure}
            return Fact("names_target", None, named, f"{attacker} goes on against {target.figure}")
        case e.TargetFaced(attacker, target, number):
            faced: dict[str, str | int] = {"attacker": attacker, "target": target, "number": number}
            return Fact("faces", None, faced, f"{attacker} faces {target}")
        case e.ItemUsed(seat, figure, item):
            used: dict[str, str | int] = {"figure": figure, "item": item.name}
            return Fact("uses_item", seat, used, f"{figure} uses {item.name}")
        case e.NextTargetAsked(seat, attacker):
            return Fact("next_target_asked", seat, {"attacker": attacker}, f"{seat} may name another target")
        case e.AttackEnded(attacker, left_out):
            rest = f", without {' and '.join(left_out)}" if left_out else ""
            ended: dict[str, str | int] = {"attacker": attacker, "left_out": ", ".join(left_out) or "none"}
            return Fact("attack_ends", None, ended, f"the attack of {attacker} is over{rest}")


def _of_value(event: _OfValue) -> Fact:
    match event:
        case e.ModifiersOrdered(seat, step, _, names):
            order = ", then ".join(names)
            return Fact("orders", seat, {"step": step, "order": order}, f"{seat} orders the modifiers: {order}")
        case e.ValueReached(attacker, target, step, value):
            slots: dict[str, str | int] = {"attacker": attacker, "target": target, "step": step, "value": value}
            says = f"after {_STEPS[step]} the attack of {attacker} on {target} is {value}"
            return Fact("value", None, slots, says)
        case e.OrderAsked(seat, step, modifiers):
            asked: dict[str, str | int] = {"step": step, "modifiers": ", ".join(modifiers)}
            return Fact("order_asked", seat, asked, f"{seat} chooses the order of {_STEPS[step]}")
        case e.ChoiceAsked(seat, first, second):
            says = f"{seat} chooses between {first} and {second}"
            return Fact("choice_asked", seat, {"first": first, "second": second}, says)
        case e.CardsPlayed(attacker, target, _, cards, unused):
            counted: dict[str, str | int] = {"cards": _cards(cards), "unused": _cards(unused)}
            rest = f", not {_cards(unused)}" if unused else ""
            says = f"against {target} {_cards(cards)} {'count' if len(cards) > 1 else 'counts'}{rest}"
            return Fact("cards_count", None, {"attacker": attacker, "target": target, **counted}, says)
        case e.DrawBegan(attacker, target, mode):
            drawn: dict[str, str | int] = {"attacker": attacker, "target": target, "mode": mode}
            how = "" if mode == "neither" else f" with {mode}"
            return Fact("draws_with", None, drawn, f"{attacker} draws against {target}{how}")


def _of_deck(event: _OfDeck) -> Fact:
    deck = event.deck
    match event:
        case e.CardDrawn(_, card):
            return Fact("draws", None, {"deck": deck, "card": card}, f"{card} is drawn from the deck {deck}")
        case e.CardLeft(_, card):
            return Fact("leaves_deck", None, {"deck": deck, "card": card}, f"{card} leaves the deck {deck}")
        case e.CardAdded(_, card):
            return Fact("card_added", None, {"deck": deck, "card": card}, f"{card} comes into the deck {deck}")
        case e.DeckShuffled(_, because, again):
            slots: dict[str, str | int] = {"deck": deck, "because": because, "cards": len(again)}
            why = "the round is over" if because == "round" else "it is empty"
            return Fact("shuffled", None, slots, f"{_counted(len(again))} into the deck {deck}: {why}")
        case e.DrawStopped():
            return Fact("draw_stops", None, {"deck": deck}, f"nothing is left to draw from the deck {deck}")
        case e.ShuffleDue():
            return Fact("shuffle_due", None, {"deck": deck}, f"the deck {deck} is shuffled when the round ends")
        case e.CardsDiscarded(_, cards):
            named: dict[str, str | int] = {"deck": deck, "cards": _cards(cards)}
            go = "go" if len(cards) > 1 else "goes"
            return Fact("discards", None, named, f"{_cards(cards)} {go} to the discards of {deck}")


def _of_figure(event: _OfFigure) -> Fact:
    figure = event.figure
    match event:
        case e.DamageSuffered(_, damage, hit_points, through):
            slots: dict[str, str | int] = {"figure": figure, "damage": damage, "hit_points": hit_points}
            left = "1 hit point" if hit_points == 1 else f"{hit_points} hit points"
            says = f"{figure} suffers {damage} damage and has {left} left"
            return Fact("suffers", None, {**slots, "through": through}, says)
        case e.ConditionEnded(_, condition):
            return Fact(
                "loses_condition", None, {"figure": figure, "condition": condition}, f"{figure} loses {condition}"
            )
        case e.FigureDied():
            return Fact("dies", None, {"figure": figure}, f"{figure} dies")
        case e.TokenPlaced():
            return Fact("token", None, {"figure": figure}, f"a token lies where {figure} died")
        case e.Retaliated(_, attacker, amount):
            struck: dict[str, str | int] = {"figure": figure, "attacker": attacker, "amount": amount}
            return Fact("retaliates", None, struck, f"{figure} retaliates against {attacker} with {amount}")


def _of_effect(event: _OfEffect) -> Fact:
    named: dict[str, str | int] = {"attacker": event.attacker, "effect": _effect(event.effect)}
    match event:
        case e.EffectApplied(attacker, figure, effect):
            whom = figure or "others"
            says = f"{attacker} applies {_effect(effect)} to {whom}"
            return Fact("effect", None, {**named, "figure": whom}, says)
        case e.EffectLapsed(_, effect, because):
            says = f"{_effect(effect)} lapses: {_WHY[because]}"
            return Fact("effect_lapses", None, {**named, "because": because}, says)


def _of_clock(event: _OfClock) -> Fact:
    match event:
        case e.RoundEnded(number):
            return Fact("round_ends", None, {"round": number}, f"round {number} ends")
        case e.RoundBegan(number):
            return Fact("round_begins", None, {"round": number}, f"round {number} begins")
        case e.ScenarioEnded(outcome, winners):
            won = f"; {' and '.join(winners)} won" if winners else ""
            return Fact("scenario_ends", None, {"outcome": outcome}, f"the scenario is over: {outcome}{won}")


def _targets(aims: Aims) -> str:
    return ", ".join(aim.figure for aim in aims)


def _cards(cards: Cards) -> str:
    return " and ".join(cards) or "no card"


def _counted(cards: int) -> str:
    return "1 card is shuffled" if cards == 1 else f"{cards} cards are shuffled"


def _effect(effect: Effect) -> str:
    return f"{effect.name} {effect.size}" if effect.size else effect.name
