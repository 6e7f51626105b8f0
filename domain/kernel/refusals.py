"""Why a decision is not allowed: the first condition that failed, and all that were asked before it."""

from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import Struct

RefusalKind = Literal["illegal", "out-of-turn"]


class Condition(Struct, frozen=True, forbid_unknown_fields=True):
    """One question of the rules, its answer, and the values it depends on."""

    asks: str
    clause: str
    holds: bool
    values: Mapping[str, str | int] = {}


class Refusal(Struct, frozen=True, forbid_unknown_fields=True):
    """Why a decision is refused: a stable code, the clause, a sentence, and every condition that was checked."""

    code: str
    kind: RefusalKind
    clause: str
    says: str
    conditions: tuple[Condition, ...]
    readings: tuple[str, ...] = ()


class Requirement(Struct, frozen=True):
    """A condition that a decision must meet, with the message for when it does not."""

    code: str
    clause: str
    asks: str
    holds: bool
    says: str
    kind: RefusalKind = "illegal"
    values: Mapping[str, str | int] = {}
    readings: tuple[str, ...] = ()


def first_refusal(requirements: Iterable[Requirement]) -> Refusal | None:
    """Ask the requirements in order; stop at the first that is not met and say so."""
    asked: list[Condition] = []
    for needed in requirements:
        clause = str(needed.clause)
        asked.append(Condition(needed.asks, clause, needed.holds, needed.values))
        if not needed.holds:
            readings = tuple(str(each) for each in needed.readings)
            return Refusal(str(needed.code), needed.kind, clause, needed.says, tuple(asked), readings)
    return None
