"""The examples of the service's description: what it answered in one session.

``python -m tests.service.openapi_examples`` writes them again.
"""

import json
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from fastapi.testclient import TestClient
from httpx2 import Request

from oathbook.domain.recording.format.record_file import record_text
from tests.service.disputes.disputing import ILLEGAL, Disputes, duelling
from tests.service.scribe.writing_down import ATTACK, Scribe, golden
from tests.support.checkout import ROOT
from tests.support.playing import Json, sources
from tests.support.promises.pledging import Promises
from tests.support.promises.promising import POINTING
from tests.support.serving import HOST, Client, Response, Table, await_read_models, bearer, served
from tests.support.tampering import JsonValue
from tests.unit.api.games import DUEL, duel

FILE: Final = ROOT / "api" / "http" / "openapi" / "examples.json"
LINES: Final = {"Accept": "application/x-ndjson"}
SHEET: Final = {"Content-Type": "text/x-oathbook"}
PLAIN: Final = 'ash promises birch in plain words "be friendly" judged by birch.'
KNIGHTS: Final = "/v1/rulesets/knights_duty/1"
MOST: Final = 6_000  # characters of an example; of what is longer, each list has its first item alone
WITHOUT: Final = frozenset({"ruleset_schema"})  # an example of a JSON Schema would be read as one
SECRET: Final = frozenset({"keys", "key", "ticket"})
"""Fields whose values are new each time."""


class Session:
    """A client that keeps the first answer of each operation with each status."""

    def __init__(self, client: TestClient) -> None:
        """Find out which operation is at which address."""
        self.client: Client = client
        self.kept: dict[tuple[str, str], Response] = {}
        document = client.get("/openapi.json").json()
        self.document: Json = document
        self._operations = [
            (method.upper(), re.compile(re.sub(r"\{\w+\}", "[^/]+", path) + "$"), each["operationId"])
            for path, methods in document["paths"].items()
            for method, each in methods.items()
        ]
        below = client.send

        def keeping(request: Request, **kwargs: bool) -> Response:
            answered: Response = below(request, **kwargs)  # type: ignore[arg-type]  # because it has few options
            self._keep(request.method, request.url.path, answered)
            return answered

        client.send = keeping  # type: ignore[method-assign,assignment]  # because everything that is sent goes through it

    def _keep(self, method: str, path: str, answered: Response) -> None:
        named = [name for verb, there, name in self._operations if verb == method and there.match(path)]
        if len(named) == 1 and answered.status_code < 400:
            media = answered.headers.get("content-type", "").partition(";")[0]
            self.kept.setdefault((named[0], f"{answered.status_code} {media}"), answered)


def play(session: Session) -> None:
    """Ask everything once: of a duel with promises and a dispute, and of records that were played elsewhere."""
    client = session.client
    open_game(client)
    table = duelling(client, 2)
    for path in ("", "/options", "/forms", "/state?at=1", "/frames?from=1&to=1", "/scenes?from=1&to=1", "/steps?to=3"):
        table.client.get(f"{table.path}{path}", headers=bearer("ash"))
    for path in (
        "/scenes/3/since",
        "/outline",
        "/standing",
        "/events?limit=1",
        "/events/2",
        "/events/3/why",
        "/record",
        "/sheet",
    ):
        table.client.get(f"{table.path}{path}", headers=bearer("ash"))
    client.get(f"{table.path}/events?after=4", headers=LINES)
    client.get(f"{table.path}/frames?from=5&to=5", headers=LINES)
    client.post(f"{table.path}/stream/tickets", json={}, headers=bearer("ash"))
    decide(table)
    promise(Promises(table))
    dispute(Disputes.filed(table, claim=ILLEGAL), table)
    records(client)
    ask(client)
    await_read_models(client)
    for path in ("", "/clauses/KD-2.1?limit=1", "/clauses/KD-2.1/precedents?limit=1", "/draws", "/schema"):
        client.get(f"{KNIGHTS}{path}")
    for path in ("timeline?limit=1", "ledger", "promises?limit=1"):
        client.get(f"{table.path}/{path}", headers=bearer("ash"))
    for path in ("/v1/games?limit=1", "/v1/players/Ann/promises?limit=1", "/v1/disputes?limit=1", "/v1/rulesets"):
        client.get(path)
    for path in ("/healthz", "/readyz", "/metrics", "/v1/problems", "/log/checkpoint", "/log/keys", "/log/statements"):
        client.get(path)
    for path in ("/log/proof/1", "/log/consistency/1/2", f"{table.path}/events/1/receipt", f"{table.path}/bundle"):
        client.get(path)
    take_back(Table.opened(client, takebacks="by-consent"))
    write_down(Scribe.begun(client, golden(ATTACK)))
    mark(Promises(Table.opened(client)))
    client.post(f"{table.path}/key", json={}, headers=bearer("birch"))
    invite(Table.opened(client))


def mark(promises: Promises) -> None:
    """Birch is about to point at somebody."""
    promises.bound(POINTING)
    for seat in ("birch", "ash"):
        promises.table.decide(seat, {"kind": "lay_plan", "slots": ["bow", "bow"]})
    promises.table.get("/options/marks", "birch")


def invite(table: Table) -> None:
    """Ask as the host which seats are taken, and give Birch a new key."""
    table.get("", "ash")
    table.get("/seats", HOST)
    table.client.post(f"{table.path}/seats/birch/key", json={}, headers=bearer(HOST))


def open_game(client: Client) -> None:
    body = {
        "edition": "knights_duty/1",
        "components": "knights-duty-sample-1",
        "seats": [{"seat": "ash"}, {"seat": "birch"}],
    }
    client.post("/v1/games", json=body)


