"""Queries and headers that somebody might send, each with the answer that is due to it."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from tests.service.door import JSON, Call, Headers, named
from tests.service.hostile.nasty_bodies import BAD, INVALID, LONG, Due

NOWHERE: Final[Due] = (404, "not-found")
NO_METHOD: Final[Due] = (405, "method-not-allowed")
NO_KEY: Final[Due] = (401, "key-unknown")
NO_FORM: Final[Due] = (406, "not-acceptable")
NO_JSON: Final[Due] = (415, "unsupported-media-type")
PLAIN: Final[Headers] = {}


class Odd(NamedTuple):
    """A request, the problem that it is, and what the detail says: the parameter, or the header."""

    call: Call
    due: Due
    says: str


NO_NUMBERS: Final = (
    b"",
    b"x",
    b"-1",
    b"1.5",
    b"1e3",
    b"NaN",
    b"Infinity",
    b"0x10",
    b"%00",
    b"%FF",
    b"%ED%A0%80",
    b"%C2%B2",
    b"9007199254740992",
    b"9223372036854775808",
    b"18446744073709551616",
    b"-9223372036854775809",
    b"9" * 400,
    b"9" * 5_000,
)


def queries(game: str) -> Iterator[Odd]:
    """Queries that no route takes, about a game that is over."""
    numbers = {
        "": ("after", "limit"),
        f"/{game}/events": ("after", "limit"),
        f"/{game}/state": ("at",),
        f"/{game}/frames": ("from", "to"),
        f"/{game}/scenes": ("from", "to"),
        f"/{game}/steps": ("from", "to"),
        f"/{game}/outline": ("after",),
        f"/{game}/timeline": ("after", "limit", "wait"),
        f"/{game}/standing": ("at",),
        f"/{game}/odds": ("at",),
        f"/{game}/ledger": ("wait",),
    }
    for path, names in numbers.items():
        for name in names:
            for value in NO_NUMBERS:
                query = name.encode() + b"=" + value
                yield Odd(Call("GET", f"/v1/games{path}", headers=PLAIN, query=query), INVALID, f"query.{name}")
    for path, query, due, says in (
        ("", b"limit=0", INVALID, "query.limit"),
        ("", b"limit=501", INVALID, "query.limit"),
        ("", b"after=0", INVALID, "query.after"),
        ("", b"state=", INVALID, "query.state"),
        ("", b"state=%ED%A0%80", INVALID, "query.state"),
        ("", b"edition=" + b"q" * 81, INVALID, "query.edition"),
        ("", b"player=" + b"q" * 201, INVALID, "query.player"),
        ("", b"player=" + b"%FF" * 201, INVALID, "query.player"),
        ("", b"outcome=" + b"q" * 201, INVALID, "query.outcome"),
        ("/options", b"seat=nobody", (403, "not-your-seat"), "seat"),
        ("/options", b"seat=%00", (403, "not-your-seat"), "seat"),
        ("/options", b"seat=" + b"q" * 41, INVALID, "query.seat"),
        ("/options", b"at=100000", NOWHERE, "position 100000"),
        ("/options", b"at=0", INVALID, "query.at"),
        ("/options", b"form=list", INVALID, "query.form"),
        ("/forms", b"of=" + b"q" * 101, INVALID, "query.of"),
        ("/lines", b"from=0", INVALID, "query.from"),
        ("/lines", b"as=ash", INVALID, "query.as"),
        ("/state", b"at=100000", NOWHERE, "position 100000"),
        ("/state", b"at=0", INVALID, "query.at"),
        ("/state", b"as=", NOWHERE, "as: this game has no viewer"),
        ("/state", b"as=nobody", NOWHERE, "as: this game has no viewer"),
        ("/state", b"as=%00", NOWHERE, "as: this game has no viewer"),
        ("/state", b"as=%FF%FE", NOWHERE, "as: this game has no viewer"),
        ("/state", b"as=%ED%A0%80", NOWHERE, "as: this game has no viewer"),
        ("/frames", b"as=Ash", NOWHERE, "as: this game has no viewer"),
        ("/scenes", b"as=%00", NOWHERE, "as: this game has no viewer"),
        ("/steps", b"as=%00", NOWHERE, "as: this game has no viewer"),
        ("/scenes/1/since", b"as=%00", NOWHERE, "as: this game has no viewer"),
        ("/outline", b"as=%ED%A0%80", NOWHERE, "as: this game has no viewer"),
        ("/scenes", b"rulings=", INVALID, "query.rulings"),
        ("/scenes/1/since", b"rulings=%00", INVALID, "query.rulings"),
        ("/outline", b"rulings=LEFT-OUT", INVALID, "query.rulings"),
        ("/timeline", b"says=" + b"q" * 201, INVALID, "query.says"),
        ("/timeline", b"says=" + b"%FF" * 201, INVALID, "query.says"),
        ("/events", b"as=" + b"q" * 41, INVALID, "query.as"),
        ("/record", b"as=%F0%9F%98%80", NOWHERE, "as: this game has no viewer"),
        ("/sheet", b"as=%00", NOWHERE, "as: this game has no viewer"),
        ("/stream", b"as=host", NOWHERE, "as: this game has no viewer"),
        ("/standing", b"at=15", NOWHERE, "position 15"),
        ("/odds", b"at=15", NOWHERE, "position 15"),
        ("/odds", b"at=1", NOWHERE, "position 1"),
    ):
        at = f"/{game}" if path else ""
        yield Odd(Call("GET", f"/v1/games{at}{path}", headers=PLAIN, query=query), due, says)


NO_KEYS: Final[tuple[str | bytes, ...]] = (
    "",
    "Bearer",
    "Bearer ",
    "Bearer  ",
    "Bearer x",
    "Basic YTpi",
    "bearer " + "=" * 43,
    "Bearer " + "A" * 42,
    "Bearer " + "A" * 43,
    "Bearer " + "A" * 44,
    "Bearer " + "+/" * 21 + "A",
    "Bearer " + "A" * 40 + "\0\0\0",
    b"Bearer \xff\xfe\xfd",
    b"Bearer " + b"\xc3\xa9" * 21,
    b"\xff",
    "Bearer " + "A" * 43 + ", Bearer " + "B" * 43,
)


def headers(game: str) -> Iterator[Odd]:
    """Headers of a reader that are wrong."""
    path = f"/v1/games/{game}"
    for value in NO_KEYS:
        for behind in ("", "/options", "/record"):
            yield Odd(Call("GET", path + behind, headers={"authorization": value}), NO_KEY, "key")
    for value in ("Bearer " + "q" * 194, b"\xff" * 201, LONG):
        yield Odd(Call("GET", path, headers={"authorization": value}), INVALID, "header.authorization")
    for value in ("text/html", "image/*", "application/json;q=0", "", ",;,;", ";q=1", b"\xff\xfe", LONG, "*/*;q=x"):
        for behind in ("/events", "/frames"):
            yield Odd(Call("GET", path + behind, headers={"accept": value}), NO_FORM, "application/json")
    for value in ("", "x", "-1", "1.5", "1e3", b"\xb2", "100001", "9" * 20, "\0", "1, 2"):
        yield Odd(Call("GET", f"{path}/stream", headers={"last-event-id": value}), BAD, "Last-Event-ID")
    for value in ("9" * 21, b"\xff" * 21, LONG):
        yield Odd(Call("GET", f"{path}/stream", headers={"last-event-id": value}), INVALID, "header.last-event-id")


NOT_ON_A_POSITION: Final[tuple[str | bytes, ...]] = (
    "",
    "x",
    "42",
    '"',
    '""',
    '"x"',
    '"-1"',
    '"1.5"',
    'W/"1"',
    '"1", "2"',
    '"1" "2"',
    '"1000000"',
    "**",
    b"\xff",
    b'"\xb2"',
    b'"\0"',
    b'"' + b"\xb9" * 38 + b'"',
)
NO_REQUEST_KEYS: Final[tuple[str | bytes, ...]] = ("", "q" * 201, b"\xff" * 201, LONG)
NEITHER_YES_NOR_NO: Final = (b"", b"maybe", b"2", b"%00", b"%ED%A0%80", b"9" * 5_000)


def decision_headers(game: str, body: bytes, key: str) -> Iterator[Odd]:
    """Headers of somebody who decides in a running game that are wrong, with a body that is right."""
    path = f"/v1/games/{game}/decisions"
    valid: Headers = {**JSON, "authorization": f"Bearer {key}", "if-match": "*"}
    changes: list[tuple[str, tuple[str | bytes, ...], Due, str]] = [
        ("if-match", NOT_ON_A_POSITION, BAD, "If-Match"),
        ("if-match", ('"' + "9" * 39 + '"', LONG), INVALID, "header.if-match"),
        ("if-match", ('"0"', '"9"', '"999999"'), (412, "position-conflict"), "is at position 1"),
        ("idempotency-key", NO_REQUEST_KEYS, INVALID, "header.idempotency-key"),
        ("authorization", NO_KEYS, NO_KEY, "key"),
    ]
    for name, values, due, says in changes:
        for value in values:
            yield Odd(Call("POST", path, body, {**valid, name: value}), due, says)
    for name, due, says in (
        ("if-match", (428, "position-missing"), "If-Match"),
        ("authorization", (401, "key-missing"), "Authorization: Bearer"),
    ):
        without = {other: value for other, value in valid.items() if other != name}
        yield Odd(Call("POST", path, body, without), due, says)
    for query in NEITHER_YES_NOR_NO:
        yield Odd(Call("POST", path, body, valid, b"dry_run=" + query), INVALID, "query.dry_run")


KINDS: Final[tuple[str | bytes, ...]] = (
    "",
    "text/plain",
    "text/json",
    "*/*",
    "application/*",
    "application/jsonx",
    "application/json, text/plain",
    "application/problem+json",
    "application/ndjson",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "multipart/form-data",
    '"application/json"',
    "application / json",
    "json",
    b"application/json\xff",
    b"\xff\xfe",
    LONG,
)


def kinds(path: str, body: bytes) -> Iterator[Odd]:
    """A body that is right, called something else than JSON."""
    right = f"Content-Type: {named(path)['content-type']}"
    yield Odd(Call("POST", path, body, PLAIN), NO_JSON, right)
    for kind in KINDS:
        yield Odd(Call("POST", path, body, {"content-type": kind}), NO_JSON, right)
