"""Questions to the rules as they are written: what does not fit in one is named."""

import pytest

from oathbook.domain.application.questions import SENT, AskedGame, question, set_up
from oathbook.domain.chance.witnessed import Report
from oathbook.domain.errors import BadRecord
from oathbook.domain.games.recompute import Answer
from oathbook.domain.kernel.draws import DrawRequest
from tests.support.playing import BOTH_FIRST, Json, order_and_strike, ruleset_of, sources


def ask(decision: Json, *draws: Report) -> Answer:
    """What the rules say to a decision where the next one draws who goes first."""
    record = order_and_strike().record
    scribe = order_and_strike()
    asked = AskedGame(record.ruleset, scribe.game, len(record.events), record.entries())
    return question(asked, decision, draws, sources("asked"), named=SENT).answered()


def asked_for() -> DrawRequest:
    """The draw that the decision asks for."""
    request = ask(BOTH_FIRST).request
    assert request is not None
    return request


def test_what_follows_from_a_decision_hangs_on_a_draw_that_is_asked_for() -> None:
    given = ask(BOTH_FIRST)

    assert given.kind == "depends"
    assert given.request is not None


def test_a_draw_that_nothing_asks_for_is_named() -> None:
    with pytest.raises(BadRecord, match=r"draws: nothing asks for 'no such draw' before '.*' is drawn"):
        ask(BOTH_FIRST, Report("no such draw", ("1",)))


def test_a_draw_that_cannot_come_out_so_is_named() -> None:
    request = asked_for()

    with pytest.raises(BadRecord, match="draws: "):
        ask(BOTH_FIRST, Report(request.label, ("no such value",)))


def test_a_draw_that_is_supposed_twice_is_named() -> None:
    request = asked_for()

    with pytest.raises(BadRecord, match=r"draws: .* is drawn twice"):
        ask(BOTH_FIRST, Report(request.label, ("1",)), Report(request.label, ("2",)))


def test_a_decision_of_nobody_at_the_table_is_named() -> None:
    with pytest.raises(BadRecord, match="decision: by: there is no seat 'cedar'; the seats are ash, birch, table"):
        ask({**BOTH_FIRST, "by": "cedar"})


@pytest.mark.parametrize("setup", [{}, {"edition": 1}])
def test_a_setup_that_names_no_edition_is_refused(setup: Json) -> None:
    with pytest.raises(BadRecord, match="setup: edition: a setup is an object that names its edition"):
        set_up(setup, ruleset_of, sources("asked"), where="setup")
