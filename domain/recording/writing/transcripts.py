"""Transcripts: a game played elsewhere, written down by a person, a step a line."""

from collections.abc import Callable, Iterator
from typing import Annotated, Any, Final, Literal, cast

import msgspec
from msgspec import Meta, Raw, Struct

from oathbook.domain.chance.witnessed_chance import DrawReport
from oathbook.domain.errors import BadRecord, UnknownEdition
from oathbook.domain.games import game_events
from oathbook.domain.games.table_events import TableActed
from oathbook.domain.games.takeback_events import StepsTakenBack, TakebackEventBase
from oathbook.domain.kernel import Seat
from oathbook.domain.kernel.canonical import canonical_bytes
from oathbook.domain.kernel.limits import CONSEQUENCES_PER_STEP, DRAWS_PER_STEP
from oathbook.domain.kernel.validation_messages import validation_message
from oathbook.domain.promises.lifecycle.acts import act_from, act_of
from oathbook.domain.recording.format.cleartext import decision_text, value_text
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import must_be_kind, split_lines
from oathbook.domain.recording.format.setup_documents import parse_setup, resolve_setup
from oathbook.domain.recording.format.sources import Sources
from oathbook.domain.recording.format.strict_json import parse_json
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.recording.writing.table_outcomes import given_from, locate_refusals, record_step
from oathbook.domain.recording.writing.table_steps import (
    draws_of_table_act,
    record_table_act,
    table_act_from,
    table_act_value,
)
from oathbook.domain.rulesets.protocol import AnyRuleset

TRANSCRIPT_FORMAT: Final = "transcript/1"
MOST_HEADER_BYTES: Final = 1024 * 1024


