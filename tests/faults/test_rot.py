"""Bytes that rot on the disk: whatever they took from what was stored is named when a service starts, or by its check.

SQLite opens a log that was cut or has a changed bit without a word, and shows what was before it. The controls are the
same folders without the checkpoint file: some of them pass.
"""

import random
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from oathbook.api.cli.databases import label_faults
from oathbook.api.cli.health.service_checks import KeyFilePaths, run_checks
from oathbook.api.signing.checkpoint_file import CheckpointFile, latest_checkpoints
from oathbook.api.signing.log_keys import log_keys_in
from oathbook.api.signing.startup import SigningOptions, open_log
from oathbook.domain.errors import BadRecord, NotFound
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.database.log_verifier import LogVerifier
from oathbook.replays.verification import verify
from tests.support.playing import die, sources
from tests.support.storing import Play, writer_on

AT: Final = "2026-06-01T12:00:00.000000Z"
NAME: Final = "games.db"
LOG: Final = f"{NAME}-wal"
CHECKPOINTS: Final = f"{NAME}.checkpoints"
STEPS: Final = 30
SIGNED_EVERY: Final = 6
BEFORE: Final = 20
"""Steps after which SQLite's log is taken into the database."""

EVIDENCE: Final = (
    *("stored_events", "leaves", "subtrees", "statements", "blinding", "replaced_keys", "store"),
    *("redacted", "filled", "opened_here", "holds"),
)
"""The tables of all that is stored but for the keys of requests, and for heads, which the next step reads."""

HARMED, UNHARMED = True, False
NAMED, UNNAMED = True, False

Rot = Callable[[bytes, random.Random], bytes]


def cut(content: bytes, chance: random.Random) -> bytes:
    """The end is gone."""
    return content[: chance.randrange(len(content))]


def flipped(content: bytes, chance: random.Random) -> bytes:
    """One bit is another."""
    at = chance.randrange(len(content))
    return content[:at] + bytes([content[at] ^ 1 << chance.randrange(8)]) + content[at + 1 :]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a killed service leaves: what it did last is in SQLite's log."""
    at, kept = tmp_path_factory.mktemp("running"), tmp_path_factory.mktemp("killed")
    with writer_on(at / NAME, sources("rot")) as writer:
        keeper = open_log(writer, SigningOptions(), AT, print)
        picks, play = die("rot"), Play.opened(writer)
        for number in range(STEPS):
            play = Play.opened(writer) if play.game.closed else play
            play.take_one(picks)
            if number % SIGNED_EVERY == 0:
                keeper.sign()
            if number == BEFORE:
                with closing(sqlite3.connect(at / NAME)) as connection:
                    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        writer.replace_key("ab" * 32, "cd" * 32)
        keeper.sign()
        for each in at.iterdir():
            if not each.name.endswith(("-shm", ".lock")):
                shutil.copy(each, kept)
        keeper.close()
    return kept


