"""Who pays where the search has bounds, and where several owe together."""

from typing import Final

import pytest

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.chances.opportunities import Opportunities
from oathbook.domain.promises.chances.supplies import PossibleSupply, possible_supply
from oathbook.domain.promises.logic.formulas import Total
from oathbook.domain.promises.logic.shares import leaves_of
from oathbook.domain.promises.who_pays import lines
from tests.minigame.ruleset import BLUE, GREEN, MINIGAME, RED
from tests.support.promises.blaming import ALL_IDLE, Table, answering, codes, goods, only, tried
from tests.unit.promises.who_pays.test_blame_untold import SHROUDED, TWO_WOOD, table

GOLD: Final = Seat("gold")
OVERTAKEN: Final = 'red promises blue to deploy a knight to tile "Mill" before green deploys a knight to tile "Mill".'


@pytest.mark.parametrize(
    ("letter", "moves", "pays", "codes_if_cut"),
    [(OVERTAKEN, ("green deploy Mill",), False, ("R13",)), (TWO_WOOD, ("green idle", *ALL_IDLE[:2]), True, ())],
    ids=["excused", "pays"],
)
def test_r13_where_a_search_that_was_cut_short_would_excuse(
    monkeypatch: pytest.MonkeyPatch, letter: str, moves: tuple[str, ...], *, pays: bool, codes_if_cut: tuple[str, ...]
) -> None:
    def found() -> tuple[bool, tuple[str, ...]]:
        promise = tried(letter, goods(red={"wood": 2}), moves, seats=(GREEN, RED, BLUE))
        return RED in answering(promise), (*codes(promise),)

    assert found() == (pays, ())
    monkeypatch.setattr(lines, "MOST_DECISIONS", 0)
    assert found() == (pays, codes_if_cut)


def test_of_three_of_whom_any_two_would_have_done_all_pay() -> None:
    letter = "red, blue and green jointly promise gold to give 4 wood to gold by the end of season 1."
    start = goods(red={"wood": 2}, blue={"wood": 2}, green={"wood": 2})

    promise = tried(letter, start, [*ALL_IDLE, "gold idle"], seats=(RED, BLUE, GREEN, GOLD))

    assert answering(promise) == (BLUE, GREEN, RED)


def test_of_three_who_is_not_needed_does_not_pay() -> None:
    """Without the 3 of Red it is too little, with them one more is enough."""
    letter = "red, blue and green jointly promise gold to give 4 wood to gold by the end of season 1."
    start = goods(red={"wood": 3}, blue={"wood": 1}, green={"wood": 1})

    promise = tried(letter, start, [*ALL_IDLE, "gold idle"], seats=(RED, BLUE, GREEN, GOLD))

    assert answering(promise) == (RED,)


def test_who_did_a_part_of_it_with_dice_and_could_do_more_pays() -> None:
    """Blue attacked, too; that is no answer to it, and nobody knows how another attack of Blue's would have ended."""
    at = Table(goods())
    at.promises("red promises blue to attack green at least twice by the end of season 1.")
    at.plays("red deploy Mill", "blue deploy Mill", "green deploy Mill", "red attack green", "blue attack red")
    while at.audit().promises[0].status == "pending":
        at.plays(f"{MINIGAME.to_act(at.scribe.game.state)[0]} idle")

    assert [(each.seat, each.pays) for each in only(at.audit().promises[0]).blame.answers] == [(RED, True)]


def test_nobody_could_do_what_this_reader_cannot_tell_how_to_do() -> None:
    game = table(TWO_WOOD).trial(rules=SHROUDED).game
    (leaf,) = leaves_of(table(TWO_WOOD).trial().agreement.formula)
    assert isinstance(leaf, Total)

    found = possible_supply(Opportunities(game), game.commands[0].state, RED, leaf, 2)

    assert found == PossibleSupply(untold=True)
