"""A backup that is restored brings no key back that was replaced since it was made, on either store."""

from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from fastapi.testclient import TestClient

from oathbook.api.service import Service
from oathbook.api.signing.startup import SigningOptions
from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.recording.format.sources import system_sources
from oathbook.domain.rulesets.registry import load_registry
from tests.support.postgres.server import PostgresServer
from tests.support.serving import Table, app_over, digest_of, key_of
from tests.support.storing import found
from tests.unit.api.running import oathbook

PLAN = {"kind": "lay_plan", "slots": ["bow", "parry"]}


class Place(NamedTuple):
    """A database, an empty one that a backup is restored into, and the file with the keys of the log of both."""

    database: StoreAddress
    restored: StoreAddress
    keys: Path

    @contextmanager
    def serving(self, database: StoreAddress, *, accepting: bool = False) -> Generator[TestClient]:
        """A client of a service on one of the two."""
        signing = SigningOptions(self.keys, accept_rollback=accepting)
        service = Service(database, load_registry(), system_sources(), address="http://test", signing=signing)
        with app_over(service) as app, TestClient(app, base_url="http://test") as client:
            yield client


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Generator[Place]:
    keys = tmp_path / "log-key"
    with ExitStack() as held:
        if request.param == "sqlite":
            yield Place(tmp_path / "games.db", tmp_path / "games.db", keys)
        else:
            server: PostgresServer = request.getfixturevalue("postgres")
            yield Place(held.enter_context(server.database()), held.enter_context(server.database()), keys)


def replaced(table: Table, key: str) -> str:
    answered = table.client.post(f"{table.path}/key", json={}, headers={"Authorization": f"Bearer {key}"})
    assert answered.status_code == 201, answered.text
    return str(answered.json()["key"])


def status(table: Table, key: str) -> int:
    """Whether a key counts, as a look with it is answered."""
    return table.ask(headers={"Authorization": f"Bearer {key}"}).status_code


def text_of(address: StoreAddress) -> str:
    """An address as it is typed."""
    return str(address) if isinstance(address, Path) else address.url


def test_a_key_that_was_replaced_after_a_backup_stays_replaced(place: Place, tmp_path: Path) -> None:
    """While the copy is only shown, once it is accepted, and from then on; one that was replaced before, as well."""
    backup = tmp_path / "backup"
    with place.serving(place.database) as client:
        table = Table.opened(client)
        birch = replaced(table, key_of("birch"))
        assert oathbook("database", "backup", backup, "--db", text_of(place.database)).code == 0
        second = replaced(table, key_of("ash"))
        last = replaced(table, second)
    if isinstance(place.database, Path):
        for end in ("", "-wal", "-shm"):
            Path(f"{place.database}{end}").unlink(missing_ok=True)

    typed = ("--db", text_of(place.restored), "--log-key", place.keys, "--accept-rollback")
    done = oathbook("database", "restore", backup, *typed)

    assert done.code == 0, done.err
    assert "2 keys were replaced after this copy was made" in done.text
    for accepting in (False, True, False):
        with place.serving(place.restored, accepting=accepting) as client:
            again = Table(client, table.game)
            counts = [status(again, key) for key in (key_of("ash"), second, last, key_of("birch"), birch)]
            assert counts == [401, 401, 200, 401, 200]
    assert len(found(place.restored, "SELECT old FROM replaced_keys")) == 3


def test_without_the_file_the_copy_counts(place: Place, tmp_path: Path) -> None:
    """The control: nothing else says that the key was replaced."""
    backup = tmp_path / "backup"
    with place.serving(place.database) as client:
        table = Table.opened(client)
        assert oathbook("database", "backup", backup, "--db", text_of(place.database)).code == 0
        replaced(table, key_of("ash"))
    (file,) = tmp_path.glob("*.replaced-keys")
    assert digest_of(key_of("ash")) in file.read_text("ascii")
    assert file.stat().st_mode & 0o777 == 0o600
    file.unlink()
    if isinstance(place.database, Path):
        for end in ("", "-wal", "-shm"):
            Path(f"{place.database}{end}").unlink(missing_ok=True)
    typed = ("--db", text_of(place.restored), "--log-key", place.keys, "--accept-rollback")
    assert oathbook("database", "restore", backup, *typed).code == 0

    with place.serving(place.restored) as client:
        assert status(Table(client, table.game), key_of("ash")) == 200


def test_a_database_from_before_has_its_replaced_keys_kept(place: Place, tmp_path: Path) -> None:
    """And a line that was not written whole is left out; the next one stands on its own."""
    with place.serving(place.database) as client:
        table = Table.opened(client)
        second = replaced(table, key_of("ash"))
    (file,) = tmp_path.glob("*.replaced-keys")
    whole = file.read_text("ascii")
    file.write_text(whole[:-1], "ascii")

    with place.serving(place.database) as client:
        last = replaced(Table(client, table.game), second)

    assert file.read_text("ascii") == f"{whole[:-1]}{whole}\n{digest_of(second)} {digest_of(last)}"
