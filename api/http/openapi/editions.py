"""Adds the schemas of the installed editions to those of the service."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from oathbook.api.http.openapi.schema_merge import rename_references
from oathbook.api.schemas import json_schemas, shapes
from oathbook.api.schemas.stored_events import event_data_schemas
from oathbook.domain.recording.format.envelope import Envelope
from oathbook.domain.rulesets.protocol import AnyRuleset

SCHEMA_PREFIX: Final = shapes.SCHEMA_PREFIX
FAMILIES: Final = (
    *("decision", "sent", "DecisionToMake"),
    *("setup", "draws", "view"),
    *("event", "body", "opened", "decided", "outcome", "corrected", "table"),  # as they are stored
    *("told", "seen"),  # what would follow, and what was decided
)
"""What the schemas of an edition are for; one that is for several is named after the first of these."""

UNION_SCHEMAS: Final = {"decision": "Decision", "seen": "DecisionSeen", "view": "View", "told": "RulesEvent"}
"""The names of the schemas that are unions over all editions, by family."""

OPEN_PROPERTIES: Final = {
    "StepTold.view": ("View", True),
    "PromiseStepTold.view": ("View", True),
    "StateTold.view": ("View", False),
    "FrameTold.view": ("View", False),
    "FrameTold.decision": ("DecisionSeen", True),
    "SceneTold.decision": ("DecisionSeen", True),
    "Answered.decision": ("Decision", False),
    "Listed.listed[]": ("Decision", False),
    "OptionsTold.listed[]": ("Decision", False),
    "ConsequenceTold.event": ("RulesEvent", False),
    "LogItem.event": ("StoredEvent", False),
    "StepEvent.event": ("StoredEvent", False),
    "EventTold.event": ("StoredEvent", False),
    "LogItem.openings": ("Openings", False),
    "StepEvent.openings": ("Openings", False),
    "EventTold.openings": ("Openings", False),
}
"""The properties that msgspec leaves open: the schema to put there, and whether null is allowed."""

OPENINGS: Final[json_schemas.Schema] = {
    "type": "array",
    "description": "Of each hidden value that this reader may see: its salt, and the value.",
    "items": {"type": "array", "prefixItems": [{"type": "string"}, {}], "minItems": 2, "maxItems": 2},
}


RECURSIVE_FORMULAS: Final = ("NotState", "AllStates", "AnyState")
"""Recursive formulas; their content is left open, as generators of clients cannot follow it."""


def add_rulesets(schemas: dict[str, json_schemas.Schema], rulesets: Sequence[AnyRuleset]) -> None:
    """Adds the schemas of the rulesets, and refers to them where the service's own schemas are open."""
    topics: dict[str, list[json_schemas.Schema]] = {}
    for ruleset in rulesets:
        _add_ruleset(schemas, ruleset, topics)
    for family, name in UNION_SCHEMAS.items():
        schemas[name] = {"anyOf": [ref(f"{schema_prefix(each)}.{family}") for each in rulesets]}
    schemas |= _stored_events(topics)
    schemas["Openings"] = OPENINGS
    for name in RECURSIVE_FORMULAS:
        schemas[name]["prefixItems"][1] = {"type": "array", "items": {}}
    for place, (name, may_be_null) in OPEN_PROPERTIES.items():
        _set_property(schemas, place, name, may_be_null=may_be_null)
    _fill_bodies(schemas, rulesets)


def _add_ruleset(
    schemas: dict[str, json_schemas.Schema], ruleset: AnyRuleset, topics: dict[str, list[json_schemas.Schema]]
) -> None:
    key = schema_prefix(ruleset)
    properties, definitions = json_schemas.ruleset_schemas(ruleset, where=SCHEMA_PREFIX, prefix=f"{key}.")
    more = json_schemas.Definitions(SCHEMA_PREFIX, f"{key}.")
    seen = {
        "told": more.of("told", json_schemas.cleartext_type(ruleset.wire.event, more, "told")),
        "seen": more.of("seen", json_schemas.viewed_type(ruleset.wire.decision, more, "seen")),
    }
    for name, schema in event_data_schemas(ruleset.wire, more).items():
        topics.setdefault(name, []).append(schema)
    schemas |= definitions | more.all
    schemas |= {f"{key}.{name}": schema for name, schema in (properties | seen).items()}
    schemas |= _sent_decisions(schemas, key)


def _sent_decisions(schemas: Mapping[str, json_schemas.Schema], key: str) -> dict[str, json_schemas.Schema]:
    """Returns the decisions of an edition as a seat sends them: ``by`` is optional, as the key says it."""
    whole = schemas[f"{key}.decision"]
    kinds = {each["$ref"].removeprefix(SCHEMA_PREFIX) for each in whole.get("anyOf", [whole])}

    def sent(name: str) -> str:
        return f"{key}.sent.{name.removeprefix(f'{key}.decision.')}" if name in kinds else name

    examples = [{name: value for name, value in each.items() if name != "by"} for each in whole["examples"]]
    union = {**rename_references(whole, sent), "description": "A decision of this edition.", "examples": examples}
    return {f"{key}.sent": union} | {sent(each): _without_seat(schemas[each]) for each in kinds}


