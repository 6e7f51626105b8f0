"""Writes a record as a sheet of notation."""

import json
from collections.abc import Iterator
from typing import Any

from oathbook.domain.chance.recorded_chance import RecordedChance
from oathbook.domain.errors import Refused
from oathbook.domain.games import game as games
from oathbook.domain.games import game_events
from oathbook.domain.games.decision_results import try_decision
from oathbook.domain.games.game import Game
from oathbook.domain.games.table_events import TableActed
from oathbook.domain.games.takeback_events import TakebackEventBase
from oathbook.domain.games.takeback_rules import Entries
from oathbook.domain.kernel import Draw, Seat
from oathbook.domain.promises.lifecycle.acts import act_of
from oathbook.domain.recording.format.cleartext import value_text
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.sources import system_sources
from oathbook.domain.recording.notation.game_notation import GameNotation, write_act, write_decision, write_takeback
from oathbook.domain.recording.notation.setup_rows import setup_lines
from oathbook.domain.recording.notation.sheet_reader import record_from_notation
from oathbook.domain.recording.notation.stamps import can_be_stamped, stamp_lines
from oathbook.domain.recording.notation.table_lines import table_lines
from oathbook.domain.recording.notation.takeback_lines import takeback_line
from oathbook.domain.recording.writing.transcripts import entries_by_step, must_be_complete
from oathbook.domain.rulesets.protocol import AnyRuleset


def sheet_lines(record: Record) -> tuple[str, ...]:
    """The lines of a sheet that tells a record; with its stamps, if an import makes the same record of it.

    ``BadRecord`` where the record conceals what a sheet must say, or a ruling has done something to the game.
    """
    must_be_complete(record)
    lines = (*setup_lines(record.ruleset, record.opened), "", *_steps(record))
    if record.opened.parent is None and not _is_seed_hidden(record) and can_be_stamped(record):
        stamped = (*lines, *stamp_lines(record))
        if _is_same(stamped, record):
            return stamped
    return lines


def _is_seed_hidden(record: Record) -> bool:
    return isinstance(record.opened.chance, game_events.BySeed) and not _seed_of(record)


def _seed_of(record: Record) -> str:
    opened: Any = record.entries()[0].body
    return str(opened.open_seed)


def _is_same(lines: tuple[str, ...], record: Record) -> bool:
    """Whether the sheet is read as this record: its last stamp is the head, which must fit."""
    text = "".join(f"{each}\n" for each in lines).encode()
    try:
        record_from_notation(text, lambda _edition: record.ruleset, system_sources(), where="again")
    except Refused:
        return False
    return True


def _steps(record: Record) -> Iterator[str]:
    ruleset, entries = record.ruleset, record.entries()
    speech = GameNotation(ruleset, record.opened.setup(), takebacks=True)
    game = games.begin(ruleset, record.game, entries[0])
    for step in entries_by_step(record):
        yield from step_lines(ruleset, game, entries, step, speech)
        for entry in step:
            game = games.evolve(ruleset, game, entry)


def step_lines(ruleset: AnyRuleset, game: Game, entries: Entries, step: Entries, speech: GameNotation) -> Iterator[str]:
    """The lines of a step, made in a game as it stood before it: what was decided, drawn, and done otherwise."""
    by, body = step[0].by, step[0].body
    if isinstance(body, TakebackEventBase):
        yield f"{by}: {write_takeback(takeback_line(game, entries, Seat(by), body), speech)}"
        return
    if isinstance(body, game_events.PromiseEventBase):
        yield f"{by}: {write_act(act_of(body), speech)}"
        return
    draws = tuple(entry.body.draw for entry in step if isinstance(entry.body, game_events.DrawMade))
    if isinstance(body, TableActed):
        words = "" if body.meant is None else write_decision(ruleset, game.state, body.meant, speech)
        yield f"! {body.of}: {words}".rstrip()
        yield from (f"  says {body.says}" for _ in range(bool(body.says)))
        yield from (f"  draw {_draw(each, game.opened.reporter(body.of), speech)}" for each in draws)
        yield from (f"  {line}" for line in table_lines(ruleset, game, body, draws, speech))
        return
    assert isinstance(body, game_events.DecisionMade), "a step begins with a decision or an act on a promise"
    yield f"{by}: {write_decision(ruleset, game.state, body.decision, speech)}"
    yield from (f"  draw {_draw(each, game.opened.reporter(Seat(by)), speech)}" for each in draws)
    for entry in step:
        if not isinstance(entry.body, game_events.OutcomeFollowed):
            continue
        known = try_decision(ruleset, game.state, body.decision, RecordedChance(draws))
        if entry.by != "rules" or (known.kind == "follows" and entry.body.consequences != known.consequences):
            yield from (f"  then {each}" for each in _outcome(entry.body.consequences, known.consequences, speech))


def _draw(draw: Draw, reporter: Seat, speech: GameNotation) -> str:
    seen = [] if draw.witnesses in {(), (reporter,)} else list(draw.witnesses)
    told = speech.draw.write({"label": draw.label, "drawn": list(draw.every_card()), "witnesses": seen})
    assert told is not None, "every draw can be written"
    return told


def _outcome(
    consequences: game_events.Consequences, known: game_events.Consequences, speech: GameNotation
) -> Iterator[str]:
    """Events, with their reasons where those are others than the rules give."""
    if not consequences:
        yield "nothing"
    for each in consequences:
        is_bare = each in known or not (each.cites or each.readings or each.working)
        exact = {"event": json.loads(value_text(each.event))}
        words = speech.event.write(exact["event"]) if is_bare else None
        yield words if words is not None else value_text(each if not is_bare else exact).decode()
