"""Keeps the notation of games as their viewers see them, their forms, and the lines of what their seats may decide."""

from functools import lru_cache
from hashlib import sha256
from typing import Final

import msgspec

from oathbook.api.replay_cache import ReplayCache
from oathbook.domain.kernel import PUBLIC, Concealed, Seat, Viewer
from oathbook.domain.recording.notation.forms import forms_of
from oathbook.domain.recording.notation.game_notation import GameNotation, option_words

MOST_NOTATIONS: Final = 128
MOST_FORMS: Final = 64
MOST_OPTIONS: Final = 256  # positions whose options are kept as lines


class Notations:
    """The notations, forms and lists of options that were used last; safe in any thread."""

    def __init__(self, replays: ReplayCache) -> None:
        self._replays = replays
        self.notation = lru_cache(MOST_NOTATIONS)(self._notation)
        self.forms = lru_cache(MOST_FORMS)(self._forms)
        self.options = lru_cache(MOST_OPTIONS)(self._options)

    def _notation(self, game: str, viewer: Viewer) -> GameNotation:
        """Returns the notation of a game; what its opening hides from the viewer is not in it."""
        record = self._replays.replay(game, viewer).record
        return GameNotation(record.ruleset, record.opened.setup(), takebacks=record.opened.takebacks != "never")

    def _forms(self, game: str) -> tuple[str, bytes]:
        """Returns the public forms of a game as JSON, and before them a name that the same forms always have."""
        edition = self._replays.replay(game, PUBLIC).record.ruleset.edition.key
        forms = msgspec.json.encode(forms_of(self.notation(game, PUBLIC), game, edition))
        return sha256(forms).hexdigest()[:16], forms

    def _options(self, game: str, viewer: Viewer, seat: Seat, at: int) -> tuple[str, ...]:
        """Returns what a seat may decide at a position in lines, as far as the viewer sees it."""
        replay = self._replays.replay(game, viewer)
        try:
            return option_words(replay.record.ruleset, replay.game_at(at).state, seat, self.notation(game, viewer))
        except Concealed:
            return ()
