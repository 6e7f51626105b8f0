"""What rulings on disputes do in a game, asked of the read models only where there is a dispute."""

from collections.abc import Callable
from typing import Final

from oathbook.domain.promises.audit.standing import RulingEffect
from oathbook.domain.recording.database.sqlite import DISPUTE_PREFIX
from oathbook.domain.recording.writing.writer_batch import StoredStep

MOST_KNOWN: Final = 10_000  # games of which it is kept that nobody disputes them


class RulingEffectCache:
    """The effects of rulings; of games that nobody disputes it is known that there are none."""

    def __init__(self, is_disputed: Callable[[str], bool], effects: Callable[[str], tuple[RulingEffect, ...]]) -> None:
        """Nothing is known yet.

        ``is_disputed`` says whether there is a dispute about a game, or may be about one that it goes on from;
        ``effects`` asks the read models.
        """
        self._is_disputed = is_disputed
        self._effects = effects
        self._undisputed = set[str]()

    def effects(self, game: str) -> tuple[RulingEffect, ...]:
        """What rulings do to the standing of a game, as far as the read models have them."""
        known = self._undisputed
        if game in known:
            return ()
        if self._is_disputed(game):
            return self._effects(game)
        if len(known) >= MOST_KNOWN:
            self._undisputed = known = set[str]()
        known.add(game)  # of no use where a dispute has come meanwhile: then it is another set that is asked
        return ()

    def is_undisputed(self, game: str) -> bool:
        """Whether it is known, without asking, that nobody disputes a game."""
        return game in self._undisputed

    def on_commit(self, step: StoredStep) -> None:
        """A stream has gone on; after that of a dispute nothing is known any more."""
        self.on_event(step.events[0].topic)

    def on_event(self, topic: str) -> None:
        """A stream has gone on with an event of this topic, perhaps in another process."""
        if topic.startswith(DISPUTE_PREFIX):
            self._undisputed = set[str]()
