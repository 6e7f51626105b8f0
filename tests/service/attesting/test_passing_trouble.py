"""The log is signed and looked at again once what was in the way has passed; nothing ends that without a word."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from time import sleep
from typing import NamedTuple, NoReturn

import pytest
from fastapi.testclient import TestClient

from oathbook.api.service import Service
from oathbook.api.signing.log_keeper import SIGN_SECONDS
from oathbook.domain.errors import StoreFull
from oathbook.domain.recording.format.sources import system_sources
from oathbook.domain.rulesets.registry import load_registry
from tests.service.attesting.log_clients import checkpoint_of
from tests.support.processes import until
from tests.support.serving import Table, app_over

pytestmark = pytest.mark.sqlite("it is about files beside the database, and the store makes no difference to the rest")


class Served(NamedTuple):
    service: Service
    client: TestClient

    @property
    def read_only(self) -> str | None:
        found: str | None = self.client.get("/readyz").json()["read_only"]
        return found

    def is_signed(self) -> bool:
        """Whether all that is stored is."""
        return checkpoint_of(self.client).size == self.service.archive.tree.size()


@pytest.fixture
def served(db: Path) -> Generator[Served]:
    service = Service(db, load_registry(), system_sources(), address="http://test")
    with app_over(service) as app, TestClient(app, base_url="http://test") as client:
        Table.opened(client)
        assert checkpoint_of(client).size == 1
        yield Served(service, client)


@contextmanager
def unreadable(service: Service) -> Generator[None]:
    """SQLite cannot open what it needs to read the database: its log is another kind of file for a while."""
    log = Path(f"{service.archive.address}-wal")
    log.rename(aside := log.with_name("aside"))
    log.mkdir()
    service.archive.close()  # what is open already could still be read
    try:
        yield
    finally:
        log.rmdir()
        aside.rename(log)


def test_what_cannot_be_read_now_is_no_damage_and_is_signed_later(served: Served) -> None:
    """Nothing more is stored, which would wake the thread: it comes back by itself to what it has left."""
    Table.opened(served.client)
    with unreadable(served.service):
        sleep(2 * SIGN_SECONDS)

    until(served.is_signed)
    assert served.read_only is None


def test_a_disk_that_is_full_as_the_log_is_read_ends_nothing(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []

    def full(statement: str, *_: object) -> NoReturn:
        tried.append(statement)
        msg = "a server has no room to sort"
        raise StoreFull(msg)

    with monkeypatch.context() as patch:
        patch.setattr(served.service.archive.tree, "all", full)
        served.service.log.notify_growth()
        until(lambda: tried)
    Table.opened(served.client)

    until(served.is_signed)
    assert served.read_only is None


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_mistake_that_ends_the_signing_is_told(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    def mistaken(*_: object) -> NoReturn:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(served.service.archive.tree, "all", mistaken)
        served.service.log.notify_growth()
        until(lambda: served.service.log.fault)

    assert "nothing signs the log any more" in str(served.read_only)
    assert served.client.get("/readyz").status_code == 503