def _without_seat(schema: json_schemas.Schema) -> json_schemas.Schema:
    by = {**schema["properties"]["by"], "description": "The seat whose key is sent, which it is by default."}
    required = [name for name in schema["required"] if name != "by"]
    return {**schema, "properties": {**schema["properties"], "by": by}, "required": required}


def _stored_events(topics: Mapping[str, list[json_schemas.Schema]]) -> dict[str, json_schemas.Schema]:
    """Returns a schema for the stored events of each topic, with the data of all editions, and their union."""
    envelope = shapes.component_schemas((Envelope,))["Envelope"]
    made: dict[str, json_schemas.Schema] = {}
    for topic, data in topics.items():
        words, _, version = topic.partition("/")
        name = "Stored" + "".join(map(str.capitalize, [*words.replace("-", ".").split("."), version.strip("1")]))
        fields = {**envelope["properties"], "data": any_of(data), "type": {"const": topic}}
        made[name] = {**envelope, "description": f"An event `{topic}`, as it is stored.", "properties": fields}
    made["StoredEvent"] = {
        "anyOf": [ref(name) for name in made],
        "discriminator": {
            "propertyName": "type",
            "mapping": {each["properties"]["type"]["const"]: f"{SCHEMA_PREFIX}{name}" for name, each in made.items()},
        },
    }
    return made


def _set_property(schemas: dict[str, json_schemas.Schema], place: str, name: str, *, may_be_null: bool) -> None:
    """Sets an open property; its description stays."""
    where, _, field = place.partition(".")
    properties = schemas[where]["properties"]
    what = any_of([ref(name), {"type": "null"}]) if may_be_null else ref(name)
    if field.endswith("[]"):
        properties[field.removesuffix("[]")]["items"] = what
    else:
        properties[field] = what


def _fill_bodies(schemas: dict[str, json_schemas.Schema], rulesets: Sequence[AnyRuleset]) -> None:
    """Fills in the bodies that contain values of an edition, with examples that can be sent."""
    decision = ref("Decision")
    schemas["DecisionToMake"] = _bodies_by_edition(schemas, rulesets)
    asked = schemas["QuestionToAsk"]
    setup = any_of([ref(f"{schema_prefix(each)}.setup") for each in rulesets])
    asked["properties"] |= {"decision": decision, "setup": any_of([*setup["anyOf"], {"type": "null"}])}
    asked["examples"] = [
        {"setup": begun, "decision": made}
        for begun, made in zip(
            _examples(schemas, rulesets, "setup"), _examples(schemas, rulesets, "decision"), strict=True
        )
    ]
    opened = schemas["GameToOpen"]
    setups = [schemas[f"{schema_prefix(each)}.setup"]["properties"] for each in rulesets]
    for name in ("switches", "start"):
        opened["properties"][name] = any_of([each[name] for each in setups])
    opened["properties"]["components"] = _components(setups)
    opened["examples"] = list(_examples(schemas, rulesets, "setup"))


def _components(setups: Sequence[json_schemas.Schema]) -> json_schemas.Schema:
    """Returns the schema of ``components`` for all editions: the name of an installed set, or a set in full."""
    installed, own = zip(*(each["components"]["anyOf"] for each in setups), strict=True)
    names = [name for each in installed for name in each["enum"]]
    of_any = any_of([{"type": "string", "examples": names}, *own])
    return {"description": setups[0]["components"]["description"], **of_any}


def _bodies_by_edition(schemas: dict[str, json_schemas.Schema], rulesets: Sequence[AnyRuleset]) -> json_schemas.Schema:
    """Returns the body of a decision: a union over editions, with ``edition`` as the discriminator."""
    body = schemas["DecisionToMake"]
    names = {each.edition.key: f"{schema_prefix(each)}.DecisionToMake" for each in rulesets}
    for each in rulesets:
        key = schema_prefix(each)
        edition = {"const": each.edition.key, "description": "The edition of the game. A client that names it"}
        edition["description"] += " is refused at once where the game is of another one."
        fields = {**body["properties"], "decision": ref(f"{key}.sent"), "edition": edition}
        examples = [{"decision": decision} for decision in schemas[f"{key}.sent"]["examples"]]
        schemas[names[each.edition.key]] = {**body, "properties": fields, "examples": examples}
    return {
        **any_of([ref(name) for name in names.values()]),
        "description": body["description"],
        "discriminator": {
            "propertyName": "edition",
            "mapping": {key: f"{SCHEMA_PREFIX}{name}" for key, name in names.items()},
        },
        "examples": [{"decision": decision} for decision in _examples(schemas, rulesets, "sent")],
    }


def schema_prefix(ruleset: AnyRuleset) -> str:
    """Returns the beginning of the names of an edition's schemas."""
    return ruleset.edition.key.replace("/", ".")


def ref(name: str) -> json_schemas.Schema:
    """Returns a reference to a schema."""
    return {"$ref": f"{SCHEMA_PREFIX}{name}"}


def any_of(schemas: Sequence[json_schemas.Schema]) -> json_schemas.Schema:
    """Returns the union of these schemas."""
    return {"anyOf": list(schemas)}


def _examples(schemas: Mapping[str, json_schemas.Schema], rulesets: Sequence[AnyRuleset], what: str) -> Iterator[Any]:
    for ruleset in rulesets:
        yield from schemas[f"{schema_prefix(ruleset)}.{what}"]["examples"]
