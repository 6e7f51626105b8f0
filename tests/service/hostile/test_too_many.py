"""What one caller may do only so often: the others go on, and without the limit nobody is held up.

Each test asks from addresses of its own, so that none meets what another has used up.
"""

import threading
import time
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import httpx2
import pytest

from oathbook.api.http.bodies import MOST_RECORDS_EACH
from oathbook.api.http.rate_limits import KEYS_OF_AN_ADDRESS
from oathbook.api.settings.options import Settings
from oathbook.domain.recording.format.record_file import record_text
from tests.service.door import LINES
from tests.service.hostile.wire import LITTLE, connected, figure, first_lines, until
from tests.service.scribe.writing_down import BATTLE, Scribe, golden
from tests.support.playing import small_game
from tests.support.processes import PATIENCE
from tests.support.serving import Client, Process, Response, Sent, Table, bearer, bring, problem_of, process_on, to_open

FEW: Final = 3
RATE: Final = f"{FEW}/hour"
HOUR: Final = 3_600
LIMITS: Final = {f"--limit-{what}": RATE for what in ("opening", "importing", "letters", "lines", "wrong-keys")}
WRONG: Final = bearer("nobody")
LETTER: Final = {"letter": "ash promises birch to win."}
MANY_KEYS: Final = 10_000
GUESSING: Final = 8
"""Clients who send them at once."""


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Generator[Process]:
    """It allows little."""
    options = [each for limit in LIMITS.items() for each in limit]
    db = tmp_path_factory.mktemp("few") / "games.db"
    with process_on(db, *options, "--limit-streams", "2") as process:
        yield process


@pytest.fixture(scope="module")
def free(tmp_path_factory: pytest.TempPathFactory) -> Generator[Process]:
    """The control: it allows everything."""
    with process_on(tmp_path_factory.mktemp("free") / "games.db", "--limit-streams", "1000") as process:
        yield process


@contextmanager
def at(process: Process, address: str) -> Generator[Client]:
    """A client at one of the addresses of this machine."""
    way = httpx2.HTTPTransport(local_address=address)
    with httpx2.Client(base_url=process.address, transport=way, timeout=PATIENCE) as client:
        yield client


def is_told_to_wait(answered: Response, *, at_most: int = HOUR) -> bool:
    """Whether it is a problem with the seconds to wait."""
    assert problem_of(answered) == (429, "too-many-requests")
    return 0 < int(answered.headers["retry-after"]) <= at_most


# Opening and importing --------------------------------------------------------------------------------------------


def test_an_address_opens_only_so_many_games(process: Process) -> None:
    with at(process, "127.0.1.1") as client, at(process, "127.0.1.2") as other:
        opened = [client.post("/v1/games", json=to_open()).status_code for _ in range(FEW)]
        before = events_in(client)
        refused = client.post("/v1/games", json=to_open())

        assert opened == [201] * FEW
        assert is_told_to_wait(refused)
        assert events_in(client) == before
        assert other.post("/v1/games", json=to_open()).status_code == 201
        assert events_in(client) > before


def events_in(client: Client) -> float:
    """How many events are stored."""
    return figure(client.get("/metrics").text, "oathbook_log_events")


def test_what_cannot_be_opened_counts_as_well(process: Process) -> None:
    with at(process, "127.0.1.3") as client:
        wrong = [client.post("/v1/games", json={}).status_code for _ in range(FEW)]

        assert wrong == [422] * FEW
        assert is_told_to_wait(client.post("/v1/games", json=to_open()))


def test_an_address_imports_only_so_many_records(process: Process) -> None:
    record = record_text(small_game())
    with at(process, "127.0.1.4") as client, at(process, "127.0.1.5") as other:
        brought = [bring(client, record).status_code for _ in range(FEW)]
        refused = bring(client, record)

        assert brought == [201, *[200] * (FEW - 1)]
        assert is_told_to_wait(refused)
        assert bring(other, record).status_code == 200


def test_an_address_cannot_take_all_places_for_records(free: Process) -> None:
    half = first_lines("POST", "/v1/records", Content_Type=LINES["content-type"], Content_Length="100") + b"{"
    with at(free, "127.0.1.6") as client, at(free, "127.0.1.7") as other, ExitStack() as held:
        for _ in range(MOST_RECORDS_EACH):
            held.enter_context(connected(free, source="127.0.1.6")).sendall(half)
        until(lambda: bring(client, b"{}\n").status_code == 429)

        assert is_told_to_wait(bring(client, b"{}\n"))
        assert bring(other, record_text(small_game())).status_code in {200, 201}


