"""Events in words: for timelines, promises and disputes."""

from collections.abc import Iterator
from typing import Final

from oathbook.domain.kernel import Cards
from oathbook.domain.rulesets.comparisons import with_comparisons
from oathbook.domain.rulesets.gloomhaven_attack.model import events as e
from oathbook.domain.rulesets.gloomhaven_attack.model.components import Effect, Item, Modifier
from oathbook.domain.rulesets.gloomhaven_attack.model.decisions import Aims
from oathbook.domain.rulesets.gloomhaven_attack.model.switches import Printing
from oathbook.domain.rulesets.gloomhaven_attack.words import letter_limits, letters
from oathbook.domain.rulesets.gloomhaven_attack.words.deeds import deed
from oathbook.domain.rulesets.gloomhaven_attack.words.notation import NOTATION
from oathbook.domain.rulesets.kit.wording import format_count, format_list
from oathbook.domain.rulesets.vocabulary import Fact, FactKind, Vocabulary

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
        FactKind("damage_noted", ("figure", "source", "damage")),
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
    states=with_comparisons(letters.STATES),
    units=letters.UNITS,
    names=letters.names,
    beyond=letters.BEYOND,
    last=letter_limits.last,
    most_done=letter_limits.most_done,
    most_so=letter_limits.most_so,
    deed=deed,
    notation=NOTATION,
)

_STEPS: Final = {
    "attacker": "the attacker's modifiers",
    "cards": "the modifier cards",
    "mixed": "the attacker's modifiers and the cards",
    "defender": "the defender's bonuses",
}
_WHY: Final = {"target dead": "the target is dead", "null": "a Null counts", "no card left": "no card lies ready"}
_SHUFFLED: Final = {"round": "the round is over", "empty": "no card was left to draw"}
_TOKENS: Final[dict[Printing, str]] = {"gh1": "money token", "fh": "loot token"}
_ENDED: Final = {
    "monsters defeated": "no monster is left",
    "characters defeated": "no character is left",
    "rounds over": "the last round has been played",
}

_OfAttack = e.AttackDeclared | e.TargetNamed | e.TargetFaced | e.ItemUsed | e.NextTargetAsked | e.AttackEnded
_OfValue = e.ModifiersOrdered | e.ValueReached | e.OrderAsked | e.ChoiceAsked | e.CardsPlayed | e.DrawBegan
_OfDeck = e.CardDrawn | e.CardLeft | e.CardAdded | e.DeckShuffled | e.DrawStopped | e.ShuffleDue | e.CardsDiscarded
_OfFigure = e.DamageNoted | e.DamageSuffered | e.ConditionEnded | e.FigureDied | e.TokenPlaced | e.Retaliated
_OfEffect = e.EffectApplied | e.EffectLapsed
_OfClock = e.RoundEnded | e.RoundBegan | e.ScenarioEnded


def facts_of(event: e.Event, printing: Printing) -> tuple[Fact, ...]:
    """The event as a fact, in the words of an edition."""
    if isinstance(event, _OfAttack):
        return (_attack_fact(event),)
    if isinstance(event, _OfValue):
        return (_value_fact(event),)
    if isinstance(event, _OfDeck):
        return (_deck_fact(event),)
    if isinstance(event, _OfFigure):
        return (_figure_fact(event, _TOKENS[printing]),)
    if isinstance(event, _OfEffect):
        return (_effect_fact(event),)
    return (_clock_fact(event),)


