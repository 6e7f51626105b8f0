"""Lines of what a table did beside the rules: ``! dov: deploy Thicket``, and below it what came of it."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Final

from msgspec.structs import replace

from oathbook.domain.chance.recorded_chance import RecordedChance
from oathbook.domain.chance.witnessed_chance import DrawReport
from oathbook.domain.errors import BadRecord, Misfit
from oathbook.domain.games.decision_results import try_decision
from oathbook.domain.games.game import Game
from oathbook.domain.games.table_events import AnyTableActed, TableActed, evolve_table_act, position_of
from oathbook.domain.kernel import Draw
from oathbook.domain.recording.format.cleartext import marked_text, value_text
from oathbook.domain.recording.format.strict_json import parse_json
from oathbook.domain.recording.notation.edit_lines import edit_lines, edited_position
from oathbook.domain.recording.notation.event_lines import find_events, sentence_of
from oathbook.domain.recording.notation.game_notation import GameNotation, SheetEvent, SheetStep
from oathbook.domain.recording.notation.grammar import split_asides
from oathbook.domain.recording.notation.sentence_reader import plain_sentence
from oathbook.domain.recording.notation.sheets import SheetLine
from oathbook.domain.recording.writing import table_steps
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.rulesets.protocol import AnyRuleset

NOTHING: Final = "nothing"  # happened


def follow_table_step(writer: MemoryWriter, told: SheetStep, *, by: str = table_steps.TRANSCRIPT) -> None:
    """Record what the table did as it is written; where nothing is written below it, as if it had been allowed.

    ``by`` says whether a table says so, or a ruling.
    ``BadRecord`` says what is missing or does not fit.
    """
    ruleset, game = writer.record.ruleset, writer.game
    writer.must_have_seat(told.by)
    meant = None
    if told.value:
        meant = writer.decision_from(split_asides(told.value)[0], by=told.by, where="the decision")
    draws = table_steps.draws_of_table_act(writer, told.by, meant, tuple(_reports(told)))
    act: AnyTableActed = TableActed(told.by, told.says, meant)
    if told.events is None and not told.edits and told.after is None:
        act = _as_granted(ruleset, game, act, draws)
    else:
        states = table_steps.possible_states(ruleset, game.state, told.by)
        given = find_events(ruleset, game, told.events or (), meant, RecordedChance(draws), states)
        act = replace(act, did=tuple(each.event for each in given))
        act = replace(act, after=_after(writer, told, act, value_text if by == table_steps.TRANSCRIPT else marked_text))
    table_steps.record_table_act(writer, act, draws, by=by)


def _reports(told: SheetStep) -> Iterator[DrawReport]:
    for drawn, place in told.draws:
        if not drawn.label and not told.value:
            raise BadRecord(f"{place}: say what this was drawn for: “draw hand : …”")
        yield DrawReport(drawn.label, drawn.drawn, drawn.witnesses)


def _as_granted(ruleset: AnyRuleset, game: Game, act: AnyTableActed, draws: tuple[Draw, ...]) -> AnyTableActed:
    if act.meant is not None:
        if try_decision(ruleset, game.state, act.meant, RecordedChance(draws)).kind == "follows":
            raise BadRecord("the rules allow this; write the line without “!”, or below it what else came of it")
        granted = table_steps.derive_act(ruleset, game.state, act, draws)
        if granted is not None:
            return granted
    raise BadRecord("write below it what came of it: “then …” for each thing that happened, or “then nothing”")


def _after(writer: MemoryWriter, told: SheetStep, act: AnyTableActed, text_of: Callable[[object], bytes]) -> Any:
    """The position that the lines below a step say it came to; nothing where they say none.

    ``text_of`` says whether edits find what is hidden by its value, as a table that knows it writes, or only by its
    mark.
    """
    if told.after is not None:
        return table_steps.position_from(writer, _json(told.after), where=told.after.place)
    if not told.edits:
        return None
    position, after = _position_before_edits(writer.record.ruleset, writer.game.state, act, text_of), None
    for line in told.edits:
        position = edited_position(position, line)
        try:
            after = table_steps.position_from(writer, position, where=line.place)
        except BadRecord:
            raise BadRecord(f"{line.place}: nothing like that can stand there: {line.text}") from None
    return after


def _position_before_edits(
    ruleset: AnyRuleset, state: Any, act: AnyTableActed, text_of: Callable[[object], bytes] = value_text
) -> object:
    """What the events of an act lead to, if they fit, as JSON."""
    with suppress(Misfit):
        state = evolve_table_act(ruleset, state, act)
    return json.loads(text_of(position_of(ruleset, state)))


def _json(line: SheetLine) -> object:
    try:
        return parse_json(line.text, where=line.place)
    except BadRecord as problem:
        raise BadRecord(f"{problem}; after “after” stands the whole position, as an export writes it") from None


# Writing --------------------------------------------------------------------------------------------------------------


def table_lines(
    ruleset: AnyRuleset, game: Game, act: AnyTableActed, draws: tuple[Draw, ...], speech: GameNotation
) -> Iterator[str]:
    """The lines below that of what a table did which say what came of it; none where reading finds that by itself."""
    bare: AnyTableActed = TableActed(act.of, act.says, act.meant)
    if act.meant is not None and table_steps.derive_act(ruleset, game.state, bare, draws) == act:
        return
    if not act.did and act.after is None:
        yield f"then {NOTHING}"
    states = table_steps.possible_states(ruleset, game.state, act.of)
    chance = RecordedChance(draws)
    told: list[SheetEvent] = []
    for number, event in enumerate(act.did, 1):
        words = sentence_of(ruleset, event, game.opened.roster)
        line = SheetEvent(words, "", problem=BadRecord(""))
        try:
            found = find_events(ruleset, game, (*told, line), act.meant, chance, states)
        except BadRecord:
            found = ()
        if not words or plain_sentence(words) == NOTHING or [each.event for each in found] != [*act.did[:number]]:
            exact: dict[str, Any] = json.loads(value_text(event))
            words = speech.event.write(exact) or json.dumps({"event": exact}, ensure_ascii=False)
            line = SheetEvent(words, "", {"event": exact})
        told.append(line)
        yield f"then {words}"
    if act.after is not None:
        before = _position_before_edits(ruleset, game.state, replace(act, after=None))
        after = value_text(act.after)
        edits = edit_lines(before, json.loads(after))
        yield from (f"edit {each}" for each in edits) if edits else (f"after {after.decode()}",)
