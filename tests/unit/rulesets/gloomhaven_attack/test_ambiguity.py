"""Which of two cards is better: the list of the published answers, each as Advantage and as Disadvantage."""

from typing import Final

import pytest

from oathbook.domain.kernel import TABLE
from oathbook.domain.rulesets.gloomhaven_attack.model import events as e
from tests.unit.rulesets.gloomhaven_attack.table import AttackRules, at, both, reasons

# The attack value, two cards, and the better of them, or nothing where it is not clear.
PAIRS: Final = (
    (3, "+1", "+2", "+2"),
    (3, "+1-stun", "+1", "+1-stun"),
    (3, "+0-stun", "+2", None),
    (3, "+1-stun", "+1-fire", None),
    (3, "+0-muddle", "+2-stun", None),
    (3, "+1-stun", "+2-fire", None),
    (3, "+1-stun", "+0-stun", "+1-stun"),
    (2, "2x", "+1", "2x"),
    (3, "null", "-2", "-2"),
    (3, "curse", "-2", "-2"),
    (3, "bless", "+2", "bless"),
    (1, "2x", "+2", "+2"),
)
"""From the ambiguity list of the digest; the last five follow from GH-7.1."""


@both
@pytest.mark.parametrize(("value", "one", "other", "better"), PAIRS)
def test_the_better_card_is_used_with_advantage_and_the_worse_without(
    rules: AttackRules, value: int, one: str, other: str, better: str | None
) -> None:
    """GH-7: in either order of drawing; where it is not clear, the first drawn both ways (GH-4.3, GH-7.4)."""
    for first, second in ((one, other), (other, one)):
        worse = {first, second} - {better}
        for mode, wanted in (("advantage", better or first), ("disadvantage", worse.pop() if better else first)):
            table = at(rules, pile=f"{first} {second} +0").declare(value, by=TABLE, **reasons(mode))

            played = table.draw(first, second).the(e.CardsPlayed)

            assert played.event.cards == (wanted,), (mode, first, second)
            assert ("GH-4.3" in played.cites) == (better is None)


@both
def test_cards_worth_the_same_are_used_in_the_order_they_came(rules: AttackRules) -> None:
    """GH-7.2, FA-9: with Attack 2 a 2x and a +2 both make 4."""
    for cards in (("2x", "+2"), ("+2", "2x")):
        played = at(rules, pile="2x +2 +0").declare(2, by=TABLE, advantage=("reason",)).draw(*cards)

        assert played.the(e.CardsPlayed).event.cards == cards[:1]
        assert "FA-9" in played.readings


@both
def test_the_comparison_shows_what_each_card_makes_of_the_value(rules: AttackRules) -> None:
    """GH-7.1: 2 doubled is 4, 2 and 1 is 3."""
    played = at(rules, pile="2x +1 +0").declare(2, by=TABLE, advantage=("reason",)).draw("2x", "+1").the(e.CardsPlayed)

    assert [(line.of, line.total) for line in played.working] == [
        ("attack with 2x", 2),
        ("card 2x", 4),
        ("attack with +1", 2),
        ("card +1", 3),
    ]
