"""Commands on a database: a GAME is read as its FILE is."""

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from oathbook.domain.recording.format.record import Record
from tests.support.sampling import some
from tests.unit.api.databases import INSPIRE, READERS, held, read, stored, without_name
from tests.unit.api.games import duel, march
from tests.unit.api.running import kept, oathbook

RECORDS: dict[str, Callable[[], Record]] = {
    "over": duel,
    "under way": march,
    "closed for good": lambda: duel(reveal="none"),
}


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A database with two games."""
    return stored(tmp_path / "games.db", duel(), march())


@pytest.mark.parametrize(("record", "reader"), some(list(product(RECORDS, READERS)), 17))
def test_a_game_gives_the_same_answer_as_its_file(record: str, reader: str, tmp_path: Path) -> None:
    made = RECORDS[record]()
    file = kept(made, tmp_path / "game.jsonl")
    database = stored(tmp_path / "games.db", made)

    of_file, of_game = read(reader, file), read(reader, made.game, "--db", database)
    told_of_file = read(reader, file, "--json")
    told_of_game = read(reader, made.game, "--db", database, "--json")

    assert of_game.code == of_file.code == told_of_game.code == told_of_file.code
    assert of_game.text == of_file.text.replace(str(file), made.game)
    assert of_game.err == of_file.err.replace(str(file), made.game)
    assert without_name(told_of_game) == without_name(told_of_file)


def test_files_and_games_are_verified_side_by_side(games: Path, match: Path) -> None:
    printed = oathbook("verify", march().game, match, duel().game, "--db", games, "--json")

    assert printed.code == 0
    assert [entry["file"] for entry in printed.json] == [march().game, str(match), duel().game]
    assert [entry["game"] for entry in printed.json] == [march().game, duel().game, duel().game]


def test_what_stands_at_a_path_is_a_file_and_no_game(games: Path) -> None:
    """Whoever has a file of that name means the file."""
    kept(march(), Path(duel().game))

    assert oathbook("export", duel().game, "--db", games, "--json").json["game"] == march().game


def test_a_hyphen_is_stdin_with_a_database_as_well(games: Path, match: Path) -> None:
    printed = oathbook("export", "-", "--db", games, stdin=match.read_bytes())

    assert printed.out == match.read_bytes()


def test_a_setup_needs_no_database() -> None:
    printed = oathbook("ask", "--setup", "nowhere.json", "--db", "nowhere.db", "--decision", INSPIRE)

    assert printed.complaint == "nowhere.json: No such file or directory"


def test_an_exported_game_is_called_by_its_id_in_a_folder(games: Path, match: Path) -> None:
    Path("kept").mkdir()

    record = oathbook("export", duel().game, "--db", games, "--to", "kept")
    text = oathbook("export", duel().game, "--db", games, "--form", "text", "--to", "kept", "--json")

    assert record.text == f"kept/{duel().game}.jsonl: written\n"
    assert Path(f"kept/{duel().game}.jsonl").read_bytes() == match.read_bytes()
    assert text.json["to"] == f"kept/{duel().game}.txt"


# Which database -----------------------------------------------------------------------------------------------------


def test_without_db_it_is_oathbook_db_in_this_folder(tmp_path: Path) -> None:
    stored(tmp_path / "oathbook.db", duel())

    assert oathbook("verify", duel().game).code == 0


def test_the_environment_names_the_database(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``--db`` is stronger."""
    monkeypatch.setenv("OATHBOOK_DB", str(games))

    assert oathbook("verify", duel().game).code == 0
    assert oathbook("verify", duel().game, "--db", "nowhere.db").code == 2


@pytest.mark.parametrize("command", ["replay", "verify", "ask", "export"])
def test_the_help_says_which_database_it_is(command: str) -> None:
    helped = " ".join(oathbook(command, "--help").text.split())

    assert "env var: OATHBOOK_DB; default: oathbook.db" in helped
    assert "FILE|GAME" in helped


def test_reading_needs_no_lock(games: Path, match: Path) -> None:
    """While a service writes, everybody may read."""
    with held(games):
        printed = oathbook("export", duel().game, "--db", games)

    assert printed.out == match.read_bytes()


def test_reading_makes_no_database() -> None:
    for reader in READERS:
        read(reader, "abc", "--db", "nowhere.db")

    assert list(Path().iterdir()) == []
