"""Claims about what a table did beside the rules, and lines that are played on over it (docs/disputes.md)."""

import pytest

from oathbook.domain.application.claims import case_of, read_claim
from oathbook.domain.disputes.examiner import examine
from oathbook.domain.disputes.findings import Finding
from oathbook.domain.disputes.remedies import correction_event
from oathbook.domain.errors import BadRecord, RemedyRefused
from oathbook.domain.games.table_events import TableActed
from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.recording.format.record import Record
from oathbook.replays.regression import regress
from tests.support.mistakes.misplays import HEIRLESS, MISPLAYS, THIRD_TOKEN
from tests.support.playing import Json
from tests.support.transcribing import read

MISTOLD = (
    "ann: deploy Valley\n  then Ann deploys Ann 1 to Thicket\n  then turn 1 of Ann ends\n  then turn 2: it is Bram's\n"
)
HALF_TOLD = "ann: deploy Valley\n  then Ann deploys Ann 1 to Valley\n"
"""Ann's Knight was put on another tile than she named, or her turn did not end; the outcome stands at position 3."""


def answer(record: Record, claim: Json) -> Finding:
    """The finding on a claim."""
    case = case_of(record)
    return examine(case, read_claim(claim, case))


def wrong_at(record: Record, at: int) -> Finding:
    return answer(record, {"claim": "table-wrong", "at": at})


@pytest.mark.parametrize("name", MISPLAYS)
def test_a_claim_is_upheld_by_the_clause_that_decides(name: str) -> None:
    """The same clause that verifying names; what the claim names itself is answered apart."""
    misplay = MISPLAYS[name]
    finding = answer(read(misplay.sheet), misplay.claim)

    assert (finding.answer, finding.clause) == ("upheld", misplay.clauses[0])
    assert finding.materiality is not None


def test_what_is_left_out_changes_the_game_and_what_comes_after_is_played_on() -> None:
    """Without the deed out of turn, Dov's Knight stands nowhere, and Bram builds all the same."""
    found = wrong_at(read(MISPLAYS["out of turn"].sheet), 4).materiality

    assert found is not None
    assert (found.stop, found.standing) == (None, "unchanged")


def test_what_was_meant_and_is_allowed_takes_the_place_of_what_was_done() -> None:
    """Bram's Knight stands on Thicket, as he said, and not in the Capital; so he has a Workplace's tile less."""
    found = wrong_at(read(f"{MISPLAYS['piece elsewhere'].sheet}cleo: idle\n"), 4).materiality

    assert found is not None
    assert (found.stop, found.rejoins) == (None, None)


def test_working_and_readings_are_those_of_what_differs() -> None:
    """The third token of a Broken Heart."""
    finding = wrong_at(read(THIRD_TOKEN), 10)

    assert finding.clauses[0].id == "KD-2.4"
    assert finding.recorded is not None


@pytest.mark.parametrize(
    ("claim", "says"),
    [
        ({"claim": "table-wrong", "at": 2}, "no deed of the table beside the rules stands at position 2"),
        ({"claim": "decision-illegal", "at": 10}, "no decision stands at position 10"),
        ({"claim": "draw-wrong", "at": 11}, "claim table-wrong at 10"),
    ],
)
def test_a_claim_about_something_else_is_refused(claim: Json, says: str) -> None:
    with pytest.raises(BadRecord, match=says):
        answer(read(THIRD_TOKEN), claim)


def test_a_corrected_line_takes_in_what_the_table_did_where_it_fits() -> None:
    """Ann's Knight goes where she said; that Bram passed fits there as well."""
    passes = "! bram:\n  then turn 2 of Bram ends\n  then turn 3: it is Cleo's\n"
    record = read(f"{HEIRLESS}{MISTOLD}{passes}cleo: idle\n")

    corrected = correction_event(case_of(record), 3, "d1")
    assert [each.at for each in corrected.instead] == [3]
    assert corrected.state.field.turn.seat == "dov"


@pytest.mark.parametrize(
    ("steps", "says"),
    [
        (f"{MISTOLD}! dov: deploy Meadow\n", "the table made up the position there"),
        (f"{HALF_TOLD}! ann:\n  then turn 1 of Ann ends\n  then turn 2: it is Bram's\n", "does not fit"),
    ],
)
def test_a_corrected_line_ends_where_what_the_table_did_does_not_fit(steps: str, says: str) -> None:
    """A position goes with the recorded game alone; a turn that has ended does not end again."""
    with pytest.raises(RemedyRefused, match=says):
        correction_event(case_of(read(f"{HEIRLESS}{steps}")), 3, "d1")


def test_other_rules_play_on_over_what_the_table_did() -> None:
    """Nothing differs; the deed is no decision and is not counted."""
    record = read(MISPLAYS["out of turn"].sheet)

    found = regress(record, record.ruleset, {})
    assert (found.decisions, found.same, found.apart) == (2, 2, ())


def test_going_back_counts_what_the_table_did() -> None:
    """Two have acted since Ann's decision: Dov beside the rules, and Bram."""
    finding = answer(read(MISPLAYS["out of turn"].sheet), {"claim": "decision-illegal", "at": 2})

    assert finding.rewind is not None
    assert (finding.rewind.decisions, finding.rewind.others) == (2, ("dov", "bram"))


def test_who_pays_is_found_over_what_the_table_did() -> None:
    """A line of blame is played on over Dov's deed; the promise that Bram breaks later is Bram's."""
    letter = 'bram: offer promise: bram promises ann not to deploy a knight to tile "Meadow" until the end of season 1.'
    steps = "bram: sign p1\nann: sign p1\nann: deploy Valley\n! dov: deploy Thicket\nbram: deploy Meadow\n"
    record = read(f"{HEIRLESS}{letter}\n{steps}")

    (promise,) = audit(record.ruleset, record.entries()).promises
    assert promise.status == "broken"
    assert any(isinstance(each.body, TableActed) for each in record.entries())
