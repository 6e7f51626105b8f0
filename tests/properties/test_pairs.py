"""Every act and state with every time and guard: a game keeps such a letter and another breaks it, or it is refused."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Final

import pytest

from oathbook.domain.promises.letter import syntax
from oathbook.domain.promises.letter.patterns import PatternCompiler, episode_constraint
from oathbook.domain.promises.logic.formulas import Pattern, Window
from oathbook.domain.promises.logic.moments import Moment
from oathbook.domain.rulesets.registry import load_registry
from oathbook.domain.rulesets.vocabulary import Episode
from tests.support.promises.pair_games import games
from tests.support.promises.pairs import BOTH, LAPSES, WARNED, Pair, Pairs

HEIRLESS: Final = load_registry().ruleset("heirless/e1")
GAMES: Final = {"knights_duty/1": 80, "cube_bag/g1": 60, "gloomhaven_attack/gh1": 60, "gloomhaven_attack/fh": 60}
"""How many games of an edition show enough; of Heirless two from each sample."""
SLICES: Final = {
    "cube_bag/g1": 1,
    "gloomhaven_attack/gh1": 2,
    "gloomhaven_attack/fh": 2,
    "knights_duty/1": 10,
    "heirless/e1": 40,
    "heirless/e2": 40,
}
"""In how many parts all pairs of an edition are asked."""
TRIES: Final = 1_500
MOST_TRIES: Final = 6_000
"""Where all pairs are asked there are some that few games show."""
SAMPLE: Final = 40
TOLD: Final = dict[str, Counter[str]]()
"""What came of the pairs of each edition, in all slices so far."""


def pairs_of(edition: str, seed: int = 0) -> Pairs:
    return Pairs(edition, games(edition, GAMES.get(edition, 172)), seed)


def judged(pairs: Pairs, asked: Sequence[Pair], most: int = TRIES) -> dict[Pair, str]:
    """What came of each pair, of which so many letters are tried at most."""
    return {pair: pairs.outcome(pair, most) for pair in asked}


def findings(found: dict[Pair, str]) -> dict[Pair, str]:
    """The pairs that the grammar takes, and that no game keeps or no game breaks, without a word to those who sign."""
    return {
        pair: seen
        for pair, seen in found.items()
        if seen not in {BOTH, WARNED, LAPSES} and not seen.startswith("refused: ")
    }


def show(capsys: pytest.CaptureFixture[str], title: str, tally: Counter[str], found: dict[Pair, str]) -> None:
    """Print how many pairs there were, how many were refused by which reason, and which of these are left over."""
    lines = [f"{title}: {tally.total():,} pairs", *(f"{many:7,} {reason}" for reason, many in tally.most_common())]
    lines += [f"left over: {' / '.join(filter(None, pair))}: {seen}" for pair, seen in findings(found).items()]
    with capsys.disabled():
        print("", *lines, sep="\n")  # noqa: T201  # how many there are is a part of the answer


def sample_of(pairs: Pairs) -> list[Pair]:
    return Random(1).sample([*pairs.all()], SAMPLE)  # noqa: S311  # a choice of a test, not a secret


@pytest.mark.parametrize(
    "edition",
    [
        "cube_bag/g1",
        *(
            pytest.param(each, marks=pytest.mark.gate)
            for each in (
                "gloomhaven_attack/gh1",
                "gloomhaven_attack/fh",
                "knights_duty/1",
                "heirless/e1",
                "heirless/e2",
            )
        ),
    ],
)
def test_a_sample_of_all_pairs_is_kept_and_broken_or_refused(edition: str, capsys: pytest.CaptureFixture[str]) -> None:
    pairs = pairs_of(edition)

    found = judged(pairs, sample_of(pairs))

    show(capsys, f"{edition}, a sample", Counter(found.values()), found)
    assert findings(found) == {}
    assert BOTH in found.values()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edition", "number"), [(key, number) for key, many in SLICES.items() for number in range(many)]
)
def test_every_pair_is_kept_and_broken_or_refused(
    edition: str, number: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """The last slice of an edition prints the table of all its pairs."""
    pairs = pairs_of(edition, number)

    found = judged(pairs, [*pairs.all()][number :: SLICES[edition]], MOST_TRIES)

    told = TOLD.setdefault(edition, Counter())
    told.update(found.values())
    show(capsys, f"{edition}, {number + 1} of {SLICES[edition]} slices", told, found)
    assert findings(found) == {}


def kinds_inside(moments: Sequence[Moment], episode: Episode) -> set[str]:
    """The kinds of fact after the moment in which one opens, up to that in which it closes."""
    found: set[str] = set()
    is_open = False
    for moment in moments:
        found |= {*moment.by_kind} if is_open else set()
        is_open = (is_open or episode.opens in moment.by_kind) and episode.closes not in moment.by_kind
    return found


@pytest.mark.gate
def test_what_is_refused_in_a_vote_or_a_battle_happens_in_no_game() -> None:
    """And what is not refused does: the vocabulary leaves nothing out."""
    for episode in HEIRLESS.vocabulary.episodes:
        inside = {kind for game in games("heirless/e1", 172) for kind in kinds_inside(game.moments, episode)}
        verbs = {each.kind for each in HEIRLESS.vocabulary.verbs} - {episode.opens}
        assert inside & verbs == {*episode.acts}


# Controls --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "when",
    [
        "by the end of this round",
        pytest.param("within {n} rounds", marks=pytest.mark.gate),
        pytest.param("before the end of round {n}", marks=pytest.mark.gate),
    ],
)
def test_a_window_that_never_closes_is_found_out(monkeypatch: pytest.MonkeyPatch, when: str) -> None:
    pairs, asked = pairs_of("gloomhaven_attack/gh1"), [Pair("to attack", when)]
    assert findings(judged(pairs, asked)) == {}
    rightly = PatternCompiler.window

    def wrongly(patterns: PatternCompiler, timing: syntax.Until | syntax.Within | syntax.During) -> Window:
        window = rightly(patterns, timing)
        return Window(Pattern("nothing of this kind"), window.n, window.inclusive)

    monkeypatch.setattr(PatternCompiler, "window", wrongly)

    (seen,) = findings(judged(pairs, asked)).values()
    assert "broken" not in seen


@pytest.mark.gate
@pytest.mark.parametrize("verb", ["give", "give-marker"])
def test_a_window_that_asks_every_fact_for_its_vote_is_found_out(monkeypatch: pytest.MonkeyPatch, verb: str) -> None:
    """So it was once, and what is given in a vote did not count."""
    pairs, asked = pairs_of("heirless/e1"), [Pair(f"to {verb}", "in the next vote")]
    assert findings(judged(pairs, asked)) == {}

    def wrongly(_patterns: PatternCompiler, pattern: Pattern, episode: Episode) -> Pattern:
        return Pattern(pattern.kind, (*pattern.constraints, episode_constraint(episode)), pattern.guards, pattern.binds)

    monkeypatch.setattr(PatternCompiler, "restrict_to_episode", wrongly)

    (seen,) = findings(judged(pairs, asked)).values()
    assert "kept" not in seen
