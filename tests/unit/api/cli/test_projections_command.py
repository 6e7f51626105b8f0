"""``oathbook projections``: how far the read models of a database are, and making them again."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from oathbook.domain.rulesets import registry
from oathbook.domain.rulesets.knights_duty.ruleset import KNIGHTS_DUTY
from oathbook.projections.projector import PROJECTIONS, Projector
from oathbook.projections.sqlite_views.views import SqliteViews
from oathbook.projections.views_reader import views_path
from tests.support.playing import ruleset_of
from tests.unit.api.databases import ADDRESS, archived, held, restated, stored
from tests.unit.api.games import duel, march
from tests.unit.api.running import Json, oathbook

NAMES = [projection.name for projection in PROJECTIONS]
GAMES = Path("games.db")
VIEWS = Path("games.db.views")


@pytest.fixture(autouse=True)
def _one_game(_in_its_own_folder: None) -> None:
    stored(GAMES, duel())


def listed(*more: str | Path, code: int = 0) -> dict[str, Json]:
    """What the list says of each projection."""
    printed = oathbook("projections", "list", "--db", GAMES, "--json", *more)
    assert printed.code == code
    return {entry["name"]: entry for entry in printed.json}


def rows(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every table of the read models."""
    with closing(sqlite3.connect(path)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {table: sorted(connection.execute(f"SELECT * FROM {table}"), key=repr) for table in tables}  # noqa: S608  # names of the file itself


def test_what_was_never_built_is_said_to_be_so_and_nothing_is_made() -> None:
    printed = oathbook("projections", "list", "--db", GAMES)

    assert printed.code == 0
    assert printed.text.splitlines()[0].split() == ["read", "model", "events", "state"]
    assert [line.split() for line in printed.text.splitlines()[1:]] == [
        [name, "0", "of", "14", "not", "built"] for name in NAMES
    ]
    assert not VIEWS.exists()


def test_a_list_makes_no_database_and_takes_no_lock() -> None:
    Path("games.db.lock").unlink()

    listed()
    missing = oathbook("projections", "list", "--db", "nowhere.db")

    assert missing.code == 2
    assert missing.complaint == "nowhere.db: there is no such database"
    assert not Path("games.db.lock").exists()
    assert not any(path.name.startswith("nowhere") for path in Path().iterdir())


def test_all_are_rebuilt_up_to_the_last_event() -> None:
    printed = oathbook("projections", "rebuild", "--all", "--db", GAMES, "--json")

    assert printed.code == 0
    assert printed.json == [
        {"name": name, "position": 14, "of": 14, "status": "ready", "parked": None, "unjudged": []} for name in NAMES
    ]
    assert list(listed().values()) == printed.json


def test_what_is_rebuilt_equals_what_was_caught_up() -> None:
    other = Path("other.db")
    shutil.copy(GAMES, other)
    with (
        archived(other) as archive,
        SqliteViews(views_path(other)) as views,
        Projector(archive, views, ruleset_of) as each,
    ):
        each.catch_up()

    oathbook("projections", "rebuild", "--all", "--db", GAMES)

    assert any(rows(VIEWS).values())
    assert rows(VIEWS) == rows(views_path(other))


def test_one_is_rebuilt_and_the_others_stay_where_they_are() -> None:
    oathbook("projections", "rebuild", "--all", "--db", GAMES)
    stored(GAMES, march())

    behind = listed()
    printed = oathbook("projections", "rebuild", NAMES[1], "--db", GAMES)

    assert {entry["status"] for entry in behind.values()} == {"behind"}
    assert {(entry["position"], entry["of"]) for entry in behind.values()} == {(14, 25)}
    assert printed.code == 0
    assert printed.text.splitlines()[1].split() == [NAMES[1], "25", "of", "25", "ready"]
    assert {name: entry["status"] for name, entry in listed().items()} == {
        name: "ready" if name == NAMES[1] else "behind" for name in NAMES
    }


def test_one_that_is_parked_exits_1_and_says_where(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others have gone on: there is a fault in what says what happened."""

    def facts(event: object) -> object:
        raise KeyError(event)

    monkeypatch.setattr(registry, "KNIGHTS_DUTY", replace(KNIGHTS_DUTY, facts=facts))
    rebuilt = oathbook("projections", "rebuild", "--all", "--db", GAMES)
    printed = oathbook("projections", "list", "--db", GAMES)
    parked = [entry for entry in listed(code=1).values() if entry["status"] == "parked"]

    assert rebuilt.code == printed.code == 1
    assert f"parked at game {duel().game}, position {parked[0]['parked']['position']}: " in printed.text
    assert rebuilt.text == printed.text
    assert 0 < len(parked) < len(NAMES)


def test_a_damaged_record_parks_none() -> None:
    """It is passed by."""
    restated(GAMES, 6, lambda state: state.replace(b"declare_target", b"declare_hatred"))

    assert oathbook("projections", "rebuild", "--all", "--db", GAMES).code == 0
    assert {entry["status"] for entry in listed().values()} == {"ready"}


def test_a_game_that_could_not_be_judged_exits_1_and_is_named() -> None:
    """Its row is written as a fault leaves it; rebuilt by what has no fault, it is gone."""
    oathbook("projections", "rebuild", "--all", "--db", GAMES)
    with closing(sqlite3.connect(VIEWS)) as connection, connection:
        connection.execute("UPDATE ledgers SET fault = 'KeyError: 1'")

    printed, entry = oathbook("projections", "list", "--db", GAMES), listed(code=1)["promise_ledger"]
    rebuilt = oathbook("projections", "rebuild", "promise_ledger", "--db", GAMES)

    assert printed.code == 1
    assert f"ready; game {duel().game} could not be judged at position 14: KeyError: 1" in " ".join(
        printed.text.split()
    )
    assert entry["status"] == "ready"
    assert entry["unjudged"] == [{"game": duel().game, "position": 14, "says": "KeyError: 1"}]
    assert rebuilt.code == 0


def test_rebuilding_is_refused_while_another_process_writes() -> None:
    """Its own projector writes them; everybody may look."""
    with held(GAMES):
        refused = oathbook("projections", "rebuild", "--all", "--db", GAMES, "--json")
        seen = listed()

    assert refused.code == 2
    assert refused.json["problem"] == "WriterBusy"
    assert refused.complaint == f"games.db: {ADDRESS} is writing to this database; only one process may"
    assert {entry["status"] for entry in seen.values()} == {"not built"}
    assert not VIEWS.exists()


def test_the_environment_names_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OATHBOOK_DB", str(GAMES))

    assert oathbook("projections", "rebuild", NAMES[0]).code == 0
    assert oathbook("projections", "list").code == 0


# Read models that are of no use -------------------------------------------------------------------------------------


def of_another_database(path: Path) -> None:
    """With the same records in it, but who knows what before them."""
    other = stored(Path("other.db"), duel())
    oathbook("projections", "rebuild", "--all", "--db", other)
    shutil.copy(views_path(other), path)


def of_something_else(path: Path) -> None:
    path.write_text("Dear diary,\n" * 500)


def of_another_version(path: Path) -> None:
    oathbook("projections", "rebuild", "--all", "--db", GAMES)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")


def of_other_projections(path: Path) -> None:
    oathbook("projections", "rebuild", "--all", "--db", GAMES)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE projections SET fingerprint = 'another'")


def of_a_record_that_is_gone(path: Path) -> None:
    """Somebody has put an older copy of the database back."""
    with closing(sqlite3.connect(GAMES)) as connection:
        connection.execute("PRAGMA wal_checkpoint")
    shutil.copy(GAMES, "older.db")
    stored(GAMES, march())
    oathbook("projections", "rebuild", "--all", "--db", GAMES)
    assert path.exists()
    for file in Path().glob("games.db-*"):
        file.unlink()
    shutil.copy("older.db", GAMES)


@pytest.mark.parametrize(
    "make",
    [
        *(Path.touch, of_something_else, of_another_database, of_another_version),
        *(of_other_projections, of_a_record_that_is_gone),
    ],
    ids=lambda make: make.__name__,
)
def test_rows_that_would_be_thrown_away_count_as_not_built(make: Callable[[Path], None]) -> None:
    """A list leaves even those as they are; rebuilding makes them anew."""
    make(VIEWS)
    before = VIEWS.read_bytes()

    entries = listed()
    after = VIEWS.read_bytes()
    rebuilt = oathbook("projections", "rebuild", "--all", "--db", GAMES, "--json")

    assert {(entry["status"], entry["position"], entry["of"]) for entry in entries.values()} == {("not built", 0, 14)}
    assert after == before
    assert {(entry["status"], entry["position"]) for entry in rebuilt.json} == {("ready", 14)}


@pytest.mark.parametrize("arguments", [("list",), ("rebuild", "--all")], ids=" ".join)
@pytest.mark.parametrize("place", ["nowhere.db", "games.db"])
def test_a_database_that_cannot_be_read_is_one_line_on_stderr(place: str, arguments: tuple[str, ...]) -> None:
    """None at all, and no database."""
    database = "nowhere.db" if place == "nowhere.db" else "games.db"
    if place == "games.db":
        GAMES.unlink()
        GAMES.write_text("Dear diary,\n" * 500)

    printed = oathbook("projections", *arguments, "--db", database)
    as_json = oathbook("projections", *arguments, "--db", database, "--json")

    assert printed.code == as_json.code == 2
    assert place in printed.complaint
    assert printed.complaint == as_json.complaint == as_json.json["says"]
    assert not Path("nowhere.db").exists()


@pytest.mark.parametrize(
    "arguments",
    [("dance",), ("rebuild",), ("rebuild", "gossip"), ("rebuild", "--all", "games"), ("list", "games")],
    ids=" ".join,
)
def test_a_command_that_makes_no_sense_is_one_line_on_stderr(arguments: tuple[str, ...]) -> None:
    printed = oathbook("projections", *arguments)

    assert printed.code == 2
    assert printed.complaint
    assert printed.out == b""
    assert not VIEWS.exists()
