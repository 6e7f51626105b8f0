"""Backups of services that take decisions meanwhile: each is sound, and whole up to the head that it names."""

import json
import threading
from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from oathbook.domain.evidence.note_keys import decode_base64
from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.rulesets.registry import load_registry
from tests.support.playing import Json, die
from tests.support.postgres.server import PostgresServer
from tests.support.processes import ran
from tests.support.serving import PROGRAM, UNLIMITED, Process, Table, environment_with, process_of

CLIENTS = 4
PATIENCE = 30.0
REST = 0.02
"""Seconds that a client rests after a step: what is stored is copied, restored and read once a round."""

LOOKED_AT = 40
"""Of the games of a restored backup, those that began last are verified; of all, restoring compares rows and leaves."""


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Generator[StoreAddress]:
    if request.param == "sqlite":
        yield tmp_path / "games.db"
        return
    server: PostgresServer = request.getfixturevalue("postgres")
    with server.database() as address:
        yield address


def variables(database: StoreAddress, folder: Path) -> dict[str, str]:
    """What names the database without showing it to others."""
    url = str(database) if isinstance(database, Path) else database.url
    return {"OATHBOOK_DB": url, "OATHBOOK_LOG_KEY": str(folder / "log-key")}


class Load:
    """Clients who play game after game; what they are told is kept."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._over = threading.Event()
        self._turn = threading.Lock()
        self.told: dict[str, int] = {}

    def play(self, number: int) -> None:
        picks = die(f"client {number}")
        with self._process.client() as client:
            while not self._over.is_set():
                table = Table.opened(client)
                for _, answered in self._until_over(table, picks):
                    with self._turn:
                        self.told[table.game] = int(answered["position"])

    def _until_over(self, table: Table, picks: object) -> Iterator[tuple[object, Json]]:
        for sent, answered in table.steps(picks):  # type: ignore[arg-type]  # it is a die
            yield sent, answered.json()
            if self._over.wait(REST):
                return

    @contextmanager
    def going(self) -> Generator[None]:
        with ThreadPoolExecutor(CLIENTS) as threads:
            playing = [threads.submit(self.play, number) for number in range(CLIENTS)]
            try:
                yield
            finally:
                self._over.set()
                for each in playing:
                    each.result(PATIENCE)

    def so_far(self) -> dict[str, int]:
        with self._turn:
            return dict(self.told)


def backed_up(database: StoreAddress, folder: Path, many: int) -> None:
    """Make backups under load, and restore each."""
    settings = variables(database, folder)
    with ExitStack() as held:
        process = held.enter_context(
            process_of(folder / "log", "serve", "--port", "0", ignoring=(), **UNLIMITED, **settings)
        )
        load = Load(process)
        made: list[tuple[Json, dict[str, int]]] = []
        with load.going():
            for number in range(many):
                told = load.so_far()
                backup = ran(
                    [PROGRAM, "database", "backup", folder / f"backup-{number}", "--json"],
                    env=environment_with(**settings),
                )
                assert backup.returncode == 0, backup.stderr
                made.append((json.loads(backup.stdout), told))
        assert len(load.told) >= CLIENTS
        with Archive(database, load_registry().ruleset) as live:
            for number, (head, told) in enumerate(made):
                restored = must_restore(folder, number)
                assert live.tree.root(head["leaves"]) == decode_base64(head["root"])
                must_hold(restored, head, told)
        assert made[0][0]["events"] < made[-1][0]["events"]
        assert all(each["status"] < 500 for each in process.log if "status" in each)


def must_restore(folder: Path, number: int) -> Path:
    path = folder / f"restored-{number}.db"
    restored = ran([PROGRAM, "database", "restore", folder / f"backup-{number}", "--db", path], env=environment_with())
    assert restored.returncode == 0, restored.stderr
    return path


def must_hold(path: Path, head: Json, told: dict[str, int]) -> None:
    """It is sound, has all that was acknowledged before, and is whole up to its head."""
    with Archive(path, load_registry().ruleset) as archive:
        assert (archive.tree.size(), archive.tree.root(head["leaves"])) == (head["leaves"], decode_base64(head["root"]))
        assert all(archive.last_position(game) >= position for game, position in told.items())
        games = [*archive.games()][-LOOKED_AT:]
    assert games
    verified = ran([PROGRAM, "verify", *games, "--db", path, "--workers", "1"], env=environment_with())
    assert verified.returncode in {0, 3}, verified.stdout + verified.stderr


@pytest.mark.gate
def test_three_backups_under_load_are_sound_and_whole_up_to_their_heads(database: StoreAddress, tmp_path: Path) -> None:
    backed_up(database, tmp_path, 3)


@pytest.mark.slow
@pytest.mark.timeout(1_200)
def test_twenty_backups_under_load_are_sound_and_whole_up_to_their_heads(
    database: StoreAddress, tmp_path: Path
) -> None:
    backed_up(database, tmp_path, 20)
