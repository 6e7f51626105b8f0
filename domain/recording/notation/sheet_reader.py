"""Reads a sheet of notation: each step is followed as it is read, and what is wrong is said with line and column."""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.chance.witnessed_chance import DrawReport, WitnessedChance
from oathbook.domain.errors import BadRecord, IllegalDecision, Refused
from oathbook.domain.games.decision_results import try_decision
from oathbook.domain.games.game_events import DrawMade
from oathbook.domain.kernel import Concealed, Seat
from oathbook.domain.promises.lifecycle.acts import act_from
from oathbook.domain.recording.format.codec import EncodedEvent
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.sources import Sources
from oathbook.domain.recording.notation.event_lines import find_events
from oathbook.domain.recording.notation.game_notation import GameNotation, SheetDraw, SheetStep, write_options
from oathbook.domain.recording.notation.grammar import split_asides
from oathbook.domain.recording.notation.setup_rows import SetupRows
from oathbook.domain.recording.notation.sheets import Sheet, SheetRow, sheet_from
from oathbook.domain.recording.notation.stamps import HOST, Stamps, stamps_from
from oathbook.domain.recording.notation.table_lines import follow_table_step
from oathbook.domain.recording.notation.takeback_lines import takeback_act
from oathbook.domain.recording.writing import game_head
from oathbook.domain.recording.writing.game_head import NewGame
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.recording.writing.table_outcomes import record_step
from oathbook.domain.rulesets.forms import check_asides
from oathbook.domain.rulesets.protocol import AnyRuleset, SeatSetup

MOST_HINTED = 6  # of the decisions that a refusal names

RulesetFinder = Callable[[str], AnyRuleset]


class SheetReader(Struct, frozen=True):
    """A game as far as its sheet has been read: its record, the words of the game, and the steps that were read."""

    writer: MemoryWriter
    speech: GameNotation
    frame: tuple[SheetRow, ...]
    stamps: Stamps | None
    steps: tuple[tuple[SheetRow, ...], ...] = ()

    @property
    def record(self) -> Record:
        """What has been read."""
        return self.writer.record

    def read_step(self, rows: tuple[SheetRow, ...], *, where: str) -> "SheetReader":
        """The game after one more step; ``BadRecord`` names line and column."""
        writer = MemoryWriter(self.writer.record, self.writer.head)
        _apply_step(
            writer,
            self.speech,
            self.speech.parse_step(rows, where=where),
            is_seeded=bool(self.stamps and self.stamps.seed),
        )
        return replace(self, writer=writer, steps=(*self.steps, rows))


def record_from_notation(text: bytes, ruleset_of: RulesetFinder, sources: Sources, *, where: str) -> Record:
    """The record of a sheet. Stops at the first line that it cannot follow: ``BadRecord`` or ``UnknownEdition``."""
    sheet = sheet_from(text, where=where)
    reader = start_reader(sheet, ruleset_of, sources, where=where)
    for rows in sheet.steps:
        reader = reader.read_step(rows, where=where)
    if reader.stamps is not None:
        reader.stamps.must_fit(reader.record)
    return reader.record


def rows_around_steps(sheet: Sheet) -> tuple[SheetRow, ...]:
    """The rows around the steps: where they change, the whole sheet has to be read again."""
    return (*sheet.setup, *sheet.record)


def start_reader(sheet: Sheet, ruleset_of: RulesetFinder, sources: Sources, *, where: str) -> SheetReader:
    """The game of a sheet before its first step; refuses as ``record_from_notation`` does."""
    rows = SetupRows(sheet.setup, where, sheet.rows)
    stamps = stamps_from(sheet.record, where=where)
    ruleset = rows.ruleset(ruleset_of)
    told, setup = rows.read(ruleset)
    keys: Mapping[str, str] = {} if stamps is None else stamps.keys
    seats = tuple(SeatSetup(each.seat, each.player, keys.get(each.seat, each.key)) for each in setup.seats)
    chance = "seeded" if stamps and stamps.seed else "witnessed"
    entry, takebacks = rows.entry(), rows.takebacks()
    opening = NewGame(
        replace(setup, seats=seats), chance, told.reveal, keys.get(HOST, ""), entry=entry, takebacks=takebacks
    )
    try:
        head, events = game_head.open_game(ruleset, opening, sources if stamps is None else stamps.sources())
    except Refused as refused:
        if f"{where}: line" in str(refused):
            raise
        rows.refuse(str(refused))
    record = Record(head.game.id, ruleset, head.codec, events, head.hash)
    speech = GameNotation(ruleset, setup, takebacks=takebacks != "never")
    return SheetReader(MemoryWriter(record, head), speech, rows_around_steps(sheet), stamps)


