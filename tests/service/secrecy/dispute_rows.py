"""Everything that a viewer can ask about disputes, and do in one of their own; the game stands where it stood."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from oathbook.domain.application.dispute_stream import new_dispute_id
from oathbook.domain.kernel import PUBLIC, Seat
from oathbook.domain.recording.format.sources import system_sources
from tests.service.asgi import Ask, get, post
from tests.service.secrecy.looks import EDITION, Depth, Row, Stand
from tests.service.secrecy.posts import ANYWHERE
from tests.support.playing import Json

DISPUTES: Final = "/v1/disputes"
PRECEDENTS: Final = f"{EDITION}/clauses/{{clause}}/precedents"
ONE: Final = f"{DISPUTES}/{{dispute}}"
KINDS: Final = ("decision-illegal", "outcome-wrong", "draw-wrong", "standing", "decision-refused", "promise")


def claims_of(stand: Stand) -> Iterator[tuple[str, Json]]:
    """A claim of every kind about the last step, or about all, each with the key under which it is filed."""
    places = stand.places if stand.depth is Depth.EVERY else (stand.last - 1, stand.last)
    for at in places:
        for kind in KINDS:
            about: Json = {"promise": "p1"} if kind == "promise" else {"at": at}
            more: Json = {"decision": {"kind": "inspire", "use": True}} if kind == "decision-refused" else {}
            yield f"canary-of-{stand.viewer}-{kind}-{at}", {"claim": kind, **about, **more}


def own(stand: Stand) -> Iterator[str]:
    """The disputes that this viewer has filed; of those that nobody could file there are none."""
    for key, _ in claims_of(stand):
        yield new_dispute_id(stand.world.game, Seat(stand.viewer), key, system_sources())


def file(stand: Stand) -> Iterator[Ask]:
    """Claims about everything, and some that cannot be read."""
    game, canary = stand.world.game, f"canary-of-{stand.viewer}"
    for key, claim in claims_of(stand):
        yield post(DISPUTES, DISPUTES, {"game": game, "claim": claim}, {"Idempotency-Key": key})
    yield post(DISPUTES, DISPUTES, {"game": canary, "claim": {}}, {"Idempotency-Key": canary})
    yield post(DISPUTES, DISPUTES, {"game": game, "claim": {"claim": canary}, canary: canary})
    yield replace(post(DISPUTES, DISPUTES, {}), body=b"[1]")


def dispute(stand: Stand) -> Iterator[Ask]:
    """One's own disputes as they stand, and some that there are not."""
    for each in (*own(stand), "none", f"canary-of-{stand.viewer}", stand.world.game):
        yield get(ONE, f"{DISPUTES}/{each}")
        yield get(ONE, f"{DISPUTES}/{each}", {"If-None-Match": '"1"'})


def record(stand: Stand) -> Iterator[Ask]:
    """One's own disputes as files, and what is none."""
    yield from (get(f"{ONE}/record", f"{DISPUTES}/{each}/record") for each in (*own(stand), "none"))


DONE: Final[dict[str, Json]] = {
    "evidence": {"says": "So it was.", "about": [1]},
    "finding": {},
    "unsealing": {"at": 1, "fields": ["d1" * 32], "reason": "So it was."},
    "ruling": {"answer": "upheld", "reasons": "So it was.", "remedy": {"remedy": "let-stand"}},
    "appeal": {"grounds": "So it was not."},
    "withdrawal": {},
    "edit": {"lines": ["edit knights ash inspiration = face_down"]},
}
"""What is done in a dispute, each with a body."""


def docket(stand: Stand) -> Iterator[Ask]:
    """The docket, all of it and by every filter."""
    canary = f"canary-of-{stand.viewer}"
    yield get(DISPUTES, DISPUTES)
    yield get(DISPUTES, DISPUTES, game=stand.world.game, ruleset="knights_duty", edition="knights_duty/1", limit=1)
    yield get(DISPUTES, DISPUTES, clause="KD-5.1", state="open", arbiter=canary, after=1)
    yield get(DISPUTES, DISPUTES, state=canary, limit=0)


def precedents(stand: Stand) -> Iterator[Ask]:
    """The rulings on a clause, and on what is none."""
    for clause in ("KD-5.1", f"canary-of-{stand.viewer}"):
        yield get(PRECEDENTS, f"/v1/rulesets/knights_duty/1/clauses/{clause}/precedents", after=9, limit=2)


def acts(what: str) -> Row:
    """Something done in each of one's own disputes, and in one that there is not."""

    def row(stand: Stand) -> Iterator[Ask]:
        route, canary = f"{ONE}/{what}", f"canary-of-{stand.viewer}"
        disputes = ["none"] if stand.viewer == PUBLIC else [*own(stand), "none"]
        for each in disputes:
            path = f"{DISPUTES}/{each}/{what}"
            yield post(route, path, DONE[what], {**ANYWHERE, "Idempotency-Key": f"{canary}-{what}"})
        path = f"{DISPUTES}/{disputes[0]}/{what}"
        yield post(route, path, DONE[what])
        yield post(route, path, {**DONE[what], canary: canary}, ANYWHERE)
        yield post(route, path, DONE[what], {"If-Match": '"99"'})
        yield replace(post(route, path, {}, ANYWHERE), body=b"[1]")

    return row


HEARINGS: Final[dict[str, Row]] = {
    f"POST {DISPUTES}": file,
    f"POST {ONE}/evidence": acts("evidence"),
    f"POST {ONE}/finding": acts("finding"),
    f"GET {ONE}": dispute,
    f"GET {ONE}/record": record,
    f"GET {DISPUTES}": docket,
    f"GET {PRECEDENTS}": precedents,
    **{f"POST {ONE}/{what}": acts(what) for what in ("unsealing", "ruling", "appeal", "withdrawal", "edit")},
}
