"""``oathbook serve`` as a process: one writer, told to stop, started again, told nonsense."""

import signal
import socket
from collections.abc import Generator
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path

import pytest

from oathbook.replays.verification import verify
from tests.support.playing import Json, read
from tests.support.processes import ran
from tests.support.serving import PROGRAM, Process, Sent, Table, bearer, bring, environment_with, process_on
from tests.support.streaming import told_in
from tests.unit.api.games import DUEL, STRIKE, march
from tests.unit.api.running import kept, oathbook

PLAN: Json = {"kind": "lay_plan", "slots": ["bow", "parry"]}


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database that somebody serves."""
    return tmp_path_factory.mktemp("served") / "games.db"


def elsewhere(db: Path) -> Path:
    """A database that nobody serves."""
    return db.with_name("elsewhere.db")


@pytest.fixture(scope="module")
def process(db: Path) -> Generator[Process]:
    """Whoever serves it, told otherwise by variables."""
    with process_on(db, OATHBOOK_DB=str(elsewhere(db)), OATHBOOK_PORT="1") as running:
        yield running


def refused(*options: str | Path, **environment: str) -> str:
    """What the command says that does not serve."""
    said = ran([PROGRAM, "serve", *options], env=environment_with(**environment))
    complaints = [line for line in said.stderr.splitlines() if line.startswith("oathbook: ")]
    assert (said.returncode, said.stdout, len(complaints)) == (2, "", 1), said.stderr
    assert "Traceback" not in said.stderr
    return complaints[0]


# One writer -------------------------------------------------------------------------------------------------------


@pytest.mark.gate
def test_whoever_else_wants_to_write_is_refused_and_told_where_to_ask(
    process: Process, db: Path, tmp_path: Path
) -> None:
    record = kept(march(), tmp_path / "march.jsonl")

    for command in (("import", record), ("projections", "rebuild", "--all")):
        printed = oathbook(*command, "--db", db)
        assert printed.code == 2
        assert process.address in printed.complaint
    assert process.address in refused("--port", "0", "--db", db)


def test_whoever_only_reads_is_not_refused(process: Process, db: Path) -> None:
    with process.client() as client:
        table = Table.opened(client)
        table.decide("ash", PLAN)

        assert oathbook("verify", table.game, "--db", db).code == 0
        assert len(read(oathbook("export", table.game, "--db", db).out).events) == 3
        assert oathbook("export", table.game, "--db", db, "--as", "public").out == table.ask("/record").content


def test_what_was_imported_over_http_is_what_the_command_exports(process: Process, db: Path, tmp_path: Path) -> None:
    record = kept(march(), tmp_path / "march.jsonl")

    with process.client() as client:
        first, again = (bring(client, record.read_bytes()) for _ in range(2))

    assert (first.status_code, again.status_code) == (201, 200)
    assert (first.json()["changed"], again.json()["changed"]) == (True, False)
    assert oathbook("export", march().game, "--db", db).out == record.read_bytes()


# Told to stop, and started again ----------------------------------------------------------------------------------


@pytest.mark.gate
def test_interrupted_it_ends_with_code_0_and_others_may_write(tmp_path: Path) -> None:
    """As when it is told to stop."""
    db = tmp_path / "games.db"
    with process_on(db) as process, process.client() as client:
        Table.opened(client)

        process.told(signal.SIGINT)

        assert process.ended(within=5) == 0
    assert oathbook("import", kept(march(), tmp_path / "march.jsonl"), "--db", db).code == 0
    assert oathbook("verify", march().game, "--db", db).code == 0


def duel_as_sent() -> list[Sent]:
    """The duel at a real table: five decisions, each on its position and under a key of its own."""
    *before, last = (
        Sent(str(each["by"]), each, 2 * number + 1, f"number {number}") for number, each in enumerate(DUEL)
    )
    return [*before, last._replace(draws=({"label": STRIKE, "drawn": ["heart"]},))]


@contextmanager
def serving_again(db: Path, game: str) -> Generator[Table]:
    """The same game in the next process."""
    with process_on(db) as process, process.client() as client:
        yield Table(client, game)


def test_started_again_it_shows_and_answers_what_it_did_and_goes_on(tmp_path: Path) -> None:
    first, second, third, *_ = duel_as_sent()
    with process_on(tmp_path / "games.db") as process, process.client() as client:
        table = Table.opened(client, chance="witnessed")
        answered = [table.send(each).content for each in (first, second)]
        shown = [table.ask("/frames", seat).content for seat in ("ash", "birch", None)]
        process.told()
        assert process.ended(within=5) == 0

    with serving_again(tmp_path / "games.db", table.game) as table:
        assert [table.ask("/frames", seat).content for seat in ("ash", "birch", None)] == shown
        assert [table.send(each).content for each in (first, second)] == answered
        assert table.send(third).status_code == 201


@pytest.mark.gate
def test_killed_and_started_again_the_game_and_its_streams_go_on_to_the_end(tmp_path: Path) -> None:
    db = tmp_path / "games.db"
    *before, last = duel_as_sent()
    with process_on(db) as process, process.client() as client:
        table = Table.opened(client, chance="witnessed")
        assert [table.send(each).status_code for each in before] == [201] * 4
        process.killed()

    with serving_again(db, table.game) as table:
        seen = {**bearer("ash"), "Last-Event-ID": "5"}
        with table.client.stream("GET", f"{table.path}/stream", headers=seen) as stream:
            events = told_in(stream.iter_lines())
            assert [each.id for each in islice(events, 4)] == [6, 7, 8, 9]
            assert table.send(last).status_code == 201
            assert [each.id for each in events] == [10, 11, 12, 13]
        assert table.get("/standing")["ending"]["winners"] == ["birch"]
        exported = table.ask("/record").content
        assert verify(read(exported)).status == "sound"
        assert oathbook("export", table.game, "--db", db).out == exported


@pytest.mark.slow
def test_a_request_that_never_comes_whole_does_not_keep_it(tmp_path: Path) -> None:
    with process_on(tmp_path / "games.db") as process:
        host, _, port = process.address.removeprefix("http://").partition(":")
        with closing(socket.create_connection((host, int(port)))) as connection:
            connection.sendall(
                b"POST /v1/ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                b"Content-Length: 10\r\nExpect: 100-continue\r\n\r\n"
            )
            assert connection.recv(65_536).startswith(b"HTTP/1.1 100 ")

            process.told()

            assert process.ended(within=15) == 0


# What it says, and what it is told --------------------------------------------------------------------------------


def test_its_log_is_a_line_of_json_an_event_and_knows_no_secret(process: Process) -> None:
    with process.client() as client:
        table = Table.opened(client)
        table.decide("ash", PLAN)
        lines = process.log_upto(table.ask("/state?as=ash", "ash"))

    assert lines[0]["event"] == "serving"
    assert lines[0]["address"] == process.address
    requests = [(each["method"], each["route"], each["status"]) for each in lines if each["event"] == "request"]
    assert ("POST", "/v1/games/{game}/decisions", 201) in requests
    assert ("GET", "/v1/games/{game}/state", 200) in requests
    for secret in (table.game, bearer("ash")["Authorization"], "parry"):
        assert secret not in str(lines[1:])


@pytest.mark.gate
def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

        assert f"127.0.0.1:{port}" in refused("--port", str(port), "--db", tmp_path / "games.db")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "ninety"),
        pytest.param("LIMIT_CONCURRENCY", "0", marks=pytest.mark.gate),
        pytest.param("LIMIT_OPENING", "often", marks=pytest.mark.gate),
        pytest.param("PROXIES", "10.0.0.0/40", marks=pytest.mark.gate),
        pytest.param("OPERATIONS_PORT", "-1", marks=pytest.mark.gate),
        pytest.param("OPERATIONS_PORT", "8000", marks=pytest.mark.gate),
        pytest.param("HOST", "203.0.113.1", marks=pytest.mark.gate),
    ],
)
def test_a_variable_that_makes_no_sense_is_named(name: str, value: str, tmp_path: Path) -> None:
    said = refused("--db", tmp_path / "games.db", **{f"OATHBOOK_{name}": value})

    assert (value if name == "HOST" else f"OATHBOOK_{name}") in said
    assert not (tmp_path / "games.db").exists()


@pytest.mark.gate
def test_a_file_that_is_something_else_is_not_served(tmp_path: Path) -> None:
    (tmp_path / "letters.db").write_text("Dear Sir,", "utf-8")

    assert "letters.db" in refused("--port", "0", "--db", tmp_path / "letters.db")
    assert (tmp_path / "letters.db").read_text("utf-8") == "Dear Sir,"


def test_an_option_counts_before_a_variable(process: Process, db: Path) -> None:
    with process.client() as client:
        assert client.get("/healthz").status_code == 200

    assert db.exists()
    assert not elsewhere(db).exists()
