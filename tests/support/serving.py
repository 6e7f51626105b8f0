"""The service as its clients meet it: in this process or in one of its own, with games whose keys are known."""

import base64
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple, Self, cast

import httpx2
import msgspec
from fastapi import FastAPI
from fastapi.testclient import TestClient
from httpx2 import ASGITransport, BaseTransport, Request

from oathbook.api.app import attach_service, create_app
from oathbook.api.service import Service
from oathbook.api.settings.key_files import Arbiters
from oathbook.api.signing.startup import SigningOptions
from oathbook.domain.disputes.dispute_events import Arbiter
from oathbook.domain.games.game_events import Reveal, TakebackPolicy
from oathbook.domain.kernel import DrawRequest
from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.recording.format.cleartext import value_text
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import record_text
from oathbook.domain.recording.format.sources import Sources, system_sources
from oathbook.domain.rulesets.protocol import Setup
from oathbook.domain.rulesets.registry import load_registry
from tests.support.playing import RULESET, ChanceName, Json, close_by, drawn
from tests.support.processes import PATIENCE, started
from tests.support.storing import keep

Client = httpx2.Client
Response = httpx2.Response

PROGRAM: Final = str(Path(sys.executable).with_name("oathbook"))
LAST_LINES: Final = 20  # of a log, shown where a test fails

HOST: Final = "table"
"""The host's key is that of the table."""


def key_of(seat: str) -> str:
    """The key that a seat has in every game opened here; another name gives a key of no seat."""
    return base64.urlsafe_b64encode(sha256(f"the key of {seat}".encode()).digest()).decode().rstrip("=")


def digest_of(key: str) -> str:
    """What the opening of a game holds of a key."""
    return sha256(base64.urlsafe_b64decode(f"{key}=")).hexdigest()


def bearer(seat: str | None) -> dict[str, str]:
    """The header by which a seat says who it is; the public says nothing."""
    return {} if seat is None else {"Authorization": f"Bearer {key_of(seat)}"}


def to_open(
    setup: Setup | None = None,
    *,
    chance: ChanceName = "seeded",
    reveal: Reveal = "all",
    takebacks: TakebackPolicy = "never",
) -> Json:
    """The body that opens a game of this setup (two Knights close by) with the keys of ``key_of``."""
    setup = setup or close_by()
    names = [name for name, components in RULESET.edition.components.items() if components == setup.components]
    return {
        "edition": RULESET.edition.key,
        "seats": [
            {"seat": each.seat, "player": each.player, "key": digest_of(key_of(each.seat))} for each in setup.seats
        ],
        "components": names[0] if names else msgspec.to_builtins(setup.components),
        "start": json.loads(value_text(setup.start)),
        "chance": chance,
        "reveal": reveal,
        **({} if takebacks == "never" else {"takebacks": takebacks}),
        "host_key": digest_of(key_of(HOST)),
    }


def bring(client: Client, text: bytes) -> Response:
    """The response to a record file, or to a transcript."""
    return client.post("/v1/records", content=text, headers={"Content-Type": "application/x-ndjson"})


class Sent(NamedTuple):
    """A decision as a client sends it: on a position, or whatever stands here for ``If-Match``; nothing sends none."""

    seat: str | None
    decision: Json
    on: int | str | None = "*"
    key: str | None = None
    draws: Sequence[Json] = ()

    @property
    def headers(self) -> dict[str, str]:
        """The headers, with the seat's key."""
        named = {} if self.key is None else {"Idempotency-Key": self.key}
        on = f'"{self.on}"' if isinstance(self.on, int) else self.on
        return {**bearer(self.seat), **named, **({} if on is None else {"If-Match": on})}

    @property
    def body(self) -> Json:
        """The body."""
        return {"decision": self.decision, "draws": list(self.draws)}