def test_control_without_limits_an_address_does_what_it_likes(free: Process) -> None:
    with at(free, "127.0.1.1") as client:
        tables = [Table.opened(client) for _ in range(2 * FEW)]
        guessed = {table.ask(headers=WRONG).status_code for table in tables}
        read = {client.post("/v1/letters/check", json=LETTER).status_code for _ in range(2 * FEW)}

    assert guessed == {401}
    assert 429 not in read


def test_a_service_has_limits_unless_it_is_told_otherwise() -> None:
    assert {*Settings().rates} == {"opening", "importing", "letters", "lines", "wrong-keys"}


# Wrong keys -------------------------------------------------------------------------------------------------------


def test_after_a_few_wrong_keys_an_address_is_told_to_wait_and_right_keys_work(process: Process) -> None:
    with at(process, "127.0.2.1") as client, at(process, "127.0.2.2") as other:
        table = Table.opened(client)
        wrong = [table.ask(headers=WRONG).status_code for _ in range(FEW)]
        refused = table.ask(headers=WRONG)
        no_key = table.ask(headers={"Authorization": "Bearer short"})

        assert wrong == [401] * FEW
        assert is_told_to_wait(refused)
        assert is_told_to_wait(no_key)
        assert table.ask(seat="ash").status_code == 200
        assert table.ask().status_code == 200
        assert Table(other, table.game).ask(headers=WRONG).status_code == 401


def test_wrong_keys_of_disputes_and_decisions_count_together(process: Process) -> None:
    with at(process, "127.0.2.3") as client:
        table = Table.opened(client)
        claim = {"game": table.game, "claim": {"claim": "outcome-wrong", "at": 1}, "says": ""}
        said = [
            client.post("/v1/disputes", json=claim, headers=WRONG).status_code,
            table.send(Sent("nobody", {})).status_code,
            client.post("/v1/letters/check", json={"letter": "x", "game": table.game}, headers=WRONG).status_code,
        ]

        assert said == [401] * FEW
        assert is_told_to_wait(client.get(f"{table.path}/stream", headers=WRONG))


@pytest.mark.gate
@pytest.mark.parametrize("rate", ["20/hour", "off"])
def test_ten_thousand_wrong_keys_are_told_to_wait_and_slow_nobody(rate: str, tmp_path: Path) -> None:
    """The second of them is the control: nobody is told to wait."""
    with process_on(tmp_path / "games.db", "--limit-wrong-keys", rate) as process, at(process, "127.0.2.5") as client:
        table = Table.opened(client)
        alone = [took(table) for _ in range(100)]
        beside: list[float] = []
        said: list[int] = []
        guessers = [threading.Thread(target=guessing, args=(process, table.path, said)) for _ in range(GUESSING)]
        for each in guessers:
            each.start()
        for each in guessers:
            while each.is_alive():
                beside.extend((took(table), took(table)))

    few = MANY_KEYS if rate == "off" else 20
    assert (said.count(401), said.count(429)) == (few, MANY_KEYS - few)
    figures = ", ".join(f"{sorted(each)[-len(each) // 100 - 1]:.1f} ms" for each in (alone, beside))
    print(f"99 of 100 right keys alone, and beside {MANY_KEYS} wrong ones ({rate}): {figures}")  # noqa: T201  # because the figure is wanted


def took(table: Table) -> float:
    """Milliseconds of an answer to a right key."""
    began = time.perf_counter()
    assert table.ask("/options", "ash").status_code == 200
    return 1_000 * (time.perf_counter() - began)


