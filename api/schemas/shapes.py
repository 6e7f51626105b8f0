"""The shapes of what the service answers. What a ruleset brings stands in them as it is."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from oathbook.api.schemas.marks import MarkedLine
from oathbook.api.schemas.promises import PromiseTold
from oathbook.domain.games.happenings import Happening
from oathbook.domain.kernel import DrawRequest, Line, Refusal, Seat, Viewer
from oathbook.domain.promises.audit.forecast import Forecast
from oathbook.domain.promises.audit.standing import GameStanding
from oathbook.domain.promises.letter.remarks import Remark
from oathbook.domain.recording.notation.choices import Edge
from oathbook.domain.rulesets.vocabulary import Slots
from oathbook.replays.promise_history import Turning

WordsById = Mapping[str, Mapping[str, str]]  # clauses or readings by their ids, with title and words or setting


class LogItem(Struct, frozen=True):
    """An event of the log: its public line as it is stored, its hash, and the openings that the viewer may have."""

    event: Raw
    hash: str
    openings: Raw | UnsetType = UNSET


class StepEvent(LogItem, frozen=True, kw_only=True):
    """An event of a step, and what happened in it."""

    position: int
    happenings: tuple[Happening, ...]


class StepTold(Struct, frozen=True):
    """A step as the seat that made it sees it, what came of promises in it, and the game after it.

    ``fault`` says what is wrong where the step is stored and the game after it cannot be told, because the record is
    damaged; then ``view`` and ``standing`` are null. ``taken_back`` is the position at which its decision was taken
    back: a request that is repeated after that gets its old answer with it.
    """

    game: str
    step: int
    position: int
    events: tuple[StepEvent, ...]
    became: tuple[Turning, ...]
    view: Raw
    to_act: tuple[Seat, ...]
    standing: GameStanding | None
    fault: str = ""
    taken_back: int | UnsetType = UNSET


class PromiseStepTold(StepTold, frozen=True, kw_only=True):
    """An act on a promise, and the promise after it.

    ``warnings`` is what its parties should know before they sign, if it has just been offered; a ``span`` counts the
    characters of the letter as it is read back.
    """

    promise: PromiseTold
    warnings: tuple[Remark, ...] = ()


class EventTold(StepEvent, frozen=True, kw_only=True, rename={"viewer": "as"}):
    """One event."""

    game: str
    viewer: Viewer
    step: int


class Worked(Line, frozen=True, kw_only=True):
    """A line of a working, and the same in words."""

    says: str


class DerivedHappening(Struct, frozen=True):
    """Something that happened, with its clauses, readings and working."""

    kind: str
    by: Seat | None
    sentence: str
    slots: Slots
    cites: tuple[str, ...]
    readings: tuple[str, ...]
    working: tuple[Worked, ...]


class WhyTold(Struct, frozen=True, rename={"viewer": "as"}):
    """What an event follows from; ``outcome`` is the position of its decision's outcome.

    ``corrected`` is the position of the correction that replaces it, if there is one.
    """

    game: str
    viewer: Viewer
    position: int
    outcome: int
    corrected: int | None
    derivation: tuple[DerivedHappening, ...]
    clauses: WordsById
    readings: WordsById


class LogPage(Struct, frozen=True):
    """A page of the log; ``next`` is the ``after`` of the next page, ``position`` the last position."""

    game: str
    position: int
    events: tuple[LogItem, ...]
    next: int | None


class Listed(Struct, frozen=True):
    """Decisions that a seat may make: a limited list, how many there are, and whether the list is complete."""

    listed: tuple[Raw, ...]
    count: int
    complete: bool


class ConsequenceTold(Struct, frozen=True):
    """Something that would follow, in sentences, with its clauses and its working."""

    event: Raw
    sentences: tuple[str, ...]
    cites: tuple[str, ...]
    readings: tuple[str, ...]
    working: tuple[Line, ...]


class DrawSupposed(Struct, frozen=True):
    """A draw that is supposed, all of it in the clear: who asks has named the cards."""

    label: str
    pile: tuple[str, ...]
    drawn: tuple[str, ...]
    source: str
    witnesses: tuple[Seat, ...]


class Answered(Struct, frozen=True):
    """The rules' answer to a question.

    ``answer`` is ``allowed`` (with ``draws`` and ``consequences``), ``refused`` (with ``refusal`` and
    ``alternatives``), ``depends`` (with the ``request`` for a draw, and an example of what to ``suppose``),
    ``not-covered`` or ``concealed``. ``promises`` is what would happen to pending promises, if any were made.
    """

    answer: str
    says: str
    edition: str
    game: str | None
    at: int | None
    decision: Raw
    clauses: WordsById
    readings: WordsById
    refusal: Refusal | UnsetType = UNSET
    alternatives: Listed | UnsetType = UNSET
    request: DrawRequest | UnsetType = UNSET
    suppose: tuple[Mapping[str, Any], ...] | UnsetType = UNSET
    draws: tuple[DrawSupposed, ...] | UnsetType = UNSET
    consequences: tuple[ConsequenceTold, ...] | UnsetType = UNSET
    promises: Forecast | UnsetType = UNSET


class OptionsTold(Struct, frozen=True):
    """Who must decide after a position and, for the seat that asks, what it may decide (as in ``Listed``).

    ``says`` is each of these decisions in a sentence. As choices, instead, they are an automaton: every way from the
    node ``root`` of ``nodes`` to an end is a decision; ``forms`` is the name of the forms that its verbs are from.
    ``marks`` are the decisions that do something to promises.
    """

    game: str
    position: int
    to_act: tuple[Seat, ...]
    seat: Seat | None
    listed: tuple[Raw, ...] | UnsetType = UNSET
    says: tuple[str, ...] | UnsetType = UNSET
    count: int | UnsetType = UNSET
    complete: bool | UnsetType = UNSET
    forms: str | UnsetType = UNSET
    root: int | UnsetType = UNSET
    nodes: tuple[tuple[Edge, ...], ...] | UnsetType = UNSET
    marks: tuple[MarkedLine, ...] | UnsetType = UNSET


class Imported(Struct, frozen=True):
    """A stored record; ``changed`` says whether it is new, ``imported`` that it was not opened here."""

    game: str
    edition: str
    events: int
    head: str
    redacted: bool
    imported: bool
    changed: bool


SCHEMA_PREFIX: Final = "#/components/schemas/"
"""Where a schema stands in the description of the service."""

JSON: Final = "application/json"
LINES: Final = "application/x-ndjson"
NOTATION: Final = "text/x-oathbook"
TEXT: Final = "text/plain"


RESPONSE_SHAPES: Final[list[type[Struct]]] = []  # filled as the routes are described


def component_schemas(shapes: Iterable[type[Struct]]) -> dict[str, Any]:
    """The schemas of shapes and of what they refer to, by their names."""
    _, found = msgspec.json.schema_components(shapes, ref_template=f"{SCHEMA_PREFIX}{{name}}")
    return found


def describe_response(
    shape: type[Struct], status: int = 200, *, lines: bool = False
) -> dict[int | str, dict[str, Any]]:
    """What a route answers, as its description has it; with ``lines`` also a line an item."""
    RESPONSE_SHAPES.append(shape)
    content: dict[str, Any] = {JSON: {"schema": {"$ref": f"{SCHEMA_PREFIX}{shape.__name__}"}}}
    if lines:
        content[LINES] = {"schema": {"type": "string"}}
    return {status: {"content": content}}
