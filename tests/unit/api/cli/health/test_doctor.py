"""What the doctor finds, each beside a database in which it is well."""

from collections.abc import Callable
from pathlib import Path

import pytest

from oathbook.api.cli.health import machine
from oathbook.api.cli.health.machine import EVENT, LITTLE, TOO_LITTLE
from oathbook.api.signing.startup import DEFAULT_SIGNING, open_log
from oathbook.domain.evidence.checkpoints import Checkpoint, sign_checkpoint
from oathbook.domain.recording.database.address import PostgresAddress
from oathbook.domain.recording.format.sources import system_sources
from oathbook.domain.recording.writing.writer import Writer
from tests.support.playing import ruleset_of
from tests.support.tampering import Event, forged_file
from tests.unit.api.databases import changed, states, stored
from tests.unit.api.games import duel, march
from tests.unit.api.running import oathbook

ALL = [
    *("program", "sqlite", "synchronous", "disk", "database", "log", "keys of the log", "read models"),
    *("backups", "owners", "clock"),
]


def found(*arguments: str) -> dict[str, tuple[str, str]]:
    """Each check by its name: its state, and what is said."""
    printed = oathbook("doctor", *arguments, "--json")
    answer = printed.json
    assert printed.code == (1 if answer["state"] == "wrong" else 0)
    return {each["name"]: (each["state"], each["says"]) for each in answer["checks"]}


@pytest.fixture
def games(tmp_path: Path) -> Path:
    return stored(tmp_path / "games.db", duel(), march())


def test_a_database_that_is_well_is_looked_at_from_all_sides(games: Path) -> None:
    """Its read models are made by a service; that is worth a note, and not wrong."""
    before = games.read_bytes()

    checks = found("--db", "games.db")

    assert list(checks) == ALL
    assert {state for state, _ in checks.values()} <= {"good", "note"}
    assert checks["database"] == ("good", "games.db: 2 games, 25 events")
    assert "full, read back" in checks["synchronous"][1]
    assert checks["read models"][0] == "note"
    assert games.read_bytes() == before
    assert {each.name for each in games.parent.iterdir()} <= {f"games.db{end}" for end in ("", ".lock", "-shm", "-wal")}


def test_as_text_it_says_the_same_a_line_each(games: Path) -> None:
    lines = oathbook("doctor", "--db", games).text.splitlines()

    assert [each.split(":")[0].split(maxsplit=1)[1] for each in lines] == ALL


def test_read_models_that_are_made_are_ready(games: Path) -> None:
    oathbook("projections", "rebuild", "--all", "--db", games, "--workers", "1")

    assert found("--db", str(games))["read models"][0] == "good"


def test_without_a_database_there_is_a_note() -> None:
    checks = found()

    assert checks["database"] == ("note", "oathbook.db: there is no such database; `oathbook serve` makes one")
    assert not Path("oathbook.db").exists()


def damaged(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 2)
        file.write(b"\xa5" * 4096)


def no_database(path: Path) -> None:
    path.write_bytes(b"a file\n" * 1000)


def a_later_time(path: Path) -> None:
    (*_, (_, _, newest)) = states(path)
    changed(path, "UPDATE stored_events SET state = ? WHERE rowid = 25", [newest.replace(b'{"at":"2', b'{"at":"9', 1)])


def a_second_name(path: Path) -> None:
    path.with_name("other.db").hardlink_to(path)


def a_row_less(path: Path) -> None:
    changed(path, "DELETE FROM stored_events WHERE rowid = 5")


def keys_for_all(path: Path) -> None:
    Path(f"{path}.log-key").write_text("not a key\nnor this\n")


@pytest.mark.parametrize(
    ("harm", "name", "says"),
    [
        (damaged, "database", ""),
        (no_database, "database", "it is not an Oathbook database"),
        (a_later_time, "clock", f"before {EVENT}"),
        (a_second_name, "database", "hard links"),
        (a_row_less, "log", ""),
        (keys_for_all, "keys of the log", "games.db.log-key"),
    ],
)
def test_what_is_wrong_is_found(games: Path, harm: Callable[[Path], None], name: str, says: str) -> None:
    """The control is the first test, of the same database without the harm."""
    harm(games)

    state, said = found("--db", str(games))[name]

    assert state == "wrong"
    assert says in said


def test_keys_that_others_may_read_are_found(tmp_path: Path) -> None:
    with Writer(tmp_path / "games.db", ruleset_of, system_sources()) as writer:
        writer.add([duel()])
        open_log(writer, DEFAULT_SIGNING, system_sources().clock(), lambda _: None).close()
    assert found("--db", "games.db")["keys of the log"][0] == "good"

    Path("games.db.log-key").chmod(0o644)

    assert found("--db", "games.db")["keys of the log"][0] == "wrong"
    Path("games.db").chmod(0o644)
    assert found("--db", "games.db")["database"][0] == "note"