class TranscriptHeader(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a transcript: the edition and the setup, as people write one."""

    oathbook: Literal["transcript/1"]
    edition: str
    setup: dict[str, Any]


class StepLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A line: who decided what, what was drawn, and what the table did then, if it was written down."""

    by: Seat
    decision: dict[str, Any]
    draws: Annotated[tuple[DrawReport, ...], Meta(max_length=DRAWS_PER_STEP)] = ()
    outcome: Annotated[tuple[dict[str, Any], ...], Meta(max_length=CONSEQUENCES_PER_STEP)] | None = None


class PromiseLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A line: what a seat did with a promise; what follows from it is never written down."""

    by: Seat
    promise: dict[str, Any]


class TableLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A line: what the table did beside the rules, whose deed it was, and what was drawn for it."""

    by: Seat
    table: dict[str, Any]
    draws: Annotated[tuple[DrawReport, ...], Meta(max_length=DRAWS_PER_STEP)] = ()


def record_from_transcript(
    text: bytes, ruleset_of: Callable[[str], AnyRuleset], sources: Sources, *, where: str
) -> Record:
    """Record a transcript. Outcomes that are missing are derived; those that are given stand as they are given.

    Stops at the first line it cannot follow and names it: ``BadRecord``. ``UnknownEdition`` if the edition is not
    installed.
    """
    must_be_kind(text, TRANSCRIPT_FORMAT, where=where)
    first, *steps = split_lines(text, where=where, least=1)
    header = _convert(
        TranscriptHeader, parse_json(first, where=f"{where}: line 1", most_bytes=MOST_HEADER_BYTES), where, 1
    )
    writer = _open_writer(header, ruleset_of, sources, f"{where}: line 1")
    for number, line in enumerate(steps, 2):
        place = f"{where}: line {number}"
        value = parse_json(line, where=place)
        with locate_refusals(place):
            _record_line(writer, value, where, number)
    return writer.record


def _keys(value: object) -> tuple[str, ...]:
    return tuple(cast("dict[str, object]", value)) if isinstance(value, dict) else ()


def _record_line(writer: MemoryWriter, value: object, where: str, number: int) -> None:
    place = f"{where}: line {number}"
    keys = _keys(value)
    if "promise" in keys:
        promised = _convert(PromiseLine, value, where, number)
        writer.promise(promised.by, act_from(promised.promise, where=f"{place}: promise"))
    elif "table" in keys:
        acted = _convert(TableLine, value, where, number)
        act = table_act_from(writer, acted.by, acted.table, where=f"{place}: table")
        record_table_act(writer, act, draws_of_table_act(writer, act.of, act.meant, acted.draws))
    else:
        step = _convert(StepLine, value, where, number)
        decision = writer.decision_from(step.decision, by=step.by, where=f"{place}: decision")
        record_step(writer, decision, step.draws, given_from(writer.record.ruleset, step.outcome, place), place=place)


def _open_writer(
    header: TranscriptHeader, ruleset_of: Callable[[str], AnyRuleset], sources: Sources, place: str
) -> MemoryWriter:
    try:
        ruleset = ruleset_of(header.edition)
    except UnknownEdition as unknown:
        raise UnknownEdition(f"{place}: {unknown}") from None
    with locate_refusals(place):
        written = parse_setup(header.setup, where=f"{place}: setup")
        setup = resolve_setup(ruleset, written, where=f"{place}: setup")
        return MemoryWriter.open(ruleset, setup, sources, chance="witnessed", reveal=written.reveal)


def transcript_lines(record: Record) -> Iterator[bytes]:
    """A record as a transcript, line by line.

    ``BadRecord`` where the record conceals what a transcript must say, or a ruling has done something to the game: a
    transcript is what a table played.
    """
    must_be_complete(record)
    if any(isinstance(event.entry.body, TakebackEventBase) for event in record.events):
        raise BadRecord(f"game {record.game}: a transcript has no line for what was taken back; export it as notation")
    yield canonical_bytes(_header(record))
    for step in entries_by_step(record):
        yield canonical_bytes(_step_line(step))


def must_be_complete(record: Record) -> None:
    """``BadRecord`` where no transcript can say all of a record: some of it is concealed, or a ruling did something."""
    if any(
        isinstance(event.entry.body, game_events.RulingEventBase) or event.entry.by == "ruling"
        for event in record.events
    ):
        raise BadRecord(
            f"game {record.game}: a transcript has no line for what a ruling did, a correction, an edit or a fork; "
            "export the record"
        )
    if any(not _is_open(record, number) for number in range(len(record.events))):
        raise BadRecord(
            f"game {record.game}: a transcript needs everything, and this record conceals some of it; export the record"
        )


def entries_by_step(record: Record) -> Iterator[tuple[game_events.Entry, ...]]:
    """What follows the opening, step by step.

    A decision with its draws and its outcome, an act on a promise, or what is done about taking back.
    """
    step: list[game_events.Entry] = []
    for entry in record.entries()[1:]:
        if step and _begins_step(entry, step[-1]):
            yield tuple(step)
            step = []
        step.append(entry)
    if step:
        yield tuple(step)


def _begins_step(entry: game_events.Entry, before: game_events.Entry) -> bool:
    """Whether a step begins with an event; what the last consent takes back belongs to the step of that."""
    if isinstance(entry.body, StepsTakenBack):
        return entry.step != before.step
    is_deed = isinstance(entry.body, game_events.DecisionMade | TableActed)
    return is_deed or isinstance(entry.body, game_events.PromiseEventBase | TakebackEventBase)


def _is_open(record: Record, number: int) -> bool:
    event = record.events[number]
    seed_only = number == 0 and isinstance(record.opened.chance, game_events.BySeed)
    return event.withheld <= (1 if seed_only else 0)


def _header(record: Record) -> dict[str, object]:
    opened = record.opened
    setup = {
        "seats": opened.seats,
        "components": opened.components,
        "switches": opened.switches,
        "start": None if opened.start is None else Raw(value_text(opened.start)),
        "reveal": opened.reveal,
    }
    return {"oathbook": TRANSCRIPT_FORMAT, "edition": opened.edition, "setup": setup}


def _step_line(step: tuple[game_events.Entry, ...]) -> dict[str, object]:
    line: dict[str, object] = {}
    draws: list[DrawReport] = []
    if isinstance(step[0].body, game_events.PromiseEventBase):
        return {"by": step[0].by, "promise": act_of(step[0].body)}
    for entry in step:
        match entry.body:
            case game_events.DecisionMade(decision):
                line |= {"by": entry.by, "decision": Raw(decision_text(decision))}
            case TableActed(of) as act:
                line |= {"by": of, "table": table_act_value(act)}
            case game_events.DrawMade(_, draw):
                draws.append(DrawReport(draw.label, draw.every_card(), draw.witnesses))
            case game_events.OutcomeFollowed(_, consequences):
                line["outcome"] = Raw(value_text(consequences))
            case _:
                pass
    return line | {"draws": draws}


def _convert(kind: Any, value: object, where: str, number: int) -> Any:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as problem:
        raise BadRecord(f"{where}: line {number}: {validation_message(problem)}") from None
