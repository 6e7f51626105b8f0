"""What is asked of a ruleset package beside the tutorial: a whole game over HTTP, other processes, and its absence."""

import json
import time
from typing import TYPE_CHECKING, Any, Final
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

from tests.support.archiving.clusters import cluster_of

if TYPE_CHECKING:
    from tests.docs.tutorial import Desk

Json = Any
WITHIN: Final = 30.0
SEATS: Final = ("ann", "bram")
KEPT: Final = "bram promises ann to pay at least 1 coin to ann."
BROKEN: Final = "ann promises bram to pay at least 2 coins to bram by the end of the game."
OURS: Final = "oathbook notation/1\nedition heirless/e1\nseats ann, bram, cleo, dov\nann: deploy Valley\n"
SHEET: Final = "oathbook notation/1\nedition river/1\ncomponents village\nseats ann, bram\nann: pay 1 to bram\n"
open_address: Final = build_opener(ProxyHandler({})).open


class Caller:
    """Somebody who asks a service, for whichever seat."""

    def __init__(self, address: str) -> None:
        """At this address; the keys are those of the game that is opened."""
        self.address = address
        self.keys: dict[str, str] = {}
        self.game = ""

    def get(self, path: str, seat: str = "") -> bytes:
        """The body of an answer."""
        with open_address(Request(self.address + path, headers=self._key(seat)), timeout=WITHIN) as answer:  # noqa: S310  # our own service
            found: bytes = answer.read()
        return found

    def post(self, path: str, body: Json, seat: str = "", position: str = '"1"') -> Json:
        """What an accepted request is answered with."""
        headers = {"Content-Type": "application/json", "If-Match": position, **self._key(seat)}
        request = Request(self.address + path, json.dumps(body).encode(), headers)  # noqa: S310  # our own service
        with open_address(request, timeout=WITHIN) as answer:
            return json.load(answer)

    def opens(self) -> None:
        """Open a game."""
        body = {"edition": "river/1", "components": "village", "seats": [{"seat": each} for each in SEATS]}
        opened = self.post("/v1/games", body)
        self.game, self.keys = opened["game"], opened["keys"]["seats"]

    def promises(self, letter: str) -> None:
        """Offer a letter and have it signed by both."""
        by = letter.split(maxsplit=1)[0]
        path = f"/v1/games/{self.game}/promises"
        name = self.post(path, {"letter": letter}, by, "*")["promise"]["promise"]
        for seat in SEATS:
            self.post(f"{path}/{name}/signatures", {}, seat, "*")

    def decides(self, seat: str, **decision: Json) -> Json:
        """A decision."""
        return self.post(f"/v1/games/{self.game}/decisions", {"decision": decision}, seat, "*")

    def _key(self, seat: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.keys[seat]}"} if seat else {}


def works_beside(desk: "Desk") -> str:
    """A game is played to its end, replayed, checked, disputed, and decided again in other processes; its id."""
    desk.said("oathbook serve --db played.db")
    caller = Caller(desk.address)
    plays(caller)
    record = caller.get(f"/v1/games/{caller.game}/record")
    (desk.folder / "played.jsonl").write_bytes(record)
    assert "played.jsonl: sound" in must(desk, "verify", "played.jsonl")
    assert "Ann pays 3 points" in must(desk, "promises", "audit", "played.jsonl", code=1)
    again_elsewhere(desk)
    (desk.folder / "ours.notation").write_text(OURS)
    must(desk, "import", "played.jsonl", "ours.notation", "--db", "kept.db")
    return caller.game


def plays(caller: Caller) -> None:
    """Take hands, promise, pay, send cards as they come; a promise is kept, one is broken, and a claim is answered."""
    caller.opens()
    caller.decides("ann", kind="take_hand")
    caller.promises(KEPT)
    caller.promises(BROKEN)
    caller.decides("bram", kind="pay", count=1, to="ann")
    path = f"/v1/games/{caller.game}"
    while seats := json.loads(caller.get(path))["to_act"]:
        (seat,) = seats
        options = json.loads(caller.get(f"{path}/options", seat))["listed"]
        caller.decides(seat, **{name: value for name, value in options[0].items() if name != "by"})
    audits = [json.loads(caller.get(f"{path}/promises/{name}/audit")) for name in ("p1", "p2")]
    assert [each["audit"]["status"] for each in audits] == ["kept", "broken"], audits
    assert b"River" in caller.get(f"/games/{caller.game}")
    assert json.loads(caller.get(f"{path}/frames"))["frames"]
    filed = caller.post("/v1/disputes", {"game": caller.game, "claim": {"claim": "outcome-wrong", "at": 4}}, "ann")
    answered = caller.post(f"/v1/disputes/{filed['dispute']}/finding", {}, "ann")
    assert [each["answer"] for each in answered["findings"]] == ["rejected"]


def again_elsewhere(desk: "Desk") -> None:
    """Several games are decided again by worker processes and by a Dask cluster, with one report."""
    (desk.folder / "short.notation").write_text(SHEET)
    games = [f"short-{number}.jsonl" for number in range(4)]
    for each in games:
        must(desk, "import", "short.notation", "--to", each)
    asked = ("regress", *games, "--edition", "river/1", "--against", "river/1", "--json")
    with cluster_of(1, desk.folder, python=desk.env / "bin" / "python") as cluster:
        reports = [json.loads(must(desk, *asked, *how)) for how in (("--workers", "2"), ("--cluster", cluster.address))]
    assert reports[0] == reports[1]
    assert (reports[0]["records"], reports[0]["unreadable"], reports[0]["different"]) == (len(games), [], 0)


def must(desk: "Desk", *words: str, code: int = 0) -> str:
    """What a command prints that has to end so."""
    ended, printed = desk.ran("oathbook", *words)
    assert ended == code, (words, ended, printed)
    return printed


def is_missed(desk: "Desk", game: str) -> None:
    """Without its package, a game is answered with what is missing, and the others are served and listed."""
    assert "river/1" not in must(desk, "rulesets")
    desk.said("oathbook serve --db kept.db")
    caller = Caller(desk.address)
    try:
        problem = caller.get(f"/v1/games/{game}").decode()
    except HTTPError as refused:
        problem = refused.read().decode()
    assert "unknown-edition" in problem
    assert "river/1" in problem
    until = time.monotonic() + WITHIN
    while not (others := json.loads(caller.get("/v1/games"))["games"]):
        assert time.monotonic() < until, "the read models stopped at the game that nobody can read"
        time.sleep(0.1)
    assert [each["edition"] for each in others] == ["heirless/e1"]
