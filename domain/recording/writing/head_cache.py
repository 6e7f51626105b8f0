"""The games played last as they stand, so that the next step reads nothing: their heads, holds and requests."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from oathbook.domain import errors
from oathbook.domain.games.game_events import GameEnded
from oathbook.domain.kernel import Seat
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.database.record_store import RequestKey, key_reused_message
from oathbook.domain.recording.format.fork_check import check_fork
from oathbook.domain.recording.format.record import fold_record
from oathbook.domain.recording.format.sources import Sources
from oathbook.domain.recording.writing.game_head import GameHead
from oathbook.domain.recording.writing.remedy_steps import WrittenStep, write_unsealing

MOST_HEADS: Final = 512  # games that are kept at hand between two steps
MOST_REQUESTS: Final = 1_000  # requests of a game that are kept at hand; of one with more the database is asked

Requests = Mapping[tuple[str, str], tuple[str, int]]
"""What a seat asked under a key of its own: a digest of that, and the position after the step it made."""


class WarmGame(Struct, frozen=True):
    """A game at hand: where it stands, the decisions that seats are held to, and its requests.

    ``requests`` is nothing where there are too many to keep; ``imported`` says that nobody plays on in it.
    """

    head: GameHead
    held: Mapping[Seat, str] = {}
    requests: Requests | None = {}
    imported: bool = False

    def after(self, head: GameHead, request: RequestKey | None, released: str) -> "WarmGame":
        """The same after a step."""
        held = {seat: each for seat, each in self.held.items() if seat != released} if released else self.held
        requests = self.requests
        if request is not None and requests is not None:
            asked = {(request.seat, request.key): (request.body, head.game.position)}
            requests = None if len(requests) >= MOST_REQUESTS else {**requests, **asked}
        return WarmGame(head, held, requests, self.imported)


class HeadCache:
    """The games that one writer has written on. The writer's thread changes it; any thread may look."""

    def __init__(self, archive: Archive, sources: Sources) -> None:
        """Nothing is at hand yet; games are read out of the archive when they are asked for."""
        self._archive = archive
        self._sources = sources
        self._games: OrderedDict[str, WarmGame] = OrderedDict()
        self._faults: dict[str, str] = {}

    @property
    def faults(self) -> Mapping[str, str]:
        """The games that are closed for writing, and what is wrong with their records."""
        return dict(self._faults)

    def peek(self, game: str) -> WarmGame | None:
        """A game, if it is at hand; nothing is read."""
        return self._games.get(game)

    def warm(self, game: str) -> WarmGame:
        """A game, at hand or strictly read with its chain.

        ``NotFound``, ``RecordRedacted`` where nobody can play on, ``ClosedForWriting`` where the record is damaged,
        which stays so until the database is opened anew.
        """
        self.must_be_open(game)
        if game in self._games:
            self._games.move_to_end(game)
            return self._games[game]
        try:
            record = self._archive.record(game)
            state = fold_record(record) if not record.redacted else None
        except errors.BadRecord as damage:
            raise self.close(game, damage) from None
        if state is None:
            raise errors.RecordRedacted(game)
        head = GameHead(record.ruleset, record.codec, state, record.head, self._sources, record.events[-1].entry.at)
        requests = self._archive.requests(game, MOST_REQUESTS + 1)
        kept = dict(requests) if len(requests) <= MOST_REQUESTS else None
        return self.keep(WarmGame(head, self._archive.held_decisions(game), kept, self._archive.is_imported(game)))

    def must_be_open(self, stream: str) -> None:
        """``ClosedForWriting`` where the record of a game or a dispute is known to be damaged."""
        if stream in self._faults:
            raise errors.ClosedForWriting(stream, self._faults[stream])

    def keep(self, game: WarmGame) -> WarmGame:
        """Keep where a game stands now."""
        self._games[game.head.game.id] = game
        self._games.move_to_end(game.head.game.id)
        if len(self._games) > MOST_HEADS:
            self._games.popitem(last=False)
        return game

    def drop(self, game: str) -> None:
        """Read the game again the next time."""
        self._games.pop(game, None)

    def drop_before(self, game: str, position: int) -> None:
        """Read the game again the next time if it is at hand as it was before that position."""
        warm = self._games.get(game)
        if warm is not None and warm.head.game.position < position:
            self.drop(game)

    def is_current(self, game: str) -> bool:
        """Whether a game is at hand as it is stored, if it is at hand: another process may have gone on with it."""
        warm = self._games.get(game)
        if warm is None:
            return True
        return (self._archive.length(game), self._archive.held_decisions(game)) == (warm.head.game.position, warm.held)

    def close(self, game: str, damage: errors.BadRecord) -> errors.ClosedForWriting:
        """Take no more steps of a game; the refusal says so."""
        self.drop(game)
        self._faults[game] = str(damage)
        return errors.ClosedForWriting(game, str(damage))

    def request_position(self, game: str, request: RequestKey) -> int | None:
        """The last position of the step that this request made, or nothing; ``KeyReused`` if it was another one."""
        warm = self._games.get(game)
        if warm is None or warm.requests is None:
            return self._archive.request_position(game, request)
        body, position = warm.requests.get((request.seat, request.key), (request.body, None))
        if body != request.body:
            raise errors.KeyReused(key_reused_message(request))
        return position

    def unsealing_steps(self, games: Sequence[WrittenStep]) -> tuple[WrittenStep, ...]:
        """The steps of the games that open what they hid, because a fork of theirs ends in one of these steps."""
        opened: list[WrittenStep] = []
        for head, events in games:
            fork = head if any(isinstance(event.entry.body, GameEnded) for event in events) else None
            while fork is not None and (above := self._parent_of(fork)) is not None:
                opened.extend(filter(None, [write_unsealing(above)]))
                fork = above
        return tuple(opened)

    def _parent_of(self, fork: GameHead) -> GameHead | None:
        """The game that a ruling has played on as this one; nothing where it is not here.

        A game that was brought here may say of itself what it likes, and opens nothing that another one hides.
        """
        parent = fork.game.opened.parent
        if parent is None:
            return None
        if not self.is_current(parent.game):
            self.drop(parent.game)
        try:
            above = self.warm(parent.game).head
        except (errors.Refused, errors.ClosedForWriting):
            return None  # it is elsewhere, or here without what it hides
        if above.game.fork != fork.game.id:
            return None
        records = self._archive.record(fork.game.id), self._archive.record(parent.game)
        return None if any(check_fork(records[0], parent, records[1])) else above
