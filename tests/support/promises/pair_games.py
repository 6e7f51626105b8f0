"""Random games as letters see them; each has tastes of its own, so that together they show most of what can happen."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import cycle, islice
from random import Random
from typing import Any, Final, NamedTuple

from oathbook.domain.promises.letter.names import Names, names_in
from oathbook.domain.promises.letter.phrase_parts import blanks_of
from oathbook.domain.promises.letter.remarks import Circumstances
from oathbook.domain.promises.logic.matching import StateReader
from oathbook.domain.promises.logic.moments import Moment
from oathbook.domain.promises.trace.segmentation import Segmentation, segment
from oathbook.domain.promises.trace.trace import Trace
from oathbook.domain.recording.format.cleartext import decision_text
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.rulesets.protocol import AnyRuleset, Setup
from oathbook.domain.rulesets.registry import load_registry
from oathbook.domain.rulesets.vocabulary import StatePhrase, Vocabulary
from tests.support.playing import sources
from tests.support.promises.pair_setups import setups_besides

MOST_DECISIONS: Final = 250
TASTES: Final = (0.03, 0.3, 1, 1, 4)
"""How gladly a decision of one kind is taken in a game, against one of another kind."""


class PlayedGame(NamedTuple):
    """A random game as letters see it, with the names they can use, and its turns, votes and so on by their words."""

    setup: Setup
    moments: tuple[Moment, ...]
    trace: Trace
    names: Names
    seats: tuple[str, ...]
    stretches: Mapping[str, tuple[range, ...]]


@cache
def games(edition: str, many: int) -> tuple[PlayedGame, ...]:
    """So many random games of an edition, from each of its samples in turn, and one from each setup besides."""
    ruleset = load_registry().ruleset(edition)
    setups = (*islice(cycle(ruleset.samples()), many), *setups_besides(ruleset))
    return tuple(_played(ruleset, setup, number) for number, setup in enumerate(setups))


def _played(ruleset: AnyRuleset, setup: Setup, number: int) -> PlayedGame:
    return as_letters_see(random_record(ruleset, setup, number))


def random_record(ruleset: AnyRuleset, setup: Setup, number: int, most: int = MOST_DECISIONS) -> Record:
    """A game of so many random decisions at most; the same for the same number."""
    scribe = MemoryWriter.open(ruleset, setup, sources(f"pair {number}"))
    _play(scribe, Random(number), most)  # noqa: S311  # a game of a test, not a secret
    return scribe.record


def as_letters_see(record: Record) -> PlayedGame:
    """A game as letters see it."""
    ruleset, setup = record.ruleset, record.opened.setup()
    _, *entries = record.entries()
    moments = segment(ruleset, Segmentation((), ruleset.initial(setup), asking={}), entries).moments
    trace = Trace.of(moments, StateReader.of(ruleset.vocabulary))
    rows = ruleset.vocabulary
    spans = {each.word: (each.begins, each.ends) for each in rows.units}
    spans |= {each.word: (each.opens, each.closes) for each in rows.episodes}
    stretches = {word: tuple(_stretches(trace, *kinds)) for word, kinds in spans.items()}
    return PlayedGame(setup, moments, trace, names_in(rows, setup), tuple(each.seat for each in setup.seats), stretches)


def _stretches(trace: Trace, begins: str, ends: str) -> Iterator[range]:
    """From each beginning to the next end; a game can begin within one."""
    last = len(trace.moments) - 1
    starts = [index for index, _ in trace.by_kind.get(begins, ())]
    stops = [index for index, _ in trace.by_kind.get(ends, ())]
    if stops and stops[:1] < (starts[:1] or [last]):
        starts = [0, *starts]
    for index in starts:
        yield range(index, next((at for at, _ in trace.facts(ends, index, last)), last) + 1)


def _play(scribe: MemoryWriter, dice: Random, most: int) -> None:
    ruleset, taste = scribe.record.ruleset, dict[str, float]()
    for _ in range(most):
        state = scribe.game.state
        seats = ruleset.to_act(state)
        if scribe.game.closed or not seats:
            return
        kinds: dict[str, list[Any]] = {}
        for each in ruleset.options(state, dice.choice(seats)).listed:
            kinds.setdefault(type(each).__name__, []).append(each)
        weights = [taste.setdefault(kind, dice.choice(TASTES)) for kind in kinds]
        (kind,) = dice.choices(list(kinds), weights)
        scribe.decide(scribe.decision_from(json.loads(decision_text(dice.choice(kinds[kind])))), ())


def known_in(rows: Vocabulary, game: PlayedGame, at: int) -> Circumstances:
    """What is known when a letter is signed after a moment of a game."""
    state = game.moments[at].after
    phrases = {each.name: each for each in rows.states}
    return Circumstances(
        now={each.word: _number(phrases[each.now], state) for each in rows.units if each.now},
        begun=frozenset(each.phrase for each in rows.phases if each.begun(state)),
        open=frozenset(each.word for each in rows.episodes if each.open(state)),
        setup=game.setup,
    )


def _number(phrase: StatePhrase, state: object) -> int:
    (place,) = blanks_of(phrase.phrase)
    return next((number for number in range(1, 100) if phrase.measure(state, {place.slot: number}).lo > 0), 0)
