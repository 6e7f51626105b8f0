"""The four kinds of chance, asked for a draw that not everybody may see."""

import pytest

from oathbook.domain.chance import Chance
from oathbook.domain.chance.draw_wrappers import DrawSealer
from oathbook.domain.chance.recorded_chance import RecordedChance
from oathbook.domain.chance.seeded_chance import SeededChance
from oathbook.domain.chance.witnessed_chance import DrawReport, WitnessedChance
from oathbook.domain.errors import BadRecord, DrawMissing, ImpossibleDraw
from oathbook.domain.kernel import TABLE, DrawRequest, Seat

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
