"""How a game's decisions, acts, draws and outcomes are written in lines, and read."""

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct, to_builtins

from oathbook.domain.errors import BadRecord
from oathbook.domain.kernel import Cards, Seat
from oathbook.domain.promises.lifecycle import acts
from oathbook.domain.promises.lifecycle.acts import Act
from oathbook.domain.recording.format.cleartext import decision_from, decision_text, value_text
from oathbook.domain.recording.notation.grammar import NotationGrammar, aside, is_aside
from oathbook.domain.recording.notation.line_scanner import Ends, LineScanner
from oathbook.domain.recording.notation.patterns import NobodyNode, OneOf
from oathbook.domain.recording.notation.sheets import BESIDE, TABLE_WORDS, SheetLine, SheetRow, refuse_at
from oathbook.domain.recording.notation.takeback_lines import TAKEBACK_FORMS, TakebackLine
from oathbook.domain.recording.notation.value_nodes import ExactValue
from oathbook.domain.rulesets.forms import Form
from oathbook.domain.rulesets.protocol import AnyRuleset, Setup

ACTS: Final = (
    Form(acts.OfferLetter, "offer [in place of {replaces}] promise: {letter:rest}"),
    Form(acts.Sign, "sign {promise}"),
    Form(acts.DeclineOffer, "decline {promise}"),
    Form(acts.Withdraw, "withdraw {promise}"),
    Form(acts.Consent, "release {promise}"),
    Form(acts.MakeClaim, "claim {promise} {path} {claims} [at {about}] [because {says:rest}]"),
    Form(acts.AnswerClaim, "answer {promise} {claim} : {says:rest}"),
    Form(
        acts.RuleOnClause,
        "rule {promise} {path} {value} [blaming {blamed:player}] [excusing {excused:player}] because {reason:rest}",
    ),
)


MOST_CHARACTERS = 4_000  # of a line that is not JSON


LineKind = Literal["decision", "act", "takeback"]  # of a line that stands by itself
StepKind = LineKind | Literal["table"]


class SheetDraw(Struct, frozen=True):
    """A draw as a table notes it; without a label it answers the first thing that is asked for."""

    drawn: Cards
    label: str = ""
    witnesses: tuple[Seat, ...] = ()


class SheetEvent(SheetLine, frozen=True):
    """What followed, as a line says it: read exactly as ``value`` if it can be, else why not.

    A line that says that nothing followed has neither.
    """

    value: dict[str, Any] | None = None
    problem: BadRecord | None = None


class SheetStep(Struct, frozen=True):
    """A step as it is written, with its place: a decision, an act on a promise, a line about taking back.

    Or it is what the table did beside the rules: then ``value`` is the decision that was meant, if any was, ``says``
    what was said of it, ``edits`` and ``after`` what it came to.
    """

    by: Seat
    place: str
    text: str
    value: Mapping[str, Any]
    kind: StepKind
    draws: tuple[tuple[SheetDraw, str], ...] = ()
    events: tuple[SheetEvent, ...] | None = None
    says: str = ""
    edits: tuple[SheetLine, ...] = ()
    after: SheetLine | None = None


class GameNotation:
    """What may be written in one game, and what it means."""

    def __init__(self, ruleset: AnyRuleset, setup: Setup, *, takebacks: bool = False) -> None:
        """Take the ruleset, the setup that says what is in the box and who plays, and whether anything may go back."""
        grammar = NotationGrammar(ruleset, setup)
        self.decision = grammar.of(ruleset.wire.decision, without=("by",), secret=True)
        self.act = grammar.of(Act, forms=ACTS)
        self.takeback = grammar.of(TakebackLine, forms=TAKEBACK_FORMS)
        self.takebacks = takebacks
        self.step = _AnyKind(
            (*((("takeback", self.takeback),) if takebacks else ()), ("act", self.act), ("decision", self.decision))
        )
        self.draw = grammar.of(SheetDraw, forms=_DRAWS)
        self.event = OneOf((NobodyNode("nothing"), _Event(grammar.of(ruleset.wire.event)), ExactValue((dict,))))
        self.player = grammar.player()
        self.edit = grammar.edits()

    def parse_step(self, rows: tuple[SheetRow, ...], *, where: str) -> SheetStep:
        """A step out of its rows; ``BadRecord`` names line and column, and what could stand there."""
        first, *rest = rows
        line = scan_row(first, where)
        seat = first.text[: first.start].rstrip().removesuffix(":").rstrip()
        by = LineScanner(seat, where=line.where, start=first.seat_start).read_all(self.player)
        kind, value = self._read_kind(first, line)
        lines: dict[str, list[SheetRow]] = {}
        for row in rest:
            lines.setdefault(row.word, []).append(row)
        for row in rest:
            if kind != "table" and row.word in TABLE_WORDS:
                refuse_at(where, row.number, 1, f"“{row.word}” goes below a line that begins with “{BESIDE}”")
        says, after = ([_rest_of(row, where) for row in lines.get(word, ())] for word in ("says", "after"))
        if len(after) > 1:
            raise BadRecord(f"{after[1].place}: what the table came to is written once")
        return SheetStep(
            Seat(by),
            place_of(first, where),
            first.text,
            value,
            kind,
            tuple(
                (draw_from(scan_row(row, where).read_all(self.draw)), place_of(row, where))
                for row in lines.get("draw", ())
            ),
            tuple(self._read_event(row, where) for row in lines["then"]) if "then" in lines else None,
            " ".join(each.text for each in says),
            tuple(each for row in lines.get("edit", ()) for each in self._read_edit(row, where)),
            after[0] if after else None,
        )

    def _read_kind(self, row: SheetRow, line: LineScanner) -> tuple[StepKind, Mapping[str, Any]]:
        """What kind of step a line begins, and what it says."""
        if not row.is_beside:
            kind, value = line.read_all(self.step)
            return kind, value
        return "table", line.read_all(self.decision) if row.text[row.start :].strip() else {}

    def _read_event(self, row: SheetRow, where: str) -> SheetEvent:
        """What followed, as a line says it, read exactly if that is possible."""
        line = _rest_of(row, where)
        try:
            return SheetEvent(line.text, line.place, scan_row(row, where).read_all(self.event))
        except BadRecord as problem:
            return SheetEvent(line.text, line.place, problem=problem)

    def _read_edit(self, row: SheetRow, where: str) -> tuple[SheetLine, ...]:
        """The edits of places that a line says: itself if it has an equals sign, else what its words stand for."""
        line = _rest_of(row, where)
        if "=" in line.text:
            return (line,)
        scanner = scan_row(row, where)
        found = scanner.read_whole(self.edit)
        if not found and scanner.furthest == scanner.skip(scanner.start):
            raise BadRecord(f"{line.place}: {self.edit.expected()}")
        changes: tuple[str, ...] = found[0] if found else scanner.refuse_here()
        return tuple(SheetLine(each, line.place) for each in changes)


