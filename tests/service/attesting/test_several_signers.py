"""Two services sign the log of one database of PostgreSQL; an older copy of it is put in its place, and accepted."""

import re
import shutil
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from fastapi.testclient import TestClient

from oathbook.api.service import Service
from oathbook.api.signing.startup import SigningOptions
from oathbook.domain.recording.database.address import PostgresAddress
from oathbook.domain.recording.format.sources import system_sources
from oathbook.domain.rulesets.registry import load_registry
from tests.service.attesting.log_clients import checkpoint_of, keys_of
from tests.support.postgres.server import PostgresServer
from tests.support.processes import ran
from tests.support.serving import PROGRAM, Table, app_over


class RolledBack(NamedTuple):
    """A database that lacks what two services have signed, and the keys with which they did."""

    db: PostgresAddress
    keys: Path

    def service(self, *, accepting: bool = False) -> Service:
        signing = SigningOptions(self.keys, accept_rollback=accepting)
        return Service(self.db, load_registry(), system_sources(), address="http://test", signing=signing)

    @contextmanager
    def served(self, *, accepting: bool = False) -> Generator[TestClient]:
        with over(self.service(accepting=accepting)) as client:
            yield client

    def both_sign_a_game(self) -> None:
        with self.served() as one, self.served():
            Table.opened(one)

    @property
    def checkpoints(self) -> tuple[list[str], list[str]]:
        """The names of the files that are signed into, and of those that were put aside, without when."""
        found = [each for each in sorted(self.keys.parent.glob("log-key.checkpoints*")) if each.suffix != ".lock"]
        aside = [each for each in found if re.fullmatch(r"\.[0-9]{9,}", each.suffix)]
        return [each.name for each in found if each not in aside], [each.stem for each in aside]


@contextmanager
def over(service: Service) -> Generator[TestClient]:
    with app_over(service) as app, TestClient(app, base_url="http://test") as client:
        yield client


def command(*arguments: str | Path) -> None:
    done = ran([PROGRAM, "database", *arguments])
    assert done.returncode == 0, done.stderr


@pytest.fixture
def rolled_back(postgres: PostgresServer, postgres_database: PostgresAddress, tmp_path: Path) -> Generator[RolledBack]:
    first = RolledBack(postgres_database, tmp_path / "log-key")
    backup = tmp_path / "games.backup"
    first.both_sign_a_game()
    command("backup", backup, "--db", first.db.url)
    first.both_sign_a_game()
    with postgres.database() as other:
        command("restore", backup, "--db", other.url, "--log-key", first.keys, "--accept-rollback")
        yield RolledBack(other, first.keys)


def read_only(client: TestClient) -> str | None:
    found: str | None = client.get("/readyz").json()["read_only"]
    return found


def names(*clients: TestClient) -> list[str]:
    return [keys_of(each)[0].name.rpartition("/")[2] for each in clients]


def test_whoever_starts_after_one_has_accepted_it_signs_the_same_new_log(rolled_back: RolledBack) -> None:
    signed = ["log-key.checkpoints", "log-key.checkpoints.2"]
    (rolled_back.keys.parent / "log-key.checkpoints.2.cosigned").touch()
    with rolled_back.served() as client:
        assert "taken away" in str(read_only(client)), "the control"

    with rolled_back.served(accepting=True) as one, rolled_back.served() as other:
        Table.opened(one)
        Table.opened(other)
        assert [read_only(one), read_only(other)] == [None, None]
        assert names(one, other) == ["then-2", "then-2"]
    with rolled_back.served() as one, rolled_back.served(accepting=True) as other:
        assert checkpoint_of(one) == checkpoint_of(other)
        assert names(one, other) == ["then-2", "then-2"]
    assert rolled_back.checkpoints == (signed, [*signed, "log-key.checkpoints.2.cosigned"])


@pytest.mark.gate
def test_what_an_earlier_version_has_left_of_the_log_that_ended_is_put_aside(rolled_back: RolledBack) -> None:
    left = rolled_back.keys.with_name("log-key.checkpoints.2")
    shutil.copy(left, aside := left.with_name("kept"))
    with rolled_back.served(accepting=True):
        pass
    shutil.copy(aside, left)

    with rolled_back.served() as one, rolled_back.served() as other:
        assert [read_only(one), read_only(other)] == [None, None]
        assert checkpoint_of(one) == checkpoint_of(other)


@pytest.mark.gate
def test_of_two_that_accept_it_at_once_one_begins_the_log_and_the_other_signs_it_too(rolled_back: RolledBack) -> None:
    with ThreadPoolExecutor(2) as threads:
        made = [threads.submit(rolled_back.service, accepting=True) for _ in range(2)]

    with over(made[0].result()) as one, over(made[1].result()) as other:
        assert [read_only(one), read_only(other)] == [None, None]
        assert names(one, other) == ["then-2", "then-2"]
        statements = one.get("/log/statements").json()["statements"]
        assert sum("rolled-back" in each for each in statements) == 1


@pytest.mark.gate
def test_it_cannot_be_accepted_while_another_may_go_on_under_the_old_name(rolled_back: RolledBack) -> None:
    serve = [PROGRAM, "serve", "--port", "0", "--db", rolled_back.db.url, "--log-key", str(rolled_back.keys)]
    with rolled_back.served() as other:
        refused = ran([*serve, "--accept-rollback"])

        assert refused.returncode == 2
        assert "another process signs this log (log-key.checkpoints): stop all others" in refused.stderr
        assert "rolled-back" not in other.get("/log/statements").text
    with rolled_back.served(accepting=True) as client:
        assert (read_only(client), names(client)) == (None, ["then-2"])
