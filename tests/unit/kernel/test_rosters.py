"""What people are called in sentences: by their names, and nobody could be taken for another."""

import pytest

from oathbook.domain.kernel import EMPTY_ROSTER, TABLE, Roster


def called(*players: tuple[str, str]) -> list[str]:
    """What each of these is called, in the order of their seats."""
    roster = Roster.of(players)
    return [roster.call(seat) for seat, _ in players]


@pytest.mark.parametrize("name", ["Anna Schmidt", "王小明", "Фёдор Достоевский", "محمد بن عبد الله", "ann", "X" * 60])
def test_a_player_is_called_by_the_name(name: str) -> None:
    assert called(("red", name), ("blue", "Bram")) == [name, "Bram"]


def test_who_has_no_name_is_called_by_the_seat() -> None:
    assert called(("red", ""), ("blue", "Bram")) == ["Red", "Bram"]
    assert EMPTY_ROSTER.call("red") == "Red"


def test_the_table_is_the_table() -> None:
    assert Roster.of([("red", "Ada")]).call(TABLE) == "the table"


@pytest.mark.parametrize(
    ("players", "names"),
    [
        ([("red", "Ada"), ("blue", "Ada")], ["Ada (Red)", "Ada (Blue)"]),
        ([("red", "Ada"), ("blue", "ADA")], ["Ada (Red)", "ADA (Blue)"]),
        ([("red", "Ada"), ("blue", "\u0410da")], ["Ada (Red)", "\u0410da (Blue)"]),  # a letter that only looks like A
        ([("red", "Blue"), ("blue", "Ada")], ["Blue (Red)", "Ada"]),
        ([("red", "blue"), ("blue", "")], ["blue (Red)", "Blue"]),
        ([("red", "The table"), ("blue", "Table")], ["The table (Red)", "Table (Blue)"]),
        ([("red", "Ada (Blue)"), ("blue", "Ada")], ["Ada (Blue) (Red)", "Ada"]),
    ],
)
def test_a_name_that_could_be_another_has_its_seat_behind_it(players: list[tuple[str, str]], names: list[str]) -> None:
    assert called(*players) == names


def test_a_name_like_the_own_seat_stands_alone() -> None:
    assert called(("ada", "Ada"), ("bram", "bram")) == ["Ada", "bram"]


ROSTER = Roster.of([("ash", "Anna Schmidt"), ("birch", "Ash"), ("oak", "")])


def test_ids_in_a_text_become_names_at_once() -> None:
    """Nobody gets the name of a name."""
    assert (
        ROSTER.name_ids("ash-1 of ash gives birch 2 wolf0")
        == "Anna Schmidt 1 of Anna Schmidt gives Ash (Birch) 2 wolf0"
    )


@pytest.mark.parametrize("text", ["“ash gives birch 2 wolf0”", 'clause 1, "ash"', "ash-tree", "ashes", "oak waits"])
def test_what_is_quoted_or_no_name_stays_as_it_is(text: str) -> None:
    assert ROSTER.name_ids(text) == text


def test_seats_as_they_are_displayed_become_names() -> None:
    assert ROSTER.name_seats("Ash's Hand, ash cubes") == "Anna Schmidt's Hand, ash cubes"


def test_a_figure_has_the_name_of_its_player() -> None:
    names = [ROSTER.call_thing(each) for each in ("ash-2", "FoxBandit-1", "OpenGates", "ash")]
    assert names == ["Anna Schmidt 2", "Fox Bandit 1", "Open Gates", "ash"]