def _apply_step(writer: MemoryWriter, speech: GameNotation, told: SheetStep, *, is_seeded: bool) -> None:
    try:
        follow_step(writer, told, is_seeded=is_seeded)
    except Refused as refused:
        says = str(refused)
        if says.startswith(told.place.rpartition(": line")[0] + ": line") and ", column " in says:
            raise
        hint = _hint(writer, speech, told.by) if isinstance(refused, IllegalDecision) else ""
        raise BadRecord(f"{_locate_in_letter(told, says)}{hint}") from None


def _locate_in_letter(told: SheetStep, says: str) -> str:
    """What is wrong, at its place: of a letter on its line, at the column of the line."""
    inside = re.match(r"line 1, column (\d+): (.*)", says, re.DOTALL)
    at = told.text.find(str(told.value.get("letter", "\n")))
    if inside is None or at < 0:
        return f"{told.place}: {says}"
    return f"{told.place.rpartition(' ')[0]} {at + int(inside[1])}: {inside[2]}"


def follow_step(writer: MemoryWriter, told: SheetStep, *, is_seeded: bool = False) -> None:
    """Record a step as it is written; with a seed, its draws are only compared. Refuses as ``MemoryWriter`` does."""
    match told.kind:
        case "act":
            _must_be_bare(told)
            writer.promise(told.by, act_from(told.value, where="the act"))
        case "takeback":
            _must_be_bare(told)
            writer.take_back(told.by, takeback_act(writer.game, writer.record.entries(), told.by, told.value))
        case "table":
            follow_table_step(writer, told)
        case "decision":
            decision = writer.decision_from(_without_asides(writer, told), by=told.by, where="the decision")
            _follow_decision(writer, told, decision, is_seeded=is_seeded)


def _follow_decision(writer: MemoryWriter, told: SheetStep, decision: Any, *, is_seeded: bool) -> None:
    draws = () if is_seeded else _label_draws(writer, decision, told)
    given = None
    if told.events is not None:
        ruleset, game = writer.record.ruleset, writer.game
        chance = WitnessedChance(draws, game.opened.reporter(decision.by))
        given = find_events(ruleset, game, told.events, decision, chance, (game.state,))
    before = len(writer.record.events)
    record_step(writer, decision, draws, given, place="what followed")
    if is_seeded:
        _must_be_drawn(told, writer.record.events[before:])


def _must_be_bare(told: SheetStep) -> None:
    if told.draws or told.events is not None:
        what = "an act on a promise" if told.kind == "act" else "taking back"
        raise BadRecord(f"nothing is drawn for {what}, and what follows from it is never written down")


def _without_asides(writer: MemoryWriter, told: SheetStep) -> dict[str, Any]:
    """The decision without what is said along with it, which must be so."""
    fields, asides = split_asides(told.value)
    check_asides(writer.record.ruleset.vocabulary.notation, writer.game.state, asides)
    return fields


def _label_draws(writer: MemoryWriter, decision: Any, told: SheetStep) -> tuple[DrawReport, ...]:
    """Draws that name no label answer what the rules ask for, in that order."""
    reports = [DrawReport(each.label, each.drawn, each.witnesses) for each, _ in told.draws if each.label]
    for drawn, place in told.draws:
        if not drawn.label:
            reports.append(_report_for(writer, decision, tuple(reports), drawn, place))
    return tuple(reports)


def _report_for(
    writer: MemoryWriter, decision: Any, reports: tuple[DrawReport, ...], drawn: SheetDraw, place: str
) -> DrawReport:
    game_head.must_have_seat(writer.game, decision.by)
    found = try_decision(writer.record.ruleset, writer.game.state, decision, WitnessedChance(reports))
    if found.kind != "depends" or found.request is None:
        says = "nothing is to be drawn for this decision" if found.kind == "follows" else found.says
        raise BadRecord(f"{place}: {says}")
    return DrawReport(found.request.label, drawn.drawn, drawn.witnesses)


def _must_be_drawn(told: SheetStep, events: tuple[EncodedEvent, ...]) -> None:
    """What a sheet says of draws is what the seed of the record gives."""
    made = [event.entry.body.draw for event in events if isinstance(event.entry.body, DrawMade)]
    for drawn, place in told.draws:
        if all((drawn.label or each.label, drawn.drawn) != (each.label, each.every_card()) for each in made):
            raise BadRecord(f"{place}: the seed of this record gives another draw")


def _hint(writer: MemoryWriter, speech: GameNotation, by: Seat) -> str:
    """What could stand there: who is to decide, and what the seat may decide now."""
    ruleset, state = writer.record.ruleset, writer.game.state
    waiting = ruleset.to_act(state)
    whose = f"; to decide now: {', '.join(waiting)}" if waiting and by not in waiting else ""
    words: tuple[str, ...] = ()
    with suppress(Concealed):
        words = write_options(ruleset, state, by, speech)
    more = f" and {len(words) - MOST_HINTED} more" if len(words) > MOST_HINTED else ""
    return f"{whose}; {by} may: {'; '.join(words[:MOST_HINTED])}{more}" if words else whose
