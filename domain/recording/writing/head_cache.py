"""Keeps the heads of the games played last, so that the next step need not fold the whole game."""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

from domain.errors import NotFound, RecordRedacted, Refused
from domain.games.events import GameEnded
from domain.kernel.canonical import event_hash
from domain.recording.database.archive import Archive
from domain.recording.database.fast_fold import Folder
from domain.recording.format.codec import Codec
from domain.recording.format.fork_check import apart
from domain.recording.format.sources import Sources
from domain.recording.writing.game_head import GameHead
from domain.recording.writing.remedies import Written, opened_by_the_end

MOST_HEADS: Final = 256
"""Games whose state is kept at hand between two steps."""


class HeadCache:
    """The heads of the games that one writer has written on."""

    def __init__(self, archive: Archive, sources: Sources) -> None:
        """Nothing is at hand yet; games are folded out of the archive when they are asked for."""
        self._archive = archive
        self._sources = sources
        self._heads: OrderedDict[str, GameHead] = OrderedDict()

    def head(self, game: str) -> GameHead:
        """Where the game stands, kept or folded; ``NotFound``, and ``RecordRedacted`` where nobody can play on."""
        if game in self._heads:
            self._heads.move_to_end(game)
            return self._heads[game]
        rows = self._archive.rows(game)
        if not rows:
            msg = f"there is no game {game!r}"
            raise NotFound(msg)
        if self._archive.is_redacted(game):
            raise RecordRedacted(game)
        ruleset = self._archive.ruleset(game)
        last_hash = event_hash(rows[-1].state.partition(b"\n")[0])
        head = GameHead(ruleset, Codec(ruleset.wire), Folder(ruleset).folded(game, rows), last_hash, self._sources)
        return self.keep(head)

    def keep(self, head: GameHead) -> GameHead:
        """Keep where a game stands now."""
        self._heads[head.game.id] = head
        self._heads.move_to_end(head.game.id)
        if len(self._heads) > MOST_HEADS:
            self._heads.popitem(last=False)
        return head

    def drop(self, game: str) -> None:
        """Read the game again the next time."""
        self._heads.pop(game, None)

    def over(self, games: Sequence[Written]) -> tuple[Written, ...]:
        """The steps of the games that open what they hid, because a fork of theirs ends in one of these steps."""
        opened: list[Written] = []
        for head, events in games:
            fork = head if any(isinstance(event.entry.body, GameEnded) for event in events) else None
            while fork is not None and (above := self._went_on_as(fork)) is not None:
                opened.extend(filter(None, [opened_by_the_end(above)]))
                fork = above
        return tuple(opened)

    def _went_on_as(self, fork: GameHead) -> GameHead | None:
        """The game that a ruling has played on as this one; nothing where it is not here.

        A game that was brought here may say of itself what it likes, and opens nothing that another one hides.
        """
        parent = fork.game.opened.parent
        if parent is None:
            return None
        try:
            above = self.head(parent.game)
        except Refused:
            return None  # it is elsewhere, or here without what it hides
        if above.game.fork != fork.game.id:
            return None
        records = self._archive.record(fork.game.id), self._archive.record(parent.game)
        return None if any(apart(records[0], parent, records[1])) else above
