"""Adds headers and examples to the answers in the OpenAPI document."""

import json
from functools import cache
from importlib.resources import files
from typing import Any, Final

HEADERS: Final = {
    "X-Request-Id": "The id of this request in the log of the service.",
    "ETag": "The position of the game or dispute, in quotation marks: what `If-Match` names next.",
    "Location": "The address of what was stored.",
    "Oathbook-Receipt": "The signed receipt of what was stored, in base64 (docs/verification.md). Not there where "
    "nothing is signed.",
}

WITH_POSITION: Final = frozenset(
    {"game", "game_record", "game_sheet", "dispute", "dispute_record", "promise", "audit_promise", "takeback"}
)
"""Operations whose answer has the ``ETag`` of a position."""

STORED_ELSEWHERE: Final = frozenset({"replace_key", "give_key", "stream_ticket"})
"""Operations that answer 201 without the address of a new resource."""


def add_headers(document: dict[str, Any]) -> None:
    """Adds the headers of each answer."""
    for operation in operations(document):
        name = operation["operationId"]
        for status, response in operation["responses"].items():
            response.setdefault("headers", {}).update(
                {
                    each: {"description": HEADERS[each], "schema": {"type": "string"}}
                    for each in headers_of(name, status)
                }
            )


def headers_of(operation: str, status: str) -> tuple[str, ...]:
    """Returns the headers of an operation's answer with a status."""
    if status == "201" and operation not in STORED_ELSEWHERE:
        return ("X-Request-Id", "ETag", "Location", "Oathbook-Receipt")
    if operation == "import_record" and status == "200":
        return ("X-Request-Id", "ETag", "Location")
    if operation in {"replace_key", "give_key"} and status == "201":
        return ("X-Request-Id", "Oathbook-Receipt")
    if operation in WITH_POSITION and status in {"200", "304"}:
        return ("X-Request-Id", "ETag")
    return ("X-Request-Id",)


def add_examples(document: dict[str, Any]) -> None:
    """Adds the example of each answer, which a service gave, from ``examples.json``."""
    for operation in operations(document):
        for status, response in operation["responses"].items():
            for media, content in response.get("content", {}).items():
                example = _examples().get(operation["operationId"], {}).get(status, {}).get(media)
                if example is not None:
                    content["example"] = example


@cache
def _examples() -> dict[str, dict[str, dict[str, Any]]]:
    """Returns the examples by operation, status and media type."""
    found: dict[str, dict[str, dict[str, Any]]] = json.loads(
        (files("oathbook.api.http.openapi") / "examples.json").read_bytes()
    )
    return found


def operations(document: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns the operations of a document."""
    return [operation for path in document["paths"].values() for operation in path.values()]
