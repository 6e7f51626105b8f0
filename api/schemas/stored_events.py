"""JSON Schemas of what a game's stream holds: the data of each topic, in the form in which it is stored."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from oathbook.api.schemas.json_schemas import Definitions, Schema, as_stored
from oathbook.domain.games.events import GameCorrected
from oathbook.domain.recording.format.topics import CORRECTED, topics_of
from oathbook.domain.rulesets.protocol import Wire

FAMILIES: Final = {
    "game.opened/1": "opened",
    "game.decision/1": "decided",
    "game.outcome/1": "outcome",
    CORRECTED: "corrected",
}
BODY: Final = "body"
"""A family each for what a ruleset's types stand in, and one for the rest: their types may be called the same."""


class StoredState(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole state of the ruleset, in a form that has a number."""

    form: int
    value: Mapping[str, Any]


def data_schemas(wire: Wire, definitions: Definitions) -> Mapping[str, Schema]:
    """The schema of the data of each topic; what it refers to is noted in the definitions."""
    corrected: Any = GameCorrected
    kinds = {name: topic.kind for name, topic in topics_of(wire).items()}
    kinds[CORRECTED] = corrected[wire.event, StoredState]
    families = {name: FAMILIES.get(name, BODY) for name in kinds}
    return {
        name: definitions.of(families[name], as_stored(kind, definitions, families[name]))
        for name, kind in kinds.items()
    }
