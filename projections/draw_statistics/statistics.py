"""Whether draws look fair, in numbers and in plain language: over all records of an edition, or in one game."""

from collections.abc import Iterable
from typing import Final, Literal

from msgspec import Struct

from oathbook.projections.draw_statistics import fairness
from oathbook.projections.draw_statistics.draws import NAME, Draws
from oathbook.projections.views_reader import ViewsReader, tracked_position

DrawVerdict = Literal["too few", "nothing unusual", "unusual", "not fair"]
VERDICTS_BY_SEVERITY: Final[tuple[DrawVerdict, ...]] = ("too few", "nothing unusual", "unusual", "not fair")
UNUSUAL: Final = 0.01
UNFAIR: Final = 0.0001
"""Probabilities below which something is called so, after correction for how many things are looked at."""

SAYS: Final = {
    "too few": "Too few draws to say whether they are fair.",
    "nothing unusual": "Nothing unusual: a fair chance looks like this.",
    "unusual": "Unusual: of 100 collections by a fair chance, not one on average has anything as far off.",
    "not fair": "Not fair: of 10,000 collections by a fair chance, not one on average has anything as far off.",
}


class JudgedCount(Struct, frozen=True):
    """A count beside the expected count.

    ``probability`` is how often fair draws differ this much or more; ``verdict`` allows for the other tests that are
    made. Numbers that are not whole are decimal texts, and null if there are too few draws to judge.
    """

    kind: str
    counted: int
    expected: str
    probability: str | None
    verdict: DrawVerdict


class SquareTold(Struct, frozen=True):
    """All kinds together: chi-square, its degrees of freedom, and as in ``JudgedCount``."""

    value: str
    freedom: int
    probability: str | None
    verdict: DrawVerdict


class SourceTold(Struct, frozen=True):
    """The draws of one source.

    ``seeded`` are the service's own, of games that were opened here; ``witnessed`` were reported by tables;
    ``brought`` come from imported records that name a seed, as those records give them.

    ``shares`` count cards of a kind, ``runs`` how often a kind that had come stayed away at the next draw of that game,
    or the other way round.
    """

    source: str
    draws: int
    cards: int
    shares: tuple[JudgedCount, ...]
    square: SquareTold
    runs: tuple[JudgedCount, ...]
    verdict: DrawVerdict
    says: str


class DrawStatistics(Struct, frozen=True):
    """Draws of an edition, or of one game; ``upto`` is the number of the last event of the log that is counted."""

    edition: str
    game: str | None
    sources: tuple[SourceTold, ...]
    upto: int


def draw_statistics(
    views: ViewsReader, edition: str, game: str | None = None, *, opened_here: Iterable[str]
) -> DrawStatistics:
    """What the draws of all records of an edition look like, or those of one game played by it."""
    with views.snapshot() as connection:
        draws = Draws(connection, edition, game, opened_here)
        sources = tuple(_judge_source(draws, source) for source in draws.sources())
        return DrawStatistics(edition, game, sources, tracked_position(connection, NAME))


def _judge_source(draws: Draws, source: str) -> SourceTold:
    counted = tuple(draws.counts(source))
    parts, square = fairness.compare_shares(counted)
    changes = fairness.count_runs(draws.single_picks(source))
    looked = (*(each.probability for each in parts), *(each.probability for each in changes))
    verdicts = _verdicts([square.probability, *looked])
    worst = max(verdicts, key=VERDICTS_BY_SEVERITY.index)
    return SourceTold(
        source=source,
        draws=sum(each.times for each in counted),
        cards=sum(each.times * sum(each.cards.values()) for each in counted),
        shares=tuple(
            JudgedCount(each.kind, each.drawn, f"{each.expected:.1f}", _text(each.probability), verdict)
            for each, verdict in zip(parts, verdicts[1:], strict=False)
        ),
        square=SquareTold(f"{square.value:.2f}", square.freedom, _text(square.probability), verdicts[0]),
        runs=tuple(
            JudgedCount(each.kind, each.changes, f"{each.expected:.1f}", _text(each.probability), verdict)
            for each, verdict in zip(changes, verdicts[1 + len(parts) :], strict=True)
        ),
        verdict=worst,
        says=SAYS[worst],
    )


def _verdicts(probabilities: list[float | None]) -> list[DrawVerdict]:
    """What is said of each quantity, where all of them are looked at."""
    known = iter(fairness.holm_correction([each for each in probabilities if each is not None]))
    return ["too few" if each is None else _verdict(next(known)) for each in probabilities]


def _verdict(probability: float) -> DrawVerdict:
    if probability < UNFAIR:
        return "not fair"
    return "unusual" if probability < UNUSUAL else "nothing unusual"


def _text(probability: float | None) -> str | None:
    return None if probability is None else f"{probability:.2g}"