def test_a_database_that_lacks_what_another_process_has_signed_is_found(tmp_path: Path) -> None:
    with Writer(tmp_path / "games.db", ruleset_of, system_sources()) as writer:
        writer.add([duel()])
        keeper = open_log(writer, DEFAULT_SIGNING, system_sources().clock(), lambda _: None)
        keeper.close()
    leaves = len(duel().events)
    assert found("--db", "games.db")["log"] == ("good", f"signed with {leaves} leaves, and is what was signed")

    more = Checkpoint(keeper.keys.origin, leaves + 1, bytes(32))
    Path("games.db.checkpoints.2").write_bytes(sign_checkpoint(more, keeper.keys.log).encode() + b"\n")

    state, says = found("--db", "games.db")["log"]
    assert (state, "taken away" in says) == ("wrong", True)


def test_a_folder_that_takes_no_database_is_found() -> None:
    checks = found("--db", "nowhere/games.db")

    assert checks["synchronous"][0] == checks["disk"][0] == "wrong"
    assert checks["database"][0] == "note"


def test_lists_of_keys_are_read(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text(f'[[arbiter]]\nname = "Ada"\nkey = "{"a" * 64}"\n')
    bad.write_text("[[key]]\nname = 3\n")

    checks = found("--arbiters", str(good), "--keys", str(bad))

    assert checks["arbiters"] == ("good", f"{good}: 1 listed")
    assert checks["keys"][0] == "wrong"
    assert found("--keys", str(tmp_path / "none.toml"))["keys"][0] == "wrong"


def test_the_rate_at_which_a_disk_fills_is_told_before_it_is_full(tmp_path: Path) -> None:
    states = [machine.disk(tmp_path, free).state for free in (LITTLE, LITTLE - 1, TOO_LITTLE, TOO_LITTLE - 1)]

    assert states == ["good", "note", "note", "wrong"]


def test_a_sqlite_with_the_race_is_a_note() -> None:
    assert [machine.sqlite(version).state for version in ((3, 51, 2), (3, 51, 3))] == ["note", "good"]


def test_a_day_that_there_is_not_is_said_and_exported_without_stamps(tmp_path: Path) -> None:
    """A record is sound with any day of the right form; a sheet of it is then imported as a new game."""

    def on_no_day(events: list[Event]) -> None:
        for event in events:
            event.public["at"] = "2026-02-30T00:00:00.000000Z"

    path = tmp_path / "february.jsonl"
    path.write_bytes(forged_file(duel(), on_no_day))
    assert oathbook("verify", path).code == 0
    assert oathbook("import", path, "--db", "february.db").code == 0

    checks, sheet = found("--db", "february.db"), oathbook("export", path, "--form", "notation")

    assert checks["clock"] == ("wrong", f"{EVENT} has a time that does not exist (2026-02-30T00:00:00.000000Z)")
    assert sheet.code == 0, sheet.err
    assert "\nrecord " not in sheet.text
    assert oathbook("import", "-", stdin=sheet.out).code == 0


@pytest.mark.parametrize(
    ("what", "said", "state"),
    [
        (EVENT, "2020-01-01T00:00:00Z", "good"),
        (EVENT, "2026-01-01T00:01:00Z", "good"),
        (EVENT, "2026-01-01T00:01:01Z", "wrong"),
        ("the clock of the server", "2026-01-01T00:00:30Z", "good"),
        ("the clock of the server", "2025-12-31T23:58:59Z", "wrong"),
        ("the clock of the server", "2026-01-01T00:01:01Z", "wrong"),
    ],
)
def test_a_clock_is_held_against_what_was_recorded_and_against_the_server(what: str, said: str, state: str) -> None:
    assert machine.clock("2026-01-01T00:00:00Z", [(what, said)]).state == state


def test_a_server_is_asked_how_it_stores(postgres_database: PostgresAddress) -> None:
    empty = found("--db", postgres_database.url)

    assert empty["postgresql"][1].startswith("PostgreSQL ")
    assert empty["synchronous"] == ("good", "on, and fsync is on")
    assert empty["database"][0] == "note"
    assert "sqlite" not in empty


def test_a_server_that_may_lose_what_it_acknowledged_is_found(postgres_database: PostgresAddress) -> None:
    url = f"{postgres_database.url}?options=-csynchronous_commit%3Doff"

    state, says = found("--db", url)["synchronous"]

    assert (state, says) == ("wrong", "what is acknowledged could be lost: synchronous_commit is off")


def test_a_server_that_is_not_there_is_wrong_and_its_password_is_not_told() -> None:
    printed = oathbook("doctor", "--db", "postgresql://club:secret@127.0.0.1:1/games")

    assert printed.code == 1
    assert "secret" not in printed.text
    assert "wrong postgresql: postgresql://club@127.0.0.1:1/games" in printed.text


def test_an_address_of_nothing_known_is_refused() -> None:
    assert oathbook("doctor", "--db", "ftp://games").code == 2
