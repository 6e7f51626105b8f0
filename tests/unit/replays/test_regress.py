"""Records held against editions: one that does not take an event, corrected games, and games played on as a fork."""

from contextlib import suppress
from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import Misfit, RemedyRefused
from oathbook.domain.games.game_events import DecisionMade
from oathbook.domain.recording.format.record import Record
from oathbook.domain.rulesets.knights_duty.model.combat_events import TargetDeclared
from oathbook.domain.rulesets.knights_duty.model.events import Event
from oathbook.domain.rulesets.knights_duty.model.state import State
from oathbook.domain.rulesets.knights_duty.ruleset import KNIGHTS_DUTY
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.domain.rulesets.registry import load_registry
from oathbook.replays.regression import regress
from tests.golden.disputing import cut
from tests.support.disputing import Mistake, mistaken_game
from tests.support.playing import CLOSE, opened
from tests.support.ruling import after_correction, ended_otherwise, ends_of_steps, fork_of, played_out, running
from tests.support.twice_mistaken import twice_mistaken
from tests.support.variants import play_as_ever
from tests.unit.api.games import DUEL, duel, played


def _without_targets(state: State, event: Event) -> State:
    if isinstance(event, TargetDeclared):
        msg = "nobody points at anybody"
        raise Misfit(msg)
    return KNIGHTS_DUTY.evolve(state, event)


WITHOUT_TARGETS: Final[AnyRuleset] = replace(KNIGHTS_DUTY, evolve=_without_targets, play=play_as_ever)
"""A printing that does not take the event that somebody points."""


def test_from_an_event_that_the_other_rules_do_not_take_nothing_can_be_told() -> None:
    """Nor who wins; what was decided before it, and that decision itself, can."""
    found = regress(duel(), WITHOUT_TARGETS, {})

    assert (found.decisions, found.same) == (5, 3)
    assert [(each.position, each.result, each.why) for each in found.apart] == [
        (8, "untold", "misfit"),
        (10, "untold", "misfit"),
    ]
    assert found.apart[0].says == "position 6 does not fit: nobody points at anybody"
    assert (found.winner.effect, found.winner.open_from) == ("open", 6)


@pytest.mark.gate
def test_a_corrected_game_is_held_against_the_end_that_the_correction_gives_it() -> None:
    """Under its own edition nothing comes out otherwise, nor does somebody else win."""
    record = ended_otherwise()

    found = regress(record, record.ruleset, {})

    assert (found.same, found.apart) == (found.decisions, ())
    assert found.winner.effect == "unchanged"
    assert found.winner.recorded == found.winner.now is not None


@pytest.mark.parametrize("kind", ["draw", "decision"])
def test_what_was_put_right_comes_out_as_it_was_put_right(kind: Mistake) -> None:
    """A draw by the correction's draws; a decision that was left out is not asked about."""
    record, number = corrected_of(kind)

    found = regress(record, record.ruleset, {})

    assert (found.decisions, found.same, found.apart) == (number, number, ())
    assert found.winner.effect == "unchanged"


def corrected_of(kind: Mistake) -> tuple[Record, int]:
    """A game of which something was put right, and how many decisions there are in it, without one left out."""
    for each in range(100):
        game = twice_mistaken(load_registry().ruleset("gloomhaven_attack/gh1"), (kind, "outcome"), each)
        if game is None:
            continue
        end = ends_of_steps(game.record)
        record = cut(game.record, next(at for at in end if at >= game.places[0]))
        with suppress(RemedyRefused):
            found = after_correction(record, game.places[0]).record
            made = sum(isinstance(entry.body, DecisionMade) for entry in found.entries())
            return found, made - (kind == "decision")
    raise LookupError


def test_behind_a_decision_that_was_left_out_the_piles_are_those_of_the_corrected_game() -> None:
    """A game whose mistake drew a card: without it the next card comes from another pile."""
    ruleset = load_registry().ruleset("gloomhaven_attack/gh1")
    game = mistaken_game(ruleset, "decision", 96)
    assert game is not None
    record = after_correction(game.record, game.at).record

    found = regress(record, record.ruleset, {})

    assert (found.same, found.apart) == (found.decisions, ())


def test_what_a_fork_carries_over_is_counted_in_the_game_it_goes_on_from() -> None:
    record = running(decisions=4)
    parent, scribe = fork_of(record, len(record.events))
    fork = played_out(scribe)
    decided = sum(isinstance(entry.body, DecisionMade) for entry in fork.entries())

    before, behind = (regress(each, each.ruleset, {}) for each in (parent, fork))

    assert (before.decisions, behind.decisions) == (4, decided - 4)
    assert behind.same == behind.decisions
    assert behind.winner.effect == "unchanged"


def test_nor_is_what_cannot_be_told_of_it() -> None:
    record = played(opened(CLOSE), DUEL[:4])
    fork = fork_of(record, len(record.events)).scribe.record

    assert regress(record, WITHOUT_TARGETS, {}).apart != ()
    assert regress(fork, WITHOUT_TARGETS, {}).apart == ()
