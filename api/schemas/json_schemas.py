"""JSON Schemas of a ruleset's setups, decisions, draws, events and views."""

import json
from collections.abc import Iterator
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from oathbook.api.schemas.hidden_types import HiddenTypeRewriter, Replacement
from oathbook.domain.chance.witnessed_chance import DrawReport
from oathbook.domain.kernel import Seat
from oathbook.domain.recording.format.cleartext import decision_text, value_text
from oathbook.domain.recording.format.envelope import Digest, Mark, Salt
from oathbook.domain.recording.format.setup_documents import SetupDocument
from oathbook.domain.rulesets.kit.schema_digests import schema_digest
from oathbook.domain.rulesets.protocol import AnyRuleset, Setup

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
SEATS: Final = "The seats that may see it."
HIDDEN_IN_DECISION: Final = "Hidden from the other seats; written as the value itself."

Schema = dict[str, Any]


class Definitions:
    """Schemas by name. Names begin with a family, as a type may have one schema per family.

    ``where`` is the beginning of references, ``prefix`` that of names.
    """

    def __init__(self, where: str, prefix: str) -> None:
        self.all: dict[str, Schema] = {}
        self._where = where
        self._prefix = prefix

    def of(self, family: str, kind: Any) -> Schema:
        """Returns the schema of a type, and adds what it refers to under the family's name."""
        template = f"{self._where}{self._prefix}{family}.{{name}}"
        (schema,), found = msgspec.json.schema_components([kind], ref_template=template)
        for name, each in found.items():
            there = self.all.setdefault(f"{self._prefix}{family}.{name}", each)
            assert there == each, f"two types of the family {family} are called {name}"
        return schema

    def fields_of(self, family: str, kind: type) -> Schema:
        """Returns the schema of a type itself, not a reference to it."""
        self.of(family, kind)
        return self.all.pop(f"{self._prefix}{family}.{kind.__name__}")

    def object(self, family: str, description: str, **fields: Any) -> Any:
        """Returns a type for an object with exactly these fields."""
        schema = {
            "type": "object",
            "description": description,
            "properties": {name: self.of(family, kind) for name, kind in fields.items()},
            "required": sorted(fields),
            "additionalProperties": False,
        }
        return Annotated[Any, Meta(extra_json_schema=schema)]


def ruleset_schema(ruleset: AnyRuleset) -> Schema:
    """Returns one document, with a property for each thing that can be written or read.

    ``digest`` is that of the types in records: ``g.frozen`` of a game in one file states it.
    """
    properties, definitions = ruleset_schemas(ruleset, where="#/$defs/")
    return {
        "$schema": DIALECT,
        "title": f"{ruleset.edition.title} ({ruleset.edition.key})",
        "description": "Each property describes something that you write or read by itself. "
        "To ask a question: oathbook ask --setup SETUP --decision DECISION --draws DRAWS.",
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
        "$defs": definitions,
        "digest": schema_digest(ruleset.wire),
    }


def ruleset_schemas(
    ruleset: AnyRuleset, *, where: str, prefix: str = ""
) -> tuple[dict[str, Schema], dict[str, Schema]]:
    """Returns the schema of each thing that is written or read, and those that they refer to; see ``Definitions``."""
    definitions = Definitions(where, prefix)
    wire = ruleset.wire
    hidden = Meta(description=HIDDEN_IN_DECISION)
    decided = _rewrite(wire.decision, lambda inner: Annotated[inner, hidden], lambda inner: inner)
    properties = {
        "setup": _setup(ruleset, definitions),
        "decision": _describe(
            definitions.of("decision", decided),
            "What a seat decides, for `oathbook ask --decision`; the examples fit those of setup.",
            examples=list(_decisions(ruleset)),
        ),
        "draws": _describe(
            definitions.of("draws", tuple[DrawReport, ...]),
            "Draws to suppose, for `oathbook ask --draws`. Ask without them first: the answer names the label, the "
            "pile and how many are drawn.",
            examples=[[]],
        ),
        "event": _describe(
            definitions.of("event", stored_type(wire.event, definitions)),
            "What happens, in the form of the consequences of an outcome in a record. Hidden values are digests.",
        ),
        "view": _describe(
            definitions.of("view", wire.view),
            "The game as one viewer sees it, in the form of the frames of `oathbook replay --json`.",
        ),
    }
    return properties, definitions.all


