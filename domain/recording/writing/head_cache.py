"""Games whose state is kept at hand between two steps: where each of them stands, and what writes on there."""

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
from domain.recording.writing.game_head import Pen
from domain.recording.writing.remedies import Written, opened_by_the_end

MOST_PENS: Final = 256
"""Games whose state is kept at hand between two steps."""


class Desk:
    """The pens of one writer."""

    def __init__(self, archive: Archive, sources: Sources) -> None:
        """Nothing is at hand yet; games are folded out of the archive when they are asked for."""
        self._archive = archive
        self._sources = sources
        self._pens: OrderedDict[str, Pen] = OrderedDict()

    def pen(self, game: str) -> Pen:
        """Where the game stands, kept or folded; ``NotFound``, and ``RecordRedacted`` where nobody can play on."""
        if game in self._pens:
            self._pens.move_to_end(game)
            return self._pens[game]
        rows = self._archive.rows(game)
        if not rows:
            msg = f"there is no game {game!r}"
            raise NotFound(msg)
        if self._archive.is_redacted(game):
            raise RecordRedacted(game)
        ruleset = self._archive.ruleset(game)
        head = event_hash(rows[-1].state.partition(b"\n")[0])
        pen = Pen(ruleset, Codec(ruleset.wire), Folder(ruleset).folded(game, rows), head, self._sources)
        return self.keep(pen)

    def keep(self, pen: Pen) -> Pen:
        """Keep where a game stands now."""
        self._pens[pen.game.id] = pen
        self._pens.move_to_end(pen.game.id)
        if len(self._pens) > MOST_PENS:
            self._pens.popitem(last=False)
        return pen

    def drop(self, game: str) -> None:
        """Read the game again the next time."""
        self._pens.pop(game, None)

    def over(self, games: Sequence[Written]) -> tuple[Written, ...]:
        """The steps of the games that open what they hid, because a fork of theirs ends in one of these steps."""
        opened: list[Written] = []
        for pen, events in games:
            fork = pen if any(isinstance(event.entry.body, GameEnded) for event in events) else None
            while fork is not None and (above := self._went_on_as(fork)) is not None:
                opened.extend(filter(None, [opened_by_the_end(above)]))
                fork = above
        return tuple(opened)

    def _went_on_as(self, fork: Pen) -> Pen | None:
        """The game that a ruling has played on as this one; nothing where it is not here.

        A game that was brought here may say of itself what it likes, and opens nothing that another one hides.
        """
        parent = fork.game.opened.parent
        if parent is None:
            return None
        try:
            above = self.pen(parent.game)
        except Refused:
            return None  # it is elsewhere, or here without what it hides
        if above.game.fork != fork.game.id:
            return None
        records = self._archive.record(fork.game.id), self._archive.record(parent.game)
        return None if any(apart(records[0], parent, records[1])) else above