def _attack_fact(event: _OfAttack) -> Fact:
    match event:
        case e.AttackDeclared():
            slots: dict[str, str | int] = {"attack": event.number, "attacker": event.attacker, "base": event.base}
            whom = ", ".join(aim.figure for aim in event.targets)
            return Fact("attacks", event.seat, {**slots, "targets": whom}, _declaration(event))
        case e.TargetNamed(attacker, target):
            named: dict[str, str | int] = {"attacker": attacker, "target": target.figure}
            return Fact("names_target", None, named, f"{attacker} goes on against {_targets((target,))}")
        case e.TargetFaced(attacker, target, number):
            faced: dict[str, str | int] = {"attacker": attacker, "target": target, "number": number}
            return Fact("faces", None, faced, f"the attack of {attacker} turns to {target}")
        case e.ItemUsed(seat, figure, item):
            used: dict[str, str | int] = {"figure": figure, "item": item.name}
            return Fact("uses_item", seat, used, f"{figure} uses {item.name}: {_item_text(item)}")
        case e.NextTargetAsked(seat, attacker):
            return Fact("next_target_asked", seat, {"attacker": attacker}, f"{seat} may name another target")
        case e.AttackEnded(attacker, left_out):
            are = "is" if len(left_out) == 1 else "are"
            rest = f", and {format_list(left_out)} {are} not attacked any more" if left_out else ""
            ended: dict[str, str | int] = {"attacker": attacker, "left_out": ", ".join(left_out) or "none"}
            return Fact("attack_ends", None, ended, f"the attack of {attacker} is over{rest}")


def _value_fact(event: _OfValue) -> Fact:
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
            return Fact("order_asked", seat, asked, f"{seat} has to choose the order of {format_list(modifiers)}")
        case e.ChoiceAsked(seat, first, second):
            says = f"{seat} has to choose between {first} and {second}"
            return Fact("choice_asked", seat, {"first": first, "second": second}, says)
        case e.CardsPlayed(attacker, target, _, cards, unused):
            counted: dict[str, str | int] = {"cards": _cards(cards), "unused": _cards(unused)}
            rest = f", {format_list(unused)} {'do' if len(unused) > 1 else 'does'} not" if unused else ""
            says = f"{format_list(cards) or 'no card'} {'count' if len(cards) > 1 else 'counts'} against {target}{rest}"
            return Fact("cards_count", None, {"attacker": attacker, "target": target, **counted}, says)
        case e.DrawBegan(attacker, target, mode):
            drawn: dict[str, str | int] = {"attacker": attacker, "target": target, "mode": mode}
            how = "" if mode == "neither" else f", with {mode.capitalize()}"
            return Fact("draws_with", None, drawn, f"{attacker} draws modifier cards against {target}{how}")


def _deck_fact(event: _OfDeck) -> Fact:
    deck = event.deck
    match event:
        case e.CardDrawn(_, card):
            return Fact("draws", None, {"deck": deck, "card": card}, f"{card} is drawn from the deck of {deck}")
        case e.CardLeft(_, card):
            left = f"{card} leaves the deck of {deck} and lies ready again"
            return Fact("leaves_deck", None, {"deck": deck, "card": card}, left)
        case e.CardAdded(_, card):
            return Fact("card_added", None, {"deck": deck, "card": card}, f"{card} is shuffled into the deck of {deck}")
        case e.DeckShuffled(_, because, again):
            slots: dict[str, str | int] = {"deck": deck, "because": because, "cards": len(again)}
            says = f"{_card_count(len(again))} into the deck of {deck}: {_SHUFFLED[because]}"
            return Fact("shuffled", None, slots, says)
        case e.DrawStopped():
            return Fact("draw_stops", None, {"deck": deck}, f"nothing is left to draw from the deck of {deck}")
        case e.ShuffleDue():
            says = f"the deck of {deck} is to be shuffled when the round ends"
            return Fact("shuffle_due", None, {"deck": deck}, says)
        case e.CardsDiscarded(_, cards):
            named: dict[str, str | int] = {"deck": deck, "cards": _cards(cards)}
            go = "go" if len(cards) > 1 else "goes"
            return Fact("discards", None, named, f"{format_list(cards)} {go} to the discards of {deck}")


