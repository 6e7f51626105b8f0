"""The catalogue a page at a time, and its filters."""

from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.games.takeback_rules import TakeBack
from oathbook.domain.kernel.limits import PAGE
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.rulesets.protocol import SeatSetup, Setup
from oathbook.projections.games import catalogue, catalogue_row
from oathbook.projections.view_store import Views
from tests.support.playing import CLOSE, RULESET, close_by, opened, running_game, small_game, sources, whole_game
from tests.support.projecting import projected, stored
from tests.support.taking_back import ASH, begun
from tests.support.transcribing import BOW, SHIELD, given, imported, transcript

GAMES: Final = 502
"""Two more than a page."""


def played_by(name: str, *players: str) -> Record:
    """A game that has just been opened, with these players."""
    setup: Setup = close_by()
    seats = tuple(SeatSetup(each.seat, player) for each, player in zip(setup.seats, players, strict=True))
    return MemoryWriter.open(RULESET, replace(setup, seats=seats), sources(name)).record


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Generator[tuple[Views, list[str]]]:
    """The catalogue of that many games, and their ids, newest first."""
    folder = tmp_path_factory.mktemp("many")
    records = [opened(CLOSE, f"many {number}").record for number in range(GAMES)]
    db = stored(folder / "db", *records)
    with projected(db, folder / "views") as (projector, views):
        projector.catch_up()
        yield views, [record.game for record in reversed(records)]


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Generator[Views]:
    """The catalogue of four games that differ."""
    folder = tmp_path_factory.mktemp("few")
    games = (
        small_game(),
        running_game(decisions=3, chance="witnessed"),
        played_by("ann and bob", "Ann", "Bob"),
        played_by("ann alone", "Ann", "Ann"),
    )
    with projected(stored(folder / "db", *games), folder / "views") as (projector, views):
        projector.catch_up()
        yield views


def test_without_games_the_catalogue_is_empty(tmp_path: Path) -> None:
    with projected(stored(tmp_path / "db"), tmp_path / "views") as (projector, views):
        projector.catch_up()
        page = catalogue(views)

    assert (page.games, page.next, page.upto) == ((), None, 0)


def test_games_come_newest_first(many: tuple[Views, list[str]]) -> None:
    views, ids = many

    page = catalogue(views, limit=3)

    assert [row.game for row in page.games] == ids[:3]
    assert page.upto == GAMES


