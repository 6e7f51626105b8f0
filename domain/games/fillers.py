"""Fillers: what can stand where a corrected line has lost its next decision, and how far each keeps to the record."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final, Literal

from msgspec import Struct

from oathbook.domain.chance.recorded_chance import RecordedChance
from oathbook.domain.games.counterfactual import Stop, decide_again, evolve_step, replay_decision, table_act_stop
from oathbook.domain.games.decision_results import DecisionResult, try_decision
from oathbook.domain.games.game import evolve_state
from oathbook.domain.games.played_steps import PlayedStep
from oathbook.domain.games.table_answers import granted_state, quiet_decision
from oathbook.domain.kernel import Concealed, Draw, Seat
from oathbook.domain.kernel.limits import Count, WholeNumber
from oathbook.domain.rulesets.protocol import AnyRuleset, Standing

MOST_ALTERNATIVES: Final = 16
MOST_QUIET: Final = 4  # quiet decisions in a row, after which the recorded one has to be allowed
MOST_DECISIONS: Final = 1_500  # put to the rules for all fillers of one finding

FillerKind = Literal["quiet", "instead", "left-out", "turn-given"]


class FillerLine(Struct, frozen=True):
    """A line that goes on by a filler: how many of the recorded decisions it keeps, and where it comes to.

    ``quiet``: whoever is asked does as little as the rules allow until the recorded decision is allowed again. So does
    ``instead``, after another decision of the same moment, whose first consequence ``says`` tells. ``left-out``: what
    is refused is left out. ``turn-given``: whoever decided in the record is given the turn, else as ``quiet``.
    ``lost`` is the position of the first decision that is not kept, ``added`` the number of those put in; ``standing``
    is the last one.
    """

    filler: FillerKind
    says: str
    kept: Count
    of: Count
    added: Count
    lost: Count | None
    standing: Standing

    @property
    def is_followed(self) -> bool:
        """Whether it keeps at least half of the recorded decisions; a line that keeps less is no answer."""
        return 2 * self.kept >= self.of


class FillerResult(Struct, frozen=True):
    """In how many of the lines that were followed a game ends so, and the fewest and most decisions that these keep.

    ``winners`` is nothing where the game is not over at the end of the line.
    """

    winners: tuple[Seat, ...] | None
    lines: Count
    least_kept: Count
    most_kept: Count


class ScoreRange(Struct, frozen=True):
    """The smallest and the greatest score of a seat at the end of the lines that were followed."""

    seat: Seat
    least: WholeNumber
    most: WholeNumber
    unit: str


class Fillers(Struct, frozen=True):
    """The lines of the fillers, and what those that were followed come to; that is no probability.

    ``complete`` says whether every filler was tried.
    """

    lines: tuple[FillerLine, ...]
    complete: bool
    results: tuple[FillerResult, ...]
    scores: tuple[ScoreRange, ...]


def try_fillers(ruleset: AnyRuleset, recorded: Any, corrected: Any, steps: Sequence[PlayedStep]) -> Fillers:
    """The corrected line played on by each filler, from where the first of these steps is not allowed on it.

    ``recorded`` and ``corrected`` are the states of the two lines there. Where the rules have been asked
    ``MOST_DECISIONS`` times, no further filler is tried.
    """
    tried, lines, complete = _FillerLines(ruleset, recorded, steps), list[FillerLine](), True
    try:
        lines.extend(tried.lines(corrected))
    except _TooManyDecisionsError:
        complete = False
    followed = [each for each in lines if each.is_followed]
    return Fillers(tuple(lines), complete, _results(followed), _score_ranges(followed))


def _results(lines: Sequence[FillerLine]) -> tuple[FillerResult, ...]:
    kept = defaultdict[tuple[Seat, ...] | None, list[int]](list)
    for each in lines:
        kept[each.standing.ending.winners if each.standing.ending else None].append(each.kept)
    found = (FillerResult(winners, len(each), min(each), max(each)) for winners, each in kept.items())
    return tuple(sorted(found, key=lambda each: -each.lines))


def _score_ranges(lines: Sequence[FillerLine]) -> tuple[ScoreRange, ...]:
    points = defaultdict[tuple[Seat, str], list[int]](list)
    for each in lines:
        for score in each.standing.scores:
            points[score.seat, score.unit].append(score.points)
    return tuple(ScoreRange(seat, min(each), max(each), unit) for (seat, unit), each in points.items())


class _TooManyDecisionsError(Exception):
    """As many decisions were put to the rules as may be."""


class _FillerLines:
    def __init__(self, ruleset: AnyRuleset, recorded: Any, steps: Sequence[PlayedStep]) -> None:
        self._ruleset, self._steps, self._asked = ruleset, steps, 0
        self._clauses: dict[int, str] = {}
        self._recorded = [recorded]
        for step in steps:
            self._recorded.append(evolve_step(ruleset, self._recorded[-1], step))

    def lines(self, state: Any) -> Iterator[FillerLine]:
        """The line of each filler."""
        yield self._follow(state, "quiet")
        for given in islice(self._alternatives(state), MOST_ALTERNATIVES):
            after = evolve_state(self._ruleset, state, given.consequences)
            yield self._follow(after, "instead", says=self._sentence(given), added=1)
        yield self._follow(state, "left-out")
        if granted_state(self._ruleset, state, self._steps[0].by) is not None:
            yield self._follow(state, "turn-given")

    def _alternatives(self, state: Any) -> Iterator[DecisionResult]:
        """What follows from other decisions of those who are asked, where nothing has to be drawn for it."""
        for seat in self._ruleset.to_act(state):
            quiet = quiet_decision(self._ruleset, state, seat)
            try:
                listed = self._ruleset.options(state, seat).listed
            except Concealed:
                continue
            for decision in listed:
                given = None if decision == quiet else self._try(state, decision)
                if given is not None:
                    yield given

    def _sentence(self, given: DecisionResult) -> str:
        facts = (fact for each in given.consequences for fact in self._ruleset.facts(each.event))
        return next((fact.sentence for fact in facts), "")

    def _follow(self, state: Any, filler: FillerKind, *, says: str = "", added: int = 0) -> FillerLine:
        kept = 0
        lost: int | None = None
        for number, (recorded, step) in enumerate(zip(self._recorded, self._steps, strict=False)):
            if state == recorded:
                kept, state = kept + _count(self._steps[number:]), self._recorded[-1]
                break
            state, more, stop = self._go_on(state, recorded, step, filler)
            added += more
            if stop is None:
                kept += step.is_decided and not step.is_struck
                continue
            lost = lost or step.at
            if stop.why != "illegal":
                break
        return FillerLine(filler, says, kept, _count(self._steps), added, lost, self._ruleset.standing(state))

    def _go_on(self, state: Any, recorded: Any, step: PlayedStep, filler: FillerKind) -> tuple[Any, int, Stop | None]:
        """The state after a step, how many decisions were put in before it, and why it is not kept if it is not."""
        if step.table_act is not None:
            fits = table_act_stop(self._ruleset, state, step, is_recorded_state=False) is None
            return evolve_step(self._ruleset, state, step) if fits else state, 0, None
        given = self._replay(state, recorded, step)
        if not isinstance(given, Stop):
            return evolve_state(self._ruleset, state, given.consequences), 0, None
        filled = self._fill(state, step, filler) if given.why == "illegal" else None
        if filled is None:
            return state, 0, given
        before, follows, added = filled
        return evolve_state(self._ruleset, before, follows.consequences), added, None

    def _replay(self, state: Any, recorded: Any, step: PlayedStep) -> DecisionResult | Stop:
        self._count_asked()
        return replay_decision(
            self._ruleset, state, step, lambda refusal: refusal.clause == self._recorded_clause(recorded, step)
        )

    def _recorded_clause(self, recorded: Any, step: PlayedStep) -> str:
        """The clause by which a decision is refused on the recorded line too, or none."""
        if step.at not in self._clauses:
            refusal = decide_again(self._ruleset, recorded, step).refusal
            self._clauses[step.at] = "" if refusal is None else refusal.clause
        return self._clauses[step.at]

    def _fill(self, state: Any, step: PlayedStep, filler: FillerKind) -> tuple[Any, DecisionResult, int] | None:
        """A state in which the recorded decision is allowed, what follows there, and how many decisions lead to it."""
        if filler == "left-out":
            return None
        if filler == "turn-given":
            granted = granted_state(self._ruleset, state, step.by)
            given = None if granted is None else self._try(granted, step.decision, step.draws)
            if given is not None:
                return granted, given, 0
        return self._go_quiet(state, step)

    def _go_quiet(self, state: Any, step: PlayedStep) -> tuple[Any, DecisionResult, int] | None:
        for number in range(1, MOST_QUIET + 1):
            asked = self._ruleset.to_act(state)
            seat = next((each for each in asked if each != step.by), step.by)
            decision = quiet_decision(self._ruleset, state, seat)
            quiet = None if decision is None else self._try(state, decision)
            if quiet is None:
                return None
            state = evolve_state(self._ruleset, state, quiet.consequences)
            given = self._try(state, step.decision, step.draws)
            if given is not None:
                return state, given, number
        return None

    def _try(self, state: Any, decision: Any, draws: tuple[Draw, ...] = ()) -> DecisionResult | None:
        self._count_asked()
        given = try_decision(self._ruleset, state, decision, RecordedChance(draws))
        return given if given.kind == "follows" else None

    def _count_asked(self) -> None:
        if self._asked == MOST_DECISIONS:
            raise _TooManyDecisionsError
        self._asked += 1


def _count(steps: Sequence[PlayedStep]) -> int:
    """How many decisions of these steps stand."""
    return sum(step.is_decided and not step.is_struck for step in steps)