class Table:
    """A game in a service, and what those who sit there, or look on, send."""

    def __init__(self, client: Client, game: str) -> None:
        """A game that is there."""
        self.client = client
        self.game = game
        self.path = f"/v1/games/{game}"

    @classmethod
    def opened(
        cls,
        client: Client,
        setup: Setup | None = None,
        *,
        chance: ChanceName = "seeded",
        reveal: Reveal = "all",
        takebacks: TakebackPolicy = "never",
    ) -> Self:
        """A new game, its keys known."""
        answered = client.post("/v1/games", json=to_open(setup, chance=chance, reveal=reveal, takebacks=takebacks))
        assert answered.status_code == 201, answered.text
        return cls(client, answered.json()["game"])

    @classmethod
    def imported(cls, client: Client, record: Record) -> Self:
        """A record that was kept, stored as it is."""
        answered = bring(client, record_text(record))
        assert answered.status_code == 201, answered.text
        return cls(client, record.game)

    @classmethod
    def kept(cls, client: Client, record: Record) -> Self:
        """A record of a service in this process, as if its game had been opened here: it can be played on."""
        assert isinstance(client, TestClient)
        keep(cast("FastAPI", client.app).state.service.writer, record)
        return cls(client, record.game)

    @property
    def position(self) -> int:
        """Where the game stands."""
        return int(self.get()["position"])

    def get(self, path: str = "", seat: str | None = None) -> Json:
        """What is answered to a seat, or to the public, where that is no problem."""
        answered = self.ask(path, seat)
        assert answered.status_code == 200, answered.text
        found: Json = answered.json()
        return found

    def ask(self, path: str = "", seat: str | None = None, headers: Mapping[str, str] | None = None) -> Response:
        """The response to a seat, or to the public."""
        return self.client.get(f"{self.path}{path}", headers={**bearer(seat), **(headers or {})})

    def send(self, sent: Sent, *, query: str = "") -> Response:
        """The response to a decision."""
        return self.client.post(f"{self.path}/decisions{query}", headers=sent.headers, json=sent.body)

    def decide(self, seat: str, decision: Json, *draws: Json) -> Json:
        """A decision that is stored, on whatever the game's position is."""
        answered = self.send(Sent(seat, decision, draws=draws))
        assert answered.status_code == 201, answered.text
        step: Json = answered.json()
        return step

    def steps(self, picks: random.Random) -> Iterator[tuple[Sent, Response]]:
        """Play on to the end: what was sent, each on its exact position and under a key of its own, and the answers.

        Each decision is one of those that its seat is offered. Whatever draw a witnessed game asks for is drawn at
        random and sent with the same decision again.
        """
        while not (head := self.get())["closed"]:
            seat, position = picks.choice(head["to_act"]), int(head["position"])
            decision = picks.choice(self.get("/options", seat)["listed"])
            sent = Sent(seat, decision, position, f"on {position}")
            answered = self.send(sent)
            while answered.status_code == 422 and answered.json()["type"].endswith("#draw-missing"):
                asked = msgspec.convert(answered.json()["request"], DrawRequest)
                sent = sent._replace(draws=(*sent.draws, {"label": asked.label, "drawn": drawn(asked, picks)}))
                answered = self.send(sent)
            assert answered.status_code == 201, answered.text
            yield sent, answered


def problem_of(answered: Response) -> tuple[int, str]:
    """The status of a problem, and its name."""
    assert answered.headers["content-type"] == "application/problem+json", answered.text
    body: Json = answered.json()
    assert body["status"] == answered.status_code
    return answered.status_code, str(body["type"]).removeprefix("/v1/problems#")


def lines_in(answered: Response) -> list[Json]:
    """The lines of an answer that is a line an item."""
    assert answered.headers["content-type"].startswith("application/x-ndjson")
    assert answered.text.endswith("\n")
    return [json.loads(line) for line in answered.text.splitlines()]


def await_read_models(client: Client) -> None:
    """Wait until every read model has taken in all that is stored."""
    until = time.monotonic() + PATIENCE
    while True:
        states = client.get("/readyz").json()["projections"]
        if all(each["status"] == "ready" for each in states):
            return
        assert time.monotonic() < until, states
        time.sleep(0.01)


ARBITERS: Final = Arbiters({digest_of(key_of(name)): Arbiter(name) for name in ("Ada", "Cy", "Bo")})


_AT_REST: Final[list[FastAPI]] = []


@contextmanager
def app_over(service: Service) -> Generator[FastAPI]:
    """An application over a service, used again afterwards: to make its routes takes longer than most tests."""
    app = _AT_REST.pop() if _AT_REST else create_app(service)
    attach_service(app, service)
    yield app
    _AT_REST.append(app)


_FOLDER: Final = TemporaryDirectory(prefix="oathbook-log-keys-")


def signing_of(db: StoreAddress) -> SigningOptions:
    """Where the files of a log are: beside a database that is a file, else in a folder that goes with the tests."""
    named = sha256(str(db).encode()).hexdigest()[:16]
    return SigningOptions(None if isinstance(db, Path) else Path(_FOLDER.name) / named)


class _InOneGo(BaseTransport):
    """Fetches an answer whole, in one visit to the application's thread; the client's own makes one a message."""

    def __init__(self, client: TestClient) -> None:
        self._client = client
        self._below = ASGITransport(client.app, raise_app_exceptions=False, client=("testclient", 50_000))

    def handle_request(self, request: Request) -> Response:
        """The answer, read to its end; the application has to run."""
        assert self._client.portal is not None
        return self._client.portal.call(self._answered, request)

    async def _answered(self, request: Request) -> Response:
        answered = await self._below.handle_async_request(request)
        raw = b"".join([each async for each in answered.aiter_raw()])
        return Response(answered.status_code, headers=answered.headers.raw, content=raw)


