"""Keeps the notation of games as their viewers see them, and the lines of what their seats may decide."""

from functools import lru_cache
from typing import Final

from oathbook.api.replay_cache import ReplayCache
from oathbook.domain.kernel import Concealed, Seat, Viewer
from oathbook.domain.recording.notation.game_notation import GameNotation, option_words

MOST_NOTATIONS: Final = 128
MOST_OPTIONS: Final = 256  # positions whose options are kept as lines


class Notations:
    """The notations and lists of options that were used last; safe in any thread."""

    def __init__(self, replays: ReplayCache) -> None:
        self._replays = replays
        self.notation = lru_cache(MOST_NOTATIONS)(self._notation)
        self.options = lru_cache(MOST_OPTIONS)(self._options)

    def _notation(self, game: str, viewer: Viewer) -> GameNotation:
        """Returns the notation of a game; what its opening hides from the viewer is not in it."""
        record = self._replays.replay(game, viewer).record
        return GameNotation(record.ruleset, record.opened.setup())

    def _options(self, game: str, viewer: Viewer, seat: Seat, at: int) -> tuple[str, ...]:
        """Returns what a seat may decide at a position in lines, as far as the viewer sees it."""
        replay = self._replays.replay(game, viewer)
        try:
            return option_words(replay.record.ruleset, replay.game_at(at).state, seat, self.notation(game, viewer))
        except Concealed:
            return ()
