"""``oathbook database``: what it prints, what it refuses, and that it writes nothing then."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from oathbook.api.signing.checkpoint_file import CheckpointFile
from oathbook.api.signing.log_files import log_files_for
from oathbook.domain.evidence.checkpoints import Checkpoint, sign_checkpoint
from oathbook.domain.evidence.note_keys import decode_base64, encode_base64
from oathbook.domain.evidence.tree import EMPTY_ROOT
from oathbook.domain.recording.database.address import PostgresAddress, StoreAddress
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.database.copying.copier import DatabaseHead
from oathbook.domain.recording.database.openers import open_store
from oathbook.domain.recording.database.postgres import connections
from tests.support.moving.copying import GAME, contents, filled
from tests.support.playing import ruleset_of
from tests.support.storing import done, executed, found
from tests.unit.api.databases import held, stored
from tests.unit.api.games import duel
from tests.unit.api.running import Printed, oathbook


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(connections, "LIMITS", "SET lock_timeout = '100ms'")


def named(address: StoreAddress) -> str:
    """An address as it is typed."""
    return address.url if isinstance(address, PostgresAddress) else str(address)


def moved(*arguments: str | Path) -> Printed:
    return oathbook("database", *arguments)


def head_in(address: StoreAddress) -> dict[str, object]:
    """Up to where a database goes, as its archive has it."""
    with Archive(address, ruleset_of) as archive:
        size = archive.tree.size()
        streams = archive.streams(archive.last_number())
        events = sum(length for _, length in streams)
        return {
            "streams": len(streams),
            "events": events,
            "leaves": size,
            "root": encode_base64(archive.tree.root(size)),
        }


def test_a_database_is_copied_to_the_other_store_and_back(
    store: StoreAddress, postgres_database: PostgresAddress
) -> None:
    filled(store)
    head = head_in(store)

    there = moved("copy", named(store), postgres_database.url, "--json")
    back = moved("copy", postgres_database.url, "back.db")

    assert there.json == {"from": str(store), "to": str(postgres_database), **head}
    assert back.text == (
        f"back.db: copied: {head['streams']} streams, {head['events']} events; the log has {head['leaves']} "
        f"leaves and the root {head['root']}\n"
    )
    assert (there.code, back.code) == (0, 0)
    assert contents(Path("back.db")) == contents(store)


def test_a_backup_is_a_database_and_is_restored(store: StoreAddress, tmp_path: Path) -> None:
    filled(store)
    head = head_in(store)
    with open_store(store, "a test"):  # somebody writes
        backed = moved("backup", "games.backup", "--db", named(store), "--json")

    restored = moved("restore", "games.backup", "--db", "new.db", "--json")

    assert backed.json == {"from": str(store), "to": "games.backup", **head, "damage": [], "verified": False}
    assert restored.json == {
        "from": "games.backup",
        "to": "new.db",
        **head,
        "signed": None,
        "rollback": None,
        "lost_keys": 0,
        "damage": [],
    }
    assert contents(Path("games.backup")) == contents(Path("new.db")) == contents(store)
    assert sorted(each.name for each in tmp_path.iterdir() if each.name.startswith("games.b")) == ["games.backup"]
    assert Path("games.backup").stat().st_mode & 0o777 == 0o600


def test_a_backup_is_restored_into_a_scratch_place_and_compared(tmp_path: Path) -> None:
    filled(Path("games.db"))

    backed = moved("backup", "one", "--verify", "--db", "games.db")
    told = moved("backup", "two", "--verify", "--db", "games.db", "--json")

    assert (backed.code, told.code, told.json["verified"]) == (0, 0, True)
    assert backed.text.splitlines()[1] == "one: restored beside it, and the same"
    assert sorted(each.name for each in tmp_path.iterdir() if each.is_dir()) == []


def test_a_backup_that_cannot_be_restored_is_refused_once_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control is above."""
    filled(Path("games.db"))
    heads = iter([DatabaseHead(1, 1, 1, b""), DatabaseHead(1, 2, 2, b"")])

    def next_head(_: object) -> DatabaseHead:
        return next(heads)

    monkeypatch.setattr("oathbook.api.cli.database_jobs.copy_job.database_head", next_head)

    backed = moved("backup", "one", "--verify", "--db", "games.db")

    assert (backed.code, Path("one").exists()) == (2, True)
    assert "what is restored from it is not what was written" in backed.err


def gibberish(name: str) -> str:
    """A text with a byte that nobody can decode."""
    return f"CAST(X'62FF' || {name} AS TEXT)"