class _PromptClient(TestClient):
    """A client that spends its time on what it asks for."""

    def __init__(self, app: FastAPI) -> None:
        super().__init__(app, base_url="http://test", raise_server_exceptions=False)
        self._transport = _InOneGo(self)


@contextmanager
def served(db: StoreAddress, sources: Sources | None = None) -> Generator[TestClient]:
    """A client of a service in this process. It reads no stream of a running game: that would never end."""
    made = sources or system_sources()
    service = Service(db, load_registry(), made, address="http://test", arbiters=ARBITERS, signing=signing_of(db))
    with app_over(service) as app, _PromptClient(app) as client:
        yield client


class Process:
    """A service in a process of its own."""

    def __init__(self, running: subprocess.Popen[bytes], log: Path) -> None:
        """Wait for the address, which is the first thing that it says."""
        self._running = running
        self._log = log
        assert running.stdout is not None
        self._stdout = running.stdout
        self.address = self.line()
        assert self.address.startswith("http://127.0.0."), log.read_text("utf-8")

    def line(self) -> str:
        """The next line of what it says."""
        return self._stdout.readline().decode().rstrip("\n")

    @property
    def pid(self) -> int:
        """Its number."""
        return self._running.pid

    @property
    def log(self) -> list[Json]:
        """What it has told whoever runs it."""
        return [json.loads(line) for line in self._log.read_text("utf-8").splitlines()]

    def last_words(self) -> str:
        """Whether it still runs, and the last lines of its log: what a test that failed wants to know of it."""
        code = self._running.poll()
        state = "still runs" if code is None else f"has ended with code {code}"
        return "\n".join([f"{self.address} {state}", *self._log.read_text("utf-8").splitlines()[-LAST_LINES:]])

    def log_upto(self, answered: Response) -> list[Json]:
        """The same once it tells of this request, which it does after it has answered."""
        until = time.monotonic() + PATIENCE
        while not any(each.get("request") == answered.headers["x-request-id"] for each in self.log):
            assert time.monotonic() < until, self.log[-1]
            time.sleep(0.01)
        return self.log

    @contextmanager
    def client(self) -> Generator[Client]:
        """A client of it."""
        with httpx2.Client(base_url=self.address, timeout=PATIENCE, trust_env=False) as client:
            yield client

    def told(self, what: signal.Signals = signal.SIGTERM) -> None:
        """Tell it to stop."""
        os.kill(self.pid, what)

    def ended(self, *, within: float = PATIENCE) -> int:
        """Wait until it has ended, and say with which code."""
        return self._running.wait(within)

    def killed(self) -> None:
        """Kill it, as nobody can refuse to be killed."""
        if self._running.poll() is None:
            self._running.kill()
        self._running.wait(PATIENCE)


def environment_with(**variables: str) -> dict[str, str]:
    """The environment of this process with these variables, and no other of ours."""
    return {name: value for name, value in os.environ.items() if not name.startswith("OATHBOOK_")} | variables


@contextmanager
def process_of(
    log: Path, *arguments: str, ignoring: Sequence[signal.Signals] = (), **environment: str
) -> Generator[Process]:
    """A process of the program that serves and logs here; killed in the end, if it has not ended before."""
    command, variables = [PROGRAM, *arguments], environment_with(**environment)
    with (
        log.open("ab") as told,
        started(command, env=variables, ignoring=ignoring, stdout=subprocess.PIPE, stderr=told) as running,
    ):
        process = Process(running, log)
        try:
            yield process
        except Exception as failure:
            failure.add_note(process.last_words())
            raise


UNLIMITED: Final = {f"OATHBOOK_LIMIT_{what}": "off" for what in ("OPENING", "IMPORTING", "LETTERS", "WRONG_KEYS")}
"""Tests do in a second what one caller may do in an hour."""


@contextmanager
def process_on(db: Path, *options: str, **environment: str) -> Generator[Process]:
    """A process that serves this database at a free port, as often as a test asks unless an option says otherwise."""
    log = db.with_name(f"{db.name}.log")
    begin = ("serve", "--port", "0", "--db", str(db), *options)
    anybody = {"OATHBOOK_IMPORTS_FROM": "everyone"}
    with process_of(log, *begin, ignoring=(), **{**UNLIMITED, **anybody, **environment}) as process:
        yield process
