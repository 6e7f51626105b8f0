"""What a world has told: compared with that of another, and searched for what nobody may be told."""

import asyncio
import base64
import re
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from oathbook.api.http.receipts import HEADER
from oathbook.api.signing.bundles import bundle_in
from oathbook.domain.application.dispute_stream import DISPUTES, load_stream
from oathbook.domain.kernel import PUBLIC, TABLE, Seat, Viewer
from oathbook.domain.recording.format.codec import EncodedEvent, StreamCodec
from oathbook.domain.recording.format.envelope import Opening
from oathbook.domain.recording.format.record import fold_record, revealed_openings
from oathbook.projections.views_reader import views_path
from tests.service.asgi import Reply
from tests.service.secrecy.looks import Depth
from tests.service.secrecy.sweep import own_doings, swept
from tests.service.secrecy.worlds import Asked, Parts, Script, logged, running
from tests.support.serving import key_of

LOG: Final = "the log"
VIEWS: Final = "the read models"
METRICS: Final = "GET /metrics"

_HEX: Final = re.compile(rb"[0-9a-f]{12,64}")
SIGNED: Final = frozenset(
    {
        "GET /log/checkpoint",
        "GET /log/keys",
        "GET /log/tile/{tile}",
        "GET /log/proof/{leaf}",
        "GET /log/consistency/{old}/{new}",
        "GET /readyz",
    }
)
"""What follows from hashes, keys and the clock alone: two worlds differ in it, and nobody sees what it is of."""

BUNDLE: Final = "GET /v1/games/{game}/bundle"
TICKET: Final = "POST /v1/games/{game}/stream/tickets"
RECEIPT: Final = "GET /v1/games/{game}/events/{position}/receipt"

_UNSIGNED: Final = re.compile(rb"blind [0-9a-f]{64}\n|\n\xe2\x80\x94 .*\n")
"""What blinds a stream, and a signature: both differ from database to database."""

_CHECKPOINT: Final = re.compile(rb"event: checkpoint\ndata: .*\n\n")
"""Word that the log was signed, which comes when the clock says so."""

_TICKET: Final = re.compile(r"[\w-]{60,}")
"""A ticket, of which no two are alike; what it opens is compared."""

_TIMES: Final = re.compile(rb"^(oathbook_(?:\w+_created|request_seconds_(?:bucket|sum))\S*) \S+$", re.MULTILINE)
_MOMENTS: Final = re.compile(r'"(request|seconds|timestamp)": ("[^"]*"|[0-9.e-]+)')
UNLIKE: Final = frozenset({"x-request-id"})
"""A header that differs between any two answers."""


class Label(Struct, frozen=True):
    """A request as both worlds have it; ``number`` counts those of a viewer."""

    viewer: Viewer
    number: int
    operation: str
    path: str
    query: str
    headers: str


class Told(Struct, frozen=True):
    """What a world has told: replies, log and read models, with digests and salts named by where they stand.

    ``exposed`` says where something stands that belongs to nobody who can look there.
    """

    replies: Mapping[Label, object]
    log: object
    tables: object
    exposed: frozenset[tuple[str, str]]


class Sweep(Struct, frozen=True):
    """Who asks everything, and who has a secret and goes on doing this and that."""

    viewers: tuple[Viewer, ...]
    owner: Seat | None = None
    depth: Depth = Depth.FULL


class Stream(Struct, frozen=True):
    """What stands in a stream of a game, or of a dispute about one, and whether everybody sees all of the game."""

    codec: StreamCodec
    events: tuple[EncodedEvent, ...]
    secrets_are_out: bool


