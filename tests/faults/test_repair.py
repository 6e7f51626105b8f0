"""``oathbook database repair``: what a backup or a record has of damaged rows is put back, and nothing else."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from oathbook.api.signing.log_files import log_files_for
from oathbook.api.signing.startup import SigningOptions, open_log
from oathbook.domain.recording.format.record_file import record_text
from oathbook.domain.rulesets.registry import Registry
from tests.support.moving.copying import OTHERS, contents, filled
from tests.support.playing import Json, sources
from tests.support.serving import Sent, Table, served
from tests.support.storing import disrespecting, executed, found, writer_on
from tests.support.writers.beside import CASE
from tests.unit.api.running import Printed, oathbook

PLAN: Final[Json] = {"kind": "lay_plan", "slots": ["bow"]}
BACKUP: Final = "games.backup"
AT: Final = "2026-06-01T12:00:00.000000Z"


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def games(db: Path) -> list[str]:
    """Three games, one of them disputed, and a backup; then one more game. All is signed."""
    with served(db, sources("whole")) as client:
        tables = [Table.opened(client) for _ in range(3)]
        for table in tables:
            table.decide("ash", PLAN)
        tables[0].decide("birch", PLAN)
    assert oathbook("database", "backup", db.with_name(BACKUP), "--db", db).code == 0
    with served(db, sources("later")) as client:
        tables.append(Table.opened(client))
    return [table.game for table in tables]


def repaired(db: Path, *options: str | Path) -> Printed:
    return oathbook("database", "repair", db, *(options or ("--from", db.with_name(BACKUP))), "--json")


def places(found: list[Json]) -> list[tuple[str, int]]:
    return [(each["stream"], each["position"]) for each in found]


def events(db: Path) -> list[object]:
    return contents(db)["stored_events"]


DAMAGE: Final[dict[str, tuple[tuple[str, ...], list[int]]]] = {
    "a line": (("UPDATE stored_events SET state = 'x' || state WHERE rowid = 4",), [4]),
    "three lines": (("UPDATE stored_events SET state = 'x' || state WHERE rowid IN (1, 4, 6)",), [1, 4, 6]),
    "openings": (("UPDATE stored_events SET state = state || 'x' WHERE rowid = 1",), [1]),
    "a topic": (("UPDATE stored_events SET topic = 'game.decision/2' WHERE rowid = 4",), [4]),
    "a name": (("UPDATE stored_events SET originator_id = 'x' WHERE rowid = 4",), [4]),
    "a name that nobody can decode": (
        ("UPDATE stored_events SET originator_id = CAST(X'61FF' AS TEXT) WHERE rowid = 4",),
        [4],
    ),
    "a position": (("UPDATE stored_events SET originator_version = 99 WHERE rowid = 4",), [4]),
    "a row": (("DELETE FROM stored_events WHERE rowid = 4",), [4]),
    "a head": (("UPDATE heads SET hash = 'other'",), []),
    "the name of a head": (("UPDATE heads SET stream = 'other' WHERE stream = (SELECT max(stream) FROM heads)",), []),
}
"""Changes, and the rows that they concern."""


@pytest.mark.parametrize("what", DAMAGE)
def test_what_a_backup_has_is_put_back_byte_by_byte(what: str, db: Path, games: list[str]) -> None:
    statements, rows = DAMAGE[what]
    before = contents(db)
    executed(db, *statements)

    done = repaired(db)

    assert (done.code, done.json["left"]) == (0, [])
    assert len(done.json["mended"]) == len(rows)  # a row that has another name is one, and so is what lacks it
    assert done.json["heads"] == {"a head": len(games), "the name of a head": 1}.get(what, 0)
    after = contents(db)
    assert [after[each] for each in ("stored_events", "heads", "requests")] == [
        before[each] for each in ("stored_events", "heads", "requests")
    ]
    assert repaired(db).json["mended"] == []
    assert sorted(each.name for each in db.parent.glob("*.repairing*")) == []


@pytest.mark.usefixtures("games")
def test_repaired_games_are_played_on_and_the_log_says_so(db: Path) -> None:
    executed(db, "UPDATE stored_events SET state = 'x' || state WHERE rowid = 5")
    ((ill, _),) = found(db, "SELECT originator_id, originator_version FROM stored_events WHERE rowid = 5")
    with served(db, sources("damaged")) as client:
        assert Table(client, ill).send(Sent("birch", PLAN)).status_code == 503
    assert repaired(db).code == 0

    with served(db, sources("repaired")) as client:
        ready = client.get("/readyz").json()
        said = client.get("/log/statements").json()["statements"]
        head = client.get(f"/v1/games/{ill}").json()

    assert (ready["read_only"], ready["closed_for_writing"], head["fault"]) == (None, {}, None)
    assert ['"leaves":[4],"oathbook":"repaired/1"' in each for each in said] == [True]


@pytest.mark.usefixtures("games")
def test_the_damaged_file_is_kept_as_it_was(db: Path) -> None:
    """A database that is sound is not replaced, and nothing is kept."""
    sound = repaired(db)
    executed(db, "UPDATE stored_events SET state = 'x' || state WHERE rowid = 4")
    damaged = contents(db)

    done = repaired(db)

    assert (sound.json["kept"], done.code) == (None, 0)
    (kept,) = db.parent.glob("games.db.damaged-*")
    assert done.json["kept"] == str(kept)
    assert contents(kept) == damaged
    assert (kept.stat().st_mode & 0o777, kept.stat().st_nlink, db.stat().st_nlink) == (0o600, 1, 1)


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize("has_room", [False, True])
def test_without_room_for_a_copy_nothing_is_repaired(
    db: Path, monkeypatch: pytest.MonkeyPatch, *, has_room: bool
) -> None:
    executed(db, "UPDATE stored_events SET state = 'x' || state WHERE rowid = 4")
    before = contents(db)
    size = sum(each.stat().st_size for each in (db, db.with_name("games.db-wal")) if each.exists())
    room = shutil.disk_usage(db)._replace(free=size if has_room else size - 1)

    def usage(_: Path) -> object:
        return room

    monkeypatch.setattr("oathbook.api.cli.database_jobs.repair_job.disk_usage", usage)

    done = repaired(db)

    assert done.code == (0 if has_room else 2)
    assert ("there is no room beside it for a copy" in done.err) != has_room
    assert (contents(db) == before) != has_room


@pytest.mark.usefixtures("games")
def test_triggers_and_indexes_are_there_again(db: Path) -> None:
    schema = "SELECT type, name, sql FROM sqlite_master ORDER BY name"
    before = found(db, schema)
    state = found(db, "SELECT state FROM stored_events WHERE rowid = 4")[0][0]
    triggers = [row for row in before if row[0] == "trigger"]
    with disrespecting(db) as connection:
        connection.execute("UPDATE stored_events SET state = ? WHERE rowid = 4", (b"x" + state,))
        for _, _, sql in triggers:
            connection.execute(sql)

    assert repaired(db).code == 0

    assert found(db, schema) == before


def test_a_row_newer_than_the_backup_is_named_and_left_and_the_others_are_put_back(db: Path, games: list[str]) -> None:
    executed(
        db, "UPDATE stored_events SET state = 'x' || state WHERE rowid IN (4, (SELECT max(rowid) FROM stored_events))"
    )

    done = repaired(db)

    assert done.code == 1
    assert places(done.json["left"]) == [(games[-1], 1)]
    assert len(done.json["mended"]) == 1
    assert f"position 1 of {games[-1]}" in done.err


def test_a_record_puts_its_own_game_back(db: Path, games: list[str]) -> None:
    record = db.with_name("game.record")
    with writer_on(db) as writer:
        record.write_bytes(record_text(writer.archive.record(games[1])))
    before = events(db)
    executed(db, "UPDATE stored_events SET state = 'x' || state WHERE originator_version = 2")

    done = repaired(db, "--from", record)

    assert places(done.json["mended"]) == [(games[1], 2)]
    assert sorted(places(done.json["left"])) == sorted((game, 2) for game in (games[0], games[2]))
    assert repaired(db).code == 0
    assert events(db) == before


def test_a_record_without_what_an_event_hides_does_not_put_it_back(db: Path, games: list[str]) -> None:
    record = db.with_name("public.record")
    with served(db) as client:
        record.write_bytes(client.get(f"/v1/games/{games[1]}/record").content)
    executed(db, f"UPDATE stored_events SET state = 'x' || state WHERE originator_id = '{games[1]}'")  # noqa: S608  # ours

    done = repaired(db, "--from", record)

    assert (done.code, (games[1], 1) in places(done.json["left"])) == (1, True)


@pytest.fixture
def everything(db: Path) -> list[tuple[int, str]]:
    """A signed database with something in every table, and a backup; the rows and streams of its events."""
    filled(db)
    with writer_on(db) as writer:
        keeper = open_log(writer, SigningOptions(), AT, print)
        keeper.sign()
        keeper.close()
    assert oathbook("database", "backup", db.with_name(BACKUP), "--db", db).code == 0
    return [(row, stream) for row, stream in found(db, "SELECT rowid, originator_id FROM stored_events")]


def test_rows_of_disputes_and_of_redacted_records_are_put_back(db: Path, everything: list[tuple[int, str]]) -> None:
    """A redacted record lacks openings, and is put back as it is."""
    before = events(db)
    rows = [
        next(row for row, stream in everything if stream == each) for each in (CASE, OTHERS[0].game, OTHERS[1].game)
    ]
    with disrespecting(db) as connection:
        connection.execute("DROP INDEX stored_events_filed")
        for row in rows:
            connection.execute("UPDATE stored_events SET state = 'x' || state WHERE rowid = ?", (row,))

    done = repaired(db)

    assert (done.code, len(done.json["mended"])) == (0, 3)
    assert done.json["unchecked"] == {"holds": 1, "requests": 2, "redacted": 2, "filled": 1}
    assert events(db) == before


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize(
    "statement", ["DELETE FROM leaves WHERE number = 2", "UPDATE leaves SET hash = 7 WHERE number = 2"]
)
def test_a_database_whose_tree_is_damaged_is_backed_up_all_the_same(statement: str, db: Path) -> None:
    executed(db, statement)

    backed = oathbook("database", "backup", db.with_name("another"), "--db", db, "--json")

    assert (backed.code, backed.json["root"], bool(backed.json["damage"])) == (1, "", True)
    assert events(db.with_name("another")) == events(db)


@pytest.mark.usefixtures("games")
def test_a_row_that_stands_in_another_place_is_named_and_left(db: Path) -> None:
    executed(db, "UPDATE stored_events SET rowid = 9999 WHERE rowid = 4")
    before = contents(db)

    done = repaired(db)

    assert (done.code, done.json["mended"]) == (1, [])
    assert contents(db) == before


def test_events_of_a_game_whose_opening_nobody_has_are_left(db: Path, games: list[str]) -> None:
    """What an opening says is what the others are read by."""
    record = db.with_name("other.record")
    with writer_on(db) as writer:
        record.write_bytes(record_text(writer.archive.record(games[0])))
    executed(db, f"UPDATE stored_events SET state = 'x' || state WHERE originator_id = '{games[1]}'")  # noqa: S608  # ours
    lines = f"originator_id = '{games[1]}' AND originator_version = 2"
    with disrespecting(db) as connection:
        connection.execute(f"UPDATE stored_events SET state = substr(state, 2), topic = 'x' WHERE {lines}")  # noqa: S608  # ours

    done = repaired(db, "--from", record)

    assert done.code == 1
    assert (games[1], 1) in places(done.json["left"])
    assert not done.json["mended"]


@pytest.mark.usefixtures("games")
def test_what_is_played_by_rules_that_are_not_installed_is_left(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    executed(db, "UPDATE stored_events SET state = 'x' || state WHERE rowid = 4")
    monkeypatch.setattr("oathbook.api.cli.database_jobs.repair_job.load_registry", Registry)

    done = repaired(db)

    assert (done.code, len(done.json["left"])) == (1, 1)


def flip_backup(backup: Path) -> None:
    """Every event is another, and fits in itself."""
    with disrespecting(backup) as connection:
        connection.execute(
            'UPDATE stored_events SET state = CAST(replace(CAST(state AS TEXT), \'"at":"2\', \'"at":"3\') AS BLOB)'
        )


@pytest.mark.usefixtures("games")
def test_nothing_is_put_back_that_is_not_the_leafs(db: Path) -> None:
    flip_backup(db.with_name(BACKUP))
    executed(db, "UPDATE stored_events SET state = 'x' || state WHERE rowid = 4")
    before = contents(db)

    done = repaired(db)

    assert (done.code, len(done.json["left"]), done.json["mended"]) == (1, 1, [])
    assert contents(db) == before


def cut_the_tree(db: Path) -> None:
    executed(db, "UPDATE leaves SET hash = zeroblob(32) WHERE number = 3")


def unsign(db: Path) -> None:
    log_files_for(db, None).checkpoints.unlink()


def of_another(db: Path) -> None:
    with served(db.with_name("other.db")) as client:
        Table.opened(client)
    shutil.copy(db.with_name("other.db"), db.with_name(BACKUP))


def itself(db: Path) -> None:
    db.with_name(BACKUP).unlink()
    db.with_name(BACKUP).symlink_to(db)


def no_backup(db: Path) -> None:
    db.with_name(BACKUP).write_text("diary\n")


REFUSED: Final[dict[str, tuple[Callable[[Path], None], str]]] = {
    "the tree is damaged": (cut_the_tree, "the log itself is damaged, and is never repaired"),
    "nothing was signed": (unsign, "nothing was signed, so nobody can tell which rows are wrong"),
    "a backup of another database": (of_another, "it is no backup of this database; nothing was read out of it"),
    "the database itself": (itself, "it is the database itself"),
    "no such backup": (lambda db: db.with_name(BACKUP).unlink(), "there is no such database"),
    "no backup at all": (no_backup, "it is no Oathbook file"),
}


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize("why", REFUSED)
def test_what_cannot_be_repaired_is_refused_and_nothing_is_changed(why: str, db: Path) -> None:
    change, says = REFUSED[why]
    executed(db, "UPDATE stored_events SET state = 'x' || state WHERE rowid = 4")
    change(db)
    before = contents(db)

    refused = repaired(db)

    assert refused.code == 2
    assert says in refused.err
    assert contents(db) == before
    assert not [*db.parent.glob("*.repairing")]


@pytest.mark.usefixtures("games")
def test_a_database_into_which_a_service_writes_is_not_repaired(db: Path) -> None:
    with served(db):
        assert "is writing to this database" in repaired(db).err


@pytest.mark.usefixtures("games")
def test_a_database_that_another_program_reads_is_not_replaced(db: Path) -> None:
    executed(db, "UPDATE stored_events SET state = 'x' || state WHERE rowid = 4")
    with closing(sqlite3.connect(db, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM stored_events").fetchall()
        executed(db, "DELETE FROM holds")
        refused = repaired(db)

    assert refused.code == 2
    assert "another program reads this database" in refused.err
    assert repaired(db).code == 0


def test_a_database_of_a_server_is_refused_with_what_to_do_instead() -> None:
    refused = oathbook("database", "repair", "postgresql://host/games", "--from", BACKUP)

    assert refused.code == 2
    assert "only a file of SQLite can be repaired; make a backup" in refused.err
