"""The four kinds of chance, asked for a draw that not everybody may see."""

from typing import Any

import pytest
from msgspec.structs import replace

from oathbook.domain.chance import Chance
from oathbook.domain.chance.draw_wrappers import DrawSealer
from oathbook.domain.chance.recorded_chance import RecordedChance
from oathbook.domain.chance.seeded_chance import SeededChance
from oathbook.domain.chance.witnessed_chance import DrawReport, WitnessedChance
from oathbook.domain.errors import BadRecord, DrawMissing, ImpossibleDraw
from oathbook.domain.kernel import TABLE, Concealed, Draw, DrawRequest, Hidden, Seat
from oathbook.domain.kernel.draws import HiddenParts

ANN, BRAM = Seat("ann"), Seat("bram")
PILE = ("ace", "king", "queen", "jack")
OPEN = DrawRequest("deal", PILE, 2)
HIDDEN = DrawRequest("deal", PILE, 2, to=(ANN,), pile_to=())
SEEDED = SeededChance("ab" * 32, "game", 7)


def test_a_hidden_draw_is_the_one_that_the_seed_gives() -> None:
    """Who may see it changes nothing about what comes."""
    assert SEEDED.draw(HIDDEN).every_card() == SEEDED.draw(OPEN).drawn
    assert (SEEDED.draw(HIDDEN).drawn, SEEDED.draw(HIDDEN).pile) == ((), ())


@pytest.mark.parametrize(
    ("named", "by", "witnesses"),
    [((ANN,), BRAM, (ANN,)), ((), ANN, (ANN,)), ((), BRAM, (TABLE,)), ((TABLE,), BRAM, (TABLE,)), ((), None, ())],
    ids=["named", "who reports may see it", "who reports may not", "the table", "supposed"],
)
def test_a_hidden_draw_is_reported_by_who_may_see_it(
    named: tuple[Seat, ...], by: Seat | None, witnesses: tuple[Seat, ...]
) -> None:
    draw = WitnessedChance((DrawReport("deal", ("ace", "king"), named),), by).draw(HIDDEN)

    assert (draw.every_card(), draw.witnesses) == (("ace", "king"), witnesses)


def test_a_witness_who_may_not_see_the_draw_is_refused() -> None:
    with pytest.raises(BadRecord, match="“deal” is hidden from bram, who cannot say what was drawn"):
        WitnessedChance((DrawReport("deal", ("ace", "king"), (ANN, BRAM)),)).draw(HIDDEN)


@pytest.mark.parametrize("reports", [(), (DrawReport("deal", ("ace", "ace")),)])
def test_a_refusal_tells_no_card_and_no_pile_that_is_hidden(reports: tuple[DrawReport, ...]) -> None:
    """Its message goes to whoever decides, and into answers of many kinds."""
    with pytest.raises((DrawMissing, ImpossibleDraw)) as refused:
        WitnessedChance(reports, ANN).draw(HIDDEN)

    assert "a hidden pile" in str(refused.value)
    assert not any(card in str(refused.value) for card in PILE)


def test_a_sealed_draw_is_looked_up_with_its_digests() -> None:
    draw = DrawSealer(SEEDED, lambda: "5" * 32).draw(HIDDEN)

    assert all(each.digest for each in draw.hidden_cards)
    assert RecordedChance((draw,)).draw(HIDDEN) == draw


def test_a_recorded_draw_that_was_shown_is_hidden_from_the_rules_all_the_same() -> None:
    chance: Chance = RecordedChance((SEEDED.draw(OPEN),))

    assert chance.draw(HIDDEN) == SEEDED.draw(HIDDEN)


# A pile that the reader who asks cannot tell ------------------------------------------------------------------------

UNTOLD = DrawRequest("deal", count=2, to=(ANN,), pile_to=())


@pytest.mark.parametrize(
    "chance", [SEEDED, WitnessedChance((DrawReport("deal", ("ace", "king")),)), WitnessedChance(())]
)
def test_nothing_is_drawn_anew_from_a_pile_that_cannot_be_told(chance: Chance) -> None:
    with pytest.raises(Concealed, match="the pile of the draw “deal” is not open to this reader"):
        chance.draw(UNTOLD)


def test_the_record_answers_where_it_hides_the_pile_from_this_reader() -> None:
    """The control shows it."""
    drawn = as_read_by_bram(DrawSealer(SEEDED, lambda: "5" * 32).draw(HIDDEN))

    assert RecordedChance((drawn,)).draw(UNTOLD) == drawn
    with pytest.raises(Concealed):
        RecordedChance((SEEDED.draw(HIDDEN),)).draw(UNTOLD)


@pytest.mark.parametrize("asked", [replace(UNTOLD, count=3), replace(UNTOLD, label="another")])
def test_the_record_answers_with_no_other_number_and_no_other_draw(asked: DrawRequest) -> None:
    drawn = as_read_by_bram(DrawSealer(SEEDED, lambda: "5" * 32).draw(HIDDEN))

    with pytest.raises((DrawMissing, ImpossibleDraw), match="a hidden pile"):
        RecordedChance((drawn,)).draw(asked)


def test_what_was_drawn_for_other_eyes_is_hidden_as_the_rules_say() -> None:
    drawn = as_read_by_bram(DrawSealer(SEEDED, lambda: "5" * 32).draw(HIDDEN))
    answer = RecordedChance((drawn,)).draw(replace(UNTOLD, to=(BRAM,)))

    assert [each.to for each in answer.hidden_cards] == [(BRAM,), (BRAM,)]
    assert [each.digest for each in answer.hidden_cards] == [each.digest for each in drawn.hidden_cards]
    assert answer.visible_pile is None


def as_read_by_bram(draw: Draw) -> Draw:
    """A draw without the openings of what it hides."""
    assert isinstance(draw.hidden, HiddenParts)
    closed = [Hidden[Any](each.to, digest=each.digest) for each in (*draw.hidden_cards, draw.hidden_pile) if each]
    return replace(draw, hidden=HiddenParts(tuple(closed[:-1]), closed[-1]))