def told(folder: Path, script: Script, sweep: Sweep, parts: Parts | None = None) -> Told:
    """Let a world happen on a database in this new folder, ask everything, and gather what it has told."""
    folder.mkdir()
    with logged() as log:
        asked, streams = asyncio.run(_happened(folder, script, sweep, parts or Parts()))
    names = named(streams)
    rows, views = tables(views_path(folder / "games.db"))
    hidden = {viewer: withheld(streams, viewer) for viewer in {*(each.viewer for each in asked), PUBLIC}}
    exposed = {
        *(found for each in asked for found in in_reply(each, hidden[each.viewer])),
        *((LOG, what) for what in strange(log.getvalue().encode(), hidden[PUBLIC])),
        *((VIEWS, what) for what in strange(views, hidden[PUBLIC])),
    }
    lines = sorted(_MOMENTS.sub("", line) for line in log.getvalue().splitlines())  # several end at once
    return Told(_replies(asked, names), lines, renamed(rows, names), frozenset(exposed))


async def _happened(folder: Path, script: Script, sweep: Sweep, parts: Parts) -> tuple[list[Asked], tuple[Stream, ...]]:
    async with running(folder, script, parts) as world:
        await world.play(sweep.viewers)
        if sweep.owner is not None:
            await own_doings(world, sweep.owner)
        world.service.log.sign()  # rather than when the clock says so
        for viewer in sweep.viewers:
            await swept(world, viewer, sweep.depth)
        archive = world.service.archive
        records = [archive.record(game) for game in archive.games()]
        filed = [dispute for record in records for dispute, _ in archive.disputes_of(record.game)]
        hearings = [load_stream(archive, dispute) for dispute in filed]
        out = {record.game: fold_record(record).secrets_are_out for record in records}
        return world.asked, (
            *(Stream(record.codec, record.events, out[record.game]) for record in records),
            *(Stream(DISPUTES, each.events, out[each.dispute.game]) for each in hearings),
        )


def _replies(asked: Iterable[Asked], names: Mapping[bytes, bytes]) -> dict[Label, object]:
    numbers: Counter[Viewer] = Counter()
    found: dict[Label, object] = {}
    for viewer, ask, reply in ((each.viewer, each.ask, each.reply) for each in asked):
        numbers[viewer] += 1
        query = str({name: _TICKET.sub("", value) for name, value in ask.query.items()})
        label = Label(viewer, numbers[viewer], ask.operation, ask.path, query, str(ask.headers))
        found[label] = _as_told(ask.operation, reply, names)
    return found


def _as_told(operation: str, reply: Reply, names: Mapping[bytes, bytes]) -> object:
    """Status, headers, length and body; of the metrics, neither times nor what their digits make of the length."""
    body = _CHECKPOINT.sub(b"", reply.body)
    length = len(body)
    unlike = UNLIKE
    if operation == METRICS:
        body, length, unlike = _TIMES.sub(rb"\1", body), 0, UNLIKE | {"content-length"}
    if operation in SIGNED:
        body, length, unlike = b"", 0, UNLIKE | {"content-length"}
    if operation == RECEIPT:
        body, length, unlike = _UNSIGNED.sub(b"", body), 0, UNLIKE | {"content-length"}
    if operation == TICKET:
        body = _TICKET.sub("", body.decode()).encode()
    if operation == BUNDLE and reply.status == 200:
        bundle = bundle_in(body)
        body, length, unlike = b"".join((bundle.record, bundle.rules, bundle.versions)), 0, UNLIKE | {"content-length"}
    headers = sorted(f"{name}: {value}" for name, value in readable(reply) if name not in unlike)
    headers = [_UNSIGNED.sub(b"", each.encode()).decode() for each in headers]
    return reply.status, renamed("\n".join(headers).encode(), names), length, renamed(body, names)


def named(streams: Iterable[Stream]) -> dict[bytes, bytes]:
    """A name for each hash, digest and salt, which says where it stands first; and for its first 12 digits.

    Only those: a seed looks like a digest, and must not be taken for one.
    """
    names: dict[bytes, bytes] = {}
    for number, stream in enumerate(streams, 1):
        for event in stream.events:
            for which, text in enumerate(_digests_of(event)):
                for each in (text, text[:12]):
                    names.setdefault(each.encode(), b"#%d.%d.%d" % (number, event.entry.position, which))
    return names


