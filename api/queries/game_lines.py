"""How the lines of a game are written: its notation, made once, and its forms as JSON."""

from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct

from oathbook.domain.games.game_events import GameOpened
from oathbook.domain.recording.notation.forms import forms_of
from oathbook.domain.recording.notation.game_notation import GameNotation
from oathbook.domain.rulesets.protocol import AnyRuleset


class GameLines(Struct, frozen=True):
    """The notation of a game, its forms as JSON, and a name of these forms: the same forms have the same name."""

    notation: GameNotation
    forms: bytes
    name: str


def lines_of(ruleset: AnyRuleset, game: str, opened: GameOpened[Any, Any, Any]) -> GameLines:
    """The lines of a game with this opening; they hold what everyone knows of it."""
    notation = GameNotation(ruleset, opened.setup())
    forms = msgspec.json.encode(forms_of(notation, game, ruleset.edition.key))
    return GameLines(notation, forms, sha256(forms).hexdigest()[:16])
