"""The odds of attacks with whole decks, against probabilities that are added up here without the rules.

The guard attacks for 3. Cards are worked out by GH-2 to GH-5 of the first edition: a number is added, a 2x or a Bless
doubles, a Null or a Curse leaves nothing, and a value below zero does no damage. Where a card that doubles meets one
that adds, somebody has to choose their order, so no damage is done yet.
"""

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import pytest

from oathbook.domain.games.draw_odds import Odds, odds_of
from oathbook.domain.kernel import PUBLIC, TABLE, Roster
from oathbook.domain.rulesets.gloomhaven_attack.model.decisions import DrawCards
from tests.unit.rulesets.gloomhaven_attack.table import GH1, STANDARD_PILE, at, reasons

ROSTER: Final = Roster(())
VALUE: Final = 3
ADDS: Final = {"+0": 0, "+1": 1, "-1": -1, "+2": 2, "-2": -2, "rolling+1": 1, "rolling-stun": 0, "rolling-push-2": 0}
DOUBLES: Final = ("2x", "bless")

DECKS: Final = {
    "the standard deck": STANDARD_PILE,
    "with rolling cards": f"{STANDARD_PILE} rolling+1 rolling+1 rolling-stun rolling-push-2",
    "with Bless and Curse": f"{STANDARD_PILE} bless bless curse curse curse",
    "with both": f"{STANDARD_PILE} rolling+1 rolling+1 rolling-stun bless bless curse",
}

Chances = dict[int | None, Fraction]


def hands(pile: Counter[str], mode: str, hand: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Fraction]]:
    """What can be turned over one after the other until it is enough, and how likely that is."""
    rolling = [card.startswith("rolling") for card in hand]
    if not all(rolling) and (mode == "neither" or len(hand) > 1):
        yield hand, Fraction(1)
        return
    for card, number in pile.items():
        for whole, chance in hands(pile - Counter([card]), mode, (*hand, card)):
            yield whole, Fraction(number, pile.total()) * chance


def worth(*cards: str) -> int | None:
    """The damage of cards that count together; nothing where their order matters."""
    if {"null", "curse"} & {*cards}:
        return 0
    added = [ADDS[card] for card in cards if card not in DOUBLES]
    doubled = len(cards) - len(added)
    return None if doubled and any(added) else max(0, (VALUE + sum(added)) * 2**doubled)


def damage_of(hand: tuple[str, ...], mode: str) -> int | None:
    """The damage of what was turned over."""
    plain = [card for card in hand if not card.startswith("rolling")]
    if mode == "neither" or (mode == "advantage" and len(plain) < 2):
        return worth(*hand)
    best = max if mode == "advantage" else min
    return best(found for found in map(worth, plain) if found is not None)


def damage_in(found: Odds) -> Chances:
    """The chances of damage, as the sentences of the rules tell of it."""
    chances = Counter[int | None]()
    for sentences, chance in found.outcomes.items():
        suffered = re.findall(r"scoundrel suffers (\d+) damage", " ".join(sentences))
        chances[int(suffered[0]) if suffered else None] += chance  # type: ignore[assignment]  # counts may be fractions
    return dict(chances)  # type: ignore[arg-type]  # the same


@pytest.mark.parametrize("mode", ["advantage", "neither", "disadvantage"])
@pytest.mark.parametrize("pile", DECKS.values(), ids=DECKS)
def test_the_chances_of_damage_are_those_of_the_deck(pile: str, mode: str) -> None:
    table = at(GH1, pile=pile).declare(VALUE, by=TABLE, **reasons(mode))
    added_up: Chances = {}
    for hand, chance in hands(Counter(pile.split()), mode):
        damage = damage_of(hand, mode)
        added_up[damage] = added_up.get(damage, Fraction(0)) + chance

    found = odds_of(GH1, table.state, DrawCards(TABLE), PUBLIC, ROSTER)

    assert found.samples == 0
    assert damage_in(found) == added_up
    assert sum(added_up.values()) == 1
