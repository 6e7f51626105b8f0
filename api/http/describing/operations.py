"""What each operation is called, in which group it stands, and what the groups are about."""

from collections.abc import Iterator
from typing import Any, Final

from fastapi.routing import APIRoute

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


def name_of(route: APIRoute) -> str:
    """The name of an operation: that of its function, unless the route says otherwise."""
    return str(route.operation_id or route.name)


def described_tags() -> list[dict[str, str]]:
    """The groups, in the order in which a newcomer needs them."""
    return [{"name": name, "description": says} for name, says in TAGS.items()]


def operations(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Each operation of a document."""
    for path in document["paths"].values():
        yield from path.values()
