"""What is asked about the use of clauses and readings."""

from pathlib import Path

from oathbook.projections.clause_usage import usage
from tests.support.playing import small_game, whole_game
from tests.support.projecting import projected, stored

EDITION = "knights_duty/1"


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
