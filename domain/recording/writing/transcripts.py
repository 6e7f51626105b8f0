"""Transcripts: a game played elsewhere, written down by a person, a step a line."""

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Final, Generic, Literal, TypeVar

import msgspec
from msgspec import Meta, Raw, Struct

from oathbook.domain.chance.sealing import Sealing
from oathbook.domain.chance.witnessed import Report, Witnessed
from oathbook.domain.errors import BadRecord, Refused, UnknownEdition
from oathbook.domain.games.events import BySeed, DecisionMade, DrawMade, Entry, OfPromise, OfRuling, OutcomeFollowed
from oathbook.domain.games.recompute import Answer, answer
from oathbook.domain.games.steps import must_be_open, step_of
from oathbook.domain.kernel.canonical import written
from oathbook.domain.kernel.draws import Draw, DrawRequest, answer_to
from oathbook.domain.kernel.limits import CONSEQUENCES_PER_STEP, DRAWS_PER_STEP
from oathbook.domain.kernel.seats import Seat
from oathbook.domain.kernel.workings import Line
from oathbook.domain.promises.lifecycle.acts import act_from, act_of
from oathbook.domain.recording.format.cleartext import decision_text, shows_what_was_not_hidden, value_from, value_text
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import kind_must_be, lines_of
from oathbook.domain.recording.format.setups import setup_from, written_setup
from oathbook.domain.recording.format.sources import Sources
from oathbook.domain.recording.format.strict_json import json_from
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.rulesets.protocol import AnyRuleset, Consequence

TRANSCRIPT_FORMAT: Final = "transcript/1"
MOST_HEADER_BYTES: Final = 1024 * 1024
E = TypeVar("E")


