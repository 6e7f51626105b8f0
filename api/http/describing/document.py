"""The description of the service: OpenAPI 3.1 with the rulesets' schemas, and examples that can be sent."""

from collections.abc import Iterable
from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from oathbook.api.http.describing.alike import merged, plain, reachable, referring
from oathbook.api.http.describing.editions import bring
from oathbook.api.http.describing.naming import naming
from oathbook.api.http.describing.operations import described_tags, operations
from oathbook.api.http.describing.problem_members import problem_schemas
from oathbook.api.schemas import problems
from oathbook.api.schemas import service as shapes
from oathbook.api.schemas.json_schemas import Schema
from oathbook.domain.rulesets.protocol import AnyRuleset

WHERE: Final = shapes.WHERE
LIMITED: Final = str(problems.TOO_MANY.status)
"""Answered by routes that count their requests and, to wrong keys, by all that take one."""


def described(app: FastAPI, rulesets: Iterable[AnyRuleset], root: str = "") -> dict[str, Any]:
    """The document of a service that is below ``root`` of its host; made once."""
    if app.openapi_schema is None:
        document = get_openapi(
            title=app.title,
            version=app.version,
            summary=app.summary,
            description=DESCRIPTION,
            openapi_version="3.1.0",
            routes=app.routes,
            tags=described_tags(),
            servers=[{"url": root or "/", "description": "The service that this description comes from."}],
            license_info={"name": "Apache License 2.0", "identifier": "Apache-2.0"},
        )
        app.openapi_schema = _completed(document, tuple(rulesets))
    return app.openapi_schema


DESCRIPTION: Final = (
    "A key is sent as `Authorization: Bearer …`; without one, a caller is the public. "
    "What is not answered as asked is a problem (RFC 9457). Names that end in `ToMake`, `ToOpen` and the like are "
    "bodies to send, those that end in `Told` are answers."
)


def _completed(document: dict[str, Any], rulesets: tuple[AnyRuleset, ...]) -> dict[str, Any]:
    schemas = document["components"]["schemas"]
    schemas |= shapes.schemas() | problem_schemas()
    bring(schemas, rulesets)
    _say_problems(document)
    _say_keys(document)
    found, renamed = merged({name: plain(each) for name, each in schemas.items()}, naming(rulesets))
    document["paths"] = referring(plain(document["paths"]), renamed)
    document["components"]["schemas"] = found
    document["components"]["schemas"] = dict(sorted(reachable(document).items()))
    return document


def _say_problems(document: dict[str, Any]) -> None:
    """Everything that is not answered as asked is a problem, whatever its status."""
    problem = {"description": "A problem", "content": {problems.MEDIA_TYPE: {"schema": {"$ref": f"{WHERE}Problem"}}}}
    seconds = {"description": "Seconds to wait", "schema": {"type": "integer"}}
    too_many = {**problem, "description": "Too many of these requests", "headers": {"Retry-After": seconds}}
    for operation in operations(document):
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
    for operation in filter(_takes_key, operations(document)):
        operation["parameters"] = [each for each in operation["parameters"] if each["name"] != "authorization"]
        operation["security"] = [{"seat": []}, {}]


def _takes_key(operation: Schema) -> bool:
    return any(each["name"] == "authorization" for each in operation.get("parameters", []))
