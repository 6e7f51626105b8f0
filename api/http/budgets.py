"""The table of routes: what a request to each may cost.

Milliseconds of CPU, of the whole process and once its caches are warm, on a machine such as docs/performance.md names.
``python -m bench.climbing`` looks for requests that cost more.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

MOST_MILLISECONDS: Final = 50
"""The most that a request may cost in the process that takes decisions."""


class Budget(NamedTuple):
    """What a request may cost; ``pooled`` if another process spends it where it is dear, which has a deadline."""

    milliseconds: int
    pooled: bool = False


BUDGETS: Final[Mapping[str, Budget]] = {
    "GET /openapi.json": Budget(20),
    "POST /v1/games": Budget(50),
    "GET /v1/games": Budget(50),
    "GET /v1/games/{game}": Budget(50),
    "POST /v1/games/{game}/key": Budget(50),
    "POST /v1/games/{game}/decisions": Budget(50),
    "GET /v1/games/{game}/options": Budget(50),
    "POST /v1/games/{game}/promises": Budget(50),
    "POST /v1/games/{game}/promises/{promise}/signatures": Budget(50),
    "POST /v1/games/{game}/promises/{promise}/declines": Budget(50),
    "POST /v1/games/{game}/promises/{promise}/withdrawal": Budget(50),
    "POST /v1/games/{game}/promises/{promise}/consents": Budget(50),
    "POST /v1/games/{game}/promises/{promise}/claims": Budget(50),
    "POST /v1/games/{game}/promises/{promise}/answers": Budget(50),
    "POST /v1/games/{game}/promises/{promise}/rulings": Budget(50),
    "GET /v1/games/{game}/promises": Budget(200, pooled=True),
    "GET /v1/games/{game}/promises/{promise}": Budget(200, pooled=True),
    "GET /v1/games/{game}/promises/{promise}/audit": Budget(200, pooled=True),
    "GET /v1/games/{game}/ledger": Budget(50),
    "GET /v1/players/{name:path}/promises": Budget(50),
    "GET /v1/games/{game}/events": Budget(50),
    "GET /v1/games/{game}/events/{position}": Budget(50),
    "GET /v1/games/{game}/events/{position}/why": Budget(50),
    "GET /v1/games/{game}/record": Budget(50),
    "GET /v1/games/{game}/state": Budget(200, pooled=True),
    "GET /v1/games/{game}/frames": Budget(200, pooled=True),
    "GET /v1/games/{game}/scenes": Budget(200, pooled=True),
    "GET /v1/games/{game}/steps": Budget(200, pooled=True),
    "GET /v1/games/{game}/scenes/{position}/since": Budget(200, pooled=True),
    "GET /v1/games/{game}/outline": Budget(200, pooled=True),
    "GET /v1/games/{game}/timeline": Budget(50),
    "GET /v1/games/{game}/standing": Budget(200, pooled=True),
    "GET /v1/games/{game}/stream": Budget(50),
    "POST /v1/games/{game}/stream/tickets": Budget(50),
    "POST /v1/records": Budget(50),
    "POST /v1/ask": Budget(50),
    "POST /v1/letters/check": Budget(200, pooled=True),
    "GET /v1/rulesets": Budget(50),
    "GET /v1/rulesets/{ruleset}/{edition}": Budget(20),
    "GET /v1/rulesets/{ruleset}/{edition}/schema": Budget(50),
    "GET /v1/rulesets/{ruleset}/{edition}/clauses/{clause}": Budget(50),
    "GET /v1/rulesets/{ruleset}/{edition}/clauses/{clause}/precedents": Budget(50),
    "GET /v1/rulesets/{ruleset}/{edition}/draws": Budget(50),
    "POST /v1/disputes": Budget(50),
    "GET /v1/disputes": Budget(50),
    "GET /v1/disputes/{dispute}": Budget(50),
    "GET /v1/disputes/{dispute}/record": Budget(50),
    "POST /v1/disputes/{dispute}/evidence": Budget(50),
    "POST /v1/disputes/{dispute}/unsealing": Budget(50),
    "POST /v1/disputes/{dispute}/finding": Budget(200, pooled=True),
    "POST /v1/disputes/{dispute}/ruling": Budget(50),
    "POST /v1/disputes/{dispute}/appeal": Budget(50),
    "POST /v1/disputes/{dispute}/withdrawal": Budget(50),
    "GET /healthz": Budget(5),
    "GET /readyz": Budget(10),
    "GET /metrics": Budget(50),
    "GET /v1/problems": Budget(10),
    "GET /log/checkpoint": Budget(20),
    "GET /log/keys": Budget(20),
    "GET /log/statements": Budget(20),
    "GET /log/proof/{leaf}": Budget(20),
    "GET /log/consistency/{old}/{new}": Budget(20),
    "GET /log/tile/{tile:path}": Budget(20),
    "GET /v1/games/{game}/events/{position}/receipt": Budget(50),
    "GET /v1/games/{game}/bundle": Budget(50),
    "GET /": Budget(50),
    "GET /games/{game}": Budget(50),
    "GET /games/{game}/promises/new": Budget(50),
    "GET /games/{game}/promises/{promise}": Budget(50),
    "GET /players/{name:path}": Budget(50),
    "GET /rulesets": Budget(50),
    "GET /rulesets/{ruleset}/{edition}": Budget(50),
    "GET /rulesets/{ruleset}/{edition}/draws": Budget(50),
    "GET /games/{game}/board.svg": Budget(50),
    "GET /games/{game}/board.png": Budget(200, pooled=True),
    "GET /disputes": Budget(50),
    "GET /disputes/{dispute}": Budget(50),
    "GET /games/{game}/disputes/new": Budget(50),
    "GET /rulesets/{ruleset}/{edition}/clauses/{clause}": Budget(50),
}
"""By method and path, in the order in which the application has them."""
