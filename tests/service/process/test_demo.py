"""``oathbook demo`` as a process: every golden game is there, and nothing is left behind unless it is asked for."""

import re
import signal
import socket
import subprocess
import time
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from msgspec.structs import replace

from oathbook.api.signing.log_keys import create_key_file, new_log_keys
from oathbook.domain.kernel import PUBLIC
from oathbook.domain.recording.format.record import fold_record, record_for
from oathbook.replays.verification import verify
from tests.support.checkout import ROOT
from tests.support.playing import Json, read
from tests.support.processes import PATIENCE, ran, started
from tests.support.serving import PROGRAM, Client, Process, environment_with, process_of
from tests.unit.api.databases import states, stored
from tests.unit.api.games import duel
from tests.unit.api.running import oathbook

TEXTS = [path.read_bytes() for path in sorted((ROOT / "replays" / "golden").rglob("*.jsonl"))]
GOLDEN = {read(text).game: text for text in TEXTS}
OVER = {game: fold_record(read(text)).closed for game, text in GOLDEN.items()}
OPEN = {game: OVER[game] or b"\n[" not in text for game, text in GOLDEN.items()}
"""Whether everybody may have all of a game: it is over, or nothing in it is hidden."""


@contextmanager
def demo(
    folder: Path, *options: str, ignoring: Sequence[signal.Signals] = (), **environment: str
) -> Generator[Process]:
    """The command, at a free port; its temporary folders lie in the empty ``room`` here."""
    room = folder / "room"
    room.mkdir(exist_ok=True)
    begin = ("demo", "--port", "0", *options)
    with process_of(folder / "demo.log", *begin, ignoring=ignoring, TMPDIR=str(room), **environment) as process:
        yield process


def refused(*options: str | Path, **environment: str) -> str:
    """What the command says that does not serve, besides what it logs of read models that it makes."""
    said = ran([PROGRAM, "demo", *options], env=environment_with(**environment))
    lines = [line for line in said.stderr.splitlines() if '"event": "read models"' not in line]
    assert (said.returncode, said.stdout, len(lines)) == (2, "", 1), said.stderr
    return lines[0].removeprefix("oathbook: ")


def listed(client: Client) -> dict[str, bool]:
    """The games of the catalogue but the one that waits for players, and whether each is over."""
    games = client.get("/v1/games?limit=100").json()["games"]
    return {each["game"]: each["closed"] for each in games if each["closed"] or each["game"] in GOLDEN}


# What is there ----------------------------------------------------------------------------------------------------


@pytest.mark.gate
def test_every_golden_game_is_in_the_catalogue_once_the_address_is_said(tmp_path: Path) -> None:
    with demo(tmp_path) as process, process.client() as client:
        assert listed(client) == OVER
        assert {each["status"] for each in client.get("/readyz").json()["projections"]} == {"ready"}
        assert process.line() == f"{len(OVER)} golden games, {sum(OVER.values())} of them over, and 2 disputes."
        assert "Ctrl-C" in [process.line() for _ in range(7)][-1]
        assert process.log == []


@pytest.mark.gate
def test_a_golden_game_that_is_open_comes_out_byte_for_byte_and_another_as_the_public_may_have_it(
    tmp_path: Path,
) -> None:
    with demo(tmp_path) as process, process.client() as client:
        given = {game: client.get(f"/v1/games/{game}/record").content for game in GOLDEN}

    assert {game: text == GOLDEN[game] for game, text in given.items()} == OPEN
    for game, text in given.items():
        assert verify(read(text)).status in ({"sound"} if OPEN[game] else {"sound", "partial"})
        assert read(text).head == read(GOLDEN[game]).head


