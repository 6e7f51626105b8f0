"""The vectors GV-10 to GV-29: which cards are drawn and which count, with Shield 0, figured by hand in the digest.

A monster attacks, so that nobody chooses between cards in ``fh``; what comes out alike there is asked there as well.
"""

from typing import Final

import pytest
from msgspec import Struct

from oathbook.domain.kernel import TABLE
from oathbook.domain.rulesets.gloomhaven_attack.model import events as e
from tests.unit.rulesets.gloomhaven_attack.table import BOTH, FH, GH1, AttackRules, Table, at, reasons

OTHERWISE: Final = "+0 +0"
"""Cards that are left in the deck, so that a draw that goes too far would be noticed."""


class Vector(Struct, frozen=True):
    """How an attack of that value draws, which cards come, which count, and what is dealt and applied."""

    value: int
    mode: str
    cards: str
    used: str
    damage: int
    applied: tuple[str, ...] = ()


VECTORS: Final = {
    "GV-10": Vector(3, "neither", "+1", "+1", 4),
    "GV-11": Vector(3, "neither", "rolling+1 rolling-push-2 +0", "rolling+1 rolling-push-2 +0", 4, ("push 2",)),
    "GV-12": Vector(3, "advantage", "-1 +1", "+1", 4),
    "GV-13": Vector(3, "advantage", "rolling+1 -2", "rolling+1 -2", 2),
    "GV-14": Vector(3, "advantage", "-2 rolling+1", "-2 rolling+1", 2),
    "GV-15": Vector(3, "advantage", "rolling+1 rolling+1 -1", "rolling+1 rolling+1 -1", 4),
    "GV-17": Vector(3, "advantage", "rolling+1 null", "rolling+1 null", 0),
    "GV-18": Vector(3, "disadvantage", "+1 -1", "-1", 2),
    "GV-19": Vector(3, "disadvantage", "rolling+1 +2", "+2", 5),
    "GV-20": Vector(3, "disadvantage", "rolling+1 rolling+1 +0", "+0", 3),
    "GV-21": Vector(3, "disadvantage", "rolling-poison 2x", "2x", 6),
    "GV-22": Vector(3, "both", "rolling+1 +0", "rolling+1 +0", 4),
    "GV-23": Vector(3, "advantage", "+0-stun +2", "+0-stun", 3, ("stun",)),
    "GV-24": Vector(3, "advantage", "+2 +0-stun", "+2", 5),
    "GV-25": Vector(3, "advantage", "+1 +1-stun", "+1-stun", 4, ("stun",)),
    "GV-26": Vector(3, "disadvantage", "+1-stun +0-stun", "+0-stun", 3, ("stun",)),
    "GV-27": Vector(2, "advantage", "2x +2", "2x", 4),
    "GV-28": Vector(2, "advantage", "+1 2x", "2x", 4),
    "GV-29": Vector(1, "neither", "-2", "-2", 0),
}
ALIKE: Final = ("GV-10", "GV-11", "GV-12", "GV-18", *(f"GV-{number}" for number in range(22, 30)))
"""No rolling card meets Advantage or Disadvantage in these, so the editions agree (digest, section 0)."""


def dealt(rules: AttackRules, vector: Vector) -> Table:
    """The guard attacks the scoundrel with a deck of these cards and two more."""
    table = at(rules, pile=f"{vector.cards} {OTHERWISE}")
    return table.declare(vector.value, by=TABLE, **reasons(vector.mode)).draw(*vector.cards.split())


def holds(rules: AttackRules, vector: Vector) -> None:
    """Cards drawn, cards used, damage and effects are as the digest says, and all cards are discarded."""
    table = dealt(rules, vector)
    drawn = tuple(vector.cards.split())

    assert table.drawn == drawn
    assert table.the(e.CardsPlayed).event.cards == tuple(vector.used.split())
    assert table.damage == vector.damage
    assert table.applied == vector.applied
    assert table.deck("monsters").discards == drawn


@pytest.mark.parametrize("name", VECTORS)
def test_a_vector_of_draws_comes_out_as_figured(name: str) -> None:
    """GV-10 to GV-29 in the first edition."""
    holds(GH1, VECTORS[name])


@pytest.mark.parametrize("name", ALIKE)
def test_without_rolling_cards_under_advantage_frosthaven_agrees(name: str) -> None:
    """The same vectors where the editions do not differ."""
    holds(FH, VECTORS[name])


