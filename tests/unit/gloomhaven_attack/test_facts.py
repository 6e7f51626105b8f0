"""Events in words: kind, seat, slots and a sentence."""

from typing import Final, get_args

import pytest

from domain.kernel.seats import Seat
from domain.rulesets.gloomhaven_attack import events as e
from domain.rulesets.gloomhaven_attack.editions import Effect, Item
from domain.rulesets.gloomhaven_attack.model import Aim, Happened
from tests.unit.gloomhaven_attack.table import ASH, GH1

Slots = dict[str, str | int]
DECLARED: Final = {kind.kind: kind.slots for kind in GH1.vocabulary.kinds}
WHO: Final[Slots] = {"attacker": "rat", "target": "guard"}
PUSH: Final = Effect("push", 2)

# Of each event: kind, seat and slots of its fact, and its sentence.
TOLD: Final[tuple[tuple[e.Event, str, Seat | None, Slots, str], ...]] = (
    (
        e.AttackDeclared(ASH, 1, "rat", 3, (Aim("guard"), Aim("bones", 2)), "melee", (), 0, (), (), ()),
        "attacks",
        ASH,
        {"attack": 1, "attacker": "rat", "base": 3, "targets": "guard, bones"},
        "rat attacks guard, bones with 3",
    ),
    (e.TargetNamed("rat", Aim("guard")), "names_target", None, WHO, "rat goes on against guard"),
    (e.TargetFaced("rat", "guard", 2), "faces", None, {**WHO, "number": 2}, "rat faces guard"),
    (
        e.ItemUsed(ASH, "rat", Item("goggles", "advantage")),
        "uses_item",
        ASH,
        {"figure": "rat", "item": "goggles"},
        "rat uses goggles",
    ),
    (
        e.ModifiersOrdered(ASH, "cards", (1, 0), ("card 2x", "card +1")),
        "orders",
        ASH,
        {"step": "cards", "order": "card 2x, then card +1"},
        "ash orders the modifiers: card 2x, then card +1",
    ),
    (
        e.ValueReached("rat", "guard", "defender", 4),
        "value",
        None,
        {**WHO, "step": "defender", "value": 4},
        "after the defender's bonuses the attack of rat on guard is 4",
    ),
    (
        e.DrawBegan("rat", "guard", "advantage"),
        "draws_with",
        None,
        {**WHO, "mode": "advantage"},
        "rat draws against guard with advantage",
    ),
    (
        e.DrawBegan("rat", "guard", "neither"),
        "draws_with",
        None,
        {**WHO, "mode": "neither"},
        "rat draws against guard",
    ),
    (e.CardDrawn("brute", "+1"), "draws", None, {"deck": "brute", "card": "+1"}, "+1 is drawn from the deck brute"),
    (
        e.CardLeft("brute", "bless"),
        "leaves_deck",
        None,
        {"deck": "brute", "card": "bless"},
        "bless leaves the deck brute",
    ),
    (
        e.DeckShuffled("brute", "round", ("+1", "2x")),
        "shuffled",
        None,
        {"deck": "brute", "because": "round", "cards": 2},
        "2 cards are shuffled into the deck brute: the round is over",
    ),
    (
        e.DeckShuffled("brute", "empty", ("+1",)),
        "shuffled",
        None,
        {"deck": "brute", "because": "empty", "cards": 1},
        "1 card is shuffled into the deck brute: it is empty",
    ),
    (e.DrawStopped("brute"), "draw_stops", None, {"deck": "brute"}, "nothing is left to draw from the deck brute"),
    (
        e.OrderAsked(ASH, "mixed", ("a", "b")),
        "order_asked",
        ASH,
        {"step": "mixed", "modifiers": "a, b"},
        "ash chooses the order of the attacker's modifiers and the cards",
    ),
    (
        e.ChoiceAsked(ASH, "+1", "+0-stun"),
        "choice_asked",
        ASH,
        {"first": "+1", "second": "+0-stun"},
        "ash chooses between +1 and +0-stun",
    ),
    (
        e.CardsPlayed("rat", "guard", (0, 1), ("+1", "2x"), ()),
        "cards_count",
        None,
        {**WHO, "cards": "+1 and 2x", "unused": "no card"},
        "against guard +1 and 2x count",
    ),
    (
        e.CardsPlayed("rat", "guard", (0,), ("+1",), ("-1",)),
        "cards_count",
        None,
        {**WHO, "cards": "+1", "unused": "-1"},
        "against guard +1 counts, not -1",
    ),
    (
        e.ShuffleDue("brute"),
        "shuffle_due",
        None,
        {"deck": "brute"},
        "the deck brute is shuffled when the round ends",
    ),
    (
        e.DamageSuffered("guard", 3, 1, "attack"),
        "suffers",
        None,
        {"figure": "guard", "damage": 3, "hit_points": 1, "through": "attack"},
        "guard suffers 3 damage and has 1 hit point left",
    ),
    (
        e.DamageSuffered("guard", 3, -2, "retaliate"),
        "suffers",
        None,
        {"figure": "guard", "damage": 3, "hit_points": -2, "through": "retaliate"},
        "guard suffers 3 damage and has -2 hit points left",
    ),
    (
        e.ConditionEnded("guard", "ward"),
        "loses_condition",
        None,
        {"figure": "guard", "condition": "ward"},
        "guard loses ward",
    ),
    (e.FigureDied("guard"), "dies", None, {"figure": "guard"}, "guard dies"),
    (e.TokenPlaced("guard"), "token", None, {"figure": "guard"}, "a token lies where guard died"),
    (
        e.EffectApplied("rat", "guard", PUSH),
        "effect",
        None,
        {"attacker": "rat", "figure": "guard", "effect": "push 2"},
        "rat applies push 2 to guard",
    ),
    (
        e.EffectApplied("rat", None, Effect("fire", on="others")),
        "effect",
        None,
        {"attacker": "rat", "figure": "others", "effect": "fire"},
        "rat applies fire to others",
    ),
    (
        e.EffectLapsed("rat", PUSH, "null"),
        "effect_lapses",
        None,
        {"attacker": "rat", "effect": "push 2", "because": "null"},
        "push 2 lapses: the attack is Null",
    ),
    (
        e.EffectLapsed("rat", PUSH, "target dead"),
        "effect_lapses",
        None,
        {"attacker": "rat", "effect": "push 2", "because": "target dead"},
        "push 2 lapses: the target is dead",
    ),
    (
        e.CardAdded("brute", "curse"),
        "card_added",
        None,
        {"deck": "brute", "card": "curse"},
        "curse comes into the deck brute",
    ),
    (
        e.Retaliated("guard", "rat", 2),
        "retaliates",
        None,
        {"figure": "guard", "attacker": "rat", "amount": 2},
        "guard retaliates against rat with 2",
    ),
    (
        e.CardsDiscarded("brute", ("+1", "2x")),
        "discards",
        None,
        {"deck": "brute", "cards": "+1 and 2x"},
        "+1 and 2x go to the discards of brute",
    ),
    (
        e.CardsDiscarded("brute", ("+1",)),
        "discards",
        None,
        {"deck": "brute", "cards": "+1"},
        "+1 goes to the discards of brute",
    ),
    (e.NextTargetAsked(ASH, "rat"), "next_target_asked", ASH, {"attacker": "rat"}, "ash may name another target"),
    (
        e.AttackEnded("rat", ()),
        "attack_ends",
        None,
        {"attacker": "rat", "left_out": "none"},
        "the attack of rat is over",
    ),
    (
        e.AttackEnded("rat", ("bones",)),
        "attack_ends",
        None,
        {"attacker": "rat", "left_out": "bones"},
        "the attack of rat is over, without bones",
    ),
    (e.RoundEnded(2), "round_ends", None, {"round": 2}, "round 2 ends"),
    (e.RoundBegan(3), "round_begins", None, {"round": 3}, "round 3 begins"),
    (
        e.ScenarioEnded("monsters defeated", (ASH, Seat("birch"))),
        "scenario_ends",
        None,
        {"outcome": "monsters defeated"},
        "the scenario is over: monsters defeated; ash and birch won",
    ),
    (
        e.ScenarioEnded("rounds over", ()),
        "scenario_ends",
        None,
        {"outcome": "rounds over"},
        "the scenario is over: rounds over",
    ),
)


def name_of(case: object) -> str:
    return type(case).__name__ if isinstance(case, Happened) else ""


@pytest.mark.parametrize(("event", "kind", "by", "slots", "sentence"), TOLD, ids=name_of)
def test_an_event_is_told_in_the_words_of_the_vocabulary(
    event: e.Event, kind: str, by: Seat | None, slots: Slots, sentence: str
) -> None:
    """One fact an event, with the slots that its kind declares."""
    (fact,) = GH1.facts(event)

    assert (fact.kind, fact.by, dict(fact.slots)) == (kind, by, slots)
    assert fact.sentence == sentence
    assert set(DECLARED[kind]) == set(slots)


def test_every_event_and_every_kind_is_told_of() -> None:
    """Nothing is declared that no event says."""
    assert {type(event) for event, *_ in TOLD} == set(get_args(e.Event))
    assert {kind for _, kind, *_ in TOLD} == set(DECLARED)


def test_attacks_targets_and_rounds_are_the_units_to_step_by() -> None:
    """FactKind.begins."""
    begins = {kind.kind: kind.begins for kind in GH1.vocabulary.kinds if kind.begins}

    assert begins == {"attacks": "turn", "faces": "phase", "round_begins": "round"}