DAMAGE: dict[str, tuple[str, str]] = {
    "an event": ("UPDATE stored_events SET state = 'x' || state WHERE rowid = 3", "position 3 of"),
    "two events": ("UPDATE stored_events SET state = 'x' || state WHERE rowid IN (3, 5)", "leaf 4 of"),
    "a name": (f"UPDATE stored_events SET originator_id = {gibberish('originator_id')} WHERE rowid = 3", "leaf 2 of"),  # noqa: S608  # ours
    "a leaf": ("UPDATE leaves SET hash = zeroblob(32) WHERE number = 2", "leaf 2 of"),
    "a missing leaf": ("DELETE FROM leaves WHERE number = 2", "leaf 2 of the log is missing"),
    "a leaf that is none": ("UPDATE leaves SET hash = 7 WHERE number = 2", "does not have the bytes"),
    "a head": ("UPDATE heads SET hash = 'other'", "it is not what was stored there"),
    "the name of a head": (f"UPDATE heads SET stream = {gibberish('stream')}", "its head was not noted"),  # noqa: S608  # ours
    "a request": (f"UPDATE requests SET seat = {gibberish('seat')}", ""),  # noqa: S608  # ours
    "a hold": (f"UPDATE holds SET decision = {gibberish('decision')}", ""),  # noqa: S608  # ours
}
"""Changes, and what a backup says of them; requests and holds have no leaf."""


@pytest.mark.parametrize("what", DAMAGE)
def test_a_damaged_database_is_backed_up_and_restored_and_the_damage_is_named(what: str) -> None:
    statement, says = DAMAGE[what]
    filled(Path("games.db"))
    executed(Path("games.db"), statement)

    backed = moved("backup", "one", "--db", "games.db")
    restored = moved("restore", "one", "--db", "new.db", "--json")
    alone = moved("copy", "games.db", "copy.db")

    assert (backed.code, restored.code, alone.code) == ((1, 1, 2) if says else (0, 0, 0))
    assert says in backed.err
    assert says in "".join(restored.json["damage"])
    assert backed.text.startswith("one: written: ")
    assert len(found(Path("new.db"), "SELECT rowid FROM stored_events")) == len(
        found(Path("games.db"), "SELECT rowid FROM stored_events")
    )
    assert Path("copy.db").exists() == (not says)


def test_what_a_backup_and_its_restoring_say() -> None:
    stored(Path("games.db"), duel())

    backed, restored = moved("backup", "one", "--db", "games.db"), moved("restore", "one", "--db", "new.db")

    says = f"1 stream, {len(duel().events)} events; the log has {len(duel().events)} leaves and the root "
    assert backed.text.startswith(f"one: written: {says}")
    assert restored.text.startswith(f"new.db: restored: {says}")
    assert restored.text.splitlines()[1].startswith("nothing is known to have been signed since: there are no checkp")
    assert (backed.code, restored.code) == (0, 0)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("copy", "games.db", "games.db"), "games.db: it cannot be copied onto itself"),
        (("copy", "games.db", "./games.db"), "games.db: it cannot be copied onto itself"),
        (("copy", "games.db", "link.db"), "link.db: something is already there"),
        (("copy", "nothing.db", "new.db"), "nothing.db: there is no such database"),
        (("copy", "diary.txt", "new.db"), "diary.txt: it is not an Oathbook database"),
        (("copy", "games.db", "diary.txt"), "diary.txt: something is already there; nothing was overwritten"),
        (("copy", "games.db", "nowhere/new.db"), "nowhere/new.db: there is no such folder"),
        (("copy", "games.db", "mysql://club@host/games"), "TO: mysql:// names no database that is known"),
        (("copy", "postgresql://club:s3cr3t@/games", "new.db"), "FROM: it names no host"),
        (("copy", "games.db", "postgresql://club:s3cr3t@127.0.0.1:1/games"), "postgresql://club@127.0.0.1:1/games: "),
        (("backup", "games.db", "--db", "games.db"), "games.db: it cannot be copied onto itself"),
        (("backup", "diary.txt", "--db", "games.db"), "diary.txt: something is already there"),
        (("backup", "postgresql://club@host/games", "--db", "games.db"), "FILE: a backup is a file, not a database"),
        (("restore", "postgresql://club@host/games", "--db", "new.db"), "FILE: a backup is a file, not a database"),
        (("restore", "games.db", "--db", "games.db"), "games.db: it cannot be copied onto itself"),
        (("restore", "games.db", "--db", "diary.txt"), "diary.txt: something is already there"),
        (("restore", "diary.txt", "--db", "new.db"), "diary.txt: it is not an Oathbook database"),
        (("migrate", "--db", "nothing.db"), "nothing.db: there is no such database"),
        (("migrate", "--db", "diary.txt"), "diary.txt: it is not an Oathbook database"),
    ],
    ids=str,
)
def test_what_makes_no_sense_is_refused_and_nothing_is_written(arguments: tuple[str, ...], says: str) -> None:
    stored(Path("games.db"), duel())
    Path("diary.txt").write_text("Dear diary,\n" * 50)
    Path("link.db").symlink_to("games.db")
    before = files()

    plain, as_json = moved(*arguments), moved(*arguments, "--json")

    assert plain.code == as_json.code == 2
    assert plain.complaint.startswith(says)
    assert as_json.json["says"] == plain.complaint
    assert "s3cr3t" not in plain.err + as_json.err
    assert files() == before