CLAUSES: Final = {
    "GV-10": {"GH-1.3"},
    "GV-11": {"GH-4.1"},
    "GV-12": {"GH-2.1", "GH-7.1", "GH-7.2"},
    "GV-13": {"GH-2.2"},
    "GV-14": {"GH-2.2"},
    "GV-15": {"GH-2.3"},
    "GV-17": {"GH-2.2", "GH-4.5"},
    "GV-18": {"GH-3.1", "GH-7.2"},
    "GV-19": {"GH-3.2"},
    "GV-20": {"GH-3.3"},
    "GV-21": {"GH-3.2", "GH-4.5"},
    "GV-22": {"GH-4.2", "GH-4.1"},
    "GV-23": {"GH-2.1", "GH-4.3", "GH-7.4"},
    "GV-24": {"GH-2.1", "GH-4.3", "GH-7.4"},
    "GV-25": {"GH-2.1", "GH-7.3"},
    "GV-26": {"GH-3.1", "GH-7.2"},
    "GV-27": {"GH-2.1", "GH-7.2"},
    "GV-28": {"GH-2.1", "GH-7.2", "GH-4.5"},
    "GV-29": {"GH-1.3"},
}


@pytest.mark.parametrize("name", VECTORS)
def test_a_vector_of_draws_cites_its_clauses(name: str) -> None:
    """Worked out from section 2 of the digest."""
    assert CLAUSES[name] <= dealt(GH1, VECTORS[name]).cites


@pytest.mark.parametrize(
    ("order", "damage"),
    [((0, 1, 2, 3), 10), ((3, 0, 1, 2), 8), ((0, 3, 1, 2), 9), ((2, 0, 1, 3), 10), ((1, 2, 3, 0), 9)],
)
def test_gv_16_four_cards_deal_8_to_10_by_the_order_chosen(order: tuple[int, ...], damage: int) -> None:
    """GV-16 (GH-2.3, FA-3, FA-19): r+1, r+1, r Stun, 2x on 3: doubling last 10, first 8, between 9, and Stun."""
    cards = "rolling+1 rolling+1 rolling-stun 2x"
    table = at(GH1, pile=f"{cards} {OTHERWISE}").declare(3, by=TABLE, advantage=("strengthen",)).draw(*cards.split())

    ordered = table.order(*order)

    assert table.drawn == tuple(cards.split())
    assert table.the(e.OrderAsked).event.seat == TABLE
    assert table.asked == (TABLE,)
    assert ordered.damage == damage
    assert ordered.applied == ("stun",)
    assert {"FA-3", "FA-19"} <= ordered.readings


def test_gv_22_draws_as_an_ordinary_attack() -> None:
    """GV-22 (GH-4.2): Advantage and Disadvantage together are neither; the working of the draw says so."""
    assert dealt(GH1, VECTORS["GV-22"]).the(e.DrawBegan).event.mode == "neither"


def test_a_set_aside_card_is_noted_in_the_working() -> None:
    """GV-12: the -1 was considered and does not apply."""
    assert dealt(GH1, VECTORS["GV-12"]).worked("cards") == [
        "attack: 3",
        "card +1: add 1 → 4",
        "card -1: take 1 → 4 (does not apply)",
    ]


def test_a_null_makes_zero_of_whatever_else_was_drawn() -> None:
    """GV-17 (GH-4.5, FA-4): the rolling +1 counts and the Null comes last."""
    table = dealt(GH1, VECTORS["GV-17"])

    assert table.worked("cards") == ["attack: 3", "card rolling+1: add 1 → 4", "card null: becomes 0 → 0"]
    assert "FA-4" in table.readings


def test_an_attack_below_zero_does_no_damage() -> None:
    """GV-29 (FA-12): the value is -1, the damage 0."""
    table = dealt(GH1, VECTORS["GV-29"])

    assert table.values == [1, -1, -1]
    assert table.damage == 0
    assert "FA-12" in table.readings


def test_every_vector_of_draws_is_asked() -> None:
    """GV-10 to GV-29, GV-16 by its orders."""
    assert {*VECTORS, "GV-16"} == {f"GV-{number}" for number in range(10, 30)}
    assert set(ALIKE) <= set(VECTORS)
    assert BOTH == (GH1, FH)
