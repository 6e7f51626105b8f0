"""Every way a decision in a Battle is refused, with its clause and the values it was found from."""

from typing import Final

import pytest

from oathbook.domain.kernel import Hidden
from oathbook.domain.rulesets.heirless.model.battle_state import Aim
from oathbook.domain.rulesets.heirless.model.decisions import (
    AgreeToEnd,
    Ally,
    Attack,
    Decision,
    PlaceCard,
    Resolve,
    Target,
)
from oathbook.domain.rulesets.heirless.rules import NoBattle
from tests.unit.rulesets.heirless.battles.battle_table import (
    DECK_OF_THREE,
    HITS,
    PLAIN,
    Fight,
    duel,
    field_of,
    fight,
    stalled,
    with_hand,
)
from tests.unit.rulesets.heirless.table import ASH, BIRCH, CEDAR, Conditions, conditions, fresh

FOUND: Final = fight(field_of(PLAIN, ash="Valley", birch="Valley Meadow", cedar="Meadow"))
SPEAKING: Final = FOUND.resolve()
AIMING: Final = duel(box=DECK_OF_THREE)
DEFENDING: Final = AIMING.aim(*HITS)
ATTACKING: Final = DEFENDING.defend(BIRCH, "c1")
STALLED: Final = stalled()
IN_USE: Final = DEFENDING.defend(BIRCH, "c1").attack("c1", "c2").aim(*HITS)


def hidden(name: str, by: str = "birch") -> Hidden[str]:
    return Hidden.of(name, ASH if by == "ash" else BIRCH)


def at(*aims: tuple[str, str]) -> Target:
    return Target(ASH, tuple(Aim(*aim) for aim in aims))


REFUSED: Final[dict[str, tuple[Fight, Decision, str, Conditions]]] = {
    "a Battle one is not in": (
        FOUND,
        Resolve(ASH, "Meadow"),
        "no-battle-there",
        [
            ("HB-1.1", True, {"stage": "battles", "asked": "ash"}),
            ("HB-1.1", False, {"tile": "Meadow", "Battles": "Valley"}),
        ],
    ),
    "a Battle before one's turn": (
        FOUND,
        Resolve(BIRCH, "Valley"),
        "not-asked",
        [("HB-1.1", False, {"stage": "battles", "asked": "ash"})],
    ),
    "an ally who is elsewhere": (
        SPEAKING,
        Ally(ASH, CEDAR),
        "not-an-ally",
        [
            ("HB-1.2", True, {"stage": "alliances", "asked": "ash"}),
            ("HB-1.2", False, {"named": "cedar", "others": "birch"}),
        ],
    ),
    "an ally of oneself": (
        SPEAKING,
        Ally(ASH, ASH),
        "not-an-ally",
        [
            ("HB-1.2", True, {"stage": "alliances", "asked": "ash"}),
            ("HB-1.2", False, {"named": "ash", "others": "birch"}),
        ],
    ),
    "targets by a Defender": (
        AIMING,
        Target(BIRCH, ()),
        "not-asked",
        [("HB-3.3", False, {"stage": "targets", "asked": "ash"})],
    ),
    "another's Knight": (
        AIMING,
        at(("birch-1", "birch-1")),
        "not-their-knight",
        [
            ("HB-3.3", True, {"stage": "targets", "asked": "ash"}),
            ("HB-3.3", False, {"Knight": "birch-1", "own": "ash-1"}),
        ],
    ),
    "two targets": (
        AIMING,
        at(*HITS, *HITS),
        "one-target-each",
        [
            ("HB-3.3", True, {"stage": "targets", "asked": "ash"}),
            ("HB-3.3", True, {"Knight": "ash-1", "own": "ash-1"}),
            ("HB-3.3", False, {"Knight": "ash-1", "targets": 2}),
        ],
    ),
    "a target elsewhere": (
        AIMING,
        at(("ash-1", "cedar-1")),
        "not-a-target",
        [
            ("HB-3.3", True, {"stage": "targets", "asked": "ash"}),
            ("HB-3.3", True, {"Knight": "ash-1", "own": "ash-1"}),
            ("HB-3.3", True, {"Knight": "ash-1", "targets": 1}),
            ("HB-3.3", False, {"target": "cedar-1", "others": "birch-1"}),
        ],
    ),
    "an unknown card face down": (
        DEFENDING,
        PlaceCard(BIRCH, hidden("c9")),
        "not-in-battle-hand",
        [
            ("HB-3.4", True, {"stage": "defence", "asked": "birch"}),
            ("HB-3.4", False, {"card": "c9", "hand": "c1, c2, c3"}),
        ],
    ),
    "a card placed before": (
        IN_USE,
        PlaceCard(BIRCH, hidden("c1")),
        "not-in-battle-hand",
        [("HB-3.4", True, {"stage": "defence", "asked": "birch"}), ("HB-3.4", False, {"card": "c1", "hand": "c2, c3"})],
    ),
    "a second card face down": (
        ATTACKING,
        PlaceCard(BIRCH, hidden("c2")),
        "not-asked",
        [("HB-3.4", False, {"stage": "attack", "asked": "ash"})],
    ),
    "the Attacker's card before the Defender's": (
        DEFENDING,
        Attack(ASH, "c1", hidden("c2", "ash")),
        "not-asked",
        [("HB-3.5", False, {"stage": "defence", "asked": "birch"})],
    ),
    "an unknown card face up": (
        ATTACKING,
        Attack(ASH, "c9", hidden("c2", "ash")),
        "not-in-battle-hand",
        [
            ("HB-3.5", True, {"stage": "attack", "asked": "ash"}),
            ("HB-3.5", False, {"card": "c9", "hand": "c1, c2, c3"}),
        ],
    ),
    "nothing discarded": (
        ATTACKING,
        Attack(ASH, "c1"),
        "discard-owed",
        [
            ("HB-3.5", True, {"stage": "attack", "asked": "ash"}),
            ("HB-3.5", True, {"card": "c1", "hand": "c1, c2, c3"}),
            ("HB-3.5", False, {"discard": "none", "others": "c2, c3"}),
        ],
    ),
    "the same card discarded": (
        ATTACKING,
        Attack(ASH, "c1", hidden("c1", "ash")),
        "discard-owed",
        [
            ("HB-3.5", True, {"stage": "attack", "asked": "ash"}),
            ("HB-3.5", True, {"card": "c1", "hand": "c1, c2, c3"}),
            ("HB-3.5", False, {"discard": "c1", "others": "c2, c3"}),
        ],
    ),
    "an end without a Battle": (
        FOUND,
        AgreeToEnd(ASH),
        "no-stall",
        [("HB-1.5", False, {"Battle Turns without Wounds": 0, "stall at": 20})],
    ),
    "an end without a stall": (
        AIMING,
        AgreeToEnd(ASH),
        "no-stall",
        [("HB-1.5", False, {"Battle Turns without Wounds": 0, "stall at": 20})],
    ),
    "an end for others": (
        STALLED,
        AgreeToEnd(CEDAR),
        "not-in-the-battle",
        [
            ("HB-1.5", True, {"Battle Turns without Wounds": 2, "stall at": 2}),
            ("HB-2.5", False, {"players": "ash, birch"}),
        ],
    ),
    "an end agreed to twice": (
        STALLED.agree(ASH),
        AgreeToEnd(ASH),
        "agreed-to-end",
        [
            ("HB-1.5", True, {"Battle Turns without Wounds": 2, "stall at": 2}),
            ("HB-2.5", True, {"players": "ash, birch"}),
            ("HB-1.5", False, {"agreed": "ash"}),
        ],
    ),
}


