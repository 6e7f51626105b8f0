"""The table of events: kind of fact, player, slots and sentence of each; and the vocabulary of letters."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from oathbook.domain.kernel import Cards
from oathbook.domain.rulesets.comparisons import with_comparisons
from oathbook.domain.rulesets.gloomhaven_attack.chapters.steps import DECISIONS
from oathbook.domain.rulesets.gloomhaven_attack.model import events as e
from oathbook.domain.rulesets.gloomhaven_attack.model.components import Effect, Item, Modifier
from oathbook.domain.rulesets.gloomhaven_attack.model.decisions import Aims
from oathbook.domain.rulesets.gloomhaven_attack.words import letter_limits, letters
from oathbook.domain.rulesets.gloomhaven_attack.words.notation import NOTATION
from oathbook.domain.rulesets.kit.rows import Row, facts_by, kinds_of
from oathbook.domain.rulesets.kit.wording import format_count, format_list
from oathbook.domain.rulesets.vocabulary import Vocabulary

_STEPS: Final = {
    "attacker": "the attacker's modifiers",
    "cards": "the modifier cards",
    "mixed": "the attacker's modifiers and the cards",
    "defender": "the defender's bonuses",
}
_WHY: Final = {
    "target dead": "the target is dead",
    "null": "a Null counts",
    "no card left": "no card lies ready",
    "round": "the round is over",
    "empty": "no card was left to draw",
}
_THROUGH: Final = {"attack": "", "retaliate": " from Retaliate", "other": " from elsewhere"}
_ENDED: Final = {
    "monsters defeated": "no monster is left",
    "characters defeated": "no character is left",
    "rounds over": "the last round has been played",
}


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
    grants = {"advantage": "Advantage on the whole attack", "add": f"{item.by} more", "double": "the attack is doubled"}
    return f"{item.name}: {grants[item.grants]}"


def _targets(aims: Aims) -> str:
    """The targets, with the distance of those that are not adjacent."""
    return format_list([aim.figure if aim.distance == 1 else f"{aim.figure} ({aim.distance} away)" for aim in aims])


def _hit_points_left(hit_points: int) -> str:
    if hit_points < 0:
        return f"is at {hit_points} hit points"
    return f"has {format_count(hit_points, 'hit point')} left"


def _cards(cards: Cards) -> str:
    return " and ".join(cards) or "no card"


def _effect(effect: Effect) -> str:
    return f"{effect.name} {effect.size}" if effect.size else effect.name


def _with_verb(names: tuple[str, ...], one_does: str, several_do: str) -> str:
    return f"{format_list(names) or 'no card'} {several_do if len(names) > 1 else one_does}"


_row: Final = partial(
    Row,
    by="",
    words={
        "item": _item_text,
        "names": ", then ".join,
        "step": _STEPS.__getitem__,
        "mode": lambda mode: "" if mode == "neither" else f", with {mode.capitalize()}",
        "again": lambda cards: f"{format_count(len(cards), 'card')} {'is' if len(cards) == 1 else 'are'} shuffled",
        "because": _WHY.__getitem__,
        "unused": lambda cards: f", {_with_verb(cards, 'does', 'do')} not" if cards else "",
        "hit_points": _hit_points_left,
        "through": _THROUGH.__getitem__,
        "condition": str.capitalize,
        "effect": _effect,
        "left_out": lambda names: f", and {_with_verb(names, 'is', 'are')} not attacked any more" if names else "",
        "outcome": _ENDED.__getitem__,
        "winners": lambda seats: f", and {format_list(seats)} won" if seats else "",
    },
    slot_values={
        "targets": lambda aims: ", ".join(aim.figure for aim in aims),
        "item": lambda item: item.name,
        "names": ", then ".join,
        "modifiers": ", ".join,
        "cards": _cards,
        "unused": _cards,
        "figure": lambda figure: figure or "others",
        "effect": _effect,
        "left_out": lambda names: ", ".join(names) or "none",
    },
)

ROWS: Final = (
    _row(
        e.AttackDeclared,
        "attacks",
        _declaration,
        "attack=number attacker base targets",
        by="seat",
        marker=True,
        begins="turn",
    ),
    _row(
        e.TargetNamed,
        "names_target",
        "{attacker} goes on against {aim}",
        "attacker target=figure",
        computed={"aim": lambda event: _targets((event.target,)), "figure": lambda event: event.target.figure},
    ),
    _row(
        e.TargetFaced,
        "faces",
        "the attack of {attacker} turns to {target}",
        "attacker target number",
        marker=True,
        begins="phase",
    ),
    _row(e.ItemUsed, "uses_item", "{figure} uses {item}", "figure item", by="seat"),
    _row(e.ModifiersOrdered, "orders", "{seat} orders the modifiers: {names}", "step order=names", by="seat"),
    _row(
        e.ValueReached,
        "value",
        "after {step} the attack of {attacker} on {target} is {value}",
        "attacker target step value",
    ),
    _row(e.DrawBegan, "draws_with", "{attacker} draws modifier cards against {target}{mode}", "attacker target mode"),
    _row(e.CardDrawn, "draws", "{card} is drawn from the deck of {deck}", "deck card"),
    _row(e.CardLeft, "leaves_deck", "{card} leaves the deck of {deck} and lies ready again", "deck card"),
    _row(e.DeckShuffled, "shuffled", "{again} into the deck of {deck}: {because}", "deck because cards=again"),
    _row(e.DrawStopped, "draw_stops", "nothing is left to draw from the deck of {deck}", "deck"),
    _row(e.OrderAsked, "order_asked", "{seat} has to choose the order of {modifiers}", "step modifiers", by="seat"),
    _row(e.ChoiceAsked, "choice_asked", "{seat} has to choose between {first} and {second}", "first second", by="seat"),
    _row(
        e.CardsPlayed,
        "cards_count",
        "{counted} against {target}{unused}",
        "attacker target cards unused",
        computed={"counted": lambda event: _with_verb(event.cards, "counts", "count")},
    ),
    _row(e.ShuffleDue, "shuffle_due", "the deck of {deck} is to be shuffled when the round ends", "deck"),
    _row(e.DamageNoted, "damage_noted", "{source} deals {damage} damage to {figure}", "figure source damage"),
    _row(
        e.DamageSuffered,
        "suffers",
        "{figure} suffers {damage} damage{through} and {hit_points}",
        "figure damage hit_points through",
    ),
    _row(e.ConditionEnded, "loses_condition", "{figure} loses {condition}", "figure condition"),
    _row(e.FigureDied, "dies", "{figure} dies", "figure"),
    _row(e.TokenPlaced, "token", "a money token is placed where {figure} died", "figure"),
    _row(
        e.EffectApplied,
        "effect",
        "{attacker} applies {applied}",
        "attacker effect figure",
        computed={"applied": lambda event: _effect(event.effect) + (f" to {event.figure}" if event.figure else "")},
    ),
    _row(e.EffectLapsed, "effect_lapses", "{effect} is not applied: {because}", "attacker effect because"),
    _row(e.CardAdded, "card_added", "{card} is shuffled into the deck of {deck}", "deck card"),
    _row(e.Retaliated, "retaliates", "{figure} retaliates against {attacker} with {amount}", "figure attacker amount"),
    _row(
        e.CardsDiscarded,
        "discards",
        "{gone} to the discards of {deck}",
        "deck cards",
        computed={"gone": lambda event: _with_verb(event.cards, "goes", "go")},
    ),
    _row(e.NextTargetAsked, "next_target_asked", "{seat} may name another target", "attacker", by="seat"),
    _row(e.AttackEnded, "attack_ends", "the attack of {attacker} is over{left_out}", "attacker left_out", marker=True),
    _row(e.RoundEnded, "round_ends", "round {round} ends", "round", marker=True),
    _row(e.RoundBegan, "round_begins", "round {round} begins", "round", marker=True, begins="round"),
    _row(e.ScenarioEnded, "scenario_ends", "the scenario is over: {outcome}{winners}", "outcome", marker=True),
)
VOCABULARY: Final = Vocabulary(
    kinds_of(ROWS),
    verbs=letters.VERBS,
    states=with_comparisons(letters.STATES),
    units=letters.UNITS,
    names=letters.names,
    beyond=letters.BEYOND,
    last=letter_limits.last,
    most_done=letter_limits.most_done,
    most_so=letter_limits.most_so,
    deed=DECISIONS.deed,
    notation=NOTATION,
)

# The first row of an event tells it: a row in front replaces the one in ``ROWS``.
_LOOT: Final = _row(e.TokenPlaced, "token", "a loot token is placed where {figure} died", "figure")
facts_of: Final = facts_by(ROWS)
frosthaven_facts_of: Final = facts_by((_LOOT, *ROWS))
