"""What a request to a route may cost: milliseconds of CPU of the whole process, once its caches are warm.

The machine is that of docs/performance.md; ``python -m bench.climbing`` looks for requests that cost more.
"""

from collections.abc import Mapping
from typing import Final

MOST_MILLISECONDS: Final = 50
"""The most that a request may cost in the process that takes decisions, and what it may where nothing else is said."""

POOLED_MILLISECONDS: Final = 200
"""The most that a request may cost where another process with a deadline spends it."""

LESS: Final[Mapping[str, int]] = {
    "GET /healthz": 5,
    "GET /readyz": 10,
    "GET /v1/problems": 10,
    "GET /openapi.json": 20,
    "GET /v1/rulesets/{ruleset}/{edition}": 20,
    "GET /log/checkpoint": 20,
    "GET /log/keys": 20,
    "GET /log/statements": 20,
    "GET /log/proof/{leaf}": 20,
    "GET /log/consistency/{old}/{new}": 20,
    "GET /log/tile/{tile:path}": 20,
}
POOLED: Final = frozenset(
    {
        "POST /v1/letters/check",
        "POST /v1/disputes/{dispute}/finding",
        "GET /games/{game}/board.png",
        *(
            f"GET /v1/games/{{game}}/{path}"
            for path in (
                *("promises", "promises/{promise}", "promises/{promise}/audit", "standing", "state", "frames"),
                *("scenes", "scenes/{position}/since", "steps", "outline", "sheet", "lines", "odds"),
            )
        ),
    }
)
"""Routes by method and path that may cost less, or are answered by a process of the pool where they are dear."""


def budget_of(route: str) -> int:
    """Returns the milliseconds that a request to a route may cost."""
    return POOLED_MILLISECONDS if route in POOLED else LESS.get(route, MOST_MILLISECONDS)
