"""One mistake in a random game, which then goes on by the rules: it is found where it was made, and nowhere else."""

import pytest

from api.claims import case_of
from domain.disputes.claims import Claim, DecisionRefused, StandingWrong
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
@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda each: each.edition.key)
def test_a_decision_said_to_be_refused_should_have_been_allowed_unless_it_is_illegal(
    ruleset: AnyRuleset, kind: Mistake
) -> None:
    """Every decision that was taken, claimed to have been refused where it was taken."""
    for game in games(ruleset, kind, 2):
        case = case_of(game.record)
        for step in case.steps_after(1):
            finding = examine(case, DecisionRefused(step.at - 1, step.decision))
            assert finding.answer == ("rejected" if kind == "decision" and step.at == game.at else "upheld")


@pytest.mark.parametrize("kind", MISTAKES)
@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda each: each.edition.key)
def test_the_standing_is_in_doubt_from_the_mistake_on_and_never_before(ruleset: AnyRuleset, kind: Mistake) -> None:
    for game in games(ruleset, kind, 2):
        case = case_of(game.record)
        for at in range(1, len(case.entries) + 1):
            finding = examine(case, StandingWrong(at))
            assert finding.answer == "rejected" or at >= game.at
            assert finding.see is None or game.at in range(finding.see.at - 1, finding.see.at + 1)


@pytest.mark.parametrize("kind", MISTAKES)
def test_the_mistakes_are_there_to_be_found(kind: Mistake) -> None:
    """Of every kind some game has one, or the tests above would say nothing."""
    assert sum(len(games(ruleset, kind, FEW)) for ruleset in RULESETS) > len(RULESETS)
