"""What read models make of games that a ruling has changed."""

from pathlib import Path

import pytest

from oathbook.domain.kernel import TABLE
from oathbook.domain.recording.format.record import Record, fold_record
from oathbook.projections.games import catalogue_row
from oathbook.projections.promise_ledger_rows import player_word
from oathbook.projections.timeline import timeline
from tests.support.projecting import caught_up, projected, rows_in, stored
from tests.support.promises.promising import Bargain
from tests.support.ruling import (
    corrected_game,
    ended_otherwise,
    ends_of_steps,
    fork_of,
    forked_game,
    played_out,
    running,
)
from tests.unit.projections.test_promise_ledger import golden

RECORD = running(name="draws 1", decisions=15)
FORK = fork_of(RECORD, len(RECORD.events))
PLAYED = played_out(fork_of(RECORD, len(RECORD.events)).scribe, "on from the draws")
ONCE = ("clause_usage", "reading_usage", "draws")


def counted(path: Path, *records: Record, page: int = 500) -> dict[str, set[str]]:
    """In which games something is counted, by the table."""
    caught_up(stored(path / "records.db", *records), path / "views.db", page=page)
    tables = rows_in(path / "views.db")
    return {name: {str(cell) for row in tables[name] for cell in row} for name in ONCE if name in tables}


@pytest.mark.parametrize("page", [1, 500])
def test_what_a_fork_carries_over_is_counted_where_it_happened(page: int, tmp_path: Path) -> None:
    found = counted(tmp_path, FORK.parent, FORK.scribe.record, page=page)

    assert len(found) >= 2
    for cells in found.values():
        assert FORK.parent.game in cells
        assert FORK.scribe.game.id not in cells


def test_what_comes_after_it_is_counted_in_the_fork(tmp_path: Path) -> None:
    assert PLAYED.game in counted(tmp_path, FORK.parent, PLAYED)["clause_usage"]


@pytest.fixture
def texts(tmp_path: Path) -> tuple[Path, tuple[Record, ...]]:
    records = (*forked_game(), corrected_game()[1])
    return stored(tmp_path / "records.db", *records), records


def test_timelines_say_what_was_ruled(texts: tuple[Path, tuple[Record, ...]], tmp_path: Path) -> None:
    db, (parent, fork, corrected) = texts
    with projected(db, tmp_path / "views.db") as (projector, views):
        projector.catch_up()
        said = {
            record.game: [each.sentence for place in timeline(views, record.game).places for each in place.sentences]
            for record in (parent, fork, corrected)
        }
        marks = {mark for place in timeline(views, parent.game).places for mark in place.marks}
        assert not any(state.parked for state in projector.states())

    assert {"forked", "unsealed"} <= marks
    assert any("the game is played on from position 1 as game" in each for each in said[parent.game])
    assert "it goes on from game" in said[fork.game][0]
    assert any("is corrected by the ruling in dispute" in each for each in said[corrected.game])


@pytest.mark.gate
def test_the_catalogue_has_the_end_of_the_corrected_game(tmp_path: Path) -> None:
    """Who was said to have won by the wrong outcome has not won."""
    record = ended_otherwise()
    db = stored(tmp_path / "records.db", record)
    with projected(db, tmp_path / "views.db") as (projector, views):
        projector.catch_up()
        row = catalogue_row(views, record.game)

    ending = record.ruleset.standing(fold_record(record).state).ending
    assert row is not None
    assert ending is not None
    assert (row.closed, row.outcome, row.winners) == (True, ending.outcome, ending.winners)


def test_a_promise_that_was_settled_before_the_fork_counts_in_the_other_game(tmp_path: Path) -> None:
    bargain = Bargain()
    before, after = bargain.bound(), bargain.bound()
    for promise in (before, after):
        bargain.does("birch", "claim", promise=promise, path="c1", claims="breached", about=[], says="look")
    ruling = {"path": "c1", "value": "failed", "blamed": ["ash"], "excused": [], "reason": "so"}
    bargain.does(TABLE, "rule", promise=before, **ruling)
    record = bargain.scribe.record
    parent, scribe = fork_of(record, len(record.events))
    Bargain(scribe).does(TABLE, "rule", promise=after, **ruling)

    caught_up(stored(tmp_path / "records.db", parent, scribe.record), tmp_path / "views.db")

    broken = [(row[0], row[1]) for row in rows_in(tmp_path / "views.db")["pledges"] if "broken" in row and row[-2]]
    assert sorted(broken) == sorted([(parent.game, 1), (scribe.record.game, 2)])


@pytest.mark.parametrize(("carried", "totals"), [(True, (1, 1, 0, 20)), (False, (1, 0, 1, 0))])
@pytest.mark.parametrize("page", [1, 500])
def test_what_becomes_of_a_promise_counts_once_in_a_forked_game(
    *, page: int, carried: bool, totals: tuple[int, int, int, int], tmp_path: Path
) -> None:
    """Ash breaks it at 6; where that is carried over it counts where it happened, else the fork goes on without it."""
    record = golden("promise-broken-by-an-act")
    at = len(record.events) if carried else max(end for end in ends_of_steps(record) if end < 6)
    fork = fork_of(record, at)
    player = next(each.player for each in record.opened.seats if each.seat == "ash")
    db = stored(tmp_path / "records.db", fork.parent, fork.scribe.record)
    with projected(db, tmp_path / "views.db", page=page) as (projector, views):
        projector.catch_up()
        found = player_word(views, player)

    told = found.totals
    paid = sum(each.amount for each in told.penalties)
    assert (told.made, told.broken, told.pending, paid) == totals
    assert [each.game for each in found.promises] == [fork.parent.game if carried else fork.scribe.game.id]
