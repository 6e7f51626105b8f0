"""Events in words: kind, seat, slots and a sentence."""

from typing import Final, get_args

import pytest
from msgspec.structs import replace

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.gloomhaven_attack.model import events as e
from oathbook.domain.rulesets.gloomhaven_attack.model.components import Effect, Item, Modifier
from oathbook.domain.rulesets.gloomhaven_attack.model.decisions import Aim
from oathbook.domain.rulesets.kit.play import EventBase
from tests.unit.rulesets.gloomhaven_attack.table import ASH, BOTH, GH1

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
        "rat attacks guard and bones (2 away) with 3",
    ),
    (e.TargetNamed("rat", Aim("guard")), "names_target", None, WHO, "rat goes on against guard"),
    (e.TargetFaced("rat", "guard", 2), "faces", None, {**WHO, "number": 2}, "the attack of rat turns to guard"),
    (
        e.ItemUsed(ASH, "rat", Item("goggles", "advantage")),
        "uses_item",
        ASH,
        {"figure": "rat", "item": "goggles"},
        "rat uses goggles: Advantage on the whole attack",
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
        "rat draws modifier cards against guard, with Advantage",
    ),
    (
        e.DrawBegan("rat", "guard", "neither"),
        "draws_with",
        None,
        {**WHO, "mode": "neither"},
        "rat draws modifier cards against guard",
    ),
    (e.CardDrawn("brute", "+1"), "draws", None, {"deck": "brute", "card": "+1"}, "+1 is drawn from the deck of brute"),
    (
        e.CardLeft("brute", "bless"),
        "leaves_deck",
        None,
        {"deck": "brute", "card": "bless"},
        "bless leaves the deck of brute and lies ready again",
    ),
    (
        e.DeckShuffled("brute", "round", ("+1", "2x")),
        "shuffled",
        None,
        {"deck": "brute", "because": "round", "cards": 2},
        "2 cards are shuffled into the deck of brute: the round is over",
    ),
    (
        e.DeckShuffled("brute", "empty", ("+1",)),
        "shuffled",
        None,
        {"deck": "brute", "because": "empty", "cards": 1},
        "1 card is shuffled into the deck of brute: no card was left to draw",
    ),
    (e.DrawStopped("brute"), "draw_stops", None, {"deck": "brute"}, "nothing is left to draw from the deck of brute"),
    (
        e.OrderAsked(ASH, "mixed", ("a", "b")),
        "order_asked",
        ASH,
        {"step": "mixed", "modifiers": "a, b"},
        "ash has to choose the order of a and b",
    ),
    (
        e.ChoiceAsked(ASH, "+1", "+0-stun"),
        "choice_asked",
        ASH,
        {"first": "+1", "second": "+0-stun"},
        "ash has to choose between +1 and +0-stun",
    ),
    (
        e.CardsPlayed("rat", "guard", (0, 1), ("+1", "2x"), ()),
        "cards_count",
        None,
        {**WHO, "cards": "+1 and 2x", "unused": "no card"},
        "+1 and 2x count against guard",
    ),
    (
        e.CardsPlayed("rat", "guard", (0,), ("+1",), ("-1",)),
        "cards_count",
        None,
        {**WHO, "cards": "+1", "unused": "-1"},
        "+1 counts against guard, -1 does not",
    ),
    (
        e.ShuffleDue("brute"),
        "shuffle_due",
        None,
        {"deck": "brute"},
        "the deck of brute is to be shuffled when the round ends",
    ),
    (
        e.DamageNoted("guard", "spike trap", 3),
        "damage_noted",
        None,
        {"figure": "guard", "source": "spike trap", "damage": 3},
        "spike trap deals 3 damage to guard",
    ),
    (
        e.DamageSuffered("guard", 3, 1, "other"),
        "suffers",
        None,
        {"figure": "guard", "damage": 3, "hit_points": 1, "through": "other"},
        "guard suffers 3 damage from elsewhere and has 1 hit point left",
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
        "guard suffers 3 damage from Retaliate and is at -2 hit points",
    ),
    (
        e.ConditionEnded("guard", "ward"),
        "loses_condition",
        None,
        {"figure": "guard", "condition": "ward"},
        "guard loses Ward",
    ),
    (e.FigureDied("guard"), "dies", None, {"figure": "guard"}, "guard dies"),
    (e.TokenPlaced("guard"), "token", None, {"figure": "guard"}, "a money token is placed where guard died"),
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
        "rat applies fire",
    ),
    (
        e.EffectLapsed("rat", PUSH, "null"),
        "effect_lapses",
        None,
        {"attacker": "rat", "effect": "push 2", "because": "null"},
        "push 2 is not applied: a Null counts",
    ),
    (
        e.EffectLapsed("rat", PUSH, "target dead"),
        "effect_lapses",
        None,
        {"attacker": "rat", "effect": "push 2", "because": "target dead"},
        "push 2 is not applied: the target is dead",
    ),
    (
        e.CardAdded("brute", "curse"),
        "card_added",
        None,
        {"deck": "brute", "card": "curse"},
        "curse is shuffled into the deck of brute",
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
        "the attack of rat is over, and bones is not attacked any more",
    ),
    (e.RoundEnded(2), "round_ends", None, {"round": 2}, "round 2 ends"),
    (e.RoundBegan(3), "round_begins", None, {"round": 3}, "round 3 begins"),
    (
        e.ScenarioEnded("monsters defeated", (ASH, Seat("birch"))),
        "scenario_ends",
        None,
        {"outcome": "monsters defeated"},
        "the scenario is over: no monster is left, and ash and birch won",
    ),
    (
        e.ScenarioEnded("rounds over", ()),
        "scenario_ends",
        None,
        {"outcome": "rounds over"},
        "the scenario is over: the last round has been played",
    ),
)