class _AnyKind(Struct, frozen=True):
    """A line of one of several kinds; of those that it may be, the last."""

    nodes: tuple[tuple[Any, Any], ...]

    def read(self, line: LineScanner, at: int) -> Ends:
        """Which kind it is, and its value."""
        return {end: (kind, value) for kind, node in self.nodes for end, value in line.read(node, at).items()}


class _Event(Struct, frozen=True):
    """An event without reasons."""

    node: Any

    def read(self, line: LineScanner, at: int) -> Ends:
        """The event, as an outcome has it; JSON is an event with its reasons."""
        found = line.read(self.node, at).items()
        return {end: value if "event" in value else {"event": value} for end, value in found}

    def write(self, value: Any) -> str | None:
        """The event."""
        return None if value is None else self.node.write(value)


_DRAWS = (
    Form(SheetDraw, "{label} : {drawn} [seen by {witnesses:player}]"),
    Form(SheetDraw, "{drawn} [seen by {witnesses:player}]"),
)


def _rest_of(row: SheetRow, where: str) -> SheetLine:
    return SheetLine(row.text[row.start :].strip(), place_of(row, where))


def draw_from(value: object) -> SheetDraw:
    """A draw out of the fields that its line tells."""
    return msgspec.convert(value, SheetDraw)


def scan_row(row: SheetRow, where: str) -> LineScanner:
    """The rest of a row, to be read."""
    line = LineScanner(row.text, where=f"{where}: line {row.number}", start=row.start)
    if len(row.text) > MOST_CHARACTERS and row.text[row.start : row.start + 1] != "{":
        line.refuse(MOST_CHARACTERS, f"a line has at most {MOST_CHARACTERS:,} characters")
    return line


def place_of(row: SheetRow, where: str) -> str:
    """Where the rest of a row starts."""
    return f"{where}: line {row.number}, column {row.start + 1}"


def write_decision(ruleset: AnyRuleset, state: Any, decision: Any, speech: GameNotation) -> str:
    """A decision as it is written after its seat: in the shortest words that mean just that, or exactly."""
    words, value = _words(ruleset, state, decision, speech)
    return words if is_read_as(words, value, speech, ruleset) else _as_json(value)


def _words(ruleset: AnyRuleset, state: Any, decision: Any, speech: GameNotation) -> tuple[str, dict[str, Any]]:
    """The shortest words for a decision, whatever they are read as, and its fields."""
    value = json.loads(decision_text(decision))
    value.pop("by")
    asides = {aside(name): said for name, said in ruleset.vocabulary.notation.asides(state).items()}
    words = speech.decision.write({**value, **asides})
    assert words is not None, "every decision can be written exactly"
    return words, value


def is_read_as(words: str, value: Any, speech: GameNotation, ruleset: AnyRuleset) -> bool:
    """Whether the words are read as this decision."""
    line = LineScanner(words, where="")
    found = line.read(speech.step, 0)
    if len(words) not in found:
        return False
    kind, read = found[len(words)]
    fields = {name: each for name, each in read.items() if not is_aside(name)}
    return bool(kind == "decision" and _decision(fields, ruleset) == _decision(value, ruleset))


def _decision(fields: Any, ruleset: AnyRuleset) -> Any:
    with suppress(BadRecord):
        return decision_from(ruleset.wire.decision, fields, by=_ANYBODY, salts=lambda: "0" * 32, where="")
    return None


_ANYBODY: Final = Seat("anybody")


def write_options(ruleset: AnyRuleset, state: Any, seat: Seat, speech: GameNotation) -> tuple[str, ...]:
    """What a seat may decide now, each as it would be written."""
    options = ruleset.options(state, seat)
    return tuple(write_decision(ruleset, state, each, speech) for each in options.listed)


def write_act(act: Act, speech: GameNotation) -> str:
    """An act on a promise as it is written after its seat, in words or exactly."""
    value = json.loads(value_text(act))
    words = speech.act.write(value)
    return words if words is not None else _as_json(value)


def write_takeback(takeback: TakebackLine, speech: GameNotation) -> str:
    """A line about taking back as it is written after its seat."""
    words = speech.takeback.write(to_builtins(takeback))
    assert words is not None, "every line about taking back can be written"
    return words


def option_words(ruleset: AnyRuleset, state: Any, seat: Seat, speech: GameNotation) -> tuple[str, ...]:
    """What a seat may decide now in the shortest words, which are not read again: some may mean something else too."""
    return tuple(_words(ruleset, state, each, speech)[0] for each in ruleset.options(state, seat).listed)


def _as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
