"""Transcripts: a game played elsewhere, written down by a person, a step a line."""

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Final, Generic, Literal, TypeVar

import msgspec
from msgspec import Meta, Raw, Struct

from oathbook.domain.chance.draw_wrappers import DrawSealer
from oathbook.domain.chance.witnessed_chance import DrawReport, WitnessedChance
from oathbook.domain.errors import BadRecord, Refused, UnknownEdition
from oathbook.domain.games import game_events
from oathbook.domain.games.decision_results import DecisionResult, try_decision
from oathbook.domain.games.drafts import draft_step, must_be_open
from oathbook.domain.games.takeback_events import StepsTakenBack, TakebackEventBase
from oathbook.domain.kernel import Draw, DrawRequest, Line, Seat, make_draw
from oathbook.domain.kernel.canonical import canonical_bytes
from oathbook.domain.kernel.limits import CONSEQUENCES_PER_STEP, DRAWS_PER_STEP
from oathbook.domain.promises.lifecycle.acts import act_from, act_of
from oathbook.domain.recording.format.cleartext import decision_text, has_unproved_reveal, value_from, value_text
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import must_be_kind, split_lines
from oathbook.domain.recording.format.setup_documents import parse_setup, resolve_setup
from oathbook.domain.recording.format.sources import Sources
from oathbook.domain.recording.format.strict_json import parse_json
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
    draws: Annotated[tuple[DrawReport, ...], Meta(max_length=DRAWS_PER_STEP)] = ()
    outcome: Annotated[tuple[dict[str, Any], ...], Meta(max_length=CONSEQUENCES_PER_STEP)] | None = None


class PromiseLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A line: what a seat did with a promise; what follows from it is never written down."""

    by: Seat
    promise: dict[str, Any]


class GivenConsequence(Struct, Generic[E], frozen=True, forbid_unknown_fields=True):
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
    must_be_kind(text, TRANSCRIPT_FORMAT, where=where)
    first, *steps = split_lines(text, where=where, least=1)
    header = _convert(
        TranscriptHeader, parse_json(first, where=f"{where}: line 1", most_bytes=MOST_HEADER_BYTES), where, 1
    )
    writer = _open_writer(header, ruleset_of, sources, f"{where}: line 1")
    for number, line in enumerate(steps, 2):
        place = f"{where}: line {number}"
        value = parse_json(line, where=place)
        is_promise = _is_promise(value)
        step = _convert(PromiseLine if is_promise else StepLine, value, where, number)
        with locate_refusals(place):
            if is_promise:
                writer.promise(step.by, act_from(step.promise, where=f"{place}: promise"))
            else:
                decision = writer.decision_from(step.decision, by=step.by, where=f"{place}: decision")
                record_step(writer, decision, step.draws, step.outcome, place=place)
    return writer.record


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


@contextmanager
def locate_refusals(place: str) -> Generator[None, None, None]:
    """Whatever is refused inside is a ``BadRecord`` that names the place."""
    try:
        yield
    except Refused as refused:
        raise BadRecord(str(refused) if str(refused).startswith(place) else f"{place}: {refused}") from None


def _is_promise(value: object) -> bool:
    return isinstance(value, dict) and "promise" in value


def record_step(
    writer: MemoryWriter,
    decision: Any,
    draws: tuple[DrawReport, ...],
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
    given = value_from(tuple[GivenConsequence[ruleset.wire.event], ...], outcome, where=f"{place}: outcome")  # type: ignore[name-defined]  # because the event type is the ruleset's own
    reporter = writer.game.opened.reporter(decision.by)
    chance = DrawSealer(WitnessedChance(draws, reporter), writer.head.sources.salts)
    derived = try_decision(ruleset, writer.game.state, decision, chance)
    consequences = tuple(_match_consequence(each, list(derived.consequences), place) for each in given)
    reported = tuple(_match_draw(report, derived, reporter) for report in draws)
    writer.write_step(draft_step(writer.game, decision, reported, consequences, by="transcript"))


def _match_consequence(given: GivenConsequence[Any], derived: list[Consequence[Any]], place: str) -> Consequence[Any]:
    """As given, but for the proof of a reveal, which only the rules' own event has, and for reasons nobody gave."""
    for each in derived:
        if each.event == given.event:
            has_reasons = given.cites or given.readings or given.working
            return Consequence(each.event, given.cites, given.readings, given.working) if has_reasons else each
    if has_unproved_reveal(given.event):
        raise BadRecord(
            f"{place}: outcome: it shows a hidden value that the rules do not show here, so that nothing proves it"
        )
    return Consequence(given.event, given.cites, given.readings, given.working)


def _match_draw(report: DrawReport, derived: DecisionResult, by: Seat) -> Draw:
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
    return make_draw(request, report.drawn, "witnessed", report.witnesses or (by,))


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
    if any(isinstance(event.entry.body, game_events.RulingEventBase) for event in record.events):
        raise BadRecord(
            f"game {record.game}: a transcript has no line for what a ruling did, a correction or a fork; "
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
    return isinstance(entry.body, game_events.DecisionMade | game_events.PromiseEventBase | TakebackEventBase)


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
        raise BadRecord(f"{where}: line {number}: {problem}") from None