@pytest.fixture(scope="module")
def ended(running: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same once SQLite's log was taken into the database."""
    at = tmp_path_factory.mktemp("ended") / "all"
    shutil.copytree(running, at)
    with closing(sqlite3.connect(at / NAME)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return at


def content_of(path: Path) -> list[str]:
    """All that is evidence in a database, read without its indexes, and what SQLite finds wrong with those."""
    found: list[str] = []
    with closing(sqlite3.connect(path)) as connection:
        connection.text_factory = bytes
        rows = (f"SELECT * FROM {each} NOT INDEXED" for each in EVIDENCE)  # noqa: S608  # names of ours
        for statement in (*rows, "PRAGMA integrity_check"):
            try:
                found += sorted(map(repr, connection.execute(statement)))
            except (sqlite3.DatabaseError, UnicodeDecodeError) as problem:
                found.append(repr(problem))
    return found


def named(folder: Path) -> str:
    """What is wrong, as a service says at its start or in its first walk, or ``verify``, or at last ``doctor``."""
    try:
        with label_faults(NAME), writer_on(folder / NAME) as writer:
            keeper = open_log(writer, SigningOptions(), AT, print)
            wrong = keeper.fault or walked(writer.archive)
            keeper.close()
    except (BadRecord, NotFound) as refused:  # a listed game that is missing from an index is not found
        return str(refused)
    checks = run_checks(str(folder / NAME), KeyFilePaths()) if not wrong else ()
    return wrong or "".join(each.says for each in checks if each.name == "database" and each.state == "wrong")


def walked(archive: Archive) -> str:
    """What is wrong with rows, tree or records."""
    walk, wrong = LogVerifier(archive.tree), ""
    while not wrong and not walk.is_over:
        wrong = "; ".join(each.says for each in walk.check_next())
    records = () if wrong else (archive.record(game) for game in [*archive.games()])
    return wrong or "".join(str(each) for found in map(verify, records) for each in found.discrepancies)


class Rotten(NamedTuple):
    """A way to rot: which file of which folder, and how."""

    at: str
    file: str
    how: Rot


ROTS: Final = {
    "SQLite's log cut": Rotten("running", LOG, cut),
    "a bit of SQLite's log": Rotten("running", LOG, flipped),
    "a bit of the database": Rotten("ended", NAME, flipped),
    "the database cut": Rotten("ended", NAME, cut),
}
MANY: Final = [
    pytest.param(8, id="some"),
    pytest.param(50, id="dozens", marks=pytest.mark.gate),
    pytest.param(400, id="hundreds", marks=[pytest.mark.slow, pytest.mark.timeout(900)]),
]


def rotten(folder: Path, into: Path, rot: Rotten, chance: random.Random) -> Path:
    """A copy of a folder in which a file has rotted."""
    shutil.rmtree(into, ignore_errors=True)
    shutil.copytree(folder, into)
    (into / rot.file).write_bytes(rot.how((into / rot.file).read_bytes(), chance))
    return into


@pytest.mark.parametrize("many", MANY)
@pytest.mark.parametrize("kind", ROTS)
def test_what_rots_is_named(kind: str, many: int, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    rot = ROTS[kind]
    folder: Path = request.getfixturevalue(rot.at)
    chance = random.Random(f"{kind} {many}")  # noqa: S311  # it needs to be repeatable
    whole = content_of(Path(shutil.copytree(folder, tmp_path / "whole")) / NAME)
    found = Counter[tuple[bool, bool]]()
    for _ in range(many):
        image = rotten(folder, tmp_path / "image", rot, chance)
        harmed = content_of(Path(shutil.copytree(image, tmp_path / "looked at")) / NAME) != whole
        shutil.rmtree(tmp_path / "looked at")
        found[harmed, named(image) != ""] += 1

    assert found[HARMED, UNNAMED] == found[UNHARMED, NAMED] == 0
    assert found[HARMED, NAMED] > 0


@pytest.mark.parametrize("kind", ["SQLite's log cut", "a bit of SQLite's log"])
def test_without_the_checkpoint_file_nobody_notices(kind: str, running: Path, tmp_path: Path) -> None:
    """The control. What is left agrees with itself."""
    chance, passed = random.Random(kind), 0  # noqa: S311  # as above
    for _ in range(8):
        image = rotten(running, tmp_path / "image", ROTS[kind], chance)
        for each in (CHECKPOINTS, f"{NAME}.log-key"):
            (image / each).unlink()
        passed += not named(image)

    assert passed > 0


@pytest.mark.parametrize("many", MANY)
@pytest.mark.parametrize("how", [cut, flipped])
def test_a_checkpoint_that_rots_is_named_or_taken_for_unfinished(
    how: Rot, many: int, ended: Path, tmp_path: Path
) -> None:
    """What a power cut leaves of a last checkpoint looks the same as rot; nothing is believed that was not signed."""
    chance = random.Random(f"{how.__name__} {many}")  # noqa: S311  # as above
    signed = (ended / CHECKPOINTS).read_bytes()
    key = log_keys_in(ended / f"{NAME}.log-key").log.key
    for _ in range(many):
        image = rotten(ended, tmp_path / "image", Rotten("ended", CHECKPOINTS, how), chance)
        file = CheckpointFile(image / CHECKPOINTS, key)
        file.close()
        assert latest_checkpoints(image / CHECKPOINTS, key).fault or file.newest in signed
