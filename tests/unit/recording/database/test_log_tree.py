"""The log in the store: a leaf an event in its transaction, made of what was there before, held against the rows."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from oathbook.domain.errors import CorruptRecord, NotFound, StoreFull, StoreReadOnly
from oathbook.domain.evidence import tiles
from oathbook.domain.evidence.leaves import make_leaf
from oathbook.domain.evidence.tree import EMPTY_ROOT, leaf_hash, subtree_hash, tree_root
from oathbook.domain.kernel.canonical import event_hash
from oathbook.domain.recording.database import log_tree, log_verifier
from oathbook.domain.recording.database.log_tables import CREATE_TREE
from oathbook.domain.recording.database.log_tree import LOG_STREAM
from oathbook.domain.recording.database.log_verifier import LogFault, LogVerifier
from oathbook.domain.recording.database.recorder import ExactRecorder
from oathbook.domain.recording.database.sqlite_reader import DIALECT, SqliteReader
from oathbook.domain.recording.database.sqlite_records import SqliteRecords
from oathbook.domain.recording.database.stored_tree import StoredTree
from oathbook.domain.recording.format.codec import EncodedEvent
from tests.support.playing import CLOSE, small_game, whole_game
from tests.support.storing import Play, datastore_of, executed, writer_on

GAMES: Final = [
    small_game(),
    *(whole_game(CLOSE, name) for name in ("one", "two", "three", "four", "five", "six", "seven", "eight")),
]
LAST: Final = "DELETE FROM stored_events WHERE rowid = (SELECT max(rowid) FROM stored_events)"
EVERY: Final = [event for game in GAMES for event in game.events]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "records.db"


@pytest.fixture
def tree(path: Path) -> Iterator[StoredTree]:
    """The tree of a database with several games, some hundred events."""
    store(path)
    with closing(SqliteReader(path)) as readers:
        yield StoredTree(readers)


def store(path: Path) -> None:
    """Some steps at a time, so that tiles are closed in the middle of one."""
    with closing(SqliteRecords(path)) as records:
        for first in range(0, len(EVERY), 7):
            records.commit(EVERY[first : first + 7])
        assert records.replace_key("old", "new")


def expected(tree: StoredTree) -> list[bytes]:
    """The leaf hashes that there must be."""
    events = [make_leaf(each.game, tree.blind(each.game), each.entry.position, each.hash) for each in EVERY]
    (said,) = tree.statements()
    last = make_leaf(LOG_STREAM, tree.blind(LOG_STREAM), 1, event_hash(said.encode()))
    return [leaf_hash(each.entry) for each in (*events, last)]


def walked(tree: StoredTree) -> list[LogFault]:
    """What a walk over the whole log finds wrong."""
    walk, faults = LogVerifier(tree), list[LogFault]()
    while not walk.is_over:
        faults += walk.check_next()
    return faults


def texts_of(faults: Iterable[LogFault]) -> str:
    """The same in words."""
    return "; ".join(each.says for each in faults)


def test_every_event_has_a_leaf_in_the_order_in_which_they_were_stored(tree: StoredTree) -> None:
    hashes = expected(tree)

    assert len(hashes) > 256
    assert tree.size() == len(hashes)
    assert tree.hashes(0, 0, tree.size()) == hashes
    assert tree.hashes(1, 0, 1) == [subtree_hash(hashes[:256])]
    for size in (1, 2, 255, 256, 257, len(hashes)):
        assert tree.root(size) == tree_root(
            lambda level, index: subtree_hash(hashes[index << level : (index + 1) << level]), size
        )
    assert tree.root(0) == EMPTY_ROOT
    assert tree.leaf_number(EVERY[300].game, EVERY[300].entry.position) == 300
    assert tree.statement_position(tree.statements()[0]) == 1


def appended_in_vain(records: SqliteRecords, events: Sequence[EncodedEvent]) -> None:
    """What comes of a commit whose transaction fails at its very end."""
    assert isinstance(records.recorder, ExactRecorder)
    with datastore_of(records).transaction(commit=True) as c:
        records.recorder.log.append(c, [(each.game, each.entry.position, each.hash) for each in events])
        msg = "no room"
        raise StoreFull(msg)


def test_the_numbers_of_the_last_events_are_known_without_a_look_also_after_a_commit_that_failed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was to be stored first is stored second; and no more of them are kept than so many."""
    monkeypatch.setattr(log_tree, "_MOST_LATELY", 3)
    one, other = GAMES[1].events[:2], GAMES[2].events[:2]
    with closing(SqliteRecords(path)) as records, closing(SqliteReader(path)) as readers:
        with pytest.raises(StoreFull):
            appended_in_vain(records, one)
        records.commit(other)
        records.commit(one)

        known = {each.hash: records.leaf_number(each.hash) for each in (*other, *one)}
        stored = {each.hash: StoredTree(readers).leaf_number(each.game, each.entry.position) for each in (*other, *one)}
    assert stored == dict(zip(stored, range(4), strict=True))
    assert known == {**stored, other[0].hash: None}


