"""A witness that answers over HTTP in this process, as it should or as a test has it; and services that ask it."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import NamedTuple

from fastapi.testclient import TestClient

from oathbook.api.service import Service
from oathbook.api.signing.startup import SigningOptions
from oathbook.api.signing.witnesses import Witnesses
from oathbook.api.witness.keys import cosigner_at
from oathbook.api.witness.memory import WitnessMemory
from oathbook.api.witness.witness import LogWitness, WitnessAnswer
from oathbook.domain.evidence.note_keys import NoteKey
from oathbook.domain.evidence.policy_file import parse_policy
from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.recording.format.sources import system_sources
from oathbook.domain.rulesets.registry import load_registry
from tests.service.witnesses.small_logs import WitnessFiles
from tests.support.serving import app_over, signing_of

NOW = 1_679_315_147


class Standing:
    """A witness, and where it can be asked. ``answers`` may be changed: it is given the path and the body."""

    def __init__(self, folder: Path, name: str) -> None:
        self.files = WitnessFiles(folder, name=name)
        self.name = name.partition(".")[0]
        self.url = ""
        self.logs: list[NoteKey] = []
        self.asked = Event()
        self.over = Event()
        self.answers: Callable[[str, bytes], WitnessAnswer] = self.honestly
        self.memory = WitnessMemory(self.files.state, self.files.key)

    def honestly(self, path: str, body: bytes) -> WitnessAnswer:
        """What a witness of these logs answers."""
        cosigner = cosigner_at(self.files.folder / "key")
        witness = LogWitness(cosigner, self.logs, self.memory, lambda: NOW, lambda _: None)
        return witness.add_checkpoint(body) if body else witness.checkpoint(path.split("/")[1])

    @property
    def line(self) -> str:
        """Its line in a policy."""
        return f"witness {self.name} {self.files.key.text} {self.url}\n"


@contextmanager
def standing(folder: Path, name: str) -> Generator[Standing]:
    """A witness of no logs yet."""
    witness = Standing(folder, name)

    class Answering(BaseHTTPRequestHandler):
        """Answers for it."""

        def do_POST(self) -> None:  # as the library calls it
            witness.asked.set()
            self._answer(self.rfile.read(int(self.headers["Content-Length"])))

        def do_GET(self) -> None:  # the same
            self._answer(b"")

        def _answer(self, body: bytes) -> None:
            told = witness.answers(self.path, body)
            self.send_response(told.status)
            self.send_header("Content-Length", str(len(told.body)))
            self.end_headers()
            self.wfile.write(told.body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # as the library calls it
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Answering) as server:
        server.daemon_threads = True
        witness.url = f"http://127.0.0.1:{server.server_address[1]}"
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield witness
        finally:
            witness.over.set()
            server.shutdown()
            thread.join()
            witness.memory.close()


class Cosigned(NamedTuple):
    """A service with witnesses, and a client of it."""

    service: Service
    client: TestClient

    def ready(self) -> dict[str, object]:
        """What ``/readyz`` says of the witnesses."""
        found: dict[str, object] = self.client.get("/readyz").json()["witnesses"]
        return found


@contextmanager
def served_under(db: StoreAddress, policy: str) -> Generator[Cosigned]:
    """A service in this process with the witnesses of this policy."""
    read = parse_policy(policy.encode())
    signing = SigningOptions(signing_of(db).keys, witnesses=Witnesses(read, tuple(each.url for each in read.witnesses)))
    service = Service(db, load_registry(), system_sources(), address="http://test", signing=signing)
    with app_over(service) as app, TestClient(app, base_url="http://test") as client:
        yield Cosigned(service, client)


@contextmanager
def served_with(db: StoreAddress, quorum: str, *witnesses: Standing) -> Generator[Cosigned]:
    """A service whose log these witnesses know."""
    with served_under(db, f"{''.join(each.line for each in witnesses)}{quorum}") as cosigned:
        for each in witnesses:
            each.logs.append(cosigned.service.log.keys.log.key)
        yield cosigned