def files() -> dict[str, bytes]:
    """What is here, but for locks, which say nothing, and what SQLite puts beside a database that is read."""
    return {
        each.name: each.read_bytes()
        for each in Path().iterdir()
        if not each.name.endswith((".lock", "-shm", "-wal")) and each.is_file()
    }


def test_a_log_of_sqlite_that_was_left_behind_is_not_taken_for_that_of_the_copy() -> None:
    """The file was removed, and not what stands beside it: SQLite would write it into the next one of that name."""
    stored(Path("games.db"), duel())
    Path("new.db-wal").write_bytes(b"old")

    printed = moved("copy", "games.db", "new.db")

    assert printed.complaint.startswith("new.db-wal: something is already there")
    assert not Path("new.db").exists()


def test_without_the_driver_it_is_said_what_to_install(
    monkeypatch: pytest.MonkeyPatch, postgres_database: PostgresAddress
) -> None:
    import sys  # noqa: PLC0415  # beside its one use

    stored(Path("games.db"), duel())
    for name in [each for each in sys.modules if each.startswith("oathbook.domain.recording.database.postgres.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "psycopg", None)

    for arguments in (("games.db", postgres_database.url), (postgres_database.url, "new.db")):
        assert "pip install '/path/to/oathbook[postgres]'" in moved("copy", *arguments).complaint
    assert not Path("new.db").exists()


def test_a_database_that_is_served_is_not_moved() -> None:
    stored(Path("games.db"), duel())

    with held(Path("games.db")):
        copied, up = moved("copy", "games.db", "new.db"), moved("migrate", "--db", "games.db")

    assert (copied.code, up.code) == (2, 2)
    assert "is writing to this database" in copied.complaint
    assert "is writing to this database" in up.complaint
    assert not Path("new.db").exists()


# What was signed --------------------------------------------------------------------------------------------------


def signed(database: StoreAddress, store: str, size: int, root: bytes, keys: Path | None = None) -> None:
    """What a service leaves that has signed that."""
    files = log_files_for(database, keys)
    with_keys = files.load_or_create_keys(f"oathbook/{store}")
    with closing(CheckpointFile(files.checkpoints, with_keys.log.key)) as file:
        checkpoint = Checkpoint(with_keys.origin, size, root)
        file.append(checkpoint, sign_checkpoint(checkpoint, with_keys.log).encode())


@pytest.fixture
def backup() -> Path:
    """Of a database that went on afterwards."""
    filled(Path("games.db"))
    assert moved("backup", "backup", "--db", "games.db").code == 0
    with open_store(Path("games.db"), "a test") as records:
        records.commit(GAME.events[6:8])
    return Path("backup")


def signed_beside(database: StoreAddress, source: Path, keys: Path | None = None) -> None:
    head = head_in(source)
    ((store,),) = found(source, "SELECT id FROM store")
    signed(database, store, int(str(head["leaves"])), decode_base64(str(head["root"])), keys)


def test_a_backup_with_all_that_was_signed_is_restored(backup: Path) -> None:
    signed_beside(Path("new.db"), backup)
    size = head_in(backup)["leaves"]

    printed = moved("restore", "backup", "--db", "new.db")

    assert printed.code == 0
    assert printed.text.splitlines()[1].startswith(f"it goes on from what was signed last, {size} leaves, in /")


@pytest.mark.parametrize("on", ["sqlite", "postgres"])
def test_a_backup_that_lacks_what_was_signed_is_not_restored_unless_that_is_accepted(
    on: str, backup: Path, request: pytest.FixtureRequest
) -> None:
    target: StoreAddress = Path("new.db") if on == "sqlite" else request.getfixturevalue("postgres_database")
    keys = None if on == "sqlite" else Path("log-key")
    signed_beside(target, Path("games.db"), keys)
    more = () if keys is None else ("--log-key", keys)
    has, had = head_in(backup)["leaves"], head_in(Path("games.db"))["leaves"]
    says = f"the log was signed with {had} leaves, and has {has}: something was taken away"

    refused = moved("restore", "backup", "--db", named(target), *more)
    accepted = moved("restore", "backup", "--db", named(target), *more, "--accept-rollback", "--json")

    assert refused.code == 2
    assert refused.complaint.startswith(f"{says}; with --accept-rollback")
    assert accepted.code == 0
    assert (accepted.json["rollback"], accepted.json["signed"]) == (says, had)
    assert contents(target) == contents(backup)


def test_of_several_processes_that_sign_the_one_that_was_furthest_counts(backup: Path) -> None:
    ((store,),) = found(backup, "SELECT id FROM store")
    signed(Path("new.db"), store, 1, b"\0" * 32)
    (file,) = Path().glob("new.db.checkpoints")
    file.rename("new.db.checkpoints.2")
    signed_beside(Path("new.db"), backup)

    printed = moved("restore", "backup", "--db", "new.db", "--accept-rollback")

    assert printed.code == 0
    assert "the first 1 leaves of the log are not those that were signed" in printed.text
    assert "`serve` only shows it until it is started once with --accept-rollback" in printed.text


def test_checkpoints_without_the_keys_that_signed_them_are_not_believed(backup: Path) -> None:
    signed_beside(Path("new.db"), backup)
    Path("new.db.log-key").unlink()

    printed = moved("restore", "backup", "--db", "new.db")

    assert printed.code == 2
    assert "new.db.log-key" in printed.complaint
    assert not Path("new.db").exists()


# Earlier versions ---------------------------------------------------------------------------------------------------


def make_earlier(path: Path) -> None:
    """As the first version had it: without heads, and without a log."""
    with closing(sqlite3.connect(path)) as connection:
        for table in ("heads", "leaves", "subtrees", "statements", "replaced_keys", "blinding"):
            connection.execute(f"DROP TABLE {table}")
        connection.execute("PRAGMA user_version = 1")


def test_a_database_of_the_first_version_is_brought_up_and_can_be_copied() -> None:
    stored(Path("games.db"), duel())
    make_earlier(Path("games.db"))
    events = len(duel().events)

    early, up, again = (
        moved("copy", "games.db", "new.db"),
        moved("migrate", "--db", "games.db", "--json"),
        moved("migrate", "--db", "games.db"),
    )

    assert "written by an earlier version (schema 1; this program writes" in early.complaint
    now = up.json["to"]
    assert up.json == {"database": "games.db", "from": 1, "to": now, "leaves": events, "heads": 1}
    assert again.text == f"games.db: nothing to do: schema {now}\n"
    assert moved("copy", "games.db", "new.db").code == 0
    assert oathbook("verify", duel().game, "--db", "new.db").code == 0


def test_what_bringing_up_made_is_said_in_words() -> None:
    stored(Path("games.db"), duel())
    make_earlier(Path("games.db"))

    printed = moved("migrate", "--db", "games.db")

    assert printed.text.startswith("games.db: brought up: schema 1 is now ")
    assert printed.text.endswith(f"; leaves made: {len(duel().events)}, heads noted: 1\n")


def test_a_database_of_postgresql_is_brought_up_only_when_it_is_asked_for(postgres_database: PostgresAddress) -> None:
    """Processes of the earlier version may be writing to it."""
    filled(postgres_database)
    for statement in ("DROP TABLE leaves, subtrees, statements, blinding", "UPDATE store SET schema = 1"):
        done(postgres_database, statement)

    stored(Path("games.db"), duel())
    Path("match.jsonl").write_bytes(oathbook("export", duel().game, "--db", "games.db").out)

    served = oathbook("import", "match.jsonl", "--db", postgres_database.url)
    up = moved("migrate", "--db", postgres_database.url, "--json")

    assert served.code == 2
    assert "bring it up first: oathbook database migrate" in served.complaint
    events = len(contents(postgres_database)["stored_events"])
    assert (up.json["from"], up.json["leaves"], up.json["heads"]) == (1, events + 1, 0)
    assert moved("copy", postgres_database.url, "new.db").code == 0


def test_a_database_of_postgresql_to_which_others_write_is_not_brought_up(postgres_database: PostgresAddress) -> None:
    with open_store(postgres_database, "a test") as records:
        records.commit(GAME.events[:4])
        done(postgres_database, "UPDATE store SET schema = 1")
        printed = moved("migrate", "--db", postgres_database.url)

    assert printed.code == 2
    assert "other processes write to this database" in printed.complaint
    assert found(postgres_database, "SELECT schema FROM store") == [(1,)]


def test_an_empty_database_has_an_empty_log() -> None:
    with open_store(Path("games.db"), "a test"):
        pass

    printed = moved("backup", "one", "--db", "games.db", "--json")

    assert (printed.json["leaves"], printed.json["root"]) == (0, encode_base64(EMPTY_ROOT))
