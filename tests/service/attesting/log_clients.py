"""A log looked at from outside, with nothing but what the service hands out."""

import base64
import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from oathbook.domain.evidence.checkpoints import Checkpoint, open_checkpoint
from oathbook.domain.evidence.note_keys import NoteKey, parse_key
from oathbook.domain.evidence.receipts import Receipt, open_receipt
from oathbook.domain.evidence.tree import leaf_hash
from oathbook.domain.kernel.canonical import canonical_bytes, event_hash
from tests.support.serving import Client, Response
from tests.support.storing import disrespecting


def keys_of(client: Client) -> tuple[NoteKey, NoteKey]:
    """The key of checkpoints and that of receipts."""
    log, receipts = map(parse_key, client.get("/log/keys").text.splitlines())
    return log, receipts


def checkpoint_of(client: Client) -> Checkpoint:
    """What is signed, once its signature is right."""
    return open_checkpoint(client.get("/log/checkpoint").content, *keys_of(client))


def receipt_of(client: Client, answered: Response) -> Receipt:
    """The receipt that an answer carries, once its signature is right."""
    return open_receipt(base64.b64decode(answered.headers["Oathbook-Receipt"]), *keys_of(client))


def entries_of(client: Client, size: int) -> list[bytes]:
    """The entries of a log that fits in one tile."""
    text = client.get(f"/log/tile/entries/000.p/{size}").content
    found: list[bytes] = []
    while text:
        length = int.from_bytes(text[:2], "big")
        found.append(text[2 : 2 + length])
        text = text[2 + length :]
    return found


def hashes_of(client: Client, size: int) -> list[bytes]:
    """The leaf hashes of such a log, which are those of its entries."""
    text = client.get(f"/log/tile/0/000.p/{size}").content
    found = [text[each : each + 32] for each in range(0, len(text), 32)]
    assert found == [leaf_hash(each) for each in entries_of(client, size)]
    return found


Tampering = Callable[[sqlite3.Connection], None]


def tampered(path: Path, change: Tampering) -> None:
    """What the keeper does to a database, without respect for its triggers."""
    with disrespecting(path) as connection:
        change(connection)


def without_tree(c: sqlite3.Connection) -> None:
    """Drop the tree: the next service makes one of what is there."""
    c.execute("DELETE FROM leaves")
    c.execute("DELETE FROM subtrees")


def drop_tail(c: sqlite3.Connection, *, leaves: bool) -> None:
    """The last event is gone, with its leaf or without."""
    c.execute("DELETE FROM stored_events WHERE rowid = (SELECT max(rowid) FROM stored_events)")
    if leaves:
        c.execute("DELETE FROM leaves WHERE number = (SELECT max(number) FROM leaves)")


def rewrite(c: sqlite3.Connection, position: int, change: Callable[[dict[str, object]], None]) -> None:
    """An event of the first game is another, and the chain after it fits."""
    ((game,),) = c.execute("SELECT originator_id FROM stored_events ORDER BY rowid LIMIT 1").fetchall()
    rows = c.execute(
        "SELECT rowid, originator_version, state FROM stored_events WHERE originator_id = ? ORDER BY rowid", (game,)
    ).fetchall()
    prev = ""
    for rowid, at, state in rows:
        line, _, openings = bytes(state).partition(b"\n")
        event = json.loads(line)
        event["prev"] = prev
        if at == position:
            change(event)
        made = canonical_bytes(event)
        prev = event_hash(made)
        c.execute("UPDATE stored_events SET state = ? WHERE rowid = ?", (made + b"\n" + openings, rowid))
    c.execute("DELETE FROM heads")


def later(event: dict[str, object]) -> None:
    """It happened at another time."""
    event["at"] = "2031-01-01T00:00:00.000000Z"


def copied(path: Path, to: Path) -> None:
    """A copy of a database that nobody writes."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    shutil.copy(path, to)