@pytest.mark.parametrize(("before", "decision", "code", "asked"), REFUSED.values(), ids=REFUSED)
def test_what_is_not_allowed_is_refused_with_its_clause_and_values(
    before: Fight, decision: Decision, code: str, asked: Conditions
) -> None:
    refusal = before.table.refused(decision)

    assert refusal.code == code
    assert conditions(refusal) == asked
    assert refusal.clause == asked[-1][0]


def test_with_nothing_else_in_hand_nothing_can_be_discarded() -> None:
    """HB-3.5: the last card is placed; a discard that is named is refused."""
    field = with_hand(field_of(DECK_OF_THREE, ash="Valley", birch="Valley"), DECK_OF_THREE, ASH, "c1")
    begun = fight(field, box=DECK_OF_THREE).resolve().allied().aim(*HITS).defend(BIRCH, "c1")

    refusal = begun.table.refused(Attack(ASH, "c1", hidden("c2", "ash")))

    assert conditions(refusal)[-1] == ("HB-3.5", False, {"discard": "c2", "others": "none"})


def test_battle_decisions_are_refused_in_turns() -> None:
    """Each by its own clause, out of turn."""
    decisions = (
        (Resolve(ASH, "Valley"), "HB-1.1"),
        (Ally(ASH, None), "HB-1.2"),
        (Target(ASH, ()), "HB-3.3"),
        (PlaceCard(ASH, hidden("P1", "ash")), "HB-3.4"),
        (Attack(ASH, "P1"), "HB-3.5"),
    )

    for decision, clause in decisions:
        refusal = fresh().refused(decision)
        assert (refusal.code, refusal.kind, refusal.clause) == ("not-asked", "out-of-turn", clause)


def test_every_refusal_of_battles_is_tested() -> None:
    """The others, an ally as a target and no reward to take, are with their switches (HA-24, HA-71)."""
    assert {code for _, _, code, _ in REFUSED.values()} | {"ally-as-target", "no-reward"} == {
        *map(str, NoBattle),
        "not-asked",
    }