@pytest.mark.parametrize("limit", [1, 7, 251, PAGE])
def test_pages_put_together_are_the_whole_catalogue(many: tuple[Views, list[str]], limit: int) -> None:
    """None is missing, none stands twice, and the last page says that it is the last; 251 goes in exactly twice."""
    views, ids = many
    found: list[str] = []
    after, pages = None, 0

    while pages == 0 or after is not None:
        page = catalogue(views, after=after, limit=limit)
        found += [row.game for row in page.games]
        after, pages = page.next, pages + 1
        assert pages <= GAMES

    assert found == ids
    assert pages == -(-GAMES // limit)


def test_a_page_has_at_most_its_limit(many: tuple[Views, list[str]]) -> None:
    views, _ = many

    assert len(catalogue(views, limit=PAGE).games) == PAGE
    assert len(catalogue(views, limit=PAGE + 1).games) == PAGE
    assert len(catalogue(views, limit=0).games) == 1


def test_behind_the_oldest_game_there_is_nothing(many: tuple[Views, list[str]]) -> None:
    views, ids = many
    oldest = catalogue_row(views, ids[-1])
    assert oldest is not None

    page = catalogue(views, after=oldest.number)

    assert (page.games, page.next) == ((), None)


def test_a_new_game_does_not_move_the_pages_behind(tmp_path: Path) -> None:
    """Who goes through the catalogue while games are opened sees every game that was there once."""
    first = [opened(CLOSE, f"first {number}").record for number in range(4)]
    db = stored(tmp_path / "db", *first)

    with projected(db, tmp_path / "views") as (projector, views):
        projector.catch_up()
        one = catalogue(views, limit=2)
        stored(db, opened(CLOSE, "later").record)
        projector.catch_up()
        two = catalogue(views, limit=2, after=one.next)

    seen = [row.game for row in (*one.games, *two.games)]
    assert seen == [record.game for record in reversed(first)]


def test_a_game_that_goes_on_keeps_its_place(tmp_path: Path) -> None:
    older, newer = whole_game(CLOSE, "older"), opened(CLOSE, "newer").record
    beginning = replace(older, events=older.events[:5])
    db = stored(tmp_path / "db", beginning, newer)

    with projected(db, tmp_path / "views") as (projector, views):
        projector.catch_up()
        before = catalogue(views)
        stored(db, replace(older, events=older.events[5:]))
        projector.catch_up()
        after = catalogue(views)

    assert [(row.game, row.number) for row in before.games] == [(newer.game, 6), (older.game, 1)]
    assert [(row.game, row.number) for row in after.games] == [(newer.game, 6), (older.game, 1)]
    assert [row.position for row in before.games] == [1, 5]
    assert [row.position for row in after.games] == [1, len(older.events)]


def test_a_filter_by_player_finds_a_game_once(few: Views) -> None:
    """Also one who sits in two seats."""
    found = catalogue(few, player="Ann")

    assert [[each.player for each in row.seats] for row in found.games] == [["Ann", "Ann"], ["Ann", "Bob"]]
    assert len(catalogue(few, player="Bob").games) == 1
    assert catalogue(few, player="ann").games == ()


def test_a_filter_by_state_parts_running_games_from_those_over(few: Views) -> None:
    over, running = catalogue(few, state="over"), catalogue(few, state="running")

    assert [row.game for row in over.games] == [small_game().game]
    assert [row.closed for row in running.games] == [False, False, False]


def test_a_filter_by_outcome_finds_games_that_ended_so(few: Views) -> None:
    (ended,) = catalogue(few, state="over").games
    assert ended.outcome is not None

    found = catalogue(few, outcome=ended.outcome)

    assert found.games == (ended,)
    assert catalogue(few, outcome="agreed to differ").games == ()


def test_a_filter_by_edition_finds_the_games_played_under_it(few: Views) -> None:
    assert len(catalogue(few, edition="knights_duty/1").games) == 4
    assert catalogue(few, edition="knights_duty/2").games == ()


def test_filters_and_pages_go_together(few: Views) -> None:
    first = catalogue(few, player="Ann", state="running", limit=1)
    second = catalogue(few, player="Ann", state="running", limit=1, after=first.next)

    assert first.next is not None
    assert second.next is None
    assert len({row.game for row in (*first.games, *second.games)}) == 2


def test_what_a_client_writes_is_a_value_and_no_statement(few: Views) -> None:
    assert catalogue(few, player="' OR 1=1 --").games == ()


def test_a_game_that_is_not_there_has_no_row(few: Views) -> None:
    assert catalogue_row(few, "nobody") is None


def test_a_game_told_by_a_transcript_says_so(tmp_path: Path) -> None:
    """Where the table wrote an outcome down, it was not the rules that recorded it, whatever came after it."""
    derived = imported(transcript(BOW), "derived")
    told = imported(transcript(*given(BOW), SHIELD), "told")
    db = stored(tmp_path / "db", derived, told)

    with projected(db, tmp_path / "views") as (projector, views):
        projector.catch_up()
        page = catalogue(views)

    assert {row.game: row.recorded for row in page.games} == {derived.game: "rules", told.game: "transcript"}


def test_a_game_that_went_back_says_so_and_who_has_to_act_again(tmp_path: Path) -> None:
    """What followed before does not stand."""
    scribe = begun(1)
    before = scribe.record
    scribe.take_back(ASH, TakeBack(2))

    with projected(stored(tmp_path / "db", scribe.record), tmp_path / "views") as (projector, views):
        projector.catch_up()
        found = catalogue_row(views, before.game)

    assert found is not None
    assert (found.said, found.to_act) == ("Player 1 takes back what was decided at 2 and since", ("ash", "birch"))
