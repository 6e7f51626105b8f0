"""The application in the library's sense: all streams of a SQLite database, saved a commit at a time."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from eventsourcing.application import Application
from eventsourcing.persistence import InfrastructureFactory, Mapper
from eventsourcing.utils import Environment

from oathbook.domain.recording.database import recorder
from oathbook.domain.recording.database.record_store import Commit, HeldSeat, OtherWriters, RecordStore
from oathbook.domain.recording.format.codec import EncodedEvent


class SqliteRecords(Application[str], RecordStore):
    """Every record of a SQLite database, which one process writes.

    ``commit_all`` is the way in: events, as no aggregate of the library's holds any.
    """

    name = "oathbook"
    shared = False

    def __init__(self, path: Path) -> None:
        """Open the database of that path, or make it."""
        super().__init__({"SQLITE_DBNAME": str(path), "ORIGINATOR_ID_TYPE": "text"})

    @property
    def looks(self) -> int | None:
        """None: there are no others."""
        return None

    def watch(self, told: Callable[[OtherWriters], None]) -> None:
        """There are no others."""

    def unwatch(self) -> None:
        """There is nothing to end."""

    def commit_all(self, commits: Sequence[Commit]) -> None:
        """Save several commits in one transaction; as ``RecordStore.commit_all``."""
        lines = (recorder.library_event(event) for each in commits for event in each.events)
        self.events.put(tuple(lines), commits=commits)

    def leaf_number(self, event_hash: str) -> int | None:
        """The number of an event in the log; as ``RecordStore.leaf_of``."""
        assert isinstance(self.recorder, recorder.ExactRecorder)
        return self.recorder.log.leaf_number(event_hash)

    def grow_log(self) -> Iterator[int]:
        """Give a leaf to every event that has none; as ``RecordStore.grow_log``."""
        assert isinstance(self.recorder, recorder.ExactRecorder)
        return self.recorder.grow_log()

    def complete_heads(self) -> int:
        """Note the heads that are not noted; as ``RecordStore.complete_heads``."""
        assert isinstance(self.recorder, recorder.ExactRecorder)
        return self.recorder.complete_heads()

    def restart_log(self, said: str) -> None:
        """Make the log anew; as ``RecordStore.restart_log``."""
        assert isinstance(self.recorder, recorder.ExactRecorder)
        self.recorder.restart_log(said)
        deque(self.grow_log(), maxlen=0)

    def hold(self, game: str, seat: HeldSeat, decision: str, position: int, caller_key: str = "") -> None:
        """Hold a seat to a decision; as ``RecordStore.hold``."""
        assert isinstance(self.recorder, recorder.ExactRecorder)
        self.recorder.hold(game, seat.seat, decision, position, caller_key)

    def fill(self, game: str, events: Sequence[EncodedEvent], *, whole: bool) -> None:
        """Fill a redacted record; as ``RecordStore.fill``."""
        assert isinstance(self.recorder, recorder.ExactRecorder)
        self.recorder.fill(game, events, whole=whole)

    def replace_key(self, old: str, new: str) -> bool:
        """Let one key take the place of another; as ``RecordStore.replace_key``."""
        assert isinstance(self.recorder, recorder.ExactRecorder)
        return self.recorder.replace_key(old, new)

    def use_seat(self, game: str, seat: str, key: str) -> None:
        """Note that the key of a seat was used; see ``RecordStore.use_seat``."""
        assert isinstance(self.recorder, recorder.ExactRecorder)
        self.recorder.use_seat(game, seat, key)

    def give_key(self, game: str, seat: str, old: str, new: str) -> bool:
        """Replace an unused key; see ``RecordStore.give_key``."""
        assert isinstance(self.recorder, recorder.ExactRecorder)
        return self.recorder.give_key(game, seat, old, new)

    def construct_env(self, name: str, env: dict[str, str] | None = None) -> Environment:  # type: ignore[override]  # because the library's type of it is private
        """What was given and nothing else: the environment of the process changes no record."""
        return Environment(name, env)

    def construct_factory(self, env: Environment) -> InfrastructureFactory[Any]:
        """Ours."""
        return recorder.CheckedFactory(env)

    def construct_mapper(self) -> Mapper[str]:
        """Ours: the bytes pass as they are."""
        return recorder.LineMapper(recorder.NoTranscoder())