def decide(table: Table) -> None:
    target = {"decision": {name: value for name, value in DUEL[2].items() if name != "by"}}
    sent = {**bearer(DUEL[2]["by"]), "If-Match": "*"}
    table.client.post(f"{table.path}/lines", json={"line": json.dumps(target["decision"])}, headers=sent)
    table.client.post(f"{table.path}/decisions?dry_run=true", json=target, headers=sent)
    table.client.post(f"{table.path}/decisions", json=target, headers=sent)


def take_back(table: Table) -> None:
    """Ash takes a plan back, and Birch, who has planned since, agrees."""
    for seat in ("ash", "birch"):
        table.decide(seat, {"kind": "lay_plan", "slots": ["bow"]})
    table.get("/takeback?from=2", "ash")
    table.get("/lines", "ash")
    headers = {**bearer("ash"), "If-Match": "*"}
    asked = table.client.post(f"{table.path}/takeback", json={"from": 2, "why": "a slip"}, headers=headers).json()
    headers = {**bearer("birch"), "If-Match": "*"}
    table.client.post(f"{table.path}/takeback/{asked['position']}/answer", json={"agrees": True}, headers=headers)


def write_down(scribe: Scribe) -> None:
    """An attack, its first line mended, and its odds."""
    scribe.write_down("ash: attack guard with scoundrel for 3")
    lines = [["ash: attack guard with scoundrel for 3"], ["ash: draw", "draw rolling+1", "draw 2x"]]
    scribe.post("/mend?dry_run=true", {"from": 2, "lines": lines})
    scribe.mend(2, *lines)
    scribe.get("/odds", HOST)


def promise(promises: Promises) -> None:
    """One that is judged, one declined, one taken back, one that all release."""
    bound = promises.bound(PLAIN)
    claimed = promises.does("birch", f"/{bound}/claims", {"path": "c1", "claims": "breached", "about": [2]})
    promises.does("ash", f"/{bound}/answers", {"claim": claimed["position"], "says": "That was before I signed."})
    promises.does("birch", f"/{bound}/rulings", {"path": "c1", "value": "met", "reason": "Nobody said a cross word."})
    promises.get(f"/{bound}")
    promises.get(f"/{bound}/audit")
    promises.get("?limit=1")
    declined, withdrawn = (str(promises.does("ash", "", {"letter": PLAIN})["promise"]["promise"]) for _ in range(2))
    promises.does("birch", f"/{declined}/declines")
    promises.does("ash", f"/{withdrawn}/withdrawal")
    promises.does("ash", f"/{promises.bound(PLAIN)}/consents")


def dispute(disputes: Disputes, table: Table) -> None:
    disputes.does("ash", "evidence", {"says": "I saw it.", "about": [2]})
    disputes.does(
        "Ada", "unsealing", {"at": 2, "fields": disputes.hidden(2)[:1], "reason": "The claim is about this plan."}
    )
    disputes.does("Ada", "finding")
    disputes.send("Ada", "edit", {"lines": ["edit knights ash inspiration = face_down"]}, on=None)
    disputes.ruled()
    disputes.does("ash", "appeal", {"grounds": "KD-5.2 was not asked."})
    disputes.get("ash")
    disputes.table.client.get(f"{disputes.path}/record")
    Disputes.filed(table, "birch").does("birch", "withdrawal")


def records(client: Client) -> None:
    client.post("/v1/records", content=record_text(duel()), headers={"Content-Type": "application/x-ndjson"})
    client.post("/v1/records", content=record_text(duel()), headers={"Content-Type": "application/x-ndjson"})


def ask(client: Client) -> None:
    setup = {
        "edition": "knights_duty/1",
        "seats": [{"seat": "ash"}, {"seat": "birch"}],
        "components": "knights-duty-sample-1",
    }
    client.post("/v1/ask", json={"setup": setup, "decision": {"kind": "choose_clan", "by": "ash", "clan": "red"}})
    client.post("/v1/letters/check", json={"letter": "Red promises Blue to give 1 wood to Blue."})
    client.get("/v1/letters/choices")


def examples(session: Session) -> dict[str, dict[str, dict[str, Any]]]:
    """The JSON of the kept answers, by operation, status and media type; secrets are shown by their place alone."""
    found: dict[str, dict[str, dict[str, Any]]] = {}
    for (operation, what), answered in sorted(session.kept.items()):
        status, _, media = what.partition(" ")
        if media == "application/json" and operation not in WITHOUT:
            value = masked(answered.json())
            value = value if len(answered.content) <= MOST else shortened(value)
            found.setdefault(operation, {}).setdefault(status, {})[media] = value
    return found


def masked(value: JsonValue, name: str = "") -> JsonValue:
    """A value with a word in the place of each secret."""
    if isinstance(value, dict):
        return {key: masked(each, key if name not in SECRET else name) for key, each in value.items()}
    if isinstance(value, list):
        return [masked(each, name) for each in value]
    return "…" if name in SECRET and isinstance(value, str) else value


def shortened(value: JsonValue) -> JsonValue:
    """A value whose lists have their first item alone; pairs of numbers stay."""
    if isinstance(value, dict):
        return {key: shortened(each) for key, each in value.items()}
    if not isinstance(value, list) or all(isinstance(each, int) for each in value):
        return value
    return [shortened(each) for each in value[:1]]


def run(folder: Path) -> Session:
    """The session, in a service of its own."""
    with served(folder / "games.db", sources("examples")) as client:
        session = Session(client)
        play(session)
    return session


if __name__ == "__main__":
    with TemporaryDirectory() as room:
        made = examples(run(Path(room)))
    FILE.write_text(json.dumps(made, indent=1, ensure_ascii=False, sort_keys=True) + "\n", "utf-8")
