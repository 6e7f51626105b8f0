"""Draws that follow from a seed (docs/record-format.md 7)."""

import hashlib
import hmac
import json
from collections import Counter
from collections.abc import Iterator
from itertools import count, islice, permutations
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oathbook.domain.chance.seeded_chance import (
    SeededChance,
    _random_below,  # pyright: ignore[reportPrivateUsage]  # nobody can wait for 128 rejected samples
)
from oathbook.domain.kernel import Draw, DrawRequest
from oathbook.domain.kernel.limits import REJECTED_SAMPLES

SEED = bytes(range(32)).hex()
FOUR = ("a", "b", "c", "d")
REJECTED = b"\xff" * 32
ACCEPTED = b"\x05" + b"\x00" * 31


def numbers(most: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(1, most + 1))


def by_the_page(seed: str, game: str, position: int, request: DrawRequest) -> tuple[str, ...]:
    """What docs/record-format.md, section 7, says is drawn: written from the page, not from the code."""

    def quoted(text: str) -> str:
        return json.dumps(text, ensure_ascii=False)

    def samples(bound: int) -> Iterator[int]:
        width = 1
        while 256**width <= bound - 1:
            width += 1
        limit = (256**width // bound) * bound
        while True:
            message = f"[{quoted(game)},{position},{quoted(request.label)},{next(block_numbers)}]".encode()
            block = hmac.new(bytes.fromhex(seed), message, hashlib.sha256).digest()
            x = int(block[:width].hex(), 16)
            if x < limit:
                yield x % bound

    block_numbers = count()
    pile = list(request.known_pile())
    size = len(pile)
    for i in range(size - 1, size - request.count - 1, -1):
        other = next(samples(i + 1))
        pile[i], pile[other] = pile[other], pile[i]
    return tuple(pile[size - 1 - taken] for taken in range(request.count))


PILES = st.one_of(
    st.lists(st.sampled_from(("heart", "shield")), min_size=1, max_size=8).map(tuple),
    st.sampled_from((1, 2, 255, 256, 257, 300)).map(numbers),
)


@st.composite
def requests(draw: st.DrawFn) -> DrawRequest:
    pile = draw(PILES)
    return DrawRequest(draw(st.text("abc/1é", min_size=1, max_size=9)), pile, draw(st.integers(0, min(len(pile), 6))))


@settings(deadline=None)
@given(st.binary(min_size=32, max_size=32), st.text("abc-1", max_size=9), st.integers(1, 100_000), requests())
def test_a_draw_is_the_one_that_the_format_page_computes(
    seed: bytes, game: str, position: int, request: DrawRequest
) -> None:
    """Section 7: anybody who reads the page can compute a draw without our program."""
    drawn = SeededChance(seed.hex(), game, position).draw(request)

    assert drawn.drawn == by_the_page(seed.hex(), game, position, request)


@pytest.mark.parametrize(
    ("request_", "drawn"),
    [
        (DrawRequest("red/strike", numbers(8), 8), ("8", "4", "6", "3", "5", "7", "2", "1")),
        (DrawRequest("red/scatter", numbers(200), 3), ("1", "125", "128")),
        (DrawRequest("red/strike", numbers(8), 0), ()),
        (DrawRequest("red/strike", ("only",)), ("only",)),
    ],
)
def test_a_draw_is_what_it_always_was(request_: DrawRequest, drawn: tuple[str, ...]) -> None:
    """The vectors of section 7, with the game ``g`` and position 42: no release may change one."""
    answer = SeededChance(SEED, "g", 42).draw(request_)

    assert answer == Draw(request_.label, request_.known_pile(), drawn, "seeded")


@settings(deadline=None)
@given(st.permutations(["one", "two", "three", "four"]))
def test_draws_do_not_depend_on_the_order_of_asking(labels: list[str]) -> None:
    """There is no running generator: each label alone decides what comes out under it."""
    chance = SeededChance(SEED, "g", 42)
    alone = {label: SeededChance(SEED, "g", 42).draw(DrawRequest(label, FOUR, 4)).drawn for label in labels}

    together = {label: chance.draw(DrawRequest(label, FOUR, 4)).drawn for label in labels}

    assert together == alone


def test_seed_game_position_and_label_each_change_what_is_drawn() -> None:
    """Whoever moves a decision, its game or its label draws from other blocks."""
    request = DrawRequest("strike", numbers(257), 8)
    drawn = SeededChance(SEED, "g", 42).draw(request).drawn

    others = [
        SeededChance(SEED[::-1], "g", 42).draw(request).drawn,
        SeededChance(SEED, "h", 42).draw(request).drawn,
        SeededChance(SEED, "g", 43).draw(request).drawn,
        SeededChance(SEED, "g", 42).draw(DrawRequest("struck", numbers(257), 8)).drawn,
    ]

    assert len({drawn, *others}) == 5


def test_the_first_cards_do_not_depend_on_how_many_more_are_drawn() -> None:
    """Section 7: the pile is shuffled from its end, and the cards come from there."""
    chance = SeededChance(SEED, "g", 42)

    every = [chance.draw(DrawRequest("red/strike", numbers(8), taken)).drawn for taken in range(9)]

    assert every == [every[8][:taken] for taken in range(9)]


def test_what_is_drawn_is_part_of_the_pile_and_keeps_repeats() -> None:
    """Two equal cards are two cards."""
    pile = ("heart", "heart", "shield")

    drawn = SeededChance(SEED, "g", 1).draw(DrawRequest("strike", pile, 3)).drawn

    assert Counter(drawn) == Counter(pile)


@pytest.mark.parametrize("taken", [-1, 5])
def test_asking_for_more_cards_than_there_are_is_a_bug_of_the_ruleset(taken: int) -> None:
    """Only a bug could ask so: a pile of 4 gives 0 to 4 cards."""
    with pytest.raises(AssertionError, match="more cards than there are"):
        SeededChance(SEED, "g", 1).draw(DrawRequest("strike", FOUR, taken))


def test_128_samples_of_a_card_may_be_rejected_and_not_one_more() -> None:
    """The limit at its edge, with blocks that no seed would give."""
    rejected = [REJECTED] * REJECTED_SAMPLES

    assert _random_below(129, iter([*rejected, ACCEPTED])) == 5
    with pytest.raises(AssertionError, match="128 samples"):
        _random_below(129, iter([*rejected, REJECTED, ACCEPTED]))


def test_a_large_pile_in_which_every_other_sample_is_rejected_can_be_drawn_from() -> None:
    """600 of 1,000 cards, from two bytes each: a quarter and more of the samples are beyond the fair ones."""
    cards = numbers(1_000)

    drawn = SeededChance(SEED, "g", 1).draw(DrawRequest("all", cards, 600)).drawn

    assert len(set(drawn)) == 600
    assert set(drawn) <= set(cards)


def chi_square(found: Counter[str], kinds: int) -> float:
    """How far counts are from being equal."""
    expected = found.total() / kinds
    seen = sum((times - expected) ** 2 / expected for times in found.values())
    return seen + (kinds - len(found)) * expected


def most_by_chance(kinds: int) -> float:
    """What chi-square stays below 999 times in 1,000 (Wilson and Hilferty)."""
    free = kinds - 1
    return free * (1 - 2 / (9 * free) + 3.0902 * sqrt(2 / (9 * free))) ** 3


def test_every_order_of_four_cards_is_as_likely() -> None:
    """Integrity page 2.6: over 24,000 positions chi-square stays under the 99.9 % bound for 23 degrees."""
    orders = Counter(
        "".join(SeededChance(SEED, "g", position).draw(DrawRequest("deal", FOUR, 4)).drawn)
        for position in range(24_000)
    )

    assert set(orders) == {"".join(order) for order in permutations(FOUR)}
    assert chi_square(orders, 24) < 49.73
    assert abs(most_by_chance(24) - 49.73) < 0.2


@pytest.mark.parametrize("size", [2, 3, 129, 200, 255, 256, 257])
def test_every_card_of_a_pile_is_as_likely(size: int) -> None:
    """Piles around the bounds of one byte, where careless arithmetic favours the first cards."""
    pile = numbers(size)
    draws = Counter(
        SeededChance(SEED, "g", position).draw(DrawRequest("deal", pile)).drawn[0] for position in range(300 * size)
    )

    assert chi_square(draws, size) < most_by_chance(size)


@pytest.mark.parametrize("size", [129, 200, 255])
def test_the_bound_would_notice_samples_that_are_not_rejected(size: int) -> None:
    """The control of the test above: one byte modulo the size, without rejection, is found out."""
    blocks = (hmac.digest(b"control", str(number).encode(), "sha256")[0] for number in count())
    careless = Counter(str(byte % size) for byte in islice(blocks, 300 * size))

    assert chi_square(careless, size) > most_by_chance(size)
