"""Trouble with PostgreSQL as clients meet it: 503 with when to ask again, never 500, and then it goes on by itself."""

import threading
import time
from collections import Counter
from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from signal import SIGQUIT
from typing import NamedTuple

import httpx2
import pytest

from oathbook.domain.recording.database.address import PostgresAddress
from tests.support.playing import die
from tests.support.postgres.looking import cut, looking
from tests.support.postgres.players import Player
from tests.support.postgres.server import PostgresServer, postgres_server
from tests.support.processes import until
from tests.support.serving import (
    UNLIMITED,
    Client,
    Process,
    Response,
    Sent,
    Table,
    await_read_models,
    process_of,
    to_open,
)

PATIENCE = 30.0
MANY = 16
"""Requests at once: more than one process has connections for."""

pytestmark = pytest.mark.gate


class Trouble(NamedTuple):
    """A server, a database of it, and a process that serves it."""

    server: PostgresServer
    address: PostgresAddress
    process: Process
    client: Client

    def looks(self, game: str) -> list[str]:
        """What reads records, read models, or both; as programs and as people do."""
        of_a_game = (
            "",
            "/events",
            "/events/2",
            "/options",
            "/state?at=3",
            "/frames",
            "/timeline",
            "/outline",
            "/standing",
        )
        more = ("/steps", "/scenes", "/ledger", "/promises", "/record", "/events/2/receipt")
        elsewhere = (
            "/v1/games",
            "/v1/disputes",
            "/v1/players/Ann/promises",
            "/readyz",
            "/metrics",
            "/",
            f"/games/{game}",
        )
        log = ("/log/checkpoint", "/log/statements", "/log/tile/0/000.p/1", "/log/proof/0")
        return [*(f"/v1/games/{game}{each}" for each in (*of_a_game, *more)), *elsewhere, *log]

    def answers(self, game: str) -> dict[str, Response]:
        """What is answered to each of these, asked at once."""
        with ThreadPoolExecutor(MANY) as threads:
            looks = self.looks(game)
            return dict(zip(looks, threads.map(self.get, looks), strict=True))

    def get(self, path: str) -> Response:
        """The answer at an address, on a connection of its own."""
        return httpx2.get(f"{self.process.address}{path}", timeout=PATIENCE, trust_env=False)


@contextmanager
def serving(server: PostgresServer, folder: Path) -> Generator[Trouble]:
    with server.database() as address:
        settings = {"OATHBOOK_DB": address.url, "OATHBOOK_LOG_KEY": str(folder / "log-key"), **UNLIMITED}
        command = ("serve", "--port", "0", "--question-processes", "0")
        with process_of(folder / "log", *command, ignoring=(), **settings) as process, process.client() as client:
            yield Trouble(server, address, process, client)


@pytest.fixture
def trouble(postgres: PostgresServer, tmp_path: Path) -> Generator[Trouble]:
    with serving(postgres, tmp_path) as trouble:
        yield trouble


def played(client: Client) -> str:
    """A game of some steps, and the log signed; its id."""
    table = Table.opened(client)
    for _ in zip(range(5), table.steps(die("some steps")), strict=False):
        pass
    until(lambda: client.get("/log/checkpoint").status_code != 404)
    return table.game


def must_be_told(answers: dict[str, Response]) -> Counter[int]:
    """Whoever could not be answered is told when to ask again; nobody meets an error."""
    for path, answered in answers.items():
        assert answered.status_code in {200, 503}, (path, answered.text)
        if answered.status_code == 503 and path != "/readyz":
            assert int(answered.headers["Retry-After"]) > 0, path
    return Counter(each.status_code for each in answers.values())


def must_be_well(trouble: Trouble, game: str) -> None:
    """All is answered again, without anybody's help."""
    end = time.monotonic() + PATIENCE
    while must_be_told(answers := trouble.answers(game))[503]:
        assert time.monotonic() < end, {path: each.text for path, each in answers.items() if each.status_code == 503}
        time.sleep(0.2)
    await_read_models(trouble.client)
    assert played(trouble.client)
    assert all(each["status"] < 500 or each["status"] == 503 for each in trouble.process.log if "status" in each)


