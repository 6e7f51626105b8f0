"""Players are found by a word of their name in any case, at a cost that does not grow with their games."""

from collections.abc import Generator
from pathlib import Path
from typing import Final, Self

import pytest

from oathbook.projections.games import catalogue
from oathbook.projections.players import FOUND, find_players, players_of_name
from oathbook.projections.view_store import Views
from tests.support.projecting import projected, stored
from tests.unit.projections.test_catalogue import played_by

PLAYED: Final = (
    ("Grandmaster Ann", "Bo"),
    ("\u00c9lo\u00efse", "STRASSE"),
    ("ann", "\u592a\u90ce"),
    ("\U0001f469\u200d\U0001f680 Cy", "O'Brien-Smith"),
    ("Anna", "Ann"),
)


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Generator[Views]:
    """Five games of players whose names differ."""
    folder = tmp_path_factory.mktemp("players")
    games = (played_by(f"players {number}", *names) for number, names in enumerate(PLAYED))
    with projected(stored(folder / "db", *games), folder / "views") as (projector, views):
        projector.catch_up()
        yield views


@pytest.mark.parametrize(
    ("sought", "found"),
    [
        ("ANN", {"Ann", "ann", "Anna", "Grandmaster Ann"}),
        ("grandm", {"Grandmaster Ann"}),
        ("grandmaster  a", {"Grandmaster Ann"}),
        ("\u00e9LO", {"\u00c9lo\u00efse"}),
        ("E\u0301lo", {"\u00c9lo\u00efse"}),
        ("stra\u00df", {"STRASSE"}),
        ("\uff21\uff4e\uff4e\uff41", {"Anna"}),
        ("\u90ce", {"\u592a\u90ce"}),
        ("\U0001f469\u200d\U0001f680", {"\U0001f469\u200d\U0001f680 Cy"}),
        ("smith", {"O'Brien-Smith"}),
        ("o'b", {"O'Brien-Smith"}),
        ("nn", set[str]()),
        ("", set[str]()),
        ("%", set[str]()),
        ("A\0", set[str]()),
        ("\U0010ffff", set[str]()),
    ],
)
def test_a_player_is_found_by_how_a_word_of_the_name_begins(few: Views, sought: str, found: set[str]) -> None:
    assert set(find_players(few, sought)) == found


def test_who_is_called_exactly_so_is_the_one_and_else_all_are_found(few: Views) -> None:
    assert players_of_name(few, "Ann") == ("Ann",)
    assert set(players_of_name(few, "aNN")) == {"Ann", "ann", "Anna", "Grandmaster Ann"}
    assert players_of_name(few, "nobody") == players_of_name(few, "A\0") == ()


def test_the_catalogue_takes_several_names_of_which_one_is_enough(few: Views) -> None:
    """Newest first, a page at a time; of no names there is no game."""
    names = find_players(few, "ann")
    pages = [catalogue(few, player=names, limit=2)]
    pages.append(catalogue(few, player=names, limit=2, after=pages[0].next))

    assert [[each.player for each in row.seats] for page in pages for row in page.games] == [
        list(PLAYED[number]) for number in (4, 2, 0)
    ]
    assert catalogue(few, player=()).games == catalogue(few, player="A\0").games == ()


def test_many_games_of_one_player_cost_no_more_looks_than_one(tmp_path: Path) -> None:
    """The looks are counted; the control is a search that finds more players."""
    games = (played_by(f"often {number}", "Often", f"Other {number}") for number in range(3 * FOUND))
    with projected(stored(tmp_path / "db", *games), tmp_path / "views") as (projector, views):
        projector.catch_up()

        assert find_players(views, "often") == ("Often",)
        assert looks(views, "often") == 2
        assert len(find_players(views, "other")) == FOUND
        assert looks(views, "other") == FOUND + 1
        assert players_of_name(views, "OFTEN") == ("Often",)
        assert len(catalogue(views, player=find_players(views, "other")).games) == FOUND


def looks(views: Views, sought: str) -> int:
    """How many statements a search takes."""
    counted = Counted(views)
    find_players(counted, sought)  # type: ignore[arg-type]  # of a reader it has what is used
    return counted.asked


class Counted:
    """A reader whose statements are counted."""

    def __init__(self, views: Views) -> None:
        """Of these read models."""
        self.views, self.asked = views, 0

    def snapshot(self) -> "Counted":
        """Itself."""
        self.opened = self.views.snapshot()
        return self

    def __enter__(self) -> Self:
        """A connection that counts."""
        self.connection = self.opened.__enter__()
        return self

    def __exit__(self, *raised: object) -> None:
        """Close it."""
        self.opened.__exit__(None, None, None)

    def execute(self, statement: str, values: tuple[object, ...]) -> object:
        """Count, and ask."""
        self.asked += 1
        return self.connection.execute(statement, values)