def test_what_is_not_there_has_no_leaf(tree: StoredTree) -> None:
    with pytest.raises(NotFound):
        tree.leaf_number("nobody's", 1)
    with pytest.raises(NotFound):
        tree.statement_position("nothing")
    with pytest.raises(CorruptRecord, match="missing"):
        tree.leaves(0, tree.size() + 1)


def test_a_step_that_is_refused_leaves_no_leaf(path: Path) -> None:
    with closing(SqliteRecords(path)) as records, closing(SqliteReader(path)) as readers:
        records.commit(EVERY[:2])
        with pytest.raises(Exception, match="position"):
            records.commit((*GAMES[1].events[:2], *EVERY[5:6]))

        assert StoredTree(readers).size() == 2


@pytest.mark.parametrize("at_once", [100, 4_096])
def test_a_database_without_a_log_is_given_the_same_one_when_it_is_opened(
    path: Path, tree: StoredTree, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    hashes = expected(tree)
    monkeypatch.setattr(log_tree, "EVENTS_PER_GROWTH", at_once)
    executed(path, "DELETE FROM leaves", "DELETE FROM subtrees", "DELETE FROM statements")

    told: list[str] = []
    writer_on(path).close()
    with closing(SqliteRecords(path)) as records:
        told = [str(each) for each in records.grow_log()]

    assert told == []
    assert tree.hashes(0, 0, tree.size()) == hashes
    assert not [*walked(tree), *LogVerifier(tree).check_newest()]


def test_a_log_that_was_cut_while_it_was_made_goes_on(path: Path, tree: StoredTree) -> None:
    hashes = expected(tree)
    executed(path, "DELETE FROM leaves WHERE number >= 100", "DELETE FROM subtrees", "DELETE FROM statements")
    with closing(SqliteRecords(path)) as records:
        assert [*records.grow_log()] == [len(EVERY) - 100]

    assert tree.hashes(0, 0, tree.size()) == hashes


def test_a_log_that_is_begun_again_has_everything_and_says_why(path: Path, tree: StoredTree) -> None:
    with closing(SqliteRecords(path)) as records:
        records.restart_log("because")

    assert tree.statements()[1:] == ["because"]
    assert tree.size() == len(EVERY) + 2
    assert not [*walked(tree), *LogVerifier(tree).check_newest()]


def test_a_stream_of_which_the_log_has_more_is_not_gone_on_with(path: Path, tree: StoredTree) -> None:
    last = EVERY[-1]
    executed(path, LAST, "DELETE FROM heads")

    with closing(SqliteRecords(path)) as records, pytest.raises(CorruptRecord, match="the log has other events"):
        records.commit([last])
    assert tree.size() == len(EVERY) + 1


DAMAGED: Final[dict[str, tuple[str, str]]] = {
    "openings changed": ("UPDATE stored_events SET state = state || 'x' WHERE rowid = 3", ""),
    "a public line changed": ("UPDATE stored_events SET state = 'x' || state WHERE rowid = 3", "position 3 of"),
    "an early event gone": ("DELETE FROM stored_events WHERE rowid = 3", "the event of leaf 2 of the log, is missing"),
    "the last event gone": (LAST, "is missing"),
    "an event without a leaf": (
        "INSERT INTO stored_events (originator_id, originator_version, topic, state) VALUES ('x', 1, 'y', 'z')",
        "position 1 of x has no leaf",
    ),
    "a leaf gone": ("DELETE FROM leaves WHERE number = 270", "leaf 270 of the log is missing"),
    "a hash over leaves changed": ("UPDATE subtrees SET hash = zeroblob(32)", "the hash over the leaves up to 256"),
    "a statement changed": ("UPDATE statements SET said = 'x'", "statement 1 of the store"),
}


@pytest.mark.parametrize("how", DAMAGED)
def test_a_walk_names_what_is_not_as_it_was_stored(path: Path, tree: StoredTree, how: str) -> None:
    """Openings are in no hash: they can be taken out, and what they open is checked by its digest."""
    statement, says = DAMAGED[how]
    executed(path, statement)

    found = texts_of(walked(tree))

    assert (says in found) if says else not found


ROWS: Final[dict[str, tuple[tuple[str, ...], list[tuple[int, int | None]]]]] = {
    "two lines": (("UPDATE stored_events SET state = 'x' || state WHERE rowid IN (3, 300)",), [(2, 3), (299, 300)]),
    "two gone": (("DELETE FROM stored_events WHERE rowid IN (3, 256)",), [(2, None), (255, None)]),
    "the last two gone": ((LAST, LAST), [(len(EVERY) - 2, None), (len(EVERY) - 1, None)]),
    "another name": (("UPDATE stored_events SET originator_id = 'x' WHERE rowid = 3",), [(2, None), (2, 3)]),
    "another position": (
        ("UPDATE stored_events SET originator_version = -7 WHERE rowid = 256",),
        [(255, None), (255, 256)],
    ),
    "a name that is no text": (
        ("UPDATE stored_events SET originator_id = X'FF' WHERE rowid = 3",),
        [(2, None), (2, 3)],
    ),
    "a name that nobody can decode": (
        ("UPDATE stored_events SET originator_id = CAST(X'61FF' AS TEXT) WHERE rowid = 3",),
        [(2, None), (2, 3)],
    ),
    "a position that is no number": (
        ("UPDATE stored_events SET originator_version = 'two' WHERE rowid = 3",),
        [(2, None), (2, 3)],
    ),
    "a row too many": (
        (
            "UPDATE stored_events SET rowid = -rowid WHERE rowid > 2",
            "INSERT INTO stored_events VALUES (3, 'x', 1, 'y', 'z')",
            "UPDATE stored_events SET rowid = 1 - rowid WHERE rowid < 0",
        ),
        [(2, 3)],
    ),
    "a row in another place": (
        (
            "UPDATE stored_events SET rowid = -1 WHERE rowid = 3",
            "UPDATE stored_events SET rowid = 3 WHERE rowid = 4",
            "UPDATE stored_events SET rowid = 4 WHERE rowid = -1",
        ),
        [(2, None), (4, 4)],
    ),
    "a row at the end": (("UPDATE stored_events SET rowid = 9999 WHERE rowid = 3",), [(2, None), (2, 9999)]),
}
"""Damage to rows, and the leaves and rows of all faults there are."""


@pytest.mark.parametrize("how", ROWS)
def test_a_walk_names_every_row_that_is_not_its_leafs_and_no_other(path: Path, tree: StoredTree, how: str) -> None:
    statements, faults = ROWS[how]
    executed(path, *statements)

    found = walked(tree)

    assert [(each.leaf, each.row) for each in found] == faults
    assert all(each.stream for each in found)
    assert {each.stream for each in found} >= {EVERY[leaf].game for leaf, row in faults if row is None}


def test_rows_without_end_that_have_no_leaves_end_the_walk(path: Path, tree: StoredTree) -> None:
    """Which events belong to which leaves cannot be told then."""
    rows = (
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400) SELECT 'x', i, 'y', 'z' FROM n"
    )
    executed(
        path,
        "UPDATE stored_events SET rowid = -rowid",
        f"INSERT INTO stored_events (originator_id, originator_version, topic, state) {rows}",
        "UPDATE stored_events SET rowid = 10000 - rowid WHERE rowid < 0",
    )

    (fault,) = walked(tree)

    assert fault.stream == ""
    assert "leaves up to 256 of the log" in fault.says


