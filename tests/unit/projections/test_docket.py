"""The docket and the precedents: what became of every dispute, caught up and rebuilt, and who may know it."""

from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.application.dispute_stream import encode_event
from oathbook.domain.disputes.dispute_events import (
    Actor,
    Appealed,
    Arbiter,
    AssignedOutcome,
    AssignResult,
    Award,
    DisputeEvent,
    DisputeFiled,
    DisputeWithdrawn,
    EvidenceAdded,
    FindingEntered,
    JsonObject,
    LetStand,
    LoseGame,
    Penalise,
    RulingEntered,
)
from oathbook.domain.kernel import PUBLIC, Hidden, Seat
from oathbook.domain.promises.audit.standing import RuledOutcome, RuledPenalty, RuledResult
from oathbook.domain.recording.database.sqlite_records import SqliteRecords
from oathbook.domain.recording.writing.game_head import StreamEnd
from oathbook.projections.docket import DocketFilter, DocketRow, docket
from oathbook.projections.precedents import ClauseDisputes, Precedent, clause_disputes, precedents
from oathbook.projections.ruled_effects import ruling_effects, warnings_by_seat
from oathbook.projections.view_store import Views
from tests.support.playing import small_game, sources
from tests.support.projecting import caught_up, projected, stored, tables_in

ASH, BIRCH = Seat("ash"), Seat("birch")
ADA, CY = Arbiter("Ada"), Arbiter("Cy")
EDITION: Final = "knights_duty/1"
CANARY: Final = "the canary sings"
Happened = tuple[Actor, DisputeEvent]


def filed(game: str, claim: JsonObject, edition: str = EDITION) -> Happened:
    return ASH, DisputeFiled(game, edition, 9, "0" * 64, claim, "It is not so.")


def found(answer: str, clause: str = "", *, by: Actor = ASH) -> Happened:
    sealed = Hidden((ASH,), known=({"answer": "upheld", "says": CANARY},))
    body = FindingEntered(EDITION, "0" * 64, 9, PUBLIC, "rejected", {"answer": answer, "clause": clause}, sealed)
    return by, replace(body, answer=answer)


def ruled(by: Arbiter, answer: str, finding: int, **changed: object) -> Happened:
    body = RulingEntered(finding, "upheld", f"So says {by.name}.", "", LetStand())
    return by, replace(body, answer=answer, **changed)


WRONG: Final[JsonObject] = {"claim": "outcome-wrong", "at": 4, "clause": "KD-4"}
STORIES: Final[dict[str, tuple[Happened, ...]]] = {
    "appealed": (
        filed("g1", WRONG),
        found("rejected", "KD-5"),
        ruled(ADA, "rejected", 2),
        (BIRCH, Appealed("Clause 5 was not asked.")),
        found("upheld", "KD-6", by=CY),
        ruled(CY, "upheld", 5, remedy=Penalise(BIRCH, 5, "Do not."), also=(Award(ASH, 2), Penalise(ASH, says="Look."))),
    ),
    "open": (filed("g1", {"claim": "standing", "at": 9}), (ASH, EvidenceAdded("See there.", (3,)))),
    "withdrawn": (filed("g2", WRONG), found("undetermined", "KD-4"), (ASH, DisputeWithdrawn())),
    "ruled": (
        filed("g2", {"claim": "promise", "promise": "p1", "clause": "HV-62"}, "heirless/e1"),
        found("undetermined"),
        ruled(ADA, "upheld", 2, remedy=AssignResult((AssignedOutcome((ASH,), 60),)), also=(LoseGame(BIRCH),)),
    ),
}


def store(path: Path, *names: str) -> Path:
    """A database with a game, and these disputes one after the other."""
    stored(path, small_game())
    records, made = SqliteRecords(path), sources("docket")
    for name in names:
        end = StreamEnd()
        for by, event in STORIES[name]:
            events = encode_event(name, by, event, made, end)
            records.commit(events)
            end = StreamEnd(events[-1].entry.position, events[-1].entry.step, events[-1].hash)
    records.close()
    return path


