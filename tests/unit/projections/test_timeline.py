"""The timeline of a game, a page at a time."""

from collections.abc import Generator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from oathbook.domain.kernel.limits import PAGE
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import whole_record_from
from oathbook.projections.timeline import timeline
from oathbook.projections.view_store import Views
from tests.support.checkout import ROOT
from tests.support.playing import FAR, ruleset_of, whole_game
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


# What it says ---------------------------------------------------------------------------------------------------------

STANDING: Final = ROOT / "replays" / "golden" / "knights_duty" / "1" / "last-knight-standing.jsonl"


@pytest.fixture(scope="module")
def views(tmp_path_factory: pytest.TempPathFactory) -> Generator[Views]:
    """The timeline of a golden record, the positions of which stand in the ``.toml`` beside it, and of another game."""
    folder = tmp_path_factory.mktemp("says")
    db = stored(folder / "db", golden(), whole_game(FAR, "f1"))
    with projected(db, folder / "views") as (projector, views):
        projector.catch_up()
        yield views


@cache
def golden() -> Record:
    return whole_record_from(STANDING.read_bytes(), ruleset_of, where="golden")


def saying(views: Views, says: str, **asked: int) -> list[int]:
    """The positions in the golden record at which that is said."""
    return [place.position for place in timeline(views, golden().game, says=says, **asked).places]


@pytest.mark.parametrize(
    ("says", "positions"),
    [
        ("defeats", [42, 77]),
        ("defeats second PLAYER", [42]),
        ("leaves the board", [45, 80]),
        ("DEFEATS", [42, 77]),
        ("First player Wins", [80]),
        ("takes the gr", [7]),
        ("KD-8.9", [42, 45, 77, 80]),
        ("kd-8.9", [42, 45, 77, 80]),
        ("KD-10.1", [80, 82]),
        ("is drawn from", [29, 36, 41, 44, 67, 76, 79]),
        ("seed", [81]),
        ("draughts", []),
        ("KD-99", []),
    ],
)
def test_what_a_sentence_or_the_id_of_a_clause_holds_is_found(views: Views, says: str, positions: list[int]) -> None:
    """Some words in a row, or part of one, in any letter case."""
    assert saying(views, says) == positions


@pytest.mark.parametrize("says", ["%", "defe%", "player_", "_efeats", "*", "defe*", "?", "\\", "' OR 1=1 --", "KD.8"])
def test_nothing_that_is_sought_stands_for_anything_else(views: Views, says: str) -> None:
    assert saying(views, says) == []


def test_signs_are_found_where_they_stand(views: Views) -> None:
    assert saying(views, "A Knight's Duty") == [1]
    assert saying(views, "first player's Knight") == [3]
    assert saying(views, "(drawn, for") == [37]
    assert saying(views, "-4,4") == [7]


@pytest.mark.parametrize(
    "says",
    ["sentence", "cites", "kind", '"', "[", "]", '","', "{", "[]", 'wins ["KD', "wins [", "breaks_heart", "KA-6"],
)
def test_how_a_place_is_written_down_is_not_searched(views: Views, says: str) -> None:
    """Names, kinds and quotes of the stored JSON say nothing; nor is a reading a clause."""
    assert saying(views, says) == []


def test_a_sentence_and_a_clause_are_searched_each_by_itself(views: Views) -> None:
    """Not as if the one went on in the other, nor one clause in the next."""
    assert saying(views, "first player wins") == saying(views, "KD-1.1") == [80]
    for across in ("wins KD-1.1", "winsKD-1.1", "KD-1.1 KD-10.1", "KD-1.1KD-10.1"):
        assert saying(views, across) == []


def test_nothing_is_said_everywhere(views: Views) -> None:
    """Each event of a game says something."""
    assert saying(views, "") == list(range(1, 83))


def test_what_is_sought_comes_in_pages(views: Views) -> None:
    """Six combats are over in that game; a page says whether more is found behind it, and not what lies between."""
    first = timeline(views, golden().game, says="is over", limit=3)
    second = timeline(views, golden().game, says="is over", after=45, limit=3)

    assert ([place.position for place in first.places], first.next) == ([30, 42, 45], 45)
    assert ([place.position for place in second.places], second.next) == ([68, 77, 80], None)
    assert saying(views, "defeats", after=42) == [77]


def test_it_is_sought_in_that_game_alone(views: Views) -> None:
    assert saying(views, "third player")
    assert timeline(views, whole_game(FAR, "f1").game, says="third player").places == ()


def test_a_search_says_up_to_where_the_timeline_is_whatever_it_finds(views: Views) -> None:
    found = timeline(views, golden().game, says="draughts")

    assert (found.places, found.next, found.upto) == ((), None, 82)
