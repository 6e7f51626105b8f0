"""A Knight's Duty whose letters have the words of the examples, and whose turns they call seasons."""

from typing import Final

from msgspec.structs import replace

from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.rulesets.knights_duty.model.state import State
from oathbook.domain.rulesets.knights_duty.ruleset import KNIGHTS_DUTY
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.domain.rulesets.sample_vocabulary import SAMPLE
from oathbook.domain.rulesets.vocabulary import Args, Span, StatePhrase
from tests.support.playing import close_by, sources
from tests.support.promises.promising import Bargain


def _is_season(state: State, args: Args) -> Span:
    return Span.of(int(state.field.turn == args["n"]))


_STATES: Final = tuple(
    StatePhrase(each.name, each.phrase, _is_season) if each.name == "season" else each for each in SAMPLE.states
)


SPEAKING: Final[AnyRuleset] = replace(
    KNIGHTS_DUTY, vocabulary=replace(SAMPLE, kinds=KNIGHTS_DUTY.vocabulary.kinds, states=_STATES)
)
"""The same game; only its letters can say more."""


def speaking() -> Bargain:
    """Two at a table in turn 2."""
    return Bargain(MemoryWriter.open(SPEAKING, close_by(), sources("speaking")))