def _describe(schema: Schema, description: str, **more: Any) -> Schema:
    return {"description": description, **more, **schema}


def _setup(ruleset: AnyRuleset, definitions: Definitions) -> Schema:
    """Returns the schema of a setup with the edition and the ruleset's own types."""
    wire, names = ruleset.wire, sorted(ruleset.edition.components)
    start = cleartext_type(wire.start, definitions)
    schema = definitions.fields_of("setup", SetupDocument)
    schema["properties"] = {
        "edition": {"const": ruleset.edition.key, "description": "The edition that is played."},
        **schema["properties"],
        "components": {
            "description": "An installed set by its name, or a set of your own in full.",
            "anyOf": [{"enum": names}, definitions.of("setup", wire.components)],
        },
        "switches": {
            "description": "Settings of readings; a reading that is left out has its default.",
            **definitions.of("setup", wire.switches),
        },
        "start": {
            "description": "A start position, or null for the beginning of the game.",
            "anyOf": [definitions.of("setup", start), {"type": "null"}],
            "default": None,
        },
    }
    schema["required"] = ["edition", *schema["required"]]
    return _describe(
        {key: value for key, value in schema.items() if key != "description"},
        "How a game begins, for `oathbook ask --setup` and, without the edition, for the header of a transcript.",
        examples=[_sample_body(ruleset, each) for each in _samples(ruleset)],
    )


def cleartext_type(kind: Any, definitions: Definitions, family: str = "setup") -> Any:
    """Returns a type as people read it, with hidden values in the clear."""

    def hidden(inner: Any) -> Any:
        says = "A hidden value in the clear, with the seats that may see it."
        return definitions.object(family, says, to=tuple[Seat, ...], value=inner)

    return _rewrite(kind, hidden, lambda inner: inner)


def viewed_type(kind: Any, definitions: Definitions, family: str) -> Any:
    """Returns a type as a viewer sees it, with a mark in the place of hidden values."""

    def hidden(inner: Any) -> Any:
        choices = [definitions.of(family, inner), definitions.of(family, Mark)]
        return Annotated[Any, Meta(extra_json_schema={"anyOf": choices})]

    return _rewrite(kind, hidden, lambda inner: inner)


def stored_type(kind: Any, definitions: Definitions, family: str = "event") -> Any:
    """Returns a type as it is stored, with digests in the place of hidden values."""

    def hidden(_: Any) -> Any:
        says = "A hidden value: the digest that stands in its place, and the seats that may see it."
        return definitions.object(family, says, sd=Digest, to=tuple[Seat, ...])

    def opened(inner: Any) -> Any:
        says = "A value that was hidden and is shown, with the salt that proves it."
        return definitions.object(family, says, salt=Salt, sd=Digest, value=inner)

    return _rewrite(kind, hidden, opened)


def _rewrite(kind: Any, hidden: Replacement, opened: Replacement) -> Any:
    return HiddenTypeRewriter(hidden=hidden, opened=opened).rewrite(kind)


def _sample_body(ruleset: AnyRuleset, setup: Setup) -> Schema:
    """Returns the body of a request that opens a game with this setup, as an example."""
    names = [name for name, components in ruleset.edition.components.items() if components == setup.components]
    return {
        "edition": ruleset.edition.key,
        "seats": [{"seat": each.seat, "player": each.player} for each in setup.seats],
        "components": names[0] if names else msgspec.to_builtins(setup.components),
        "start": json.loads(value_text(setup.start)),
    }


def _samples(ruleset: AnyRuleset) -> list[Setup]:
    """Returns the first sample, and the first that has a start position."""
    samples = ruleset.samples()
    return [samples[0], *[each for each in samples if each.start is not None][:1]]


def _decisions(ruleset: AnyRuleset) -> Iterator[Any]:
    """Yields a decision for each of the example setups."""
    for setup in _samples(ruleset):
        state = ruleset.initial(setup)
        for seat in ruleset.to_act(state)[:1]:
            for option in ruleset.options(state, seat).listed[:1]:
                yield json.loads(decision_text(option))
