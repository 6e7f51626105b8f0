"""What is asked about the use of clauses and readings."""

from pathlib import Path

from oathbook.domain.games.takeback_rules import AnswerTakeback, TakeBack
from oathbook.domain.recording.format.record import Record
from oathbook.projections.clause_usage import Usage, usage
from tests.support.playing import die, small_game, take_one, whole_game
from tests.support.projecting import projected, stored
from tests.support.taking_back import ASH, BIRCH, begun

EDITION = "knights_duty/1"


def usage_of(folder: Path, record: Record, page: int = 500) -> Usage:
    """What is used in one game."""
    folder.mkdir()
    with projected(stored(folder / "db", record), folder / "views", page=page) as (projector, views):
        projector.catch_up()
        return usage(views, EDITION)


def test_one_clause_is_counted_as_in_the_whole(tmp_path: Path) -> None:
    db = stored(tmp_path / "db", small_game(), whole_game(name="another"))

    with projected(db, tmp_path / "views") as (projector, views):
        projector.catch_up()
        whole = usage(views, EDITION)
        one = usage(views, EDITION, "KD-2.1")

    (expected,) = (each for each in whole.clauses if each.clause == "KD-2.1")
    assert one.clauses == (expected,)
    assert one.readings == ()
    assert expected.games == 2
    assert one.upto == whole.upto == len(small_game().events) + len(whole_game(name="another").events)


def test_what_was_taken_back_counts_no_longer(tmp_path: Path) -> None:
    """Wherever a page ends; what is decided anew counts as it did at first, and in one game."""
    scribe = begun(2)
    once = usage_of(tmp_path / "once", scribe.record)
    scribe.take_back(ASH, TakeBack(2))
    scribe.take_back(BIRCH, AnswerTakeback(scribe.game.position, agrees=True))
    back, picks = scribe.record, die("taken back")
    for _ in range(2):
        take_one(scribe, picks)

    assert once.clauses
    for page in (1, 4, 100):
        assert usage_of(tmp_path / f"back {page}", back, page).clauses == ()
        assert usage_of(tmp_path / f"anew {page}", scribe.record, page).clauses == once.clauses


def test_what_nobody_has_used_is_not_there(tmp_path: Path) -> None:
    with projected(stored(tmp_path / "db", small_game()), tmp_path / "views") as (projector, views):
        projector.catch_up()

        assert usage(views, EDITION, "KD-99").clauses == ()
        assert usage(views, "knights_duty/2").clauses == ()
        assert usage(views, "knights_duty/2").readings == ()


def test_before_anything_is_taken_in_nothing_is_counted(tmp_path: Path) -> None:
    with projected(stored(tmp_path / "db", small_game()), tmp_path / "views") as (_, views):
        found = usage(views, EDITION)

    assert (found.clauses, found.readings, found.upto) == ((), (), 0)
