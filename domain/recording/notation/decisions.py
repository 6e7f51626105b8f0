"""Decisions as a line of notation."""

import json
from contextlib import suppress
from typing import Any, Final

from oathbook.domain.errors import BadRecord
from oathbook.domain.kernel.seats import Seat
from oathbook.domain.recording.format.cleartext import decision_from, decision_text
from oathbook.domain.recording.notation.grammar import aside, is_aside
from oathbook.domain.recording.notation.line import TypedLine
from oathbook.domain.recording.notation.steps import Speech
from oathbook.domain.rulesets.protocol import AnyRuleset


def decision_in_words(ruleset: AnyRuleset, state: Any, decision: Any, speech: Speech) -> str:
    """A decision as it is written after its seat: in the shortest words that mean just that, or exactly."""
    value = json.loads(decision_text(decision))
    value.pop("by")
    asides = {aside(name): said for name, said in ruleset.vocabulary.notation.asides(state).items()}
    words = speech.decision.write({**value, **asides})
    assert words is not None, "every decision can be written exactly"
    return words if means(words, value, speech, ruleset) else _exactly(value)


def means(words: str, value: Any, speech: Speech, ruleset: AnyRuleset) -> bool:
    """Whether the words are read as this decision."""
    line = TypedLine(words, where="")
    found = line.read(speech.either, 0)
    if len(words) not in found:
        return False
    is_act, read = found[len(words)]
    fields = {name: each for name, each in read.items() if not is_aside(name)}
    return not is_act and _decision(fields, ruleset) == _decision(value, ruleset)


def _decision(fields: Any, ruleset: AnyRuleset) -> Any:
    with suppress(BadRecord):
        return decision_from(ruleset.wire.decision, fields, by=_ANYBODY, salts=lambda: "0" * 32, where="")
    return None


_ANYBODY: Final = Seat("anybody")


def options_in_words(ruleset: AnyRuleset, state: Any, seat: Seat, speech: Speech) -> tuple[str, ...]:
    """What a seat may decide now, each as it would be written."""
    options = ruleset.options(state, seat)
    return tuple(decision_in_words(ruleset, state, each, speech) for each in options.listed)


def _exactly(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
