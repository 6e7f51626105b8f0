"""A line of notation at a position of a game: what it says and what the rules say to it, or what could stand there."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Literal

from msgspec import Struct, convert

from oathbook.domain.application.questions import FieldNames, QuestionContext, RulesQuestion
from oathbook.domain.chance.witnessed_chance import DrawReport
from oathbook.domain.errors import BadLetter, BadRecord, LineUnreadable, PromiseRefused, Refused
from oathbook.domain.games.decision_results import DecisionResult, label_reports
from oathbook.domain.games.game_events import Entry
from oathbook.domain.games.game_sentences import decision_sentence
from oathbook.domain.games.happenings import describe_takeback
from oathbook.domain.games.promise_facts import promise_fact
from oathbook.domain.games.takeback_events import TakebackEventBase
from oathbook.domain.games.takeback_rules import TakebackAct, decide_takeback
from oathbook.domain.kernel import Seat
from oathbook.domain.kernel.hidden import SaltSource
from oathbook.domain.promises.audit.public_record import PublicRecord
from oathbook.domain.promises.lifecycle import decider
from oathbook.domain.promises.lifecycle.acts import Act, act_from
from oathbook.domain.promises.lifecycle.letter_reader import LetterReader
from oathbook.domain.recording.format.cleartext import decision_from
from oathbook.domain.recording.notation.game_notation import GameNotation, write_act, write_decision, write_takeback
from oathbook.domain.recording.notation.line_reader import Candidate, LineFault, ParsedLine, read_draw, read_line
from oathbook.domain.recording.notation.takeback_lines import TakebackLine, takeback_act
from oathbook.domain.rulesets.forms import check_asides

LINE_FIELDS: Final = FieldNames("line", "draws")

AnswerKind = Literal[
    "incomplete",
    "unreadable",
    "out-of-bounds",
    "allowed",
    "refused",
    "draw-missing",
    "draw-impossible",
    "not-covered",
    "act",
    "takeback",
    "concealed",
]


class LineAnswer(Struct, frozen=True):
    """What a line comes to.

    A line that says nothing has the ``column`` up to which it is read, what is ``near``, and what ``could`` stand
    there. One that says something has how it is ``written`` and ``reads``, and for a decision the ``question`` it puts
    to the rules and what is ``given`` as the answer. ``clause`` is that of a refusal.
    """

    kind: AnswerKind
    says: str = ""
    column: int = 0
    near: tuple[str, ...] = ()
    could: tuple[Candidate, ...] = ()
    written: str = ""
    reads: str = ""
    clause: str = ""
    act: Act | None = None
    takeback: TakebackAct | None = None
    question: RulesQuestion | None = None
    given: DecisionResult | None = None


class ParsedDecision(Struct, frozen=True):
    """A decision that a line says: its fields, the draws in the lines after it, and what is said along with it."""

    value: Mapping[str, Any]
    reports: tuple[DrawReport, ...] = ()
    asides: Mapping[str, Any] = {}


class LineContext(Struct, frozen=True):
    """What a line is read in: a position of a game, its notation, and the seat that says it.

    ``options`` gives the lines that the rules list for this seat, and ``public`` the entries that everybody may see:
    asked only where that matters. ``witnesses`` are the seats that a draw may name as witnesses.
    """

    asked: QuestionContext
    notation: GameNotation
    by: Seat
    salts: SaltSource
    options: Callable[[], Iterable[str]]
    public: Callable[[], tuple[Entry, ...]]
    witnesses: tuple[Seat, ...] = ()


def answer_line(context: LineContext, text: str, draws: Sequence[str] = ()) -> LineAnswer:
    """What a line comes to with these draws, for the seat that says it; whatever is wrong with the line is an answer.

    ``LineUnreadable`` and ``BadRecord`` name a draw, as ``decision_in`` does.
    """
    found = read_line(context.notation, text, _when_asked(context.options))
    if isinstance(found, LineFault):
        return LineAnswer(found.kind, found.says, found.column, found.near, found.could)
    reports = _reports(context.notation, draws, context.witnesses)
    try:
        match found.kind:
            case "act":
                return _answer_act(context, found, text)
            case "takeback":
                return _answer_takeback(context, found)
            case "decision":
                return _answer_decision(context, found, reports)
    except BadRecord as refused:
        field, _, says = str(refused).partition(": ")
        if field == LINE_FIELDS.draws:
            return LineAnswer("draw-impossible", says)
        return LineAnswer("out-of-bounds", says if field == LINE_FIELDS.decision else str(refused), found.column)


def decision_in(
    notation: GameNotation, line: str, draws: Sequence[str], witnesses: tuple[Seat, ...] = ()
) -> ParsedDecision:
    """The decision that a line says, with draws that name a label or answer what is asked for next.

    ``LineUnreadable`` names the line or the draw, the place and what could stand there; ``BadRecord`` where the line is
    no decision, or a draw names a witness who is not one of ``witnesses``.
    """
    found = read_line(notation, line)
    if isinstance(found, LineFault):
        raise _unreadable(LINE_FIELDS.decision, found)
    if found.kind != "decision":
        raise BadRecord(f"line: this is {_OTHER_KINDS[found.kind]}, not a decision")
    return ParsedDecision(found.value, _reports(notation, draws, witnesses), found.asides)


_OTHER_KINDS: Final = {"act": "an act on a promise", "takeback": "a line about taking back"}


def _reports(notation: GameNotation, draws: Sequence[str], witnesses: tuple[Seat, ...]) -> tuple[DrawReport, ...]:
    return tuple(_report(notation, text, witnesses, f"{LINE_FIELDS.draws}: {at}") for at, text in enumerate(draws))


def _report(notation: GameNotation, text: str, witnesses: tuple[Seat, ...], field: str) -> DrawReport:
    found = read_draw(notation, text)
    if isinstance(found, LineFault):
        raise _unreadable(field, found)
    if not set(found.witnesses) <= {*witnesses}:
        raise BadRecord(f"{field}: a seat reports what it saw itself; leave out who saw it")
    return DrawReport(found.label, found.drawn, found.witnesses)


def _unreadable(field: str, found: LineFault) -> LineUnreadable:
    return LineUnreadable(field, found.says, found.column, tuple(each.text for each in found.could))


def _when_asked(options: Callable[[], Iterable[str]]) -> Iterable[str]:
    yield from options()


def _answer_decision(context: LineContext, line: ParsedLine, reports: tuple[DrawReport, ...]) -> LineAnswer:
    asked = context.asked
    ruleset, state = asked.ruleset, asked.game.state
    check_asides(ruleset.vocabulary.notation, state, line.asides)
    decision = decision_from(
        ruleset.wire.decision, line.value, by=context.by, salts=context.salts, where=LINE_FIELDS.decision
    )
    draws = label_reports(ruleset, state, decision, reports)
    about = (ruleset, asked.game, asked.at, asked.entries, asked.ruled)
    question = RulesQuestion(*about, decision=decision, draws=draws, draws_named=LINE_FIELDS.draws)
    given = question.result()
    return LineAnswer(
        _KINDS[given.kind],
        asked.game.opened.roster.name_ids(given.says),
        line.column,
        written=write_decision(ruleset, state, decision, context.notation),
        reads=decision_sentence(ruleset, decision, asked.game.opened.roster),
        clause=given.clause if given.refusal is None else given.refusal.clause,
        question=question,
        given=given,
    )


_KINDS: Final[Mapping[str, AnswerKind]] = {
    "follows": "allowed",
    "refused": "refused",
    "depends": "draw-missing",
    "not-covered": "not-covered",
    "concealed": "concealed",
}


def _answer_act(context: LineContext, line: ParsedLine, text: str) -> LineAnswer:
    """What the act on a promise would do; the promise itself is not touched."""
    act = act_from(line.value, where=LINE_FIELDS.decision)
    written, ruleset = write_act(act, context.notation), context.asked.ruleset
    public = PublicRecord(ruleset, context.public)
    try:
        event = decider.decide_act(context.asked.game, context.by, act, LetterReader(ruleset), public)
    except BadLetter as refused:
        column = text.find(str(line.value.get("letter", ""))) + refused.offset
        return LineAnswer("unreadable", refused.says, column, could=tuple(map(_candidate, refused.expected)))
    except Refused as refused:
        cites = refused.cites if isinstance(refused, PromiseRefused) else ()
        return LineAnswer("refused", str(refused), line.column, written=written, clause="".join(cites[:1]), act=act)
    reads = promise_fact(context.by, event, context.asked.game.opened.roster).sentence
    return LineAnswer("act", column=line.column, written=written, reads=reads, act=act)


def _answer_takeback(context: LineContext, line: ParsedLine) -> LineAnswer:
    """What would be asked, answered or taken back; nothing of it is done."""
    game, public = context.asked.game, context.public()
    written = write_takeback(convert(line.value, TakebackLine), context.notation)
    promisees = PublicRecord(context.asked.ruleset, lambda: public).promisees_of_breaches
    try:
        act = takeback_act(game, public, context.by, line.value)
        first, *_ = decide_takeback(game, lambda: public, context.by, act, promisees)
    except Refused as refused:
        says = str(refused).removeprefix(f"{getattr(refused, 'field', '')}: ")
        return LineAnswer("refused", says, line.column, written=written)
    assert isinstance(first.body, TakebackEventBase), "what is said about taking back is an event about it"
    reads = describe_takeback(context.by, first.body, game.opened.roster).sentence
    return LineAnswer("takeback", column=line.column, written=written, reads=reads, takeback=act)


def _candidate(text: str) -> Candidate:
    return Candidate(text, listed=False, literal=False)
