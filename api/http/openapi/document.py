"""The OpenAPI 3.1 document of the service, with the schemas of the rulesets."""

import gzip
import json
from collections.abc import Iterable
from typing import Any, Final

from anyio import Lock, to_thread
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import Response

from oathbook.api.http.openapi.answers import add_examples, add_headers, operations
from oathbook.api.http.openapi.editions import add_rulesets
from oathbook.api.http.openapi.problem_members import Problem
from oathbook.api.http.openapi.schema_merge import merge_schemas, reachable_schemas, rename_references, simplify
from oathbook.api.http.openapi.schema_names import schema_namer
from oathbook.api.http.responses import takes_gzip
from oathbook.api.schemas import problems, shapes
from oathbook.api.schemas.json_schemas import Schema
from oathbook.domain.rulesets.protocol import AnyRuleset

SCHEMA_PREFIX: Final = shapes.SCHEMA_PREFIX
LIMITED: Final = str(problems.TOO_MANY.status)
"""The status of routes that count their requests, and of all that count wrong keys."""


def openapi_document(app: FastAPI, rulesets: Iterable[AnyRuleset], root: str = "") -> dict[str, Any]:
    """Returns the document of an app below ``root`` of its host; makes it once."""
    if app.openapi_schema is None:
        document = get_openapi(
            title=app.title,
            version=app.version,
            summary=app.summary,
            description=DESCRIPTION,
            openapi_version="3.1.0",
            routes=app.routes,
            tags=tag_descriptions(),
            servers=[{"url": root or "/", "description": "The service that this description comes from."}],
            license_info={"name": "Apache License 2.0", "identifier": "Apache-2.0"},
        )
        app.openapi_schema = _complete(document, tuple(rulesets))
    return app.openapi_schema


class DescribedApi(FastAPI):
    """An application that describes itself at ``openapi_url`` in the same bytes each time, which it makes once."""

    _described: tuple[bytes, bytes] | None = None

    def setup(self) -> None:
        """Adds the route of the description. The first request makes it in a thread; others wait for that."""
        self._describing = Lock()
        self.add_route(str(self.openapi_url), self._description, include_in_schema=False)

    def _describe(self) -> tuple[bytes, bytes]:
        text = json.dumps(self.openapi(), ensure_ascii=False, separators=(",", ":")).encode()
        return text, gzip.compress(text, mtime=0)

    async def _description(self, request: Request) -> Response:
        async with self._describing:
            if self._described is None:
                self._described = await to_thread.run_sync(self._describe)
            plain, zipped = self._described
        headers = {"Vary": "Accept-Encoding"}
        if not takes_gzip(request):
            return Response(plain, headers=headers, media_type=shapes.JSON)
        return Response(zipped, headers={**headers, "Content-Encoding": "gzip"}, media_type=shapes.JSON)


DESCRIPTION: Final = (
    "A key is sent as `Authorization: Bearer …`; without one, a caller is the public. "
    "What is not answered as asked is a problem (RFC 9457). Names that end in `ToMake`, `ToOpen` and the like are "
    "bodies to send, those that end in `Told` are answers."
)


def _complete(document: dict[str, Any], rulesets: tuple[AnyRuleset, ...]) -> dict[str, Any]:
    schemas = document["components"]["schemas"]
    schemas |= shapes.component_schemas((*shapes.RESPONSE_SHAPES, Problem))
    add_rulesets(schemas, rulesets)
    _add_problems(document)
    _add_security(document)
    _describe_parameters(document)
    add_headers(document)
    add_examples(document)
    found, renamed = merge_schemas({name: simplify(each) for name, each in schemas.items()}, schema_namer(rulesets))
    document["paths"] = rename_references(simplify(document["paths"]), renamed)
    document["components"]["schemas"] = dict(sorted(reachable_schemas(found, document["paths"]).items()))
    _describe_defaults(document)
    return document


def _add_problems(document: dict[str, Any]) -> None:
    """Adds the problem as the default answer of every operation."""
    problem = {
        "description": "A problem",
        "content": {problems.MEDIA_TYPE: {"schema": {"$ref": f"{SCHEMA_PREFIX}Problem"}}},
    }
    seconds = {"description": "Seconds to wait", "schema": {"type": "integer"}}
    too_many = {**problem, "description": "Too many of these requests", "headers": {"Retry-After": seconds}}
    for operation in operations(document):
        said = operation["responses"]
        said.pop("422", None)
        said["default"] = problem
        if LIMITED in said or _takes_key(operation):
            said[LIMITED] = too_many


def _add_security(document: dict[str, Any]) -> None:
    """Replaces the parameter ``authorization`` by a security scheme, which is optional."""
    document["components"]["securitySchemes"] = {
        "seat": {"type": "http", "scheme": "bearer", "description": "The key of a seat, or of the host."}
    }
    for operation in filter(_takes_key, operations(document)):
        operation["parameters"] = [each for each in operation["parameters"] if each["name"] != "authorization"]
        operation["security"] = [{"seat": []}, {}]


def _describe_parameters(document: dict[str, Any]) -> None:
    """Removes null from the types of parameters, and makes ``If-Match`` required."""
    for operation in operations(document):
        for parameter in operation.get("parameters", []):
            schema = parameter["schema"]
            *choices, last = schema.get("anyOf", [schema])
            if last == {"type": "null"}:
                (choice,) = choices
                parameter["schema"] = {**choice, **{name: value for name, value in schema.items() if name != "anyOf"}}
            parameter["required"] |= parameter["name"] == "if-match"


def _describe_defaults(document: dict[str, Any]) -> None:
    """Say in words what is the default of a field that is only sent: generators require a field with ``default``."""
    schemas = document["components"]["schemas"]
    answers = reachable_schemas(schemas, [each["responses"] for each in operations(document)])
    bodies = reachable_schemas(schemas, [each.get("requestBody") for each in operations(document)])
    for name in bodies.keys() - answers.keys():
        for field in bodies[name].get("properties", {}).values():
            if "default" in field:
                default = json.dumps(field.pop("default"))
                field["description"] = f"{field.get('description', '')} {default} by default.".strip()


def _takes_key(operation: Schema) -> bool:
    return any(each["name"] == "authorization" for each in operation.get("parameters", []))


TAGS: Final = {
    "games": "Open games, find them, and see where each stands.",
    "play": "What a seat may decide, and deciding it.",
    "promises": "Letters: offered, signed, kept or broken, claimed and ruled on; and what became of each.",
    "replay": "A game again: states, frames, scenes and the standing at any position, as any viewer saw it.",
    "log": "What is recorded: events with their hashes, why each followed, records, the stream, and the signed log.",
    "rules": "The installed editions, their clauses, readings and schemas, and what the rules answer.",
    "disputes": "Claims about an event: filed, examined, ruled on and appealed.",
    "operations": "For the operator: health, readiness, figures, and the types of problems.",
}


def operation_id_of(route: APIRoute) -> str:
    """Returns the id of an operation: the route's own, else the name of its function."""
    return str(route.operation_id or route.name)


def tag_descriptions() -> list[dict[str, str]]:
    """Returns the tags with their descriptions, in the order that suits a newcomer."""
    return [{"name": name, "description": says} for name, says in TAGS.items()]
