"""Lines about taking back: *ada: take back*, *cleo: agree to take back*, *cleo: refuse to take back*."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct, convert

from oathbook.domain.errors import BadRecord
from oathbook.domain.games import game_events
from oathbook.domain.games.game import Game
from oathbook.domain.games.played_steps import acting_seat
from oathbook.domain.games.takeback_events import Reason, TakebackAnswered
from oathbook.domain.games.takeback_rules import AnswerTakeback, Entries, TakeBack, TakebackAct, may_take_back
from oathbook.domain.kernel import Seat
from oathbook.domain.kernel.limits import Position
from oathbook.domain.rulesets.forms import Form


class RequestLine(Struct, frozen=True, tag_field="kind", tag="take_back"):
    """Take back the decision at a position; without one, the last that stands and is one's own."""

    position: Position = 0
    reason: Reason = ""


class ConsentLine(Struct, frozen=True, tag_field="kind", tag="agree_to_take_back"):
    """Agree to what is asked."""


class RefusalLine(Struct, frozen=True, tag_field="kind", tag="refuse_to_take_back"):
    """Do not agree to what is asked."""


TakebackLine = RequestLine | ConsentLine | RefusalLine
TAKEBACK_FORMS: Final = (Form(RequestLine, "take back [from {position}] [because {reason:rest}]"),)


def takeback_act(game: Game, entries: Entries, by: Seat, value: Mapping[str, Any]) -> TakebackAct:
    """The act that a line of a seat says; ``BadRecord`` where there is nothing that it could speak of."""
    match convert(value, TakebackLine):
        case RequestLine(position, reason):
            start = position or _last_start(game, entries, by)
            if start is None:
                raise BadRecord(f"{game.opened.roster.call(by)} has decided nothing that can be taken back")
            return TakeBack(start, reason)
        case line:
            request = game.takebacks.request
            if request is None:
                raise BadRecord("nobody has asked to take anything back, or something was done since")
            return AnswerTakeback(request.position, agrees=isinstance(line, ConsentLine))


def takeback_line(game: Game, entries: Entries, by: Seat, event: game_events.TakebackEvent) -> TakebackLine:
    """The line about an event that is the first of its step."""
    if isinstance(event, TakebackAnswered):
        return ConsentLine() if event.agrees else RefusalLine()
    is_last = event.start == _last_start(game, entries, by)
    return RequestLine(0 if is_last else event.start, event.why)


def _last_start(game: Game, entries: Entries, by: Seat) -> int | None:
    """Where the last decision stands that a seat may take back, as far as the game keeps that."""
    for kept in reversed(game.takebacks.kept):
        maker = acting_seat(entries[kept.position - 1].body)
        if maker is not None and may_take_back(game, by, maker):
            return kept.position
    return None