@pytest.mark.gate
def test_the_showcase_is_the_newest_game_with_two_disputes_that_were_ruled_on(tmp_path: Path) -> None:
    """Bram: 3 by Tithe, 20 for the broken promise, and the 5 that were ruled; Dov's appeal changes nothing."""
    with demo(tmp_path) as process, process.client() as client:
        (newest,) = client.get("/v1/games?limit=1").json()["games"]
        docket = client.get("/v1/disputes").json()["disputes"]
        scores = client.get(f"/v1/games/{newest['game']}/standing").json()["scores"]

    assert [each["player"] for each in newest["seats"]] == ["Ada", "Bram", "Cleo", "Dov"]
    assert [(each["by"], each["found"], each["ruled"], each["remedy"], each["state"]) for each in docket] == [
        ("dov", "rejected", "rejected", "let-stand", "settled"),
        ("cleo", "upheld", "upheld", "penalise", "ruled"),
    ]
    assert {each["game"] for each in docket} == {newest["game"]}
    assert [each["after"] for each in scores] == [3, 3 - 20 - 5, 1, 2 - 20]


# What can be played -----------------------------------------------------------------------------------------------


def with_keys(process: Process) -> dict[str, tuple[str, str]]:
    """The game and the key in each address that the command prints, by the name in front of it."""
    lines = [process.line() for _ in range(7)][1:]
    found = [re.fullmatch(r"  (\w+) +(\S+)/games/([\w-]+)#key=([\w-]{43})", line) for line in lines]
    assert all(each is None or each[2] == process.address for each in found)
    return {each[1]: (each[3], each[4]) for each in found if each is not None}


@pytest.mark.gate
def test_whoever_has_a_printed_key_decides_promises_and_disputes_in_the_running_game(tmp_path: Path) -> None:
    """Bram's letter waits for Ada's signature; without a key, and with that of another seat, nothing is taken."""
    with demo(tmp_path) as process, process.client() as client:
        seats = with_keys(process)
        assert list(seats) == ["Ada", "Bram", "Cleo", "Dov", "table"]
        (game,) = {game for game, _ in seats.values()}
        at, key = f"/v1/games/{game}", {name: {"Authorization": f"Bearer {key}"} for name, (_, key) in seats.items()}
        sign, decide = f"{at}/promises/p1/signatures", f"{at}/decisions"
        deploy = {"decision": {"kind": "deploy", "by": "ada", "tile": "Valley"}}

        def sent(path: str, body: Json, **more: str) -> int:
            return client.post(path, json=body, headers=more).status_code

        assert sent(sign, {}, **{"If-Match": '"3"'}) == 401
        assert sent(sign, {}, **key["Ada"], **{"If-Match": '"3"'}) == 201
        assert sent(decide, deploy, **key["Bram"], **{"If-Match": '"4"'}) == 403
        assert sent(decide, deploy, **key["Ada"], **{"If-Match": '"4"'}) == 201
        claim = {"claim": "decision-illegal", "at": 5}
        assert sent("/v1/disputes", {"game": game, "claim": claim, "says": "Ada was too fast."}, **key["Cleo"]) == 201
        (promise,) = client.get(f"{at}/promises").json()["promises"]
        assert [each["seat"] for each in promise["signed"]] == ["bram", "ada"]


@pytest.mark.gate
def test_a_database_that_is_kept_gets_no_game_whose_keys_nobody_could_be_told_again(tmp_path: Path) -> None:
    with demo(tmp_path, "--db", str(tmp_path / "games.db")) as process, process.client() as client:
        assert process.line().endswith(" disputes.")
        assert "Ctrl-C" in process.line()
        assert len(client.get("/v1/games?limit=100").json()["games"]) == len(OVER)


# What stays -------------------------------------------------------------------------------------------------------


@pytest.mark.gate
@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_told_to_stop_it_removes_its_temporary_folder(told: signal.Signals, tmp_path: Path) -> None:
    """A database that somebody named in the environment is not touched."""
    with demo(tmp_path, OATHBOOK_DB=str(tmp_path / "mine.db")) as process:
        (folder,) = (tmp_path / "room").iterdir()
        assert any(folder.iterdir())

        process.told(told)

        assert process.ended() == 0
    assert not list((tmp_path / "room").iterdir())
    assert not (tmp_path / "mine.db").exists()


@pytest.mark.gate
def test_started_with_nohup_it_outlives_its_terminal(tmp_path: Path) -> None:
    with demo(tmp_path, ignoring=[signal.SIGHUP]) as process, process.client() as client:
        process.told(signal.SIGHUP)

        assert listed(client) == OVER

        process.told()
        assert process.ended() == 0
    assert not list((tmp_path / "room").iterdir())


