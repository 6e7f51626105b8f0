"""The heads of streams: the hash of the last event of each, by which it is known that it is what was stored."""

from oathbook.domain.kernel.canonical import event_hash
from oathbook.domain.recording.database.log_tree import bytes_in
from oathbook.domain.recording.database.reader import Dialect
from oathbook.domain.recording.database.rows import Cursor, insert


def complete_heads(c: Cursor, dialect: Dialect) -> int:
    """Note the head of every stream of which none is noted, as of an earlier version; how many there were.

    What is the last event now counts as what was stored.
    """
    lacking = "originator_version = 1 AND originator_id NOT IN (SELECT stream FROM heads)"
    c.execute(f"SELECT originator_id FROM stored_events WHERE {lacking}")  # noqa: S608  # names of ours
    streams = [str(stream) for (stream,) in c.fetchall()]
    last = f"SELECT {dialect.state} FROM stored_events WHERE originator_id = ? ORDER BY originator_version DESC LIMIT 1"  # noqa: S608  # as above
    heads = [(stream, event_hash(bytes_in(c, last, stream).partition(b"\n")[0])) for stream in streams]
    insert(c, "INSERT INTO heads VALUES {}", heads)
    return len(heads)
