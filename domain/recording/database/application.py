"""The application in the library's sense: all streams of one database, saved a commit at a time."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from eventsourcing.application import Application
from eventsourcing.persistence import InfrastructureFactory, Mapper
from eventsourcing.utils import Environment

from domain.recording.database.recorder import (
    BegunGame,
    CheckedFactory,
    Commit,
    ExactRecorder,
    LineMapper,
    NoTranscoder,
    RequestKey,
    stored,
)
from domain.recording.format.codec import Sealed


class Records(Application[str]):
    """Every record of a database. ``commit`` is the way in: events, as no aggregate of the library's holds any."""

    name = "oathbook"

    def __init__(self, path: Path) -> None:
        """Open the database of that path, or make it."""
        super().__init__({"SQLITE_DBNAME": str(path), "ORIGINATOR_ID_TYPE": "text"})

    def commit(
        self,
        events: Iterable[Sealed],
        *,
        request: RequestKey | None = None,
        redacted: Iterable[str] = (),
        released: str = "",
        opened: BegunGame | None = None,
    ) -> None:
        """Save events of one or several streams, all or none, exactly at the positions they name.

        ``request`` names the client's request, made to the stream of the first event, ``redacted`` the games that
        nobody can play on in, ``released`` the seat that is held to its decision no longer, ``opened`` the game that is
        opened here and not brought from elsewhere.
        Refuses with ``PositionConflict`` and ``KeyReused``; ``StoreFull`` where the disk takes nothing more.
        """
        self.commit_all((Commit(tuple(events), request, tuple(redacted), released, opened),))

    def commit_all(self, commits: Sequence[Commit]) -> None:
        """Save several commits in one transaction, in their order: all or none.

        Refuses as ``commit`` does; ``CorruptRecord`` where the event before one of these is not what it was.
        """
        lines = (stored(event) for each in commits for event in each.events)
        self.events.put(tuple(lines), commits=commits)

    def hold(self, game: str, seat: str, decision: str, position: int) -> None:
        """Hold a seat to a decision from a position on, until it has been recorded; ``StoreFull``."""
        assert isinstance(self.recorder, ExactRecorder)
        self.recorder.hold(game, seat, decision, position)

    def replace_key(self, old: str, new: str) -> bool:
        """Let one key take the place of another, both by their digests; false if one has already. ``StoreFull``."""
        assert isinstance(self.recorder, ExactRecorder)
        return self.recorder.replace_key(old, new)

    def construct_env(self, name: str, env: dict[str, str] | None = None) -> Environment:  # type: ignore[override]  # because the library's type of it is private
        """What was given and nothing else: the environment of the process changes no record."""
        return Environment(name, env)

    def construct_factory(self, env: Environment) -> InfrastructureFactory[Any]:
        """Ours."""
        return CheckedFactory(env)

    def construct_mapper(self) -> Mapper[str]:
        """Ours: the bytes pass as they are."""
        return LineMapper(NoTranscoder())