def name_of(case: object) -> str:
    return type(case).__name__ if isinstance(case, EventBase) else ""


@pytest.mark.parametrize(("event", "kind", "by", "slots", "sentence"), TOLD, ids=name_of)
def test_an_event_is_told_in_the_words_of_the_vocabulary(
    event: e.Event, kind: str, by: Seat | None, slots: Slots, sentence: str
) -> None:
    """One fact an event, with the slots that its kind declares."""
    (fact,) = GH1.facts(event)

    assert (fact.kind, fact.by, dict(fact.slots)) == (kind, by, slots)
    assert fact.sentence == sentence
    assert set(DECLARED[kind]) == set(slots)


def attack(*targets: Aim, **more: object) -> e.AttackDeclared:
    """An attack of the rat with 3 and nothing else."""
    plain = e.AttackDeclared(ASH, 1, "rat", 3, targets or (Aim("guard"),), "melee", (), 0, (), (), ())
    return replace(plain, **more)


@pytest.mark.parametrize(
    ("declared", "sentence"),
    [
        (attack(), "rat attacks guard with 3"),
        (attack(Aim("a"), Aim("b"), Aim("c")), "rat attacks a, b and c with 3"),
        (attack(Aim("guard", 3), reach="ranged"), "rat makes a ranged attack on guard (3 away) with 3"),
        (attack(Aim("a", 2), Aim("b"), reach="ranged"), "rat makes a ranged attack on a (2 away) and b with 3"),
        (
            attack(modifiers=(Modifier("card", "add", 2), Modifier("penalty", "add", -1), Modifier("horn", "double"))),
            "rat attacks guard with 3, 2 more by card, 1 less by penalty, doubled by horn",
        ),
        (attack(pierce=2, effects=(PUSH, Effect("stun"))), "rat attacks guard with 3, Pierce 2, with push 2 and stun"),
        (
            attack(advantage=("strengthen", "goggles"), disadvantage=("muddle",)),
            "rat attacks guard with 3, with Advantage by strengthen and goggles, with Disadvantage by muddle",
        ),
    ],
)
def test_an_attack_is_told_with_all_that_it_is_declared_with(declared: e.AttackDeclared, sentence: str) -> None:
    """Whoever works it out after the sentence alone comes to the same value."""
    (fact,) = GH1.facts(declared)

    assert fact.sentence == sentence


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (e.TargetNamed("rat", Aim("guard", 2)), "rat goes on against guard (2 away)"),
        (e.ItemUsed(ASH, "rat", Item("stone", "add", 1)), "rat uses stone: 1 more"),
        (e.ItemUsed(ASH, "rat", Item("horn", "double")), "rat uses horn: the attack is doubled"),
        (e.CardsPlayed("rat", "guard", (), (), ("+1",)), "no card counts against guard, +1 does not"),
        (
            e.CardsPlayed("rat", "guard", (2,), ("-1",), ("rolling+1", "rolling+1")),
            "-1 counts against guard, rolling+1 and rolling+1 do not",
        ),
        (e.DamageSuffered("guard", 3, 0, "attack"), "guard suffers 3 damage and has 0 hit points left"),
        (e.AttackEnded("rat", ("a", "b")), "the attack of rat is over, and a and b are not attacked any more"),
        (e.ScenarioEnded("characters defeated", ()), "the scenario is over: no character is left"),
    ],
)
def test_one_is_told_otherwise_than_several_and_none(event: e.Event, sentence: str) -> None:
    (fact,) = GH1.facts(event)

    assert fact.sentence == sentence


def test_each_edition_calls_the_token_by_its_name() -> None:
    """GH-5.4, FH-5.1."""
    told = [fact.sentence for rules in BOTH for fact in rules.facts(e.TokenPlaced("guard"))]

    assert told == ["a money token is placed where guard died", "a loot token is placed where guard died"]


def test_every_event_and_every_kind_is_told_of() -> None:
    """Nothing is declared that no event says."""
    assert {type(event) for event, *_ in TOLD} == set(get_args(e.Event))
    assert {kind for _, kind, *_ in TOLD} == set(DECLARED)


def test_attacks_targets_and_rounds_are_the_units_to_step_by() -> None:
    """FactKind.begins."""
    begins = {kind.kind: kind.begins for kind in GH1.vocabulary.kinds if kind.begins}

    assert begins == {"attacks": "turn", "faces": "phase", "round_begins": "round"}
