"""Which draws a ruling can have made again (docs/disputes.md, "What a ruling does")."""

import pytest

from oathbook.domain.application.claims import case_of
from oathbook.domain.chance.witnessed_chance import DrawReport
from oathbook.domain.disputes.remedies import correction_event, redraw_chance
from oathbook.domain.errors import RemedyRefused
from oathbook.domain.kernel import PUBLIC
from oathbook.domain.recording.format.record import Record, redact_record
from tests.handgame.model import Deal
from tests.handgame.played import ANNS_HAND, dealing, hand_game
from tests.handgame.ruleset import ANN
from tests.support.mistakes.gloomhaven import TABLE
from tests.support.ruling import DISPUTE
from tests.support.transcribing import read

DRAWN = read(f"{TABLE}ann: attack bones with scoundrel for 3\nann: draw\n  draw +2\n")


def refusal(record: Record, at: int, *drawn: str) -> str:
    """Why the draws of the step of an event cannot be made again, with what came at the table."""
    case = case_of(record)
    reports = tuple(DrawReport("", (each,)) for each in drawn)
    with pytest.raises(RemedyRefused) as refused:
        correction_event(case, at, DISPUTE, redraw_chance(case, at, reports))
    return str(refused.value)


def test_nothing_is_drawn_again_where_nothing_was_drawn() -> None:
    assert refusal(DRAWN, 3) == "redraw: position 2: nothing was drawn there"


def test_what_did_not_come_is_asked_for() -> None:
    """The step is left as it is: another card has to be said for the same draw."""
    assert refusal(DRAWN, 5).startswith("correct: position 5: ")


def test_hidden_draws_of_a_real_table_are_not_told_in_a_ruling() -> None:
    table = dealing(chance="witnessed")
    dealt = {"deal/ann": "12", "deal/bram": "34", "deal/cleo": "56", "turn": "7", "burn": "8"}
    table.decide(Deal(ANN), [DrawReport(label, tuple(cards)) for label, cards in dealt.items()])

    assert "what is drawn there is hidden" in refusal(table.record, ANNS_HAND)


def test_without_the_seed_nobody_can_make_its_draws_again() -> None:
    record = redact_record(hand_game(1), PUBLIC)

    assert refusal(record, ANNS_HAND).endswith("what stops it is hidden from you")