def test_while_all_connections_are_taken_it_is_said_when_to_ask_again(trouble: Trouble) -> None:
    game = played(trouble.client)
    await_read_models(trouble.client)

    with looking(trouble.address) as connection, connection.transaction():
        connection.execute("LOCK TABLE stored_events, leaves, filed IN ACCESS EXCLUSIVE MODE")
        answered = trouble.answers(game)
        receipt = f"/v1/games/{game}/events/2/receipt"
        with ThreadPoolExecutor(MANY) as threads:
            flood = [*threads.map(trouble.get, [receipt] * MANY)]

    assert must_be_told(answered)[503] > 0
    assert [each.status_code for each in flood] == [503] * MANY
    assert all(int(each.headers["Retry-After"]) > 0 for each in flood)
    must_be_well(trouble, game)


def test_a_decision_that_waits_too_long_for_others_is_told_so_and_can_be_sent_again(trouble: Trouble) -> None:
    table = Table.opened(trouble.client)
    seat = table.get()["to_act"][0]
    sent = Sent(seat, table.get("/options", seat)["listed"][0], 1, "once")
    with looking(trouble.address) as connection, connection.transaction():
        connection.execute("LOCK TABLE stored_events IN EXCLUSIVE MODE")  # they can be read
        refused = table.send(sent)

    assert refused.status_code == 503
    assert int(refused.headers["Retry-After"]) > 0
    assert table.send(sent).status_code == 201
    assert table.send(sent).status_code == 201
    assert table.position == 3


def test_connections_that_are_cut_again_and_again_cost_nobody_a_step(trouble: Trouble) -> None:
    over, players = threading.Event(), [Player([trouble.client], number, keys=True) for number in range(4)]

    with ThreadPoolExecutor(len(players)) as threads:
        playing = [threads.submit(each.play, over) for each in players]
        for _ in range(15):
            time.sleep(0.2)
            cut(trouble.address)
        over.set()
        for each in playing:
            each.result(PATIENCE)

    answers = sum((each.answers for each in players), Counter[int]())
    assert {*answers} <= {200, 201, 503}, answers
    assert answers[201] > len(players)
    must_be_well(trouble, played(trouble.client))


def test_while_the_server_is_away_it_is_said_when_to_ask_again(tmp_path: Path) -> None:
    with postgres_server() as server, serving(server, tmp_path) as trouble:
        game = played(trouble.client)
        await_read_models(trouble.client)
        server.told(SIGQUIT)
        try:
            away = trouble.answers(game)
            opening = trouble.client.post("/v1/games", json=to_open())
            health = trouble.get("/healthz")
        finally:
            server.start()

        assert must_be_told(away)[503] > 4
        assert (opening.status_code, int(opening.headers["Retry-After"]) > 0) == (503, True)
        assert health.json() == {"status": "up", "store": "postgresql"}
        must_be_well(trouble, game)


def test_without_trouble_all_of_this_is_answered(trouble: Trouble) -> None:
    """The control of the tests above."""
    game = played(trouble.client)
    await_read_models(trouble.client)

    well = trouble.answers(game)

    assert must_be_told(well) == {200: len(trouble.looks(game))}
    assert trouble.get("/healthz").json() == {"status": "up", "store": "postgresql"}


def arguments_below(pid: int) -> Sequence[str]:
    """What a process and those that it has started were called with, as anybody may see it."""
    found: list[str] = []
    for each in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((each / "stat").read_text().rpartition(")")[2].split()[1])
            line = (each / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if pid in {int(each.name), parent}:
            found.append(line)
    return found


def test_nobody_sees_a_password_among_the_arguments_of_processes(postgres: PostgresServer, tmp_path: Path) -> None:
    """The server of the tests trusts everybody, whatever the password is."""
    with postgres.database() as address:
        url = address.url.replace("postgres@", "postgres:s3cr3t@")
        settings = {"OATHBOOK_DB": url, "OATHBOOK_LOG_KEY": str(tmp_path / "log-key"), **UNLIMITED}
        command = ("serve", "--port", "0", "--question-processes", "1")
        with process_of(tmp_path / "log", *command, ignoring=(), **settings) as process, process.client() as client:
            table = Table.opened(client)
            for _ in table.steps(die("until questions are asked")):
                pass
            assert table.ask("/frames").status_code == 200
            await_read_models(client)
            seen = arguments_below(process.pid)

            assert len(seen) >= 2
            assert all("s3cr3t" not in each for each in seen)
            assert "s3cr3t" not in (tmp_path / "log").read_text()
            assert "s3cr3t" not in client.get("/readyz").text
