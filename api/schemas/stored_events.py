"""JSON Schemas of stored events, by topic."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from oathbook.api.schemas.json_schemas import Definitions, Schema, stored_type
from oathbook.domain.games.game_events import GameCorrected
from oathbook.domain.games.table_events import TableActed
from oathbook.domain.recording.format.topics import CORRECTED_TOPIC, TABLE_TOPIC, topics_of
from oathbook.domain.rulesets.protocol import WireTypes

FAMILIES: Final = {
    "game.opened/1": "opened",
    "game.decision/1": "decided",
    "game.outcome/1": "outcome",
    "game.table/1": "table",
    CORRECTED_TOPIC: "corrected",
    TABLE_TOPIC: "table",
}
BODY: Final = "body"
"""Families for topics that contain types of a ruleset, and one for all others: their types may have the same names."""


class StoredState(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole state of the ruleset, in a form that has a number."""

    form: int
    value: Mapping[str, Any]


def event_data_schemas(wire: WireTypes, definitions: Definitions) -> Mapping[str, Schema]:
    """Returns the schema of the data of each topic; adds what it refers to to the definitions."""
    corrected: Any = GameCorrected
    acted: Any = TableActed
    kinds = {name: topic.kind for name, topic in topics_of(wire).items()}
    kinds[CORRECTED_TOPIC] = corrected[wire.event, StoredState]
    kinds[TABLE_TOPIC] = acted[wire.decision, wire.event, Mapping[str, Any]]
    families = {name: FAMILIES.get(name, BODY) for name in kinds}
    return {
        name: definitions.of(families[name], stored_type(kind, definitions, families[name]))
        for name, kind in kinds.items()
    }
