"""Writes a record as a sheet of notation."""

import json
from collections.abc import Iterator
from typing import Any

from oathbook.domain.chance.recorded import Recorded
from oathbook.domain.errors import Refused
from oathbook.domain.games import game as games
from oathbook.domain.games.events import BySeed, Consequences, DecisionMade, DrawMade, Entry, OfPromise, OutcomeFollowed
from oathbook.domain.games.game import Game
from oathbook.domain.games.recompute import answer
from oathbook.domain.kernel.draws import Draw
from oathbook.domain.promises.lifecycle.acts import act_of
from oathbook.domain.recording.format.cleartext import value_text
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.sources import of_this_machine
from oathbook.domain.recording.notation.decisions import decision_in_words
from oathbook.domain.recording.notation.reading import record_from_notation
from oathbook.domain.recording.notation.setups import setup_lines
from oathbook.domain.recording.notation.stamps import can_be_stamped, stamp_lines
from oathbook.domain.recording.notation.steps import Speech
from oathbook.domain.recording.writing.transcripts import must_tell_all, steps_of
from oathbook.domain.rulesets.protocol import AnyRuleset


def notation_from(record: Record) -> tuple[str, ...]:
    """The lines of a sheet that tells a record; with its stamps, if an import makes the same record of it.

    ``BadRecord`` where the record conceals what a sheet must say, or a ruling has done something to the game.
    """
    must_tell_all(record)
    lines = (*setup_lines(record.ruleset, record.opened), "", *_steps(record))
    if record.opened.parent is None and not _is_seed_hidden(record) and can_be_stamped(record):
        stamped = (*lines, *stamp_lines(record))
        if _is_same(stamped, record):
            return stamped
    return lines


def _is_seed_hidden(record: Record) -> bool:
    return isinstance(record.opened.chance, BySeed) and not _seed_of(record)


def _seed_of(record: Record) -> str:
    opened: Any = record.entries()[0].body
    return str(opened.open_seed)


def _is_same(lines: tuple[str, ...], record: Record) -> bool:
    """Whether the sheet is read as this record: its last stamp is the head, which must fit."""
    text = "".join(f"{each}\n" for each in lines).encode()
    try:
        record_from_notation(text, lambda _edition: record.ruleset, of_this_machine(), where="again")
    except Refused:
        return False
    return True


def _steps(record: Record) -> Iterator[str]:
    ruleset, entries = record.ruleset, record.entries()
    speech = Speech(ruleset, record.opened.setup())
    game = games.begun(ruleset, record.game, entries[0])
    for step in steps_of(record):
        yield from _step(ruleset, game, step, speech)
        for entry in step:
            game = games.evolved(ruleset, game, entry)


def _step(ruleset: AnyRuleset, game: Game, step: tuple[Entry, ...], speech: Speech) -> Iterator[str]:
    by, body = step[0].by, step[0].body
    if isinstance(body, OfPromise):
        yield f"{by}: {_act(body, speech)}"
        return
    assert isinstance(body, DecisionMade), "a step begins with a decision or an act on a promise"
    yield f"{by}: {decision_in_words(ruleset, game.state, body.decision, speech)}"
    draws = tuple(entry.body.draw for entry in step if isinstance(entry.body, DrawMade))
    yield from (f"  draw {_draw(each, by, speech)}" for each in draws)
    for entry in step:
        if not isinstance(entry.body, OutcomeFollowed):
            continue
        known = answer(ruleset, game.state, body.decision, Recorded(draws)).consequences
        if entry.by != "rules" or entry.body.consequences != known:
            yield from (f"  then {each}" for each in _outcome(entry.body.consequences, known, speech))


def _act(body: Any, speech: Speech) -> str:
    value = json.loads(value_text(act_of(body)))
    words = speech.act.write(value)
    return words if words is not None else json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _draw(draw: Draw, by: str, speech: Speech) -> str:
    seen = [] if draw.witnesses in {(), (by,)} else list(draw.witnesses)
    told = speech.draw.write({"label": draw.label, "drawn": list(draw.every_card()), "witnesses": seen})
    assert told is not None, "every draw can be written"
    return told


def _outcome(consequences: Consequences, known: Consequences, speech: Speech) -> Iterator[str]:
    """Events, with their reasons where those are others than the rules give."""
    if not consequences:
        yield "nothing"
    for each in consequences:
        is_bare = each in known or not (each.cites or each.readings or each.working)
        exact = {"event": json.loads(value_text(each.event))}
        words = speech.event.write(exact["event"]) if is_bare else None
        yield words if words is not None else value_text(each if not is_bare else exact).decode()
