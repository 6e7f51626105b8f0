"""The shapes of the odds of a decision, and what makes them."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final, TypeVar

from msgspec import UNSET, Struct, UnsetType

from oathbook.api.schemas.replays import ReplayPage
from oathbook.domain.games.game_sentences import decision_sentence
from oathbook.domain.kernel import Cards
from oathbook.replays.frames import Replay
from oathbook.replays.odds import interval, step_odds

K = TypeVar("K")

MOST_ROWS: Final = 200  # of a list, the likeliest; exact odds of one decision rarely have more


class Likelihood(Struct, frozen=True, kw_only=True):
    """How likely something is: as a fraction, and as a share from 0 to 1.

    ``low`` and ``high`` are there where it is estimated: the true share lies between them with a probability of 95 %.
    """

    chance: str
    share: float
    low: float | UnsetType = UNSET
    high: float | UnsetType = UNSET


class CardOdds(Likelihood, frozen=True, kw_only=True):
    """Cards that could be drawn together; in order, where their order may change what follows."""

    drawn: Cards


class DrawOdds(Struct, frozen=True):
    """What a draw could give; the chances add up to less than 1 where it is not always made."""

    label: str
    cards: tuple[CardOdds, ...]


class SentenceOdds(Likelihood, frozen=True, kw_only=True):
    """Something that could happen."""

    says: str


class OutcomeOdds(Likelihood, frozen=True, kw_only=True):
    """What could follow, all of it but what follows in any case; ``recorded`` if it is what followed."""

    says: tuple[str, ...]
    recorded: bool


class OddsTold(ReplayPage, frozen=True):
    """How likely was what could follow from the decision at ``position``, from what the viewer saw before it.

    ``samples`` is 0 where the chances are exact, else the number of seeded samples that they are estimated from.
    ``always`` happens in any case; ``sentences`` may happen, each by itself; ``outcomes`` are all that there are, each
    as a whole. A list has its 200 likeliest rows; ``left_out`` counts the others.
    """

    decision: str
    samples: int
    draws: tuple[DrawOdds, ...]
    always: tuple[str, ...]
    sentences: tuple[SentenceOdds, ...]
    outcomes: tuple[OutcomeOdds, ...]
    left_out: int


def present_odds(replay: Replay, position: int) -> OddsTold:
    """Returns the odds of the decision that a position belongs to; refuses as ``step_odds`` does."""
    found = step_odds(replay, position)
    odds, step, ruleset = found.odds, found.step, replay.record.ruleset
    sentences = odds.sentences()
    always = tuple(says for says, chance in sentences.items() if chance == 1)
    possible = {says: chance for says, chance in sentences.items() if chance < 1}
    counts = (*map(len, odds.draws.values()), len(possible), len(odds.outcomes))
    return OddsTold(
        game=replay.record.game,
        edition=replay.record.opened.edition,
        viewer=replay.viewer,
        position=step.at,
        decision=decision_sentence(ruleset, step.decision, replay.roster),
        samples=odds.samples,
        draws=tuple(
            DrawOdds(
                label, tuple(CardOdds(drawn=drawn, **_chance(each, odds.samples)) for drawn, each in _likeliest(cards))
            )
            for label, cards in odds.draws.items()
        ),
        always=always,
        sentences=tuple(SentenceOdds(says=says, **_chance(each, odds.samples)) for says, each in _likeliest(possible)),
        outcomes=tuple(
            OutcomeOdds(
                says=tuple(each for each in says if each not in always),
                recorded=says == found.followed,
                **_chance(chance, odds.samples),
            )
            for says, chance in _likeliest(odds.outcomes)
        ),
        left_out=sum(max(0, each - MOST_ROWS) for each in counts),
    )


def _likeliest(chances: Mapping[K, Fraction]) -> list[tuple[K, Fraction]]:
    """Returns the rows of a list: the likeliest first, and those as likely in the order in which they were found."""
    return sorted(chances.items(), key=lambda row: -row[1])[:MOST_ROWS]


def _chance(chance: Fraction, samples: int) -> dict[str, Any]:
    exact = {"chance": str(chance), "share": round(float(chance), 6)}
    if not samples:
        return exact
    low, high = interval(chance, samples)
    return {**exact, "low": round(low, 6), "high": round(high, 6)}