class TranscriptHeader(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a transcript: the edition and the setup, as people write one."""

    oathbook: Literal["transcript/1"]
    edition: str
    setup: dict[str, Any]


class StepLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A line: who decided what, what was drawn, and what the table did then, if it was written down."""

    by: Seat
    decision: dict[str, Any]
    draws: Annotated[tuple[Report, ...], Meta(max_length=DRAWS_PER_STEP)] = ()
    outcome: Annotated[tuple[dict[str, Any], ...], Meta(max_length=CONSEQUENCES_PER_STEP)] | None = None


class PromiseLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A line: what a seat did with a promise; what follows from it is never written down."""

    by: Seat
    promise: dict[str, Any]


class Given(Struct, Generic[E], frozen=True, forbid_unknown_fields=True):
    """A consequence as the table had it: the event, and the reasons if they were written down."""

    event: E
    cites: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    working: tuple[Line, ...] = ()


def record_from_transcript(
    text: bytes, ruleset_of: Callable[[str], AnyRuleset], sources: Sources, *, where: str
) -> Record:
    """Record a transcript. Outcomes that are missing are derived; those that are given stand as they are given.

    Stops at the first line it cannot follow and names it: ``BadRecord``. ``UnknownEdition`` if the edition is not
    installed.
    """
    kind_must_be(text, TRANSCRIPT_FORMAT, where=where)
    first, *steps = lines_of(text, where=where, least=1)
    header = _converted(
        TranscriptHeader, json_from(first, where=f"{where}: line 1", most_bytes=MOST_HEADER_BYTES), where, 1
    )
    writer = _opened(header, ruleset_of, sources, f"{where}: line 1")
    for number, line in enumerate(steps, 2):
        place = f"{where}: line {number}"
        value = json_from(line, where=place)
        is_promise = _is_promise(value)
        step = _converted(PromiseLine if is_promise else StepLine, value, where, number)
        with at(place):
            if is_promise:
                writer.promise(step.by, act_from(step.promise, where=f"{place}: promise"))
            else:
                decision = writer.decision_from(step.decision, by=step.by, where=f"{place}: decision")
                follow(writer, decision, step.draws, step.outcome, place=place)
    return writer.record


def _opened(
    header: TranscriptHeader, ruleset_of: Callable[[str], AnyRuleset], sources: Sources, place: str
) -> MemoryWriter:
    try:
        ruleset = ruleset_of(header.edition)
    except UnknownEdition as unknown:
        msg = f"{place}: {unknown}"
        raise UnknownEdition(msg) from None
    with at(place):
        written = written_setup(header.setup, where=f"{place}: setup")
        setup = setup_from(ruleset, written, where=f"{place}: setup")
        return MemoryWriter.opened(ruleset, setup, sources, chance="witnessed", reveal=written.reveal)


@contextmanager
def at(place: str) -> Generator[None, None, None]:
    """Whatever is refused inside is a ``BadRecord`` that names the place."""
    try:
        yield
    except Refused as refused:
        msg = str(refused) if str(refused).startswith(place) else f"{place}: {refused}"
        raise BadRecord(msg) from None


def _is_promise(value: object) -> bool:
    return isinstance(value, dict) and "promise" in value


def follow(
    writer: MemoryWriter,
    decision: Any,
    draws: tuple[Report, ...],
    outcome: tuple[dict[str, Any], ...] | None,
    *,
    place: str,
) -> None:
    """Record a decision with what was drawn, and what the table did then, if it was written down; refuses as it would.

    Without an ``outcome`` the rules derive it.
    """
    if outcome is None:
        writer.decide(decision, draws)
        return
    writer.must_have_seat(decision.by)
    must_be_open(writer.game)
    ruleset = writer.record.ruleset
    given = value_from(tuple[Given[ruleset.wire.event], ...], outcome, where=f"{place}: outcome")  # type: ignore[name-defined]  # because the event type is the ruleset's own
    derived = answer(
        ruleset, writer.game.state, decision, Sealing(Witnessed(draws, decision.by), writer.head.sources.salts)
    )
    consequences = tuple(_as_given(each, list(derived.consequences), place) for each in given)
    reported = tuple(_as_reported(report, derived, decision.by) for report in draws)
    writer.write_step(step_of(writer.game, decision, reported, consequences, by="transcript"))


def _as_given(given: Given[Any], derived: list[Consequence[Any]], place: str) -> Consequence[Any]:
    """As given, but for the proof of a reveal, which only the rules' own event has, and for reasons nobody gave."""
    for each in derived:
        if each.event == given.event:
            has_reasons = given.cites or given.readings or given.working
            return Consequence(each.event, given.cites, given.readings, given.working) if has_reasons else each
    if shows_what_was_not_hidden(given.event):
        msg = f"{place}: outcome: it shows a hidden value that the rules do not show here, so that nothing proves it"
        raise BadRecord(msg)
    return Consequence(given.event, given.cites, given.readings, given.working)


def _as_reported(report: Report, derived: Answer, by: Seat) -> Draw:
    """The draw as reported, from the pile and for the eyes that the rules ask for.

    Where they ask for none, everybody saw it, and the pile is what came out.
    """
    asked = {request.label: request for request in derived.requests}
    if derived.request is not None:
        asked[derived.request.label] = derived.request
    request = asked.get(report.label, DrawRequest(report.label, report.drawn))
    for each in derived.draws:
        if each.label == report.label and each.every_card() == report.drawn:
            return each
    return answer_to(request, report.drawn, "witnessed", report.witnesses or (by,))


def transcript_from(record: Record) -> Iterator[bytes]:
    """A record as a transcript, line by line.

    ``BadRecord`` where the record conceals what a transcript must say, or a ruling has done something to the game: a
    transcript is what a table played.
    """
    must_tell_all(record)
    yield written(_header(record))
    for step in steps_of(record):
        yield written(_step_line(step))


def must_tell_all(record: Record) -> None:
    """``BadRecord`` where no transcript can say all of a record: some of it is concealed, or a ruling did something."""
    if any(isinstance(event.entry.body, OfRuling) for event in record.events):
        msg = (
            f"game {record.game}: a transcript has no line for what a ruling did, a correction or a fork; "
            "export the record"
        )
        raise BadRecord(msg)
    if any(not _is_open(record, number) for number in range(len(record.events))):
        msg = (
            f"game {record.game}: a transcript needs everything, and this record conceals some of it; export the record"
        )
        raise BadRecord(msg)


def steps_of(record: Record) -> Iterator[tuple[Entry, ...]]:
    """What follows the opening, step by step: a decision with its draws and its outcome, or an act on a promise."""
    step: list[Entry] = []
    for entry in record.entries()[1:]:
        if isinstance(entry.body, DecisionMade | OfPromise) and step:
            yield tuple(step)
            step = []
        step.append(entry)
    if step:
        yield tuple(step)


def _is_open(record: Record, number: int) -> bool:
    event = record.events[number]
    seed_only = number == 0 and isinstance(record.opened.chance, BySeed)
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


def _step_line(step: tuple[Entry, ...]) -> dict[str, object]:
    line: dict[str, object] = {}
    draws: list[Report] = []
    if isinstance(step[0].body, OfPromise):
        return {"by": step[0].by, "promise": act_of(step[0].body)}
    for entry in step:
        match entry.body:
            case DecisionMade(decision):
                line |= {"by": entry.by, "decision": Raw(decision_text(decision))}
            case DrawMade(_, draw):
                draws.append(Report(draw.label, draw.every_card(), draw.witnesses))
            case OutcomeFollowed(_, consequences):
                line["outcome"] = Raw(value_text(consequences))
            case _:
                pass
    return line | {"draws": draws}


def _converted(kind: Any, value: object, where: str, number: int) -> Any:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as problem:
        msg = f"{where}: line {number}: {problem}"
        raise BadRecord(msg) from None
