"""Draws that somebody saw (docs/record-format.md)."""

import msgspec
import pytest

from oathbook.domain.chance import Chance
from oathbook.domain.chance.recorded_chance import RecordedChance
from oathbook.domain.chance.witnessed_chance import DrawReport, WitnessedChance
from oathbook.domain.errors import DrawMissing, ImpossibleDraw
from oathbook.domain.kernel import Draw, DrawRequest, Seat, make_draw

PILE = ("heart", "shield", "shield")
STRIKE = DrawRequest("strike", PILE)
PAIR = DrawRequest("pair", PILE, 2)
NOTHING = DrawRequest("nothing", (), 0)


def chances(label: str, drawn: tuple[str, ...]) -> tuple[Chance, Chance]:
    """The same claim as a report and as a recorded draw."""
    return WitnessedChance((DrawReport(label, drawn),)), RecordedChance((Draw(label, PILE, drawn, "witnessed"),))


def test_a_report_becomes_a_draw_from_the_pile_that_was_asked_for() -> None:
    """The label is looked up; pile and source are ours, cards and witnesses the reporter's."""
    reports = (DrawReport("other", ("heart",)), DrawReport("pair", ("shield", "heart"), (Seat("ash"), Seat("oak"))))

    draw = WitnessedChance(reports).draw(PAIR)

    assert draw == Draw("pair", PILE, ("shield", "heart"), "witnessed", (Seat("ash"), Seat("oak")))


def test_a_recorded_draw_comes_back_as_it_was_recorded() -> None:
    """On replay the draw of that label is looked up, with its source and its witnesses."""
    recorded = Draw("strike", PILE, ("shield",), "seeded")

    draw = RecordedChance((Draw("other", PILE, ("heart",), "seeded"), recorded)).draw(STRIKE)

    assert draw is recorded


@pytest.mark.parametrize("chance", [WitnessedChance(()), RecordedChance(()), *chances("other", ("heart",))])
def test_a_missing_draw_says_what_to_draw_from_what(chance: Chance) -> None:
    """``DrawMissing`` holds the request at which deciding stopped."""
    with pytest.raises(DrawMissing, match="“strike” is missing: take 1 from heart, shield, shield") as missing:
        chance.draw(STRIKE)

    assert missing.value.request == STRIKE


@pytest.mark.parametrize(
    "drawn",
    [("heart", "heart"), ("heart", "shield", "shield"), ("heart",), (), ("heart", "sword"), ("heart", "Shield")],
    ids=["one card too often", "too many", "too few", "none", "another card", "spelt otherwise"],
)
def test_a_draw_that_the_pile_cannot_give_is_refused(drawn: tuple[str, ...]) -> None:
    """``ImpossibleDraw`` holds what was asked and what was claimed, reported or recorded."""
    for chance in chances("pair", drawn):
        with pytest.raises(ImpossibleDraw, match=r"“pair” is impossible: .* cannot be 2 of heart") as impossible:
            chance.draw(PAIR)

        assert impossible.value.request == PAIR
        assert impossible.value.drawn == drawn


def test_every_card_of_a_pile_can_come_as_often_as_it_is_there() -> None:
    """The edge on the allowed side: all of the pile, in any order."""
    for request, drawn in ((DrawRequest("all", PILE, 3), ("shield", "heart", "shield")), (NOTHING, ())):
        assert make_draw(request, drawn, "witnessed").is_possible(request)


def test_nothing_can_come_from_an_empty_pile() -> None:
    """And the refusal says so in words."""
    empty = DrawRequest("strike", ())

    with pytest.raises(ImpossibleDraw, match="nothing cannot be 1 of an empty pile"):
        WitnessedChance((DrawReport("strike", ()),)).draw(empty)


def test_of_two_reports_under_one_label_the_first_counts() -> None:
    """A label occurs once in a decision; what stands behind the first is not asked for."""
    chance = WitnessedChance((DrawReport("strike", ("heart",)), DrawReport("strike", ("shield",))))

    assert chance.draw(STRIKE).drawn == ("heart",)


@pytest.mark.parametrize(
    "written",
    [
        {"label": "strike"},
        {"label": "strike", "drawn": "heart"},
        {"label": "strike", "drawn": [1]},
        {"label": 1, "drawn": []},
        {"label": "strike", "drawn": [], "pile": []},
    ],
)
def test_a_report_has_a_label_and_cards_and_no_pile(written: object) -> None:
    """What could have been drawn is for the rules to say, not for whoever reports."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(written, DrawReport)
