"""Names of players in sentences, none of which can be confused with another."""

import pytest

from oathbook.domain.kernel import EMPTY_ROSTER, TABLE, Roster


def calls_for(*players: tuple[str, str]) -> list[str]:
    """Returns how sentences call each of these players."""
    roster = Roster.of(players)
    return [roster.call(seat) for seat, _ in players]


@pytest.mark.parametrize("name", ["Anna Schmidt", "王小明", "Фёдор Достоевский", "محمد بن عبد الله", "ann", "X" * 60])
def test_a_player_is_called_by_the_name(name: str) -> None:
    assert calls_for(("red", name), ("blue", "Bram")) == [name, "Bram"]


def test_a_player_without_a_name_is_called_by_the_seat() -> None:
    assert calls_for(("red", ""), ("blue", "Bram")) == ["Red", "Bram"]
    assert EMPTY_ROSTER.call("red") == "Red"


def test_the_table_is_the_table() -> None:
    assert Roster.of([("red", "Ada")]).call(TABLE) == "the table"


@pytest.mark.parametrize(
    ("players", "names"),
    [
        ([("red", "Ada"), ("blue", "Ada")], ["Ada (Red)", "Ada (Blue)"]),
        ([("red", "Ada"), ("blue", "ADA")], ["Ada (Red)", "ADA (Blue)"]),
        ([("red", "Ada"), ("blue", "\u0410da")], ["Ada (Red)", "\u0410da (Blue)"]),  # Cyrillic A
        ([("red", "Blue"), ("blue", "Ada")], ["Blue (Red)", "Ada"]),
        ([("red", "blue"), ("blue", "")], ["blue (Red)", "Blue"]),
        ([("red", "The table"), ("blue", "Table")], ["The table (Red)", "Table (Blue)"]),
        ([("red", "Ada (Blue)"), ("blue", "Ada")], ["Ada (Blue) (Red)", "Ada"]),
    ],
)
def test_a_name_that_could_be_confused_gets_its_seat(players: list[tuple[str, str]], names: list[str]) -> None:
    assert calls_for(*players) == names


def test_a_name_equal_to_the_own_seat_needs_no_seat() -> None:
    assert calls_for(("ada", "Ada"), ("bram", "bram")) == ["Ada", "bram"]


ROSTER = Roster.of([("ash", "Anna Schmidt"), ("birch", "Ash"), ("oak", "")])


def test_ids_in_a_text_become_names_at_once() -> None:
    """A replaced name is not replaced again."""
    assert (
        ROSTER.name_ids("ash-1 of ash gives birch 2 wolf0")
        == "Anna Schmidt 1 of Anna Schmidt gives Ash (Birch) 2 wolf0"
    )


@pytest.mark.parametrize("text", ["“ash gives birch 2 wolf0”", 'clause 1, "ash"', "ash-tree", "ashes", "oak waits"])
def test_quotations_and_other_words_do_not_change(text: str) -> None:
    assert ROSTER.name_ids(text) == text


def test_display_forms_of_seats_become_names() -> None:
    assert ROSTER.name_seats("Ash's Hand, ash cubes") == "Anna Schmidt's Hand, ash cubes"


def test_a_figure_has_the_name_of_its_player() -> None:
    names = [ROSTER.call_thing(each) for each in ("ash-2", "FoxBandit-1", "OpenGates", "ash")]
    assert names == ["Anna Schmidt 2", "Fox Bandit 1", "Open Gates", "ash"]


@pytest.mark.parametrize(
    ("seat", "text", "named"),
    [
        ("will", "it will happen if seat will agrees", "it will happen if Will Turner agrees"),
        ("a", "a clan has 2 sword tokens", "a clan has 2 sword tokens"),
        ("will", "will-1 flees", "will-1 flees"),
        ("wilma", "it is wilma who will", "it is Will Turner who will"),
    ],
)
def test_a_word_of_every_sentence_is_no_seat(seat: str, text: str, named: str) -> None:
    assert Roster.of([(seat, "Will Turner")]).name_ids(text) == named


def test_a_short_name_that_two_would_have_stays_long() -> None:
    roster = Roster.of([("red", "Ada M King"), ("blue", "Ada B Smith"), ("green", "Cleo van Berg")]).brief

    assert [roster.call(each) for each in ("red", "blue", "green")] == ["Ada M King", "Ada B Smith", "Cleo"]