def test_of_a_stream_of_which_nothing_is_left_only_the_leaf_is_named(path: Path, tree: StoredTree) -> None:
    gone = GAMES[0]
    executed(path, f"DELETE FROM stored_events WHERE rowid <= {len(gone.events)}")  # noqa: S608  # a number
    executed(path, f"DELETE FROM heads WHERE stream = '{gone.game}'")  # noqa: S608  # a name of ours

    found = walked(tree)

    assert {each.stream for each in found} == {""}
    assert len(found) == len(gone.events)


def test_the_newest_rows_are_looked_at_at_once(path: Path, tree: StoredTree) -> None:
    assert LogVerifier(tree).check_newest() == ()
    executed(path, "UPDATE stored_events SET state = 'x' || state WHERE rowid IN (5, 20)")

    assert [each.leaf for each in LogVerifier(tree).check_newest()] == [19, 4]
    executed(path, LAST)
    assert [each.leaf for each in LogVerifier(tree).check_newest()] == [len(EVERY) - 1, 19, 4]


def test_a_replaced_key_that_nobody_stated_is_found(path: Path, tree: StoredTree) -> None:
    executed(path, "INSERT INTO replaced_keys VALUES ('other', 'another')")

    assert "keys that were replaced" in texts_of(LogVerifier(tree).check_newest())


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM leaves",
        "DELETE FROM subtrees",
        "DELETE FROM statements",
        "UPDATE leaves SET hash = 1",
        "UPDATE subtrees SET hash = 1",
        "UPDATE statements SET said = 1",
        "INSERT OR REPLACE INTO leaves SELECT * FROM leaves LIMIT 1",
        "INSERT OR REPLACE INTO subtrees SELECT * FROM subtrees LIMIT 1",
        "INSERT OR REPLACE INTO statements SELECT * FROM statements LIMIT 1",
    ],
)
def test_rows_of_the_log_stay(path: Path, tree: StoredTree, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection, pytest.raises(sqlite3.IntegrityError, match="are never"):
        connection.execute(statement)
    assert tree.size() == len(EVERY) + 1


def test_hashes_are_over_hashes_at_every_level(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With narrow tiles, as 256 times 256 events take long; the walk looks at all of them."""
    for module in (log_tree, log_verifier, tiles):
        monkeypatch.setattr(module, "WIDTH", 4)
    for module in (log_tree, tiles):
        monkeypatch.setattr(module, "HEIGHT", 2)
    store(path)
    with closing(SqliteReader(path)) as readers:
        tree = StoredTree(readers)
        hashes = expected(tree)

        assert tree.hashes(3, 0, 1) == [subtree_hash(hashes[:64])]
        size = tree.size()
        assert tree.root(size) == tree_root(
            lambda level, at: subtree_hash(hashes[at << level : (at + 1) << level]), size
        )
        assert walked(tree) == []
        executed(path, "UPDATE subtrees SET hash = zeroblob(32) WHERE level = 3 AND number = 1")
        assert "the hash over the leaves up to 128" in texts_of(walked(tree))


@pytest.mark.gate
def test_a_large_tree_has_hashes_over_hashes(path: Path) -> None:
    """Only the leaves: 256 times 256 events would take a minute."""
    many = 65_536 + 10
    with closing(SqliteRecords(path)) as records, closing(SqliteReader(path)) as readers:
        tree = StoredTree(readers)
        log = log_tree.LogTree(CREATE_TREE, DIALECT)
        with datastore_of(records).transaction(commit=True) as c:
            log.append(c, [("stream", position, f"{position:064x}") for position in range(1, many + 1)])
        firsts = tree.hashes(1, 0, 256)

        assert tree.hashes(2, 0, 1) == [subtree_hash(firsts)]
        assert tree.size() == many


def test_a_writer_that_refuses_stores_nothing_more(path: Path) -> None:
    with writer_on(path) as writer:
        play = Play.opened(writer)
        writer.stop_writing("it is not what was signed")

        with pytest.raises(StoreReadOnly, match="not what was signed"):
            Play.opened(writer)
        assert writer.archive.last_position(play.game.id) == 1


def test_a_writer_that_begins_the_log_again_states_why_and_writes_on(path: Path) -> None:
    with writer_on(path) as writer, closing(SqliteReader(path)) as reader:
        play = Play.opened(writer)
        writer.restart_log("because")
        Play.opened(writer)
        log = StoredTree(reader)

        assert log.statements()[-1:] == ["because"]
        assert log.leaf_number(play.game.id, 1) == 0
        assert log.size() == 3


def test_a_secret_for_a_purpose_is_the_databases_own_and_blinds_no_stream(
    path: Path, tree: StoredTree, tmp_path: Path
) -> None:
    """Who is told what blinds a stream, whatever its name, learns no secret; another purpose has another one."""
    other = tmp_path / "other.db"
    store(other)
    with closing(SqliteReader(path)) as once_more, closing(SqliteReader(other)) as readers:
        secrets = [each.secret_for("tickets") for each in (tree, StoredTree(once_more), StoredTree(readers))]

    assert secrets[0] == secrets[1] != secrets[2]
    assert len(secrets[0]) == 32
    assert secrets[0] not in {tree.secret_for("others"), tree.blind("tickets"), tree.blind("")}