@pytest.fixture
def views(tmp_path: Path) -> Iterator[Views]:
    """Read models of all of them."""
    with projected(store(tmp_path / "db", *STORIES), tmp_path / "views") as (projector, opened):
        projector.catch_up()
        yield opened


def sought(views: Views, **wanted: object) -> list[str]:
    """The disputes that are found by some filters, by their names."""
    return [each.dispute for each in docket(views, replace(DocketFilter(), **wanted)).disputes]


def test_a_row_says_what_is_claimed_found_and_ruled(views: Views) -> None:
    rows = {each.dispute: each for each in docket(views, DocketFilter()).disputes}
    first = len(small_game().events) + 1

    assert rows["appealed"] == DocketRow(
        dispute="appealed",
        number=first,
        game="g1",
        edition=EDITION,
        state="settled",
        claim="outcome-wrong",
        at=4,
        by="ash",
        says="It is not so.",
        found="upheld",
        ruled="upheld",
        remedy="penalise",
        also=("award", "penalise"),
        clauses=("KD-4", "KD-6"),
        arbiters=("Ada", "Cy"),
        position=6,
        filed_at=rows["appealed"].filed_at,
        last_at=rows["appealed"].last_at,
    )
    assert rows["appealed"].filed_at < rows["appealed"].last_at
    assert [rows[name].state for name in STORIES] == ["settled", "open", "withdrawn", "ruled"]
    assert (rows["open"].found, rows["open"].ruled, rows["open"].clauses, rows["open"].arbiters) == (None, None, (), ())
    assert (rows["ruled"].at, rows["ruled"].clauses) == (None, ("HV-62",))


@pytest.mark.parametrize(
    ("wanted", "names"),
    [
        ({}, ["ruled", "withdrawn", "open", "appealed"]),
        ({"game": "g1"}, ["open", "appealed"]),
        ({"ruleset": "heirless"}, ["ruled"]),
        ({"ruleset": "heir"}, []),
        ({"edition": EDITION}, ["withdrawn", "open", "appealed"]),
        ({"clause": "KD-4"}, ["withdrawn", "appealed"]),
        ({"clause": "KD-5"}, []),
        ({"clause": "KD-6"}, ["appealed"]),
        ({"state": "open"}, ["open"]),
        ({"arbiter": "Ada"}, ["ruled", "appealed"]),
        ({"arbiter": "Cy"}, ["appealed"]),
        ({"arbiter": "Ada", "game": "g2"}, ["ruled"]),
        ({"clause": "' OR true --"}, []),
    ],
)
def test_disputes_are_found_by_every_filter(views: Views, wanted: dict[str, object], names: list[str]) -> None:
    assert sought(views, **wanted) == names


def test_a_seat_loses_points_by_the_ruling_that_stands(views: Views) -> None:
    assert ruling_effects(views, "g1") == (RuledPenalty(4, BIRCH, 5, "appealed"), RuledPenalty(4, ASH, -2, "appealed"))
    assert ruling_effects(views, "g0") == ()


def test_a_game_ends_by_the_ruling_that_stands(views: Views) -> None:
    assert ruling_effects(views, "g2") == (
        RuledResult(9, None, (RuledOutcome((ASH,), 60),), "ruled"),
        RuledResult(9, BIRCH, (), "ruled"),
    )


def test_nobody_is_warned_whose_name_is_not_known(views: Views) -> None:
    """The game of these disputes is not stored here."""
    assert warnings_by_seat(views, "g1") == {}


def test_the_docket_is_read_page_by_page(views: Views) -> None:
    pages: list[list[str]] = []
    after: int | None = None
    while not pages or after is not None:
        page = docket(views, DocketFilter(after=after), limit=3)
        pages.append([each.dispute for each in page.disputes])
        after = page.next

    assert pages == [["ruled", "withdrawn", "open"], ["appealed"]]
    assert docket(views, DocketFilter()).upto == len(small_game().events) + sum(map(len, STORIES.values()))


