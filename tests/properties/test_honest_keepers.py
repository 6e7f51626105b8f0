"""Nothing that an honest service signs convicts it, however often it dies, is asked again, or accepts a rollback.

The log and what signs it are the service's own, over a database in memory; a hundred thousand lives are lived.
"""

import random
import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple, cast

import pytest

from oathbook.api.signing.log_keeper import LogKeeper
from oathbook.api.signing.startup import SigningOptions, open_log
from oathbook.domain.evidence.convictions import find_contradiction, open_signed
from oathbook.domain.evidence.log_proofs import format_log_proof
from oathbook.domain.evidence.note_keys import NoteKey
from oathbook.domain.evidence.tree import inclusion_proof
from oathbook.domain.kernel.canonical import event_hash
from oathbook.domain.recording.database.log_tables import CREATE_LOG, CREATE_TREE
from oathbook.domain.recording.database.log_tree import LogTree, grow_once
from oathbook.domain.recording.database.sqlite_reader import DIALECT
from oathbook.domain.recording.database.stored_tree import StoredTree
from oathbook.domain.recording.writing.writer import Writer
from tests.support.power.crashing import Mortal

AT: Final = "2026-06-01T12:00:00.000000Z"
EVENTS: Final = (
    "CREATE TABLE stored_events (originator_id TEXT, originator_version INTEGER, state BLOB)",
    "CREATE TABLE replaced_keys (old TEXT, new TEXT)",
)
LIVES: Final = [
    pytest.param(100, id="some"),
    pytest.param(1_500, id="thousand", marks=pytest.mark.gate),
    pytest.param(100_000, id="all", marks=[pytest.mark.slow, pytest.mark.timeout(3_600)]),
]


class Archived(NamedTuple):
    """What ``open_log`` asks of an archive."""

    address: Path
    store: str
    tree: StoredTree


class Store:
    """A database in memory with the log of a real one; it is given out as a writer."""

    dialect = DIALECT

    def __init__(self, path: Path) -> None:
        self.connection = sqlite3.connect(":memory:")
        for each in (*EVENTS, *CREATE_LOG):
            self.connection.execute(each)
        self.connection.commit()
        self.archive = Archived(path, "store", StoredTree(self))
        self._log = LogTree(CREATE_TREE, DIALECT)

    def all(self, statement: str, *values: object) -> list[Any]:
        return self.connection.execute(statement, values).fetchall()

    def close(self) -> None:
        self.connection.close()

    def put_back(self, copy: sqlite3.Connection) -> None:
        """Another database in its place."""
        self.connection.close()
        self.connection = sqlite3.connect(":memory:")
        copy.backup(self.connection)
        self._log = LogTree(CREATE_TREE, DIALECT)

    def add(self, stream: str, line: bytes) -> int:
        """Store the next event of a stream; its position."""
        with self.connection:
            ((last,),) = self.all("SELECT count(*) FROM stored_events WHERE originator_id = ?", stream)
            self.connection.execute("INSERT INTO stored_events VALUES (?,?,?)", (stream, last + 1, line))
            self._log.append(self.connection.cursor(), [(stream, last + 1, event_hash(line))])
        return int(last) + 1

    def leaf_number(self, event_hash: str) -> int | None:
        """As the writer's."""
        return self._log.leaf_number(event_hash)

    def restart_log(self, said: str) -> None:
        """As the writer's."""
        with self.connection:
            self._log.restart(self.connection.cursor(), said)
        while grow_once(self._log, self.connection.cursor()):
            pass
        self.connection.commit()

    def stop_writing(self, why: str) -> None:
        """As the writer's; what takes events looks at the keeper."""


