"""Who may take back what: the terms of going back to before a decision, and what follows from a request and an answer.

All of it is asked of what everybody may see, so that whoever has the record can ask it again.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from msgspec import Struct, field

from oathbook.domain.errors import GameClosed, NotFound, NotYourSeat, TakebackRefused
from oathbook.domain.games import game_events
from oathbook.domain.games.game import Game
from oathbook.domain.games.played_steps import acting_seat, consequences_of
from oathbook.domain.games.takeback_events import Reason, StepsTakenBack, TakebackAnswered, TakebackAsked
from oathbook.domain.games.takebacks import withdrawals_in
from oathbook.domain.kernel import TABLE, Hidden, Seat
from oathbook.domain.kernel.hidden import hidden_values_in
from oathbook.domain.kernel.limits import SCRIBE_TAKEBACK_DECISIONS, TAKEBACK_DECISIONS, Position

Entries = Sequence[game_events.Entry]
Promisees = Callable[[int], tuple[Seat, ...]]
"""To whom the promises were made that were broken from a position on."""

LASTING_ACTS: Final = (
    game_events.PromiseSigned,
    game_events.PromiseConsented,
    game_events.PromiseClaimed,
    game_events.PromiseRuled,
)
"""What a seat has done in good faith on the game as it stood: nobody goes back behind it."""


class TakeBack(Struct, frozen=True, forbid_unknown_fields=True):
    """Go back to before the decision at ``start``, at once or if those agree who have to."""

    start: Position = field(name="from")
    why: Reason = ""


class AnswerTakeback(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to what was asked at the position ``asked``."""

    asked: Position
    agrees: bool


TakebackAct = TakeBack | AnswerTakeback


class TakebackTerms(Struct, frozen=True):
    """What it takes to go back to before the decision at ``start``: ``needs`` are the seats that have to agree.

    ``decisions`` is how many would go, ``others`` who else has acted since, ``draws`` and ``reveals`` where something
    was drawn or shown, ``promisees`` to whom a promise was broken since.
    """

    start: int
    needs: tuple[Seat, ...]
    decisions: int
    others: tuple[Seat, ...]
    draws: tuple[int, ...]
    reveals: tuple[int, ...]
    promisees: tuple[Seat, ...]


def takeback_terms(game: Game, entries: Entries, by: Seat, start: int, promisees: Promisees) -> TakebackTerms:
    """What it takes a seat, or the table where a scribe writes for it, to go back to before a decision.

    Refuses with ``GameClosed``, ``NotFound`` (nothing was decided there), ``NotYourSeat`` (somebody else's decision),
    and ``TakebackRefused``, which says what is in the way.
    """
    _must_be_possible(game, entries, by, start)
    since = entries[start - 1 :]
    withdrawn = withdrawals_in(entries)
    standing = [each for each in since if each.step not in withdrawn]
    makers = [each.body.decision.by for each in standing if isinstance(each.body, game_events.DecisionMade)]
    actors = [Seat(each.by) for each in since if isinstance(each.body, game_events.PromiseEventBase)]
    others = _distinct(each for each in (*makers, *actors) if each != by)
    draws = tuple(each.position for each in standing if isinstance(each.body, game_events.DrawMade))
    reveals = tuple(each.position for each in _reveals(entries, start) if each.step not in withdrawn)
    owed = promisees(start)
    seats = tuple(each.seat for each in game.opened.seats)
    concerned = {*seats} if draws or reveals or TABLE in makers else {*others, *owed}
    needs = tuple(each for each in seats if each in concerned and each != by and _has_a_say(game, by, each))
    terms = TakebackTerms(start, needs, len(makers), others, draws, reveals, owed)
    if game.opened.takebacks == "own-last" and (needs or terms.decisions > 1):
        raise TakebackRefused("from", "in this game only the last decision goes back, where it concerns nobody else")
    return terms


def decide_takeback(
    game: Game, entries: Callable[[], Entries], by: Seat, act: TakebackAct, promisees: Promisees
) -> tuple[game_events.DraftEvent, ...]:
    """The step of a request, which is done at once where nobody has to agree, or of an answer to one.

    With the last consent the game goes back in the same step. Refuses as ``takeback_terms``, and with
    ``TakebackRefused`` where a request is open or was declined, or nothing is open to be answered.
    """
    match act:
        case TakeBack(start, why):
            terms = takeback_terms(game, entries(), by, start, promisees)
            return (game_events.DraftEvent(by, _decide_request(game, terms, why)),)
        case AnswerTakeback():
            return tuple(_decide_answer(game, by, act))


