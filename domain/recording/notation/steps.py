"""The lines of a step: who decides what, what was drawn, and what the table did then."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from oathbook.domain.kernel.draws import Cards
from oathbook.domain.kernel.seats import Seat
from oathbook.domain.promises.lifecycle.acts import Act
from oathbook.domain.recording.notation.acts import ACTS
from oathbook.domain.recording.notation.grammar import NotationGrammar
from oathbook.domain.recording.notation.line import Ends, TypedLine
from oathbook.domain.recording.notation.names import ExactValue
from oathbook.domain.recording.notation.patterns import Nobody, OneOf
from oathbook.domain.recording.notation.sheets import SheetRow
from oathbook.domain.rulesets.forms import Form
from oathbook.domain.rulesets.protocol import AnyRuleset, Setup

MOST_CHARACTERS = 4_000
"""Of a line that is not JSON."""


class NotedDraw(Struct, frozen=True):
    """A draw as a table notes it; without a label it answers the first thing that is asked for."""

    drawn: Cards
    label: str = ""
    witnesses: tuple[Seat, ...] = ()


class TypedStep(Struct, frozen=True):
    """A step as it is written: a decision or an act on a promise, with the place of its line."""

    by: Seat
    place: str
    text: str
    value: Mapping[str, Any]
    is_act: bool
    draws: tuple[tuple[NotedDraw, str], ...] = ()
    outcome: tuple[dict[str, Any], ...] | None = None


class Speech:
    """What may be written in one game, and what it means."""

    def __init__(self, ruleset: AnyRuleset, setup: Setup) -> None:
        """Take the ruleset, and the setup that says what is in the box and who plays."""
        grammar = NotationGrammar(ruleset, setup)
        self.decision = grammar.of(ruleset.wire.decision, without=("by",), secret=True)
        self.act = grammar.of(Act, forms=ACTS)
        self.either = _Either(self.decision, self.act)
        self.draw = grammar.of(NotedDraw, forms=_DRAWS)
        self.event = OneOf((Nobody("nothing"), _Event(grammar.of(ruleset.wire.event)), ExactValue((dict,))))
        self.player = grammar.player()

    def told(self, rows: tuple[SheetRow, ...], *, where: str) -> TypedStep:
        """A step out of its rows; ``BadRecord`` names line and column, and what could stand there."""
        first, *rest = rows
        line = line_of(first, where)
        by = TypedLine(first.text[: first.start].rstrip().removesuffix(":").rstrip(), where=line.where).whole(
            self.player
        )
        is_act, value = line.whole(self.either)
        draws: list[tuple[NotedDraw, str]] = []
        outcome: list[dict[str, Any]] | None = None
        for row in rest:
            told = line_of(row, where)
            if row.word == "draw":
                found = told.whole(self.draw)
                draws.append((msgspec.convert(found, NotedDraw), place_of(row, where)))
            else:
                event = told.whole(self.event)
                outcome = [*(outcome or []), *([] if event is None else [event])]
        outcome_told = None if outcome is None else tuple(outcome)
        return TypedStep(Seat(by), place_of(first, where), first.text, value, is_act, tuple(draws), outcome_told)


class _Either(Struct, frozen=True):
    """A decision or, where it is none, an act on a promise."""

    decision: Any
    act: Any

    def read(self, line: TypedLine, at: int) -> Ends:
        """Which of the two it is, and its value."""
        acts = {end: (True, value) for end, value in line.read(self.act, at).items()}
        return {**acts, **{end: (False, value) for end, value in line.read(self.decision, at).items()}}


class _Event(Struct, frozen=True):
    """An event without reasons."""

    node: Any

    def read(self, line: TypedLine, at: int) -> Ends:
        """The event, as an outcome has it; JSON is an event with its reasons."""
        found = line.read(self.node, at).items()
        return {end: value if "event" in value else {"event": value} for end, value in found}

    def write(self, value: Any) -> str | None:
        """The event."""
        return None if value is None else self.node.write(value)


_DRAWS = (
    Form(NotedDraw, "{label} : {drawn} [seen by {witnesses:player}]"),
    Form(NotedDraw, "{drawn} [seen by {witnesses:player}]"),
)


def line_of(row: SheetRow, where: str) -> TypedLine:
    """The rest of a row, to be read."""
    line = TypedLine(row.text, where=f"{where}: line {row.number}", start=row.start)
    if len(row.text) > MOST_CHARACTERS and row.text[row.start : row.start + 1] != "{":
        line.refuse(MOST_CHARACTERS, f"a line has at most {MOST_CHARACTERS:,} characters")
    return line


def place_of(row: SheetRow, where: str) -> str:
    """Where the rest of a row starts."""
    return f"{where}: line {row.number}, column {row.start + 1}"
