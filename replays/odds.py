"""How likely each draw and outcome of a recorded decision was."""

from fractions import Fraction
from math import sqrt
from typing import Final

from msgspec import Struct

from oathbook.domain.errors import NotFound
from oathbook.domain.games.draw_odds import Odds, Sentences, odds_of, outcome_sentences
from oathbook.domain.games.played_steps import PlayedStep, steps_of
from oathbook.domain.kernel import Concealed
from oathbook.replays.frames import Replay

NORMAL_95: Final = 1.96  # standard deviations on either side of the mean that hold 95 % of a normal distribution


class StepOdds(Struct, frozen=True):
    """The odds of a recorded decision, its step, and what followed from it in sentences."""

    step: PlayedStep
    odds: Odds
    followed: Sentences


def step_odds(replay: Replay, position: int) -> StepOdds:
    """The odds of the decision that a position belongs to, from what the viewer saw before it.

    ``NotFound`` where nothing was decided, or where they depend on what is hidden from the viewer.
    """
    number = replay.entries[position - 1].step
    (step,) = steps_of(each for each in replay.entries if each.step == number)
    if not step.is_decided:
        raise NotFound(f"position {position}: nothing was decided there, so there are no odds")
    ruleset, state = replay.record.ruleset, replay.game_at(step.at - 1).state
    try:
        found = odds_of(ruleset, state, step.decision, replay.viewer, replay.roster)
    except Concealed:
        raise NotFound(f"position {position}: the odds there depend on something that is hidden from you") from None
    return StepOdds(step, found, outcome_sentences(ruleset, step.consequences, replay.roster))


def interval(share: Fraction, samples: int) -> tuple[float, float]:
    """Where a chance lies that was seen in this share of samples: Wilson's interval, at 95 %."""
    seen, square = float(share), NORMAL_95**2 / samples
    middle, half = seen + square / 2, NORMAL_95 * sqrt((seen * (1 - seen) + square / 4) / samples)
    return max(0.0, (middle - half) / (1 + square)), min(1.0, (middle + half) / (1 + square))