def test_a_clause_has_its_rulings_with_reasons_and_says_which_stands(views: Views) -> None:
    one, other = precedents(views, EDITION, "KD-4").rulings
    (first,) = precedents(views, EDITION, "KD-5").rulings
    (second,) = precedents(views, EDITION, "KD-6").rulings

    assert (one, other) == (replace(first, role="claimed"), replace(second, role="claimed"))
    assert {first.role, second.role} == {"decides"}, "what was claimed and what decides are told apart"
    assert [(each.arbiter, each.answer, each.found, each.stands) for each in (one, other)] == [
        ("Ada", "rejected", "rejected", False),
        ("Cy", "upheld", "upheld", True),
    ]
    assert [each.reasons for each in (one, other)] == ["So says Ada.", "So says Cy."]
    assert other.remedy == Penalise(BIRCH, 5, "Do not.")
    assert isinstance(one, Precedent)
    assert precedents(views, EDITION, "HV-62").rulings == ()
    assert len(precedents(views, "heirless/e1", "HV-62").rulings) == 1


def test_a_clause_says_how_often_it_is_disputed_and_what_was_overturned(views: Views) -> None:
    """By what decides: a clause that was only named is not what fell."""
    assert clause_disputes(views, EDITION, "KD-4") == ClauseDisputes(disputes=2, ruled=0, overturned=0)
    assert clause_disputes(views, EDITION, "KD-6") == ClauseDisputes(disputes=1, ruled=1, overturned=1)
    assert clause_disputes(views, EDITION, "KD-5") == ClauseDisputes(disputes=0, ruled=0, overturned=0)
    assert clause_disputes(views, "heirless/e1", "HV-62") == ClauseDisputes(disputes=1, ruled=1, overturned=1)


def test_precedents_are_read_a_dispute_at_a_time(tmp_path: Path) -> None:
    """Both rulings on a dispute that was appealed are on one page."""
    db = store(tmp_path / "db", "appealed")
    stories = {**STORIES, "again": STORIES["appealed"]}
    records, end, made = SqliteRecords(db), StreamEnd(), sources("again")
    for by, event in stories["again"]:
        events = encode_event("again", by, event, made, end)
        records.commit(events)
        end = StreamEnd(events[-1].entry.position, events[-1].entry.step, events[-1].hash)
    records.close()

    with projected(db, tmp_path / "views") as (projector, views):
        projector.catch_up()
        newest = precedents(views, EDITION, "KD-4", limit=1)
        rest = precedents(views, EDITION, "KD-4", after=newest.next, limit=1)

    assert [each.dispute for each in newest.rulings] == ["again", "again"]
    assert [each.dispute for each in rest.rulings] == ["appealed", "appealed"]
    assert (newest.next is not None, rest.next) == (True, None)


@pytest.mark.parametrize("page", [1, 2, 500])
def test_rebuilt_is_as_caught_up_however_the_log_is_cut(page: int, tmp_path: Path) -> None:
    db = store(tmp_path / "db", *STORIES)
    whole = caught_up(db, tmp_path / "whole")

    with projected(db, tmp_path / "views", page=page) as (projector, _):
        projector.catch_up()
        caught = tables_in(tmp_path / "views")
        projector.rebuild("docket")
        projector.rebuild("precedents")

    assert caught == tables_in(tmp_path / "views") == whole


def test_the_order_of_filing_is_that_of_the_log(tmp_path: Path) -> None:
    for number, names in enumerate(permutations(("open", "withdrawn", "ruled"))):
        with projected(store(tmp_path / f"db{number}", *names), tmp_path / f"views{number}") as (projector, views):
            projector.catch_up()
            assert sought(views) == list(reversed(names))


def test_a_read_model_holds_nothing_of_what_is_sealed(tmp_path: Path) -> None:
    db = store(tmp_path / "db", *STORIES)
    caught_up(db, tmp_path / "views")

    assert CANARY.encode() in b"".join(each.read_bytes() for each in tmp_path.glob("db*"))
    assert CANARY.encode() not in b"".join(each.read_bytes() for each in tmp_path.glob("views*"))
