"""Problems (RFC 9457): the table of their kinds and statuses."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from oathbook.domain import errors

MEDIA_TYPE: Final = "application/problem+json"
REGISTRY: Final = "/v1/problems"
CHALLENGE: Final = {"WWW-Authenticate": 'Bearer realm="oathbook"'}
"""The header of answers that ask for another key (RFC 9110, section 11.6.1)."""

MOST_SAID: Final = 500  # characters of a detail: it may quote what a client sent


class ProblemKind(Struct, frozen=True):
    """A kind of problem: its name in the type's URL, its status, and a title that is always the same."""

    name: str
    status: int
    title: str


KIND_BY_CLASS: Final[Mapping[type[Exception], ProblemKind]] = {
    errors.IllegalDecision: ProblemKind("illegal-decision", 422, "The rules do not allow this decision here"),
    errors.DrawMissing: ProblemKind("draw-missing", 422, "A draw has to be reported with the decision"),
    errors.ImpossibleDraw: ProblemKind("impossible-draw", 422, "A reported draw cannot have come from that pile"),
    errors.NotCovered: ProblemKind("not-covered", 422, "The rules of this step are not covered"),
    errors.BadLetter: ProblemKind("bad-letter", 422, "The letter cannot be read, or cannot be signed as it is"),
    errors.LineUnreadable: ProblemKind("line-unreadable", 422, "The line cannot be read as a decision"),
    errors.LineRefused: ProblemKind("line-refused", 422, "A step of the sheet is not followed"),
    errors.KeyReplaced: ProblemKind("key-unknown", 401, "The key is not known here"),
    errors.KeyReused: ProblemKind("key-reused", 422, "The idempotency key was used for another request"),
    errors.PositionConflict: ProblemKind("position-conflict", 412, "The game is not at that position"),
    errors.PositionMissing: ProblemKind(
        "position-missing", 428, "The position that the request is based on is missing"
    ),
    errors.NotYourSeat: ProblemKind("not-your-seat", 403, "The key belongs to another seat"),
    errors.NotFound: ProblemKind("not-found", 404, "Not found"),
    errors.UnknownEdition: ProblemKind("unknown-edition", 404, "No ruleset is installed for that edition"),
    errors.PromiseRefused: ProblemKind("promise-refused", 409, "The state of the promise does not allow this"),
    errors.TakebackRefused: ProblemKind("takeback-refused", 409, "What was decided does not go back"),
    errors.DisputeRefused: ProblemKind("dispute-refused", 409, "The state of the dispute does not allow this"),
    errors.AlreadyRuled: ProblemKind("already-ruled", 409, "There is a ruling on this dispute"),
    errors.GameClosed: ProblemKind("game-closed", 409, "The game is over"),
    errors.DecisionHeld: ProblemKind("decision-held", 409, "This seat is held to an earlier decision"),
    errors.RemedyRefused: ProblemKind("remedy-refused", 409, "The remedy cannot be carried out in this game"),
    errors.RecordDiffers: ProblemKind("record-differs", 409, "Another record is stored under that id"),
    errors.RecordImported: ProblemKind(
        "record-imported", 409, "Nobody plays on in an imported record, but in a fork of it"
    ),
    errors.RecordRedacted: ProblemKind("record-redacted", 409, "Nobody can play on in a redacted record"),
    errors.TooLarge: ProblemKind("too-large", 413, "It exceeds a limit"),
    errors.CorruptRecord: ProblemKind("corrupt-record", 503, "A stored event is damaged"),
    errors.BadRecord: ProblemKind("bad-input", 400, "It cannot be read"),
    errors.ClosedForWriting: ProblemKind(
        "closed-for-writing", 503, "The record of this game is damaged: it takes no more steps"
    ),
    errors.StoreReadOnly: ProblemKind("read-only", 503, "The records are not what was signed: they are only shown"),
    errors.StoreFull: ProblemKind("store-full", 507, "The disk is full"),
    errors.WriterBusy: ProblemKind("writer-busy", 503, "Another process is writing to the database"),
}
"""Kinds by class of exception; the nearest class counts."""

_HEADERS: Final[Mapping[type[Exception], Mapping[str, str]]] = {
    errors.StoreFull: {"Retry-After": "10"},
    errors.KeyReplaced: CHALLENGE,
}

_MEMBERS: Final[Mapping[type[Exception], tuple[str, ...]]] = {
    errors.NotCovered: ("clause",),
    errors.LineUnreadable: ("column", "could"),
    errors.LineRefused: ("number", "clause"),
}

