"""What a problem can hold besides what every problem has, each member with its type."""

from msgspec import UNSET, Struct, UnsetType

from oathbook.api.schemas.shapes import Listed
from oathbook.domain.kernel import Condition, DrawRequest
from oathbook.domain.promises.drafting.completions import Suggestion


class ProblemField(Struct, frozen=True):
    """A field of a request that cannot be taken, and why."""

    field: str
    says: str


class Problem(Struct, frozen=True):
    """A problem, by RFC 9457. ``GET /v1/problems`` lists the types; what follows ``detail`` depends on the type.

    A decision that is not allowed has ``code``, ``clause``, ``conditions``, ``readings``, ``out_of_turn``, ``edition``,
    ``legal_alternatives`` and ``position``; a draw that is missing or impossible has its ``request``; a letter that
    cannot be read has ``line``, ``column``, ``offset``, ``excerpt``, ``expected``, ``says``, ``suggestions``,
    ``asks`` and ``next``; a request that cannot be taken has its ``fields``.
    """

    type: str
    title: str
    status: int
    detail: str
    asks: str | UnsetType = UNSET
    clause: str | UnsetType = UNSET
    code: str | UnsetType = UNSET
    column: int | UnsetType = UNSET
    conditions: tuple[Condition, ...] | UnsetType = UNSET
    edition: str | UnsetType = UNSET
    excerpt: tuple[str, ...] | UnsetType = UNSET
    expected: tuple[str, ...] | UnsetType = UNSET
    field: str | UnsetType = UNSET
    fields: tuple[ProblemField, ...] | UnsetType = UNSET
    legal_alternatives: Listed | UnsetType = UNSET
    line: int | UnsetType = UNSET
    next: tuple[Suggestion, ...] | UnsetType = UNSET
    offset: int | UnsetType = UNSET
    out_of_turn: bool | UnsetType = UNSET
    position: int | UnsetType = UNSET
    readings: tuple[str, ...] | UnsetType = UNSET
    remedy: str | UnsetType = UNSET
    request: DrawRequest | UnsetType = UNSET
    says: str | UnsetType = UNSET
    suggestions: tuple[str, ...] | UnsetType = UNSET
