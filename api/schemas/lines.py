"""What a line of notation comes to, as the service presents it."""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Final

from msgspec import UNSET, Raw, Struct, UnsetType
from msgspec.structs import replace
from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from oathbook.domain.application.lines import LineAnswer
from oathbook.domain.application.questions import RulesQuestion
from oathbook.domain.games.decision_results import DecisionResult
from oathbook.domain.games.game_sentences import refusal_with_names
from oathbook.domain.kernel import Condition, DrawRequest, Seat
from oathbook.domain.kernel.limits import ON_ONE_LINE, ON_ONE_LINE_MESSAGE
from oathbook.domain.promises.audit.forecast import Forecast
from oathbook.domain.recording.format.cleartext import decision_text, value_text
from oathbook.domain.recording.notation.game_notation import MOST_CHARACTERS
from oathbook.domain.recording.notation.line_reader import Candidate

MOST_COULD: Final = 12


def _must_be_one_line(text: str) -> str:
    if not re.search(ON_ONE_LINE, text):
        raise PydanticCustomError("one_line", f"A line is {ON_ONE_LINE_MESSAGE}")
    return text


AS_LINE: Final = "(as a line)"
AS_OBJECT: Final = "(as an object)"
"""Forms of a field that may be either; they are no part of its path."""

LineField = Annotated[str, Field(max_length=MOST_CHARACTERS), AfterValidator(_must_be_one_line)]
"""A line of notation; the seat and its colon may stand before it."""


class DrawDemand(Struct, frozen=True):
    """A draw that a decision leads to: how many cards, and how many of each there are to draw from.

    ``to`` are the seats that may see what is drawn; without it, everyone may.
    """

    label: str
    count: int
    pile: Mapping[str, int]
    to: tuple[Seat, ...] | UnsetType = UNSET


class Breach(Struct, frozen=True):
    """A promise that a decision would break, or ``might``, as that depends on how draws come.

    ``price`` is what the ``seats`` would pay, and ``after`` their scores with it; both may be empty.
    """

    promise: str
    seats: tuple[Seat, ...]
    might: bool
    price: str
    after: str


class LineReading(Struct, frozen=True):
    """What a line comes to at a position.

    ``answer`` is ``incomplete`` (with ``column``, what ``could`` stand there and how many ``more``), ``unreadable``
    (also with what ``says`` is wrong and what is ``near``), ``out-of-bounds`` (with ``column`` and ``says``),
    ``allowed`` (with how it is ``written`` and ``reads``, and the ``decision``), ``refused`` (also with ``says``,
    ``clause`` and ``conditions``), ``draw-missing`` (also with the ``request``), ``draw-impossible``, ``not-covered``,
    ``act`` (on a promise, with what would be done in ``reads``), ``takeback`` (the same, with the body of the request
    or answer) or ``concealed``. ``breaks`` are promises that it would break.
    """

    game: str
    at: int
    by: Seat
    answer: str
    says: str
    column: int | UnsetType = UNSET
    near: tuple[str, ...] | UnsetType = UNSET
    could: tuple[Candidate, ...] | UnsetType = UNSET
    more: int | UnsetType = UNSET
    written: str | UnsetType = UNSET
    reads: str | UnsetType = UNSET
    decision: Raw | UnsetType = UNSET
    act: Raw | UnsetType = UNSET
    takeback: Raw | UnsetType = UNSET
    clause: str | UnsetType = UNSET
    conditions: tuple[Condition, ...] | UnsetType = UNSET
    request: DrawDemand | UnsetType = UNSET
    breaks: tuple[Breach, ...] | UnsetType = UNSET


def present_line(answer: LineAnswer, game: str, at: int, by: Seat, *, foresee: bool) -> LineReading:
    """Returns the answer with what belongs to it; ``foresee`` adds the promises that would be broken."""
    reading, given, question = LineReading(game, at, by, answer.kind, answer.says), answer.given, answer.question
    if answer.kind == "out-of-bounds":
        return replace(reading, column=answer.column)
    if not answer.written:
        near = answer.near if answer.kind == "unreadable" else UNSET
        could, more = answer.could[:MOST_COULD], max(0, len(answer.could) - MOST_COULD)
        return replace(reading, column=answer.column, near=near, could=could, more=more)
    forecast = question.forecast_for(given) if foresee and question is not None and given is not None else None
    return replace(
        reading,
        written=answer.written,
        reads=answer.reads or UNSET,
        decision=UNSET if question is None else Raw(decision_text(question.decision)),
        act=UNSET if answer.act is None else Raw(value_text(answer.act)),
        takeback=UNSET if answer.takeback is None else Raw(value_text(answer.takeback)),
        clause=answer.clause or UNSET,
        conditions=_conditions(question, given),
        request=_request(given),
        breaks=present_breaches(forecast) if foresee and question is not None else UNSET,
    )


def _conditions(question: RulesQuestion | None, given: DecisionResult | None) -> tuple[Condition, ...] | UnsetType:
    if question is None or given is None or given.refusal is None:
        return UNSET
    return refusal_with_names(given.refusal, question.game.opened.roster).conditions


def _request(given: DecisionResult | None) -> DrawDemand | UnsetType:
    asked: DrawRequest | None = None if given is None else given.request
    return UNSET if asked is None else present_request(asked)


def present_request(asked: DrawRequest) -> DrawDemand:
    """Returns what is to be drawn, with its pile as counts."""
    pile = asked.known_pile()
    return DrawDemand(asked.label, asked.count, {card: pile.count(card) for card in dict.fromkeys(pile)}, asked.to)


def present_breaches(forecast: Forecast | None) -> tuple[Breach, ...]:
    """Returns the promises that a forecast says would be broken."""
    return () if forecast is None else tuple(_breaches(forecast))


def _breaches(forecast: Forecast) -> Iterator[Breach]:
    scores = {} if forecast.standing is None else {each.seat: each.says for each in forecast.standing.scores}
    for each in forecast.changes:
        if each.status == "broken":
            seats = each.blamed or each.obligors
            price = ", ".join(dict.fromkeys(f"{due.amount} {due.reserve}" for due in each.penalties))
            after = "; ".join(scores[seat] for seat in seats if seat in scores)
            yield Breach(each.promise, seats, each.might, price, after)