def _decide_request(game: Game, terms: TakebackTerms, why: str) -> StepsTakenBack | TakebackAsked:
    if not terms.needs:
        return StepsTakenBack(terms.start, (), why)
    request = game.takebacks.request
    if request is not None:
        says = "has to be answered first" if request.is_open else "was declined; decide something before you ask again"
        raise TakebackRefused(
            "from", f"what {game.opened.roster.call(request.by)} asked at position {request.position} {says}"
        )
    return TakebackAsked(terms.start, terms.needs, why)


def _decide_answer(game: Game, by: Seat, answer: AnswerTakeback) -> Iterator[game_events.DraftEvent]:
    request = game.takebacks.request
    if request is None or request.position != answer.asked or not request.is_open:
        says = f"nothing that was asked at position {answer.asked} is open: it has lapsed, or is answered"
        raise TakebackRefused("asked", says)
    call = game.opened.roster.call
    if by not in request.needs:
        raise NotYourSeat(f"asked: {' and '.join(map(call, request.needs))} answer that; not {call(by)}")
    if by in request.agreed:
        raise TakebackRefused("asked", f"{call(by)} has agreed already")
    yield game_events.DraftEvent(by, TakebackAnswered(answer.asked, answer.agrees))
    agreed = (*request.agreed, by)
    if answer.agrees and len(agreed) == len(request.needs):
        yield game_events.DraftEvent(request.by, StepsTakenBack(request.start, agreed, request.why))


def may_take_back(game: Game, by: Seat, maker: Seat) -> bool:
    """Whether a seat may ask for what another decided: only the table may, where a scribe writes for it."""
    return by == maker or _is_scribe(game, by)


def _must_be_possible(game: Game, entries: Entries, by: Seat, start: int) -> None:
    if game.closed:
        raise GameClosed(f"game {game.id} is over, and nothing of it goes back; file a claim where something was wrong")
    if game.opened.takebacks == "never":
        raise TakebackRefused("takebacks", "nothing is taken back in this game")
    maker = _decision_at(entries, start)
    if not may_take_back(game, by, maker):
        who, call = game.opened.roster.call(maker), game.opened.roster.call
        raise NotYourSeat(f"from: {who} decided that, and only {who} takes it back; not {call(by)}")
    since = entries[start:]
    if start <= game.parent_position or any(isinstance(each.body, game_events.RulingEventBase) for each in since):
        raise TakebackRefused("from", "a ruling has changed the game since; file a claim where something was wrong")
    _must_be_recent(game, start)
    for each in since:
        if isinstance(each.body, LASTING_ACTS) and each.by != by and _has_a_say(game, by, Seat(each.by)):
            who, name = game.opened.roster.call(each.by), each.body.promise
            says = f"{who} has acted on promise {name} at position {each.position}, and nobody goes back behind that"
            raise TakebackRefused("from", f"{says}; file a claim where something was wrong")


def _decision_at(entries: Entries, start: int) -> Seat:
    """Whose decision stands at a position."""
    by = acting_seat(entries[start - 1].body) if 1 <= start <= len(entries) else None
    if by is None:
        raise NotFound(f"from: nothing was decided at position {start}")
    return by


def _must_be_recent(game: Game, start: int) -> None:
    most = SCRIBE_TAKEBACK_DECISIONS if game.opened.entry == "scribe" else TAKEBACK_DECISIONS
    recent = [each.position for each in game.takebacks.kept]
    if start not in recent:
        raise TakebackRefused("from", f"the decision at position {start} is taken back already, or is too long ago")
    if start not in recent[-most:]:
        raise TakebackRefused("from", f"only the last {most} decisions can be taken back; more have been taken since")


def _is_scribe(game: Game, by: Seat) -> bool:
    return by == TABLE and game.opened.entry == "scribe"


def _has_a_say(game: Game, by: Seat, seat: Seat) -> bool:
    """Whether a seat is asked: where a scribe writes for the table, those who hold keys of their own are."""
    return not _is_scribe(game, by) or seat not in game.opened.seats_without_keys


def _reveals(entries: Entries, start: int) -> Iterator[game_events.Entry]:
    """Yield the outcomes from a position on that showed a seat a value hidden from it until then."""
    seen: set[tuple[str, str]] = set()
    for entry in entries:
        if isinstance(entry.body, game_events.RulingEventBase):
            continue  # a correction carries a whole state, in which what is out already stands once more
        shown = {(each.digest, to) for each in hidden_values_in(entry.body) for to in _audience(each)}
        if entry.position >= start and consequences_of(entry.body) and shown - seen:
            yield entry
        seen |= shown


def _audience(value: Any) -> tuple[str, ...]:
    return value.to if isinstance(value, Hidden) else ("",)


def _distinct(seats: Iterable[Seat]) -> tuple[Seat, ...]:
    return tuple(dict.fromkeys(seats))
