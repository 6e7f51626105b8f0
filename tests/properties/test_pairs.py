"""Every act in a vote or a battle: one random game keeps such a letter and another breaks it, or it is refused."""

from collections.abc import Sequence
from typing import Final

import pytest

from domain.promises.letter.patterns import Patterns, of_this
from domain.promises.logic.formula import Pattern
from domain.promises.logic.moments import Moment
from domain.rulesets.registry import installed
from domain.rulesets.vocabulary import Episode
from tests.support.promises.pairs import Pair, Pairs, games

HEIRLESS: Final = installed().ruleset("heirless/e1")
GAMES: Final = 250
QUICK: Final = 86
TRIES: Final = 1_500

Found = dict[Pair, frozenset[str]]


def judged(pairs: Pairs, asked: tuple[Pair, ...]) -> Found:
    """What came of the letters of each pair, until it was both kept and broken."""
    found: Found = {}
    for pair in asked:
        seen: set[str] = set()
        for each in pairs.tries(pair, TRIES):
            seen.add(pairs.status(each))
            if {"kept", "broken"} <= seen:
                break
        found[pair] = frozenset(seen)
    return found


def in_episodes(pairs: Pairs) -> tuple[Pair, ...]:
    return tuple(each for each in pairs.all() if each.when.startswith("in ") and "that " not in each.what)


def possible(pair: Pair) -> bool:
    """Whether the vocabulary says that it can be done there."""
    verb = next(each for each in HEIRLESS.vocabulary.verbs if each.name == pair.what.rpartition(" ")[2])
    return any(pair.when.endswith(each.word) and verb.kind in each.acts for each in HEIRLESS.vocabulary.episodes)


def kinds_inside(moments: Sequence[Moment], episode: Episode) -> set[str]:
    """The kinds of fact after the moment in which one opens, up to that in which it closes."""
    found: set[str] = set()
    is_open = False
    for moment in moments:
        found |= {*moment.by_kind} if is_open else set()
        is_open = (is_open or episode.opens in moment.by_kind) and episode.closes not in moment.by_kind
    return found


@pytest.mark.gate
def test_every_act_in_a_vote_or_a_battle_is_kept_and_broken_or_refused(capsys: pytest.CaptureFixture[str]) -> None:
    pairs = Pairs(HEIRLESS.edition.key, GAMES)
    found = judged(pairs, tuple(filter(possible, in_episodes(pairs))))
    others = {pair: pairs.refusals(pair, 40) for pair in in_episodes(pairs) if not possible(pair)}

    many = f"{len(found)} pairs kept and broken, {len(others)} refused: nobody can do it then"
    with capsys.disabled():
        print(f"\n{HEIRLESS.edition.key}: {many}")  # noqa: T201  # how many there are is a part of the answer
    assert {pair: seen for pair, seen in found.items() if not {"kept", "broken"} <= seen} == {}
    assert {pair: codes for pair, codes in others.items() if codes != {"not-then"}} == {}


@pytest.mark.gate
def test_what_is_refused_happens_in_no_game() -> None:
    """And what is not refused does: the vocabulary leaves nothing out."""
    for episode in HEIRLESS.vocabulary.episodes:
        inside = {kind for game in games(HEIRLESS.edition.key, GAMES) for kind in kinds_inside(game.moments, episode)}
        verbs = {each.kind for each in HEIRLESS.vocabulary.verbs} - {episode.opens}
        assert inside & verbs == {*episode.acts}


@pytest.mark.gate
@pytest.mark.parametrize("verb", ["give", "give-marker"])
def test_a_window_that_asks_every_fact_for_its_vote_is_found_out(monkeypatch: pytest.MonkeyPatch, verb: str) -> None:
    """The control: so it was once, and what is given in a vote did not count."""
    pair = Pair(f"to {verb}", "in the next vote")
    rightly = Pairs(HEIRLESS.edition.key, QUICK)
    assert {"kept", "broken"} <= judged(rightly, (pair,))[pair]

    def wrongly(_patterns: Patterns, pattern: Pattern, episode: Episode) -> Pattern:
        return Pattern(pattern.kind, (*pattern.constraints, of_this(episode)), pattern.guards, pattern.binds)

    monkeypatch.setattr(Patterns, "within", wrongly)

    assert "kept" not in judged(rightly, (pair,))[pair]
