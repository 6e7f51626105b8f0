"""Monitor and evaluator against a third judge, which reads the sentences of a letter and nothing else.

The quick profile is a part of the long one, which is of 50,000 letters and as many games.
"""

from collections.abc import Callable
from random import Random
from typing import Final

import pytest

from oathbook.domain.promises.evaluator.verdict import prove_verdict
from oathbook.domain.promises.letter import syntax as s
from oathbook.domain.promises.letter.clauses import ParsedLetter
from oathbook.domain.promises.letter.compiler import compile_letter
from oathbook.domain.promises.letter.language_versions import RECORDED, lint
from oathbook.domain.promises.letter.parser import parse_letter
from oathbook.domain.promises.logic.moments import Moment
from oathbook.domain.promises.trace.trace import Trace
from oathbook.domain.rulesets.sample_vocabulary import NAMES, SAMPLE
from tests.support.letters_at_random.random_battles import Battles, Filters
from tests.support.letters_at_random.random_deals import Only, RandomDeals
from tests.support.letters_at_random.random_debts import RandomDebts
from tests.support.letters_at_random.random_sentences import Sentences
from tests.support.promises import plain_reading
from tests.support.promises.letters_and_games import verdict, watched
from tests.support.promises.plain_judging import judged_plainly
from tests.support.promises.plain_reading import Begun, Game, Stretch
from tests.support.promises.toy_world import READER, played, stocked

TABLE: Final = stocked("Red 3 wood, Blue 2 stone, Green 1 marker:Bond")
PARTS: Final = [
    range(150),
    pytest.param(range(150, 1_000), marks=pytest.mark.gate),
    *(pytest.param(range(each, each + 1_000), marks=pytest.mark.slow) for each in range(1_000, 50_000, 1_000)),
]

Case = tuple[ParsedLetter, tuple[Moment, ...]]


def cases(seeds: range, sort: type[Sentences] = Sentences) -> list[tuple[int, Case]]:
    """Letters that stand in records, or could be signed, each with a game."""
    found: list[tuple[int, Case]] = []
    for seed in seeds:
        dice = Random(seed)  # noqa: S311  # a game of a test, not a secret
        sentences = sort(dice)
        letter = parse_letter(sentences.letter(), SAMPLE, NAMES)
        if all(each.weight != "reject" for each in lint(letter, SAMPLE, NAMES, RECORDED)):
            found.append((seed, (letter, played(TABLE, sentences.game(dice.randint(5, 25))))))
    return found


def by_the_engines(case: Case) -> tuple[str, int | None]:
    """What the monitor says, with which the evaluator agrees."""
    letter, moments = case
    (agreement,) = compile_letter(parse_letter(letter.canonical, SAMPLE, NAMES), SAMPLE, NAMES)
    state, proof = watched(agreement, moments), prove_verdict("P", agreement, 0, Trace.of(moments, READER))
    assert verdict(state) == verdict(proof), letter.text
    return state.status, state.moment


@pytest.mark.parametrize("seeds", PARTS, ids=lambda seeds: f"{seeds.start}..{seeds.stop}")
def test_a_letter_means_what_its_sentences_say(seeds: range) -> None:
    found = cases(seeds)

    assert len(found) > len(seeds) * 0.9
    for seed, case in found:
        assert judged_plainly(*case) == by_the_engines(case), (seed, case[0].text)
    statuses = {by_the_engines(case)[0] for _, case in found}
    assert statuses == {"kept", "broken", "void", "pending"}


@pytest.mark.parametrize("sort", [Battles, Filters, Only, RandomDebts, RandomDeals])
@pytest.mark.parametrize("seeds", PARTS, ids=lambda seeds: f"{seeds.start}..{seeds.stop}")
def test_a_letter_of_another_sort_means_what_its_sentences_say(seeds: range, sort: type[Sentences]) -> None:
    found = cases(seeds, sort)

    for seed, case in found:
        assert judged_plainly(*case) == by_the_engines(case), (seed, case[0].text)
    statuses = {by_the_engines(case)[0] for _, case in found}
    assert statuses == {"kept", "broken", "void", "pending"}


def too_long(stretch: Stretch, game: Game, _begun: Begun) -> Stretch:
    """*Before* taken for *by*."""
    return stretch._replace(last=min(game.last, stretch.closes))


def too_late(stretch: Stretch, _game: Game, begun: Begun) -> Stretch:
    """What happens in the moment of the trigger left out."""
    return stretch._replace(first=begun.at + 1)


@pytest.mark.parametrize(
    ("fault", "seeds", "differing"),
    [(too_long, range(700, 900), [727, 869, 872]), (too_late, range(2_100, 2_150), [2123])],
)
def test_a_judge_that_is_wrong_by_a_moment_is_found_out(
    monkeypatch: pytest.MonkeyPatch,
    fault: Callable[[Stretch, Game, Begun], Stretch],
    seeds: range,
    differing: list[int],
) -> None:
    """The control: with these letters and games it makes a difference."""
    rightly = Game.stretch

    def wrongly(game: Game, begun: Begun, timing: s.Until | s.Within | s.During | None) -> Stretch:
        return fault(rightly(game, begun, timing), game, begun)

    monkeypatch.setattr(Game, "stretch", wrongly)

    wrong = [seed for seed, case in cases(seeds) if judged_plainly(*case) != by_the_engines(case)]

    assert wrong == differing


def test_a_judge_that_forgets_the_dates_that_are_past_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """*By the end of season 1*, begun in season 2, taken for the end of that season."""

    def wrongly(_timing: object) -> bool:
        return False

    monkeypatch.setattr(plain_reading, "_dated", wrongly)

    wrong = [seed for seed, case in cases(range(2_250, 2_275)) if judged_plainly(*case) != by_the_engines(case)]

    assert wrong == [2260]
