"""Recorded beside computed: what a reader cannot see is neither the same nor another."""

from typing import Final

import pytest

from oathbook.domain.games.discrepancies import values_match
from oathbook.domain.kernel import Concealed, Hidden, Opened, Seat
from oathbook.domain.rulesets.heirless.model.battle_events import CardPlaced, CardsRevealed

ASH, BIRCH = Seat("ash"), Seat("birch")
CARD: Final[Hidden[str]] = Hidden((BIRCH,), digest="c0")


def placed(hand: Hidden[tuple[str, ...]], *, tile: str = "Valley", card: Hidden[str] = CARD) -> CardPlaced:
    return CardPlaced(tile, BIRCH, card, hand)


RECORDED = placed(Hidden((BIRCH,), digest="d1"))


def test_what_is_there_twice_is_the_same() -> None:
    assert values_match(RECORDED, placed(Hidden((BIRCH,), digest="d1")))


@pytest.mark.parametrize(
    "follows",
    [
        placed(Hidden((BIRCH,), digest="d2")),
        placed(Hidden((ASH,), known=(("P1",),))),
        placed(Hidden.of(("P1",), BIRCH), tile="Meadow"),
        placed(Hidden.of(("P1",), BIRCH), card=Hidden((BIRCH,), digest="c9")),
        CardsRevealed("Valley", ()),
    ],
    ids=["another digest", "hidden from others", "another tile", "another card beside it", "another event"],
)
def test_what_is_seen_to_be_apart_is_apart(follows: object) -> None:
    assert not values_match(RECORDED, follows)


def test_a_digest_alone_says_nothing_of_a_value_that_is_computed_anew() -> None:
    with pytest.raises(Concealed, match="d1"):
        values_match(RECORDED, placed(Hidden.of(("P1",), BIRCH)))


def test_an_open_value_is_held_against_the_one_that_is_computed() -> None:
    recorded = placed(Hidden((BIRCH,), known=(("P1",),), salt="s", digest="d1"))

    assert values_match(recorded, placed(Hidden.of(("P1",), BIRCH)))
    assert not values_match(recorded, placed(Hidden.of(("P2",), BIRCH)))


def test_what_is_shown_is_no_secret() -> None:
    assert not values_match([Opened("P1", digest="d1")], [Opened("P2", digest="d2")])
