"""Commands on a database that cannot be read, or in which somebody has changed what is stored."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from itertools import product
from pathlib import Path

import pytest

from oathbook.domain.recording.database.sqlite_records import SqliteRecords
from tests.support.sampling import some
from tests.support.tampering import Event, forged, outcome_with
from tests.unit.api.databases import INSPIRE, READERS, changed, read, restated, stored, without_name
from tests.unit.api.games import duel, march
from tests.unit.api.running import kept, oathbook


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A database with two games."""
    return stored(tmp_path / "games.db", duel(), march())


def of_somebody_else(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE recipes (title)")


def of_a_later_version(path: Path) -> None:
    stored(path, duel())
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 9")


def torn(path: Path) -> None:
    """The header is whole, what follows is not."""
    stored(path, duel())
    text = path.read_bytes()
    path.write_bytes(text[:4096] + b"\xff" * (len(text) - 4096))


BAD: dict[str, tuple[Callable[[Path], object], str]] = {
    "missing": (lambda _: None, f"{duel().game}: there is no such file, and no database bad.db"),
    "other games": (
        lambda path: stored(path, march()),
        f"{duel().game}: there is no such file, and no such game in bad.db",
    ),
    "empty": (lambda path: path.touch(), "bad.db: "),
    "text": (lambda path: path.write_text("Dear diary,\n" * 50), "bad.db: it is not an Oathbook database"),
    "folder": (lambda path: path.mkdir(), "bad.db: "),
    "of somebody else": (of_somebody_else, "bad.db: it is not an Oathbook database"),
    "later": (of_a_later_version, "bad.db: it was written by a later version (schema 9;"),
    "torn": (torn, "bad.db: "),
}


WITHOUT_ROWS = [
    ("store", ("verify", duel().game, "--db", "games.db")),
    ("store", ("export", duel().game, "--db", "games.db")),
    ("store", ("projections", "list", "--db", "games.db")),
    ("store", ("bundle", duel().game, "--db", "games.db")),
    ("store", ("database", "backup", "made", "--db", "games.db")),
    ("store", ("database", "copy", "games.db", "made")),
    ("blinding", ("database", "backup", "made", "--db", "games.db")),
    ("blinding", ("database", "restore", "games.db", "--db", "made")),
]


def without_rows(path: Path, table: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"DELETE FROM {table}")  # noqa: S608  # a table of ours


@pytest.mark.parametrize(("table", "typed"), WITHOUT_ROWS)
def test_a_database_that_does_not_say_which_it_is_is_damaged(table: str, typed: tuple[str, ...], games: Path) -> None:
    without_rows(games, table)

    printed = oathbook(*typed)

    assert (printed.code, printed.out) == (2, b"")
    assert printed.complaint.endswith(": it should be in one row, and there are 0; the database is damaged")
    assert not Path("made").exists()


@pytest.mark.parametrize("table", ["store", "blinding"])
def test_the_doctor_says_that_such_a_database_is_damaged(table: str, games: Path) -> None:
    without_rows(games, table)

    printed = oathbook("doctor", "--db", games)

    assert printed.code == 1
    assert "there are 0; the database is damaged\n" in printed.text


@pytest.mark.parametrize(("bad", "reader"), some(list(product(BAD, READERS)), 41))
def test_a_database_that_cannot_be_read_is_one_line_on_stderr(bad: str, reader: str) -> None:
    make, says = BAD[bad]
    make(Path("bad.db"))

    plain, as_json = read(reader, duel().game, "--db", "bad.db"), read(reader, duel().game, "--db", "bad.db", "--json")

    told = as_json.json[0] if reader.startswith("verify") else as_json.json
    assert plain.code == as_json.code == 2
    assert plain.complaint.startswith(says)
    assert plain.complaint == as_json.complaint == told["says"]
    assert told["problem"] == ("NotFound" if "there is no such" in says else "BadRecord")
    assert plain.out == b""


def test_what_no_game_can_be_called_is_a_file(games: Path) -> None:
    printed = oathbook("replay", "nowhere.jsonl", "--db", games)

    assert printed.complaint == "nowhere.jsonl: No such file or directory"


def test_a_game_has_its_whole_name(games: Path) -> None:
    """The beginning of an id could be that of another game tomorrow."""
    printed = oathbook("replay", duel().game[:8], "--db", games)

    assert printed.code == 2
    assert "no such game" in printed.complaint


@pytest.mark.parametrize(
    "arguments",
    [("replay", "--at", "99"), ("replay", "--as", "zed"), ("export", "--as", "zed"), ("ask", "--decision", INSPIRE)],
    ids=" ".join,
)
def test_a_question_that_makes_no_sense_is_refused_of_a_game_too(arguments: tuple[str, ...], games: Path) -> None:
    command, *more = arguments

    printed = oathbook(command, duel().game, *more, "--db", games)

    assert printed.code == 2
    assert printed.complaint


# What verifying finds in a database -----------------------------------------------------------------------------------


def with_another_card(events: list[Event]) -> None:
    outcome, number = outcome_with(events, "card_picked")
    outcome.data["consequences"][number]["event"]["card"] = "shield"


def without_a_plan(events: list[Event]) -> None:
    outcome, number = outcome_with(events, "plan_laid")
    del outcome.data["consequences"][number]
    outcome.openings = []


def test_a_forged_record_has_the_same_discrepancies_in_a_database(tmp_path: Path) -> None:
    file = kept(forged(duel(), with_another_card), tmp_path / "forged.jsonl")
    assert oathbook("import", file, "--db", "games.db").code == 0

    of_file = oathbook("verify", file, "--json")
    of_game = oathbook("verify", duel().game, "--db", "games.db", "--json")

    assert of_game.code == of_file.code == 1
    assert without_name(of_game) == without_name(of_file)


@pytest.mark.parametrize("reader", READERS)
def test_a_record_whose_events_do_not_fit_together_is_read_no_more_than_its_file(reader: str, tmp_path: Path) -> None:
    """The chain holds and every line reads; but a plan that was never laid cannot be turned over."""
    made = forged(march(), without_a_plan)
    file, database = kept(made, tmp_path / "short.jsonl"), tmp_path / "games.db"
    with closing(SqliteRecords(database)) as records:
        records.commit(made.events)  # the writer would not take it

    of_file, of_game = read(reader, file), read(reader, made.game, "--db", database)

    assert of_game.code == of_file.code == (1 if reader.startswith("verify") else 2)
    assert "a player has not laid a plan" in of_game.text + of_game.err


def test_an_event_that_was_changed_in_the_database_is_a_break_of_the_chain(tmp_path: Path) -> None:
    """``verify`` says where, and goes on; nobody else reads such a record."""
    database = stored(tmp_path / "games.db", duel())
    restated(database, 6, lambda state: state.replace(b'"at":"2026-01', b'"at":"2025-01'))

    (entry,) = oathbook("verify", duel().game, "--db", database, "--json").json
    replayed = oathbook("replay", duel().game, "--db", "games.db")

    assert entry["status"] == "discrepancy"
    assert [(found["position"], found["kind"]) for found in entry["discrepancies"]] == [(6, "chain")]
    assert replayed.code == 2
    assert replayed.complaint.startswith(f"{duel().game} in games.db: game {duel().game}, position 6: ")


def test_an_event_that_is_missing_in_the_database_is_found(tmp_path: Path) -> None:
    database = stored(tmp_path / "games.db", duel())
    changed(database, "DELETE FROM stored_events WHERE originator_version = 6")

    printed = oathbook("verify", duel().game, "--db", database)

    assert printed.code == 1
    assert "position 6, chain: position 7 is where 6 should be" in printed.text
    assert "nothing after position " in printed.text


@pytest.mark.parametrize(
    "statement", ["DELETE FROM stored_events WHERE originator_version = 1", "UPDATE stored_events SET state = x'00'"]
)
def test_a_game_whose_events_cannot_be_read_is_unreadable(statement: str, tmp_path: Path) -> None:
    database = stored(tmp_path / "games.db", duel())
    changed(database, statement)

    plain, as_json = (oathbook("verify", duel().game, "--db", "games.db", *more) for more in ((), ("--json",)))

    assert plain.code == as_json.code == 2
    assert plain.complaint.startswith(f"{duel().game} in games.db: ")
    assert as_json.json[0]["status"] == "unreadable"


def test_a_game_of_an_edition_that_is_not_installed_is_named(tmp_path: Path) -> None:
    database = stored(tmp_path / "games.db", duel())
    restated(database, 1, lambda state: state.replace(b"knights_duty/1", b"solitaire/1"))

    for reader in READERS:
        printed = read(reader, duel().game, "--db", database)

        assert printed.code == 2
        assert duel().game in printed.complaint
        assert "“solitaire/1”" in printed.complaint