class Life:
    """A service from its first start on, and what it has signed."""

    def __init__(self, store: Store, mortal: Mortal, chance: random.Random) -> None:
        self.store, self.mortal, self.chance = store, mortal, chance
        self.copies: list[sqlite3.Connection] = []
        self.signed: list[bytes] = []
        self.keys: set[NoteKey] = set()
        self.accepted = self.shown = 0
        self.keeper = self.begun()

    def begun(self, *, accepting: bool = False) -> LogKeeper:
        keeper = open_log(cast("Writer", self.store), SigningOptions(accept_rollback=accepting), AT, lambda _: None)
        self.keys |= {keeper.keys.log.key, keeper.keys.receipts.key}
        self.accepted += accepting
        return keeper

    def step(self) -> None:
        """An event of a game here, of a fork, or of a record that was brought; who sent it may not hear of it."""
        if not self.keeper.fault:
            stream = self.chance.choice(("one", "two", "fork", "brought"))
            position = self.store.add(stream, self.chance.randbytes(8).hex().encode())
            if self.chance.random() < OFTEN:
                self.receipt(stream, position)

    def ask_again(self) -> None:
        """The same request once more."""
        rows = self.store.all("SELECT originator_id, originator_version FROM stored_events")
        if rows:
            self.receipt(*self.chance.choice(rows))

    def receipt(self, stream: str, position: int) -> None:
        where = "originator_id = ? AND originator_version = ?"
        ((line,),) = self.store.all(f"SELECT state FROM stored_events WHERE {where}", stream, position)  # noqa: S608  # names of ours
        note = self.keeper.receipt(stream, position, event_hash(line), AT, imported=stream == "brought")
        self.signed += [note] * bool(note)

    def sign(self) -> None:
        self.keeper.sign()
        self.signed += [self.keeper.checkpoint] * bool(self.keeper.checkpoint and not self.keeper.fault)

    def prove(self) -> None:
        """A leaf and its way to the root that was signed last."""
        size, tree = self.keeper.size, self.store.archive.tree
        if size and not self.keeper.fault:
            number = self.chance.randrange(size)
            (leaf,) = tree.leaves(number, number + 1)
            path = inclusion_proof(tree.node(), number, size)
            self.signed.append(format_log_proof(leaf.entry, number, path, self.keeper.checkpoint))

    def die(self) -> None:
        self.mortal.died()
        self.keeper = self.begun()

    def end(self) -> None:
        self.keeper.close()
        self.keeper = self.begun()

    def copy(self) -> None:
        """A backup of what was signed."""
        self.sign()
        if not self.keeper.fault:
            self.copies.append(sqlite3.connect(":memory:"))
            self.store.connection.backup(self.copies[-1])

    def roll_back(self) -> None:
        """A backup is put in place, and the operator accepts that; more than once if the service dies of it."""
        if not self.copies:
            return
        self.sign()
        self.mortal.died()
        self.store.put_back(self.chance.choice(self.copies))
        self.keeper = self.begun()
        self.shown += bool(self.keeper.fault)
        while self.keeper.fault and self.chance.random() < OFTEN:
            self.mortal.died()
            with self.mortal.dying(self.chance.randrange(MOMENTS)):
                self.begun(accepting=True)
            self.die()


OFTEN: Final = 0.8
MOMENTS: Final = 8
DOES: Final = (
    *(Life.step,) * 6,
    *(Life.ask_again, Life.sign) * 2,
    *(Life.prove, Life.die, Life.end, Life.copy, Life.roll_back),
)


@contextmanager
def born(number: int) -> Generator[Life]:
    """A service that has just begun."""
    with TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as at:  # noqa: S108  # nothing has to last
        mortal, chance = Mortal(Path(at).resolve()), random.Random(number)  # noqa: S311  # lives need to be repeatable
        with mortal.listening(), closing(Store(mortal.folder / "games.db")) as store:
            life = Life(store, mortal, chance)
            yield life
            mortal.died()
            for each in life.copies:
                each.close()


def found(life: Life) -> str:
    """What convicts the service, if anything does."""
    return find_contradiction([open_signed(each, *life.keys) for each in dict.fromkeys(life.signed)])


@pytest.mark.parametrize("lives", LIVES)
def test_an_honest_service_is_convicted_by_nothing(lives: int) -> None:
    accepted = shown = 0
    for number in range(lives):
        with born(number) as life:
            for _ in range(life.chance.randrange(4, 24)):
                life.chance.choice(DOES)(life)
            assert found(life) == "", number
            accepted, shown = accepted + life.accepted, shown + life.shown

    assert accepted > lives // 10
    assert shown > lives // 10


def test_a_keeper_who_puts_a_copy_back_without_a_word_is_convicted() -> None:
    """The control: the checkpoints are gone, and the log goes on under its name."""
    for number in range(20):
        with born(number) as life:
            life.copy()
            for _ in range(6):
                life.step()
                life.ask_again()
            life.store.put_back(life.copies[0])
            life.mortal.died()
            Path(f"{life.store.archive.address}.checkpoints").unlink(missing_ok=True)
            life.keeper = life.begun()
            for _ in range(6):
                life.step()
                life.ask_again()

            assert found(life) != "", number