def guessing(process: Process, path: str, said: list[int]) -> None:
    """Send wrong keys, each another, one after the other."""
    with at(process, "127.0.2.6") as client:
        keys = (bearer(f"nobody {number}") for number in range(MANY_KEYS // GUESSING))
        said.extend(client.get(path, headers=each).status_code for each in keys)


# Letters ----------------------------------------------------------------------------------------------------------


def read(client: Client, game: str | None = None, seat: str | None = None) -> Response:
    """The response to a letter to be read."""
    about = {} if game is None else {"game": game}
    return client.post("/v1/letters/check", json={**LETTER, **about}, headers=bearer(seat))


def test_a_key_has_only_so_many_letters_read_and_the_next_has_its_own(process: Process) -> None:
    with at(process, "127.0.3.1") as client:
        game = Table.opened(client).game
        said = [read(client, game, "ash").status_code for _ in range(FEW)]

        assert 429 not in said
        assert is_told_to_wait(read(client, game, "ash"))
        assert is_told_to_wait(client.post(f"/v1/games/{game}/promises", json=LETTER, headers=bearer("ash")))
        assert read(client, game, "birch").status_code != 429
        assert read(client).status_code != 429


def test_a_key_has_only_so_many_lines_read_and_the_next_has_its_own(process: Process) -> None:
    with at(process, "127.0.3.7") as client:
        path = f"{Table.opened(client).path}/lines"

        def read(seat: str) -> Response:
            return client.post(path, json={"line": "plan bow"}, headers=bearer(seat))

        assert {read("ash").status_code for _ in range(FEW)} == {200}
        assert is_told_to_wait(read("ash"))
        assert read("birch").status_code == 200


def test_each_step_of_an_edit_counts_as_a_line(process: Process) -> None:
    with at(process, "127.0.3.8") as client:
        scribe = Scribe.begun(client, golden(BATTLE))
        attack = ["laura: attack 1,0 with A"]

        assert scribe.mend(None, attack, ["alex: forgo"]).status_code == 201
        assert is_told_to_wait(scribe.mend(None, *([attack] * FEW)))


def test_without_a_key_letters_count_for_the_address(process: Process) -> None:
    with at(process, "127.0.3.2") as client, at(process, "127.0.3.3") as other:
        said = [read(client).status_code for _ in range(FEW)]

        assert 429 not in said
        assert is_told_to_wait(read(client))
        assert read(other).status_code != 429


def test_an_address_gains_little_by_many_keys(process: Process) -> None:
    with at(process, "127.0.3.4") as client, at(process, "127.0.3.5") as other:
        games = [Table.opened(each).game for each in (client, client, client, other)]
        keys = [(game, seat) for game in games for seat in ("ash", "birch", "table")][: KEYS_OF_AN_ADDRESS + 1]
        *within, beyond = [read(client, *key).status_code for key in keys for _ in range(FEW)][: -FEW + 1]

        assert 429 not in within
        assert beyond == 429


# Streams ----------------------------------------------------------------------------------------------------------


def test_one_address_does_not_take_the_last_stream(process: Process) -> None:
    with at(process, "127.0.4.1") as client, ExitStack() as held:
        game = Table.opened(client).game
        asked = first_lines("GET", f"/v1/games/{game}/stream", Accept="text/event-stream")
        own = [held.enter_context(connected(process, source="127.0.4.1")) for _ in range(2)]
        for each in own:
            each.sendall(asked)
            assert each.recv(LITTLE).startswith(b"HTTP/1.1 200")
        refused = client.get(f"/v1/games/{game}/stream")
        other = held.enter_context(connected(process, source="127.0.4.2"))
        other.sendall(asked)

        assert is_told_to_wait(refused, at_most=30)
        assert other.recv(LITTLE).startswith(b"HTTP/1.1 200")
        own[0].close()
        until(lambda: took_a_stream(process, asked))


def took_a_stream(process: Process, asked: bytes) -> bool:
    """Whether one more begins from there."""
    with connected(process, source="127.0.4.1") as connection:
        connection.sendall(asked)
        return connection.recv(LITTLE).startswith(b"HTTP/1.1 200")


# What is said of it -----------------------------------------------------------------------------------------------


def test_the_description_names_the_answer_and_its_header(process: Process) -> None:
    with process.client() as client:
        paths = client.get("/openapi.json").json()["paths"]

    counted = [
        paths[path]["post"] for path in ("/v1/games", "/v1/records", "/v1/letters/check", "/v1/games/{game}/lines")
    ]
    for each in (*counted, paths["/v1/games/{game}"]["get"]):
        said = each["responses"]["429"]
        assert "Retry-After" in said["headers"]
        assert [*said["content"]] == ["application/problem+json"]
    assert "429" not in paths["/v1/rulesets"]["get"]["responses"]
