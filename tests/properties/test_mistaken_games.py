"""One mistake in a random game, which then goes on by the rules: it is found where it was made, and nowhere else."""

from collections.abc import Iterator
from itertools import islice

import pytest

from oathbook.domain.application.claims import case_of
from oathbook.domain.disputes.claims import Claim, DecisionRefused, PromiseBroken, StandingWrong
from oathbook.domain.disputes.examiner import examine
from oathbook.domain.disputes.findings import Finding, Materiality
from oathbook.domain.games.game_events import DrawMade
from oathbook.domain.kernel import PUBLIC
from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.recording.format.cleartext import value_text
from oathbook.domain.recording.format.record import Record, record_for
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.domain.rulesets.registry import load_registry
from tests.support.disputing import (
    MISTAKES,
    WITHOUT_DRAWS,
    Mistake,
    Mistaken,
    claims_about,
    mistaken_games,
    played_right,
)

RULESETS = tuple(load_registry().by_key.values())
FEW = 4
LONG = 2_000

every_ruleset = pytest.mark.parametrize("ruleset", RULESETS, ids=lambda each: each.edition.key)
every_mistake = pytest.mark.parametrize("kind", MISTAKES)
many = pytest.mark.parametrize(
    "many",
    [1, pytest.param(2, marks=pytest.mark.gate), pytest.param(LONG // len(MISTAKES) + 1, marks=pytest.mark.slow)],
)


def games(ruleset: AnyRuleset, kind: Mistake, many: int) -> Iterator[Mistaken]:
    return islice(mistaken_games(ruleset, kind), many)


def findings(record: Record) -> Iterator[tuple[Claim, Finding]]:
    case = case_of(record)
    return ((claim, examine(case, claim)) for claim in claims_about(record))


@many
@every_mistake
@every_ruleset
def test_a_mistake_is_upheld_where_it_was_made_and_nowhere_else(ruleset: AnyRuleset, kind: Mistake, many: int) -> None:
    for game in games(ruleset, kind, many):
        for claim, finding in findings(game.record):
            expected = "upheld" if getattr(claim, "at", None) == game.at else "rejected"
            assert finding.answer == expected, (game.at, claim, finding.says)
            assert value_text(finding)
            assert (finding.materiality is not None) == (expected == "upheld")


@many
@every_mistake
@every_ruleset
def test_a_decision_said_to_be_refused_should_have_been_allowed_unless_it_is_illegal(
    ruleset: AnyRuleset, kind: Mistake, many: int
) -> None:
    """Every decision that was taken, claimed to have been refused where it was taken."""
    for game in games(ruleset, kind, many):
        case = case_of(game.record)
        for step in case.steps_after(1):
            finding = examine(case, DecisionRefused(step.at - 1, step.decision))
            assert finding.answer == ("rejected" if kind == "decision" and step.at == game.at else "upheld")


@many
@every_mistake
@every_ruleset
def test_the_standing_is_in_doubt_from_the_mistake_on_and_never_before(
    ruleset: AnyRuleset, kind: Mistake, many: int
) -> None:
    for game in games(ruleset, kind, many):
        case = case_of(game.record)
        for at in range(1, len(case.entries) + 1):
            finding = examine(case, StandingWrong(at))
            assert finding.answer == "rejected" or at >= game.at
            assert finding.see is None or game.at in range(finding.see.at - 1, finding.see.at + 1)


@many
@every_mistake
@every_ruleset
def test_what_becomes_of_promises_is_what_becomes_of_them_in_the_game_put_right(
    ruleset: AnyRuleset, kind: Mistake, many: int
) -> None:
    """The corrected line, played by the rules as a game of its own as far as it goes, and audited."""
    for game in games(ruleset, kind, many):
        matters = matters_at(game)
        beside = played_right(game, kind, matters)
        if beside is not None:
            expected = {each.promise: each.status for each in audit(ruleset, beside.entries()).promises}
            assert {each.promise: each.corrected for each in matters.promises} == expected
        for each in matters.promises:
            recorded = examine(case_of(game.record), PromiseBroken(each.promise))
            assert (recorded.answer == "upheld") == (each.recorded == "broken")


def matters_at(game: Mistaken) -> Materiality:
    (claim,) = (each for each in claims_about(game.record) if getattr(each, "at", None) == game.at)
    matters = examine(case_of(game.record), claim).materiality
    assert matters is not None
    return matters


@many
@every_mistake
@every_ruleset
def test_whoever_sees_less_is_told_the_same_or_that_it_cannot_be_told(
    ruleset: AnyRuleset, kind: Mistake, many: int
) -> None:
    """In a running game, each seat and the public in turn."""
    for number, game in enumerate(games(ruleset, kind, many)):
        viewers = (PUBLIC, *(each.seat for each in game.record.opened.seats))
        seen = record_for(game.record, viewers[number % len(viewers)])
        for (claim, whole), (_, part) in zip(findings(game.record), findings(seen), strict=True):
            assert part.answer in {whole.answer, "undetermined"}, (claim, part.says)


@pytest.mark.gate
@every_ruleset
def test_the_mistakes_are_there_to_be_found(ruleset: AnyRuleset) -> None:
    """Of every kind there are as many games as are asked for, or the tests above would say nothing."""
    without = ruleset.edition.key in WITHOUT_DRAWS
    drawn = 0
    for kind in MISTAKES:
        found = [*games(ruleset, kind, FEW)]
        assert len(found) == (0 if without and kind == "draw" else FEW)
        drawn += sum(isinstance(each.body, DrawMade) for game in found for each in game.record.entries())
    assert (drawn == 0) == without


def test_promises_are_there_to_be_changed() -> None:
    """Some stand otherwise where a game is put right; others stay as they are, or open."""
    ruleset = load_registry().ruleset("gloomhaven_attack/gh1")

    effects = {
        each.effect for kind in MISTAKES for game in games(ruleset, kind, 2 * FEW) for each in matters_at(game).promises
    }

    assert effects == {"unchanged", "changed", "open"}
