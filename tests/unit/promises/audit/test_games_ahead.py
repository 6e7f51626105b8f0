"""Games played on from the start of every edition, to see what may become of a letter."""

from collections.abc import Iterator
from typing import Final

import pytest

from oathbook.domain.promises.audit.games_ahead import FIRST_ACTS, MOST_DECISIONS, GameAhead, play_ahead
from oathbook.domain.promises.evaluator.verdict import prove_verdict
from oathbook.domain.promises.letter.compiler import compile_letter
from oathbook.domain.promises.letter.names import names_in
from oathbook.domain.promises.letter.parser import parse_letter
from oathbook.domain.rulesets.protocol import AnyRuleset, Setup
from oathbook.domain.rulesets.registry import load_registry

EDITIONS: Final = sorted(load_registry().by_key)


def letters(ruleset: AnyRuleset, setup: Setup) -> Iterator[str]:
    """To do once, and never to do, what the edition has a word for that names nothing else."""
    owner, other = (each.seat for each in setup.seats[:2])
    for verb in ruleset.vocabulary.verbs:
        if "{" not in verb.base and "promise" not in verb.base:
            yield f"{owner} promises {other} to {verb.base}."
            yield f"{owner} promises {other} never to {verb.base}."


def games(ruleset: AnyRuleset, setup: Setup, letter: str) -> list[GameAhead]:
    """The game after each first act, played on from the start."""
    vocabulary, names = ruleset.vocabulary, names_in(ruleset.vocabulary, setup)
    canonical = parse_letter(letter, vocabulary, names).canonical
    (agreement,) = compile_letter(parse_letter(canonical, vocabulary, names), vocabulary, names)
    state = ruleset.initial(setup)
    return [play_ahead(ruleset, setup, state, agreement, agreement.obligors, each) for each in FIRST_ACTS]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_ahead_is_played_by_the_rules_and_comes_to_an_end(edition: str) -> None:
    """What the monitor makes of it, the proof does too; and whoever plays it again gets the same."""
    ruleset = load_registry().ruleset(edition)
    setup = ruleset.samples()[0]

    found = [(letter, each) for letter in letters(ruleset, setup) for each in games(ruleset, setup, letter)]

    assert found
    for letter, each in found:
        assert len(each.steps) <= MOST_DECISIONS
        assert len(each.game.commands) == len(each.steps)
        proof = prove_verdict("", each.promise.agreement, 0, each.game.trace)
        assert (proof.status, proof.moment) == (each.promise.status, each.promise.moment), letter
    first, *_ = letters(ruleset, setup)
    assert [each.steps for each in games(ruleset, setup, first)] == [each.steps for _, each in found[: len(FIRST_ACTS)]]