def _digests_of(event: EncodedEvent) -> tuple[str, ...]:
    salts = (opening.salt for opening in openings_of(event))
    return (event.prev, event.hash, *event.hides, *salts, *(salt for salt, _ in event.reveals.values()))


def openings_of(event: EncodedEvent) -> tuple[Opening, ...]:
    """The openings of an event, whoever may have them."""
    return msgspec.json.decode(event.openings, type=tuple[Opening, ...]) if event.openings else ()


def renamed(text: bytes, names: Mapping[bytes, bytes]) -> bytes:
    """The text with names in the place of hashes, digests and salts."""
    return _HEX.sub(lambda found: names.get(found[0], found[0]), text)


def withheld(streams: Iterable[Stream], viewer: Viewer) -> dict[bytes, str]:
    """The salts, and the seeds, that a viewer may not have of these streams, each with what it is."""
    found: dict[bytes, str] = {}
    for stream in streams:
        if not stream.secrets_are_out:
            shown = {salt for salt, _ in revealed_openings(stream.events).values()}
            for event in stream.events:
                own = msgspec.json.decode(stream.codec.openings_for(event, viewer) or b"[]", type=tuple[Opening, ...])
                for each in openings_of(event):
                    if each.salt not in shown and each not in own:
                        found[each.salt.encode()] = "a salt"
                        found |= {bytes(each.value).strip(b'"'): "a seed"} if len(bytes(each.value)) > 64 else {}
    return found


def readable(reply: Reply) -> Iterator[tuple[str, str]]:
    """The headers; of a receipt, the note."""
    for name, value in reply.headers:
        yield name, base64.b64decode(value).decode() if name == HEADER.lower() else value


def in_reply(asked: Asked, hidden: Mapping[bytes, str]) -> Iterator[tuple[str, str]]:
    """What stands in an answer that is for nobody, or for somebody else; one's own slips one may be shown again."""
    headers = "\n".join(f"{name}: {value}" for name, value in readable(asked.reply))
    text = headers.encode() + b"\n" + asked.reply.body
    own = None if asked.ask.operation == METRICS and asked.reply.status == 200 else asked.viewer
    yield from ((asked.ask.operation, what) for what in strange(text, hidden, own=own))


def strange(text: bytes, hidden: Mapping[bytes, str], *, own: Viewer | None = None) -> Iterator[str]:
    """What stands in a text and should not: what is withheld, keys, what somebody else has sent amiss."""
    for secret, what in hidden.items():
        if secret in text:
            yield what
    if any(key_of(seat).encode() in text for seat in ("ash", "birch", "cedar", TABLE) if seat != own):
        yield "a key"
    mine = b"" if own is None else rb"canary-(?:of-)?%s\b|canary(?!-)" % own.encode()
    if b"canary" in re.sub(mine, b"", text):
        yield "what somebody sent"


def tables(path: Path) -> tuple[bytes, bytes]:
    """Every row of the read models but for the id of the database, and the bytes of the whole file."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows: dict[str, list[Any]] = {
            name: sorted(connection.execute(f"SELECT * FROM {name}").fetchall(), key=repr)  # noqa: S608  # names of ours
            for name in names
            if name != "store"
        }
    return repr(rows).encode(), b"".join(each.read_bytes() for each in sorted(path.parent.glob(f"{path.name}*")))


def told_apart(one: Told, other: Told) -> dict[Label, str]:
    """The requests by which two worlds can be told apart, each with both answers."""
    assert [*one.replies] == [*other.replies], "the two worlds were not asked the same"
    return {
        label: f"{label}\n{reply}\n{other.replies[label]}"
        for label, reply in one.replies.items()
        if reply != other.replies[label]
    }


def differing(one: Told, other: Told) -> dict[str, str]:
    """The places where two worlds can be told apart, each with what first shows it."""
    found: dict[str, str] = {}
    for label, both in told_apart(one, other).items():
        found.setdefault(label.operation, both)
    for place, left, right in ((LOG, one.log, other.log), (VIEWS, one.tables, other.tables)):
        if left != right:
            found[place] = f"{left}\n{right}"
    return found
