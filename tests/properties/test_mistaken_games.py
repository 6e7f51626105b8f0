"""One mistake in a random game, which then goes on by the rules: it is found where it was made, and nowhere else."""

import pytest

from api.claims import case_of
from domain.disputes.claims import Claim
from domain.disputes.examine import examine
from domain.disputes.findings import Finding
from domain.recording.clear import value_text
from domain.recording.record import Record
from domain.rulesets.protocol import AnyRuleset
from domain.rulesets.registry import installed
from tests.support.disputing import MISTAKES, Mistake, Mistaken, claims_about, mistaken_game

RULESETS = tuple(installed().by_key.values())
FEW = 4
LONG = 2_000


def findings(record: Record) -> list[tuple[Claim, Finding]]:
    case = case_of(record)
    return [(claim, examine(case, claim)) for claim in claims_about(record)]


def games(ruleset: AnyRuleset, kind: Mistake, many: int, *, first: int = 0) -> list[Mistaken]:
    found = (mistaken_game(ruleset, kind, number) for number in range(first, first + many))
    return [each for each in found if each is not None]


def found_once(game: Mistaken) -> None:
    for claim, finding in findings(game.record):
        expected = "upheld" if getattr(claim, "at", None) == game.at else "rejected"
        assert finding.answer == expected, (game.at, claim, finding.says)
        assert value_text(finding)
        assert (finding.materiality is not None) == (expected == "upheld")


@pytest.mark.parametrize("kind", MISTAKES)
@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda each: each.edition.key)
def test_a_mistake_is_upheld_where_it_was_made_and_nowhere_else(ruleset: AnyRuleset, kind: Mistake) -> None:
    for game in games(ruleset, kind, FEW):
        found_once(game)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda each: each.edition.key)
def test_mistakes_are_found_in_thousands_of_games(ruleset: AnyRuleset) -> None:
    for number in range(LONG):
        for game in games(ruleset, MISTAKES[number % 3], 1, first=number):
            found_once(game)


@pytest.mark.parametrize("kind", MISTAKES)
def test_the_mistakes_are_there_to_be_found(kind: Mistake) -> None:
    """Of every kind some game has one, or the tests above would say nothing."""
    assert sum(len(games(ruleset, kind, FEW)) for ruleset in RULESETS) > len(RULESETS)