NO_ADDRESS: Final = KIND_BY_CLASS[errors.NotFound]
INVALID: Final = ProblemKind("invalid-request", 422, "A field is missing, unknown or out of bounds")
NO_SHEET: Final = ProblemKind("sheet-unavailable", 409, "No sheet can tell this record to this caller")
NO_KEY: Final = ProblemKind("key-missing", 401, "A key is missing")
WRONG_KEY: Final = KIND_BY_CLASS[errors.KeyReplaced]
NO_TICKET: Final = ProblemKind("ticket-unknown", 401, "The ticket opens no stream here")
NOT_ALLOWED: Final = ProblemKind("not-allowed", 403, "The key does not allow this")
TOO_SLOW: Final = ProblemKind("body-timeout", 408, "The body did not arrive in time")
NO_HEAD: Final = ProblemKind("head-timeout", 408, "The head of the request did not arrive in time")
WRONG_HOST: Final = ProblemKind("misdirected-request", 421, "The service does not answer to this name")
NOT_JSON: Final = ProblemKind("unsupported-media-type", 415, "This route takes another type of body")
NO_METHOD: Final = ProblemKind("method-not-allowed", 405, "This address does not take this method")
NOT_ACCEPTABLE: Final = ProblemKind("not-acceptable", 406, "This form is not available")
TOO_MANY: Final = ProblemKind("too-many-requests", 429, "Too many of these requests by one caller")
BUSY: Final = ProblemKind("too-busy", 503, "Too many requests, streams or records at once")
UNAVAILABLE: Final = ProblemKind("store-unavailable", 503, "The database cannot be read now")
FAULT: Final = ProblemKind("fault", 500, "The service met an error")
FAULT_DETAIL: Final = "the request met an error in the program; it has been logged"
ALL: Final = (
    *KIND_BY_CLASS.values(),
    *(INVALID, NO_SHEET, NO_KEY, NO_TICKET, NOT_ALLOWED),
    *(TOO_SLOW, NO_HEAD, WRONG_HOST, NOT_JSON, NO_METHOD, NOT_ACCEPTABLE),
    *(TOO_MANY, BUSY, UNAVAILABLE, FAULT),
)


class HttpProblem(Exception):  # noqa: N818  # RFC 9457 calls it so
    """A problem with more to say than its class and its message; ``more`` are members of the body."""

    def __init__(
        self, kind: ProblemKind, detail: str, *, headers: Mapping[str, str] | None = None, **more: object
    ) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.headers = headers or {}
        self.more = more


def from_exception(problem: Exception, **more: object) -> HttpProblem:
    """Returns the problem for an exception, with the fields of its class and ``more``."""
    kind = next(KIND_BY_CLASS[each] for each in type(problem).__mro__ if each in KIND_BY_CLASS)
    headers = _HEADERS.get(type(problem), {})
    match problem:
        case errors.IllegalDecision(refusal=refusal):
            more = {
                "code": refusal.code,
                "clause": refusal.clause,
                "out_of_turn": refusal.kind == "out-of-turn",
                "conditions": refusal.conditions,
                "readings": refusal.readings,
                **more,
            }
        case errors.DrawMissing(request=request) | errors.ImpossibleDraw(request=request):
            more = {"request": request.without_hidden_pile(), **more}
        case errors.BadLetter():
            place = {"line": problem.line, "column": problem.column, "offset": problem.offset}
            more = {**place, "excerpt": problem.excerpt, "expected": problem.expected, **more}
        case errors.NotCovered() | errors.LineUnreadable() | errors.LineRefused():
            more = {**{name: getattr(problem, name) for name in _MEMBERS[type(problem)]}, **more}
        case errors.PositionConflict(position=position):
            more, headers = {"position": position, **more}, {"ETag": f'"{position}"'}
        case (
            errors.PromiseRefused(field=field)
            | errors.TakebackRefused(field=field)
            | errors.DisputeRefused(field=field)
        ):
            cites = problem.cites if isinstance(problem, errors.PromiseRefused) else ()
            more = {"field": field, **({"clause": cites[0]} if cites else {}), **more}
        case errors.RemedyRefused(remedy=remedy, position=position, clause=clause):
            more = {"remedy": remedy, "position": position, "clause": clause, **more}
        case _:
            pass
    return HttpProblem(kind, str(problem), headers=headers, **more)


def shorten(detail: str) -> str:
    """Returns a detail without its middle if it is too long."""
    half = MOST_SAID // 2
    return detail if len(detail) <= MOST_SAID else f"{detail[:half]} … {detail[-half:]}"
