"""Questions to the rules as they are written: what does not fit in one is named."""

import pytest
from msgspec.structs import replace

from oathbook.domain.application.questions import REQUEST_FIELDS, QuestionContext, parse_question, set_up_game
from oathbook.domain.chance.witnessed_chance import DrawReport
from oathbook.domain.errors import BadRecord
from oathbook.domain.games.decision_results import DecisionResult
from oathbook.domain.kernel import DrawRequest
from tests.support.playing import BOTH_FIRST, Json, order_and_strike, ruleset_of, sources


def ask(decision: Json, *draws: DrawReport) -> DecisionResult:
    """What the rules say to a decision where the next one draws who goes first."""
    record = order_and_strike().record
    scribe = order_and_strike()
    asked = QuestionContext(record.ruleset, scribe.game, len(record.events), record.entries())
    return parse_question(asked, decision, draws, sources("asked"), named=REQUEST_FIELDS).result()


def asked_for() -> DrawRequest:
    """The draw that the decision asks for."""
    request = ask(BOTH_FIRST).request
    assert request is not None
    return request


def two_draws() -> tuple[DrawReport, DrawReport]:
    """All the draws that the decision asks for."""
    first = asked_for()
    order = DrawReport(first.label, first.known_pile()[: first.count])
    request = ask(BOTH_FIRST, order).request
    assert request is not None
    return order, DrawReport(request.label, request.known_pile()[: request.count])


def test_what_follows_from_a_decision_hangs_on_a_draw_that_is_asked_for() -> None:
    given = ask(BOTH_FIRST)

    assert given.kind == "depends"
    assert given.request is not None


def test_a_draw_that_nothing_asks_for_is_named() -> None:
    with pytest.raises(BadRecord, match=r"draws: nothing asks for “no such draw” before “.*” is drawn"):
        ask(BOTH_FIRST, DrawReport("no such draw", ("1",)))


def test_a_draw_without_a_label_answers_what_is_asked_for_next() -> None:
    request = asked_for()
    first = DrawReport("", request.known_pile()[: request.count])
    named, unnamed = ask(BOTH_FIRST, replace(first, label=request.label)), ask(BOTH_FIRST, first)

    assert unnamed == named
    assert unnamed.request is not None
    second = DrawReport("", unnamed.request.known_pile()[: unnamed.request.count])
    assert ask(BOTH_FIRST, first, second).kind == "follows"
    assert ask(BOTH_FIRST, DrawReport(request.label, first.drawn), second).kind == "follows"


def test_a_draw_without_a_label_that_nothing_asks_for_is_named() -> None:
    with pytest.raises(BadRecord, match="draws: nothing asks for heart, heart"):
        ask(BOTH_FIRST, *two_draws(), DrawReport("", ("heart", "heart")))
    with pytest.raises(BadRecord, match="draws: nothing asks for an empty draw"):
        ask(BOTH_FIRST, *two_draws(), DrawReport("", ()))


def test_a_draw_is_not_looked_at_where_the_rules_refuse_the_decision() -> None:
    assert ask({"by": "ash", "kind": "agree_to_end"}, DrawReport("", ("heart",))).kind == "refused"


def test_a_draw_that_cannot_come_out_so_is_named() -> None:
    request = asked_for()

    with pytest.raises(BadRecord, match="draws: "):
        ask(BOTH_FIRST, DrawReport(request.label, ("no such value",)))


def test_a_draw_that_is_supposed_twice_is_named() -> None:
    request = asked_for()

    with pytest.raises(BadRecord, match=r"draws: .* is drawn twice"):
        ask(BOTH_FIRST, DrawReport(request.label, ("1",)), DrawReport(request.label, ("2",)))


def test_a_decision_of_nobody_at_the_table_is_named() -> None:
    with pytest.raises(BadRecord, match="decision: by: there is no seat “cedar”; the seats are ash, birch, table"):
        ask({**BOTH_FIRST, "by": "cedar"})


@pytest.mark.parametrize("setup", [{}, {"edition": 1}])
def test_a_setup_that_names_no_edition_is_refused(setup: Json) -> None:
    with pytest.raises(BadRecord, match="setup: edition: a setup is an object that names its edition"):
        set_up_game(setup, ruleset_of, sources("asked"), where="setup")
