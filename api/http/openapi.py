"""The description of the service: OpenAPI 3.1 with the rulesets' schemas, and examples that can be sent."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from api.schemas import problems
from api.schemas import service as shapes
from api.schemas.json_schemas import Schema, schemas_of
from domain.rulesets.protocol import AnyRuleset

WHERE: Final = shapes.WHERE
PROBLEM: Final[Schema] = {
    "type": "object",
    "description": "RFC 9457. Some types have further members.",
    "properties": {
        "type": {"type": "string", "format": "uri-reference"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
    },
    "required": ["type", "title", "status", "detail"],
}

LIMITED: Final = str(problems.TOO_MANY.status)
"""Answered by routes that count their requests and, to wrong keys, by all that take one."""


def described(app: FastAPI, rulesets: Iterable[AnyRuleset]) -> dict[str, Any]:
    """The document, made once."""
    if app.openapi_schema is None:
        document = get_openapi(
            title=app.title, version=app.version, summary=app.summary, openapi_version="3.1.0", routes=app.routes
        )
        schemas = document["components"]["schemas"]
        schemas |= shapes.schemas()
        _bring_rulesets(schemas, tuple(rulesets))
        _say_problems(document, schemas)
        _say_keys(document)
        app.openapi_schema = document
    return app.openapi_schema


def _bring_rulesets(schemas: dict[str, Schema], rulesets: tuple[AnyRuleset, ...]) -> None:
    """The rulesets' schemas under their names, and in the places of what the service's own bodies leave open."""
    for ruleset in rulesets:
        properties, definitions = schemas_of(ruleset, where=WHERE, prefix=f"{_name(ruleset)}.")
        schemas |= definitions
        schemas |= {f"{_name(ruleset)}.{name}": schema for name, schema in properties.items()}
    decision = _one_of(rulesets, "decision")
    schemas["DecisionToMake"]["properties"]["decision"] = decision
    schemas["DecisionToMake"]["examples"] = [{"decision": each} for each in _examples(schemas, rulesets, "decision")]
    asked = schemas["QuestionToAsk"]
    asked["properties"] |= {"decision": decision, "setup": _one_of(rulesets, "setup")}
    asked["examples"] = [
        {"setup": setup, "decision": made}
        for setup, made in zip(
            _examples(schemas, rulesets, "setup"), _examples(schemas, rulesets, "decision"), strict=True
        )
    ]
    opened = schemas["GameToOpen"]
    for name in ("components", "switches", "start"):
        found = [schemas[f"{_name(each)}.setup"]["properties"][name] for each in rulesets]
        opened["properties"][name] = {"anyOf": found}
    opened["examples"] = list(_examples(schemas, rulesets, "setup"))


def _name(ruleset: AnyRuleset) -> str:
    return ruleset.edition.key.replace("/", ".")


def _one_of(rulesets: tuple[AnyRuleset, ...], what: str) -> Schema:
    return {"anyOf": [{"$ref": f"{WHERE}{_name(each)}.{what}"} for each in rulesets]}


def _examples(schemas: dict[str, Schema], rulesets: tuple[AnyRuleset, ...], what: str) -> Iterator[Any]:
    for ruleset in rulesets:
        yield from schemas[f"{_name(ruleset)}.{what}"]["examples"]


def _say_problems(document: dict[str, Any], schemas: dict[str, Schema]) -> None:
    """Everything that is not answered as asked is a problem, whatever its status."""
    schemas["Problem"] = PROBLEM
    schemas.pop("HTTPValidationError", None)
    schemas.pop("ValidationError", None)
    problem = {"description": "A problem", "content": {problems.MEDIA_TYPE: {"schema": {"$ref": f"{WHERE}Problem"}}}}
    seconds = {"description": "Seconds to wait", "schema": {"type": "integer"}}
    too_many = {**problem, "description": "Too many of these requests", "headers": {"Retry-After": seconds}}
    for operation in _operations(document):
        said = operation["responses"]
        said.pop("422", None)
        said["default"] = problem
        if LIMITED in said or _takes_key(operation):
            said[LIMITED] = too_many


def _say_keys(document: dict[str, Any]) -> None:
    """The key is a scheme of HTTP's own, not a parameter; a caller without one is the public."""
    document["components"]["securitySchemes"] = {
        "seat": {"type": "http", "scheme": "bearer", "description": "The key of a seat, or of the host."}
    }
    for operation in filter(_takes_key, _operations(document)):
        operation["parameters"] = [each for each in operation["parameters"] if each["name"] != "authorization"]
        operation["security"] = [{"seat": []}, {}]


def _takes_key(operation: Schema) -> bool:
    return any(each["name"] == "authorization" for each in operation.get("parameters", []))


def _operations(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for path in document["paths"].values():
        yield from path.values()