def _figure_fact(event: _OfFigure, token: str) -> Fact:
    figure = event.figure
    match event:
        case e.DamageNoted(_, source, dealt):
            noted: dict[str, str | int] = {"figure": figure, "source": source, "damage": dealt}
            return Fact("damage_noted", None, noted, f"{source} deals {dealt} damage to {figure}")
        case e.DamageSuffered(_, damage, hit_points, through):
            slots: dict[str, str | int] = {"figure": figure, "damage": damage, "hit_points": hit_points}
            by = " from Retaliate" if through == "retaliate" else ""
            says = f"{figure} suffers {damage} damage{by} and {_hit_points_left(hit_points)}"
            return Fact("suffers", None, {**slots, "through": through}, says)
        case e.ConditionEnded(_, condition):
            lost: dict[str, str | int] = {"figure": figure, "condition": condition}
            return Fact("loses_condition", None, lost, f"{figure} loses {condition.capitalize()}")
        case e.FigureDied():
            return Fact("dies", None, {"figure": figure}, f"{figure} dies")
        case e.TokenPlaced():
            return Fact("token", None, {"figure": figure}, f"a {token} is placed where {figure} died")
        case e.Retaliated(_, attacker, amount):
            struck: dict[str, str | int] = {"figure": figure, "attacker": attacker, "amount": amount}
            return Fact("retaliates", None, struck, f"{figure} retaliates against {attacker} with {amount}")


def _effect_fact(event: _OfEffect) -> Fact:
    named: dict[str, str | int] = {"attacker": event.attacker, "effect": _effect(event.effect)}
    match event:
        case e.EffectApplied(attacker, figure, effect):
            says = f"{attacker} applies {_effect(effect)}{'' if figure is None else f' to {figure}'}"
            return Fact("effect", None, {**named, "figure": figure or "others"}, says)
        case e.EffectLapsed(_, effect, because):
            says = f"{_effect(effect)} is not applied: {_WHY[because]}"
            return Fact("effect_lapses", None, {**named, "because": because}, says)


def _clock_fact(event: _OfClock) -> Fact:
    match event:
        case e.RoundEnded(number):
            return Fact("round_ends", None, {"round": number}, f"round {number} ends")
        case e.RoundBegan(number):
            return Fact("round_begins", None, {"round": number}, f"round {number} begins")
        case e.ScenarioEnded(outcome, winners):
            won = f", and {format_list(winners)} won" if winners else ""
            return Fact("scenario_ends", None, {"outcome": outcome}, f"the scenario is over: {_ENDED[outcome]}{won}")


def _declaration(event: e.AttackDeclared) -> str:
    """All that an attack is declared with, so that nothing has to be guessed at when it is worked out."""
    attacks = "attacks" if event.reach == "melee" else "makes a ranged attack on"
    return ", ".join(
        (f"{event.attacker} {attacks} {_targets(event.targets)} with {event.base}", *_declaration_parts(event))
    )


def _declaration_parts(event: e.AttackDeclared) -> Iterator[str]:
    yield from map(_modifier_text, event.modifiers)
    if event.pierce:
        yield f"Pierce {event.pierce}"
    if event.effects:
        yield f"with {format_list([_effect(each) for each in event.effects])}"
    for mode, sources in (("Advantage", event.advantage), ("Disadvantage", event.disadvantage)):
        if sources:
            yield f"with {mode} by {format_list(sources)}"


def _modifier_text(modifier: Modifier) -> str:
    if modifier.op == "double":
        return f"doubled by {modifier.of}"
    return f"{abs(modifier.by)} {'less' if modifier.by < 0 else 'more'} by {modifier.of}"


def _item_text(item: Item) -> str:
    match item.grants:
        case "advantage":
            return "Advantage on the whole attack"
        case "add":
            return f"{item.by} more"
        case "double":
            return "the attack is doubled"


def _targets(aims: Aims) -> str:
    """The targets, with the distance of those that are not adjacent."""
    return format_list([aim.figure if aim.distance == 1 else f"{aim.figure} ({aim.distance} away)" for aim in aims])


def _hit_points_left(hit_points: int) -> str:
    if hit_points < 0:
        return f"is at {hit_points} hit points"
    return f"has {format_count(hit_points, 'hit point')} left"


def _cards(cards: Cards) -> str:
    return " and ".join(cards) or "no card"


def _card_count(cards: int) -> str:
    return "1 card is shuffled" if cards == 1 else f"{cards} cards are shuffled"


def _effect(effect: Effect) -> str:
    return f"{effect.name} {effect.size}" if effect.size else effect.name
