"""Which finding the docket and the precedents tell of: the one that a ruling is on, though others came after it."""

from typing import Any

from oathbook.domain.disputes.dispute import Dispute, EnteredFinding, EnteredRuling
from oathbook.domain.disputes.dispute_events import (
    Actor,
    Arbiter,
    DisputeFiled,
    FindingEntered,
    LetStand,
    RulingEntered,
)
from oathbook.domain.kernel import PUBLIC, Seat
from oathbook.projections.definitions import DisputeSoFar
from oathbook.projections.docket import rows_of as docketed
from oathbook.projections.precedents import rows_of as precedents

WHEN = "2026-11-20T18:00:00.000000Z"
HEAD = "0" * 64
ARBITER = Arbiter("Ada")


def found(position: int, by: Actor, answer: Any, clause: str) -> EnteredFinding:  # noqa: ANN401  # because it is one of three
    told = {"answer": answer, "clause": clause}
    return EnteredFinding(position, by, FindingEntered("cube_bag/g1", HEAD, 20, PUBLIC, answer, told, None))


RULED = Dispute(
    id="d1",
    by=Seat("ash"),
    filed_at=WHEN,
    filed=DisputeFiled("g", "cube_bag/g1", 20, HEAD, {"claim": "outcome-wrong", "at": 12}, "So."),
    position=4,
    state="ruled",
    findings=(found(2, ARBITER, "upheld", "CA-3"), found(3, Seat("ash"), "undetermined", "CA-9")),
    rulings=(EnteredRuling(4, WHEN, ARBITER, RulingEntered(2, "upheld", "So.", "", LetStand())),),
)
HEARD = DisputeSoFar(RULED, 1, WHEN)


def test_a_ruling_is_a_precedent_of_the_clause_of_the_finding_that_it_is_on() -> None:
    (row,) = precedents(HEARD)

    assert "CA-3" in row.values
    assert "CA-9" not in row.values


def test_the_docket_has_the_answer_that_was_ruled_on() -> None:
    row, *others = docketed(HEARD)

    assert "undetermined" not in row.values
    assert ("d1", "CA-3") in [each.values for each in others]
    assert ("d1", "CA-9") not in [each.values for each in others]