@pytest.mark.gate
@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGHUP])
def test_told_to_stop_while_it_begins_it_removes_its_temporary_folder(told: signal.Signals, tmp_path: Path) -> None:
    variables = environment_with(TMPDIR=str(tmp_path))
    with started([PROGRAM, "demo", "--port", "0"], stdout=subprocess.DEVNULL, env=variables) as running:
        until = time.monotonic() + PATIENCE
        while not list(tmp_path.glob("oathbook-demo-*")):
            assert time.monotonic() < until
            time.sleep(0.001)

        running.send_signal(told)

        assert running.wait(PATIENCE) == 0
    assert not list(tmp_path.iterdir()), "the library's own trial of the folder is over by then"


@pytest.mark.gate
def test_a_named_database_is_kept_and_a_second_start_changes_nothing(tmp_path: Path) -> None:
    """Whatever else is in it stays as well."""
    db = stored(tmp_path / "games.db", duel())
    kept: list[list[tuple[str, int, bytes]]] = []
    for _ in range(2):
        with demo(tmp_path, "--db", str(db)) as process, process.client() as client:
            assert listed(client) == {**OVER, duel().game: True}
            process.told()
            assert process.ended() == 0
        kept.append(states(db))

    in_disputes = 3 + 5  # a claim, a finding and a ruling each, and an appeal with another ruling
    assert len(kept[0]) == sum(len(read(text).events) for text in GOLDEN.values()) + len(duel().events) + in_disputes
    assert kept[0] == kept[1]
    assert not list((tmp_path / "room").iterdir())
    for game, text in GOLDEN.items():
        assert oathbook("export", game, "--db", db).out == text


@pytest.mark.gate
def test_a_database_with_another_record_of_a_golden_game_is_refused_and_stays_as_it_is(tmp_path: Path) -> None:
    game = next(game for game, is_open in OPEN.items() if not is_open)
    whole = record_for(read(GOLDEN[game]), PUBLIC)
    db = stored(tmp_path / "games.db", replace(whole, events=whole.events[:1], head=whole.events[0].hash))
    before = states(db)

    said = refused("--port", "0", "--db", db)

    assert said.startswith(f"{db}: ")
    assert game in said
    assert states(db) == before


# Where it listens -------------------------------------------------------------------------------------------------


@pytest.mark.gate
def test_where_port_8000_is_taken_and_none_is_named_it_takes_a_free_one(tmp_path: Path) -> None:
    with ExitStack() as held:
        with suppress(OSError):  # somebody else on this machine holds it, which is as good
            held.enter_context(socket.create_server(("127.0.0.1", 8000)))

        with process_of(tmp_path / "demo.log", "demo", TMPDIR=str(tmp_path)) as process, process.client() as client:
            assert not process.address.endswith(":8000")
            assert listed(client) == OVER


@pytest.mark.parametrize("by_variable", [False, pytest.param(True, marks=pytest.mark.gate)])
def test_a_port_that_is_named_and_taken_is_refused(by_variable: bool, tmp_path: Path) -> None:  # noqa: FBT001  # a row of the table
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        options, variables = ((), {"OATHBOOK_PORT": port}) if by_variable else (("--port", port), {})

        said = refused("--db", tmp_path / "games.db", *options, **variables)

    assert said.startswith(f"127.0.0.1:{port}: ")
    assert not (tmp_path / "games.db").exists()


def test_without_a_database_its_log_is_named_as_a_demonstrations_and_signed_with_keys_of_its_own(
    tmp_path: Path,
) -> None:
    """Whatever keys a service of this machine signs with; the control keeps its games, and is a service."""
    keys = tmp_path / "log-key"
    create_key_file(keys, new_log_keys("oathbook/club"))
    names = dict[tuple[str, ...], str]()
    for options in ((), ("--db", str(tmp_path / "kept.db"))):
        with demo(tmp_path, *options, OATHBOOK_LOG_KEY=str(keys)) as process, process.client() as client:
            names[options] = client.get("/log/checkpoint").text.splitlines()[0]

    alone, kept = names.values()
    assert re.fullmatch("oathbook-demo/[0-9a-f]{16}", alone)
    assert kept == "oathbook/club"
