"""The timeline of a game, a page at a time."""

from pathlib import Path

import pytest

from domain.kernel.limits import PAGE
from projections.timeline import timeline
from tests.support.playing import FAR, whole_game
from tests.support.projecting import projected, stored


@pytest.mark.parametrize("limit", [1, 6, PAGE])
def test_pages_put_together_are_the_whole_timeline(tmp_path: Path, limit: int) -> None:
    record = whole_game(FAR, "f1")
    length = len(record.events)
    db = stored(tmp_path / "db", record)
    found: list[int] = []

    with projected(db, tmp_path / "views") as (projector, views):
        projector.catch_up()
        after: int | None = 0
        while after is not None:
            page = timeline(views, record.game, after=after, limit=limit)
            found += [place.position for place in page.places]
            after = page.next
            assert len(found) <= length

    assert found == list(range(1, length + 1))


def test_a_full_page_says_whether_more_follows(tmp_path: Path) -> None:
    """Exactly a page, one more, and one event that is asked for behind the end."""
    record = whole_game(FAR, "f5")
    assert len(record.events) > PAGE
    db = stored(tmp_path / "db", record)

    with projected(db, tmp_path / "views") as (projector, views):
        projector.catch_up()
        exact = timeline(views, record.game, after=len(record.events) - PAGE)
        more = timeline(views, record.game, after=len(record.events) - PAGE - 1)
        behind = timeline(views, record.game, after=len(record.events))

    assert (len(exact.places), exact.next) == (PAGE, None)
    assert (len(more.places), more.next) == (PAGE, len(record.events) - 1)
    assert (behind.places, behind.next, behind.upto) == ((), None, len(record.events))


def test_a_game_that_is_not_there_has_no_places(tmp_path: Path) -> None:
    with projected(stored(tmp_path / "db"), tmp_path / "views") as (_, views):
        found = timeline(views, "nobody")

    assert (found.places, found.next, found.upto) == ((), None, 0)


def test_a_timeline_says_up_to_where_it_is(tmp_path: Path) -> None:
    """Behind the record while the projector is behind."""
    record = whole_game(FAR, "f1")
    db = stored(tmp_path / "db", record)

    with projected(db, tmp_path / "views", page=10) as (projector, views):
        projector.advance("timeline")
        found = timeline(views, record.game, limit=3)

    assert found.upto == 10
