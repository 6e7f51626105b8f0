"""Recorded decisions in another state: what follows there, or why they cannot be played."""

from oathbook.domain.games.counterfactual import Stop, replay_decision
from oathbook.domain.games.game import Game
from oathbook.domain.games.game_events import OutcomeFollowed
from oathbook.domain.games.played_steps import PlayedStep, steps_of
from oathbook.domain.kernel import HOLDER
from oathbook.domain.recording.format.record import fold_record
from oathbook.replays.frames import Replay
from tests.support.playing import RULESET, small_game

RECORD = small_game()
STEPS = tuple(each for each in steps_of(RECORD.entries()[1:]) if each.is_decided)


def before(step: PlayedStep) -> Game:
    """The game before a step."""
    return Replay(RECORD, HOLDER).game_at(step.at - 1)


def test_in_the_state_in_which_it_was_taken_what_was_recorded_follows() -> None:
    step = STEPS[0]

    given = replay_decision(RULESET, before(step).state, step)

    assert not isinstance(given, Stop)
    assert [each.event for each in given.consequences] == [each.event for each in step.consequences]
    assert any(isinstance(each.body, OutcomeFollowed) for each in step.entries)


def test_where_the_rules_refuse_it_the_line_stops_and_the_clause_is_named() -> None:
    first, *_, last = STEPS

    given = replay_decision(RULESET, before(first).state, last)

    assert isinstance(given, Stop)
    assert (given.position, given.why, given.clause.partition("-")[0]) == (last.at, "illegal", "KD")


def test_a_refusal_that_may_be_skipped_stops_nothing() -> None:
    first, *_, last = STEPS

    given = replay_decision(RULESET, before(first).state, last, lambda _: True)

    assert not isinstance(given, Stop)
    assert given.kind == "refused"


def test_after_the_end_nothing_can_be_played() -> None:
    given = replay_decision(RULESET, fold_record(RECORD).state, STEPS[-1])

    assert isinstance(given, Stop)
    assert given.why == "over"
