"""A record decided again under another edition or other readings: what comes out otherwise, and who wins then.

Each decision is asked about by itself, in the state that the recorded events before it give under the other rules. Who
wins is told by the other game: the same decisions and draws, each with what follows from it there. What has been
corrected is read as the correction has it.
"""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.disputes.claim_checks import request_clauses
from oathbook.domain.disputes.findings import Impact
from oathbook.domain.errors import BadRecord
from oathbook.domain.games import game as games
from oathbook.domain.games.counterfactual import Stop, decide_again, replay_decision
from oathbook.domain.games.decision_results import DecisionResult
from oathbook.domain.games.discrepancies import Discrepancy, compare_outcomes, has_same_events, values_match
from oathbook.domain.games.draw_checks import check_draws
from oathbook.domain.games.game import Game
from oathbook.domain.games.game_events import Entry, GameEnded, GameOpened, OutcomeFollowed
from oathbook.domain.games.played_steps import PlayedStep, steps_of
from oathbook.domain.games.switch_settings import convert_switches
from oathbook.domain.games.takebacks import standing_entries
from oathbook.domain.kernel import Concealed, Draw, Seat
from oathbook.domain.recording.format.record import Record
from oathbook.domain.rulesets.protocol import AnyRuleset, Ending
from oathbook.replays.alternative_game import AlternativeGame

RegressResult = Literal["different", "illegal", "untold"]


class DecisionDifference(Struct, frozen=True):
    """A decision that does not come out as recorded: by which clauses (none for a bare draw) or, if unknown, ``why``.

    ``already``: it comes out so by the game's own rules, too; the reason is the record, not the other rules.
    """

    position: int
    result: RegressResult
    says: str
    clauses: tuple[str, ...] = ()
    why: str = ""
    already: bool = False


class Winner(Struct, frozen=True):
    """How the recorded game ended and how the other one does, nothing where it is not over.

    ``changed`` is who won or the word for it; it is ``open`` from where the other game cannot be played on.
    """

    effect: Impact
    recorded: Ending | None
    now: Ending | None = None
    open_from: int | None = None


class RecordRegression(Struct, frozen=True):
    """How many decisions of a record come out the same, and each that does not; those a fork carries over do not count.

    ``reasons``: how many of the same follow for other reasons, which are other clauses, readings or workings.
    """

    game: str
    head: str
    events: int
    decisions: int
    same: int
    reasons: int
    apart: tuple[DecisionDifference, ...]
    winner: Winner


def regress(record: Record, ruleset: AnyRuleset, turns: Mapping[str, str]) -> RecordRegression:
    """Decide everything in a record again by a ruleset that reads the same events, some of its readings turned.

    A setting that the game was opened with stays, where the ruleset has such a switch. Where the opening does not fit
    the ruleset, nothing can be told.
    """
    first, *rest = entries = standing_entries(record.ruleset, record.entries())
    under_way = _Regression(record, ruleset, first, turns)
    for step in steps_of(rest):
        under_way.step(step)
    ended = [entry.body.ending for entry in entries if isinstance(entry.body, GameEnded)]
    return under_way.report(ended[0] if ended else None)


class _Regression:
    """A record under way: the recorded game by its own rules and by the others, and the other game beside it.

    ``game`` is nothing once a recorded event does not fit the other rules; ``lost`` says which. ``corrected`` says that
    something up to there has been put right.
    """

    def __init__(self, record: Record, ruleset: AnyRuleset, first: Entry, turns: Mapping[str, str]) -> None:
        self.record = record
        self.ruleset = ruleset
        self.own = games.begin(record.ruleset, record.game, first)
        self.game: Game | None = None
        self.lost = ""
        self.corrected = False
        self.other = AlternativeGame(ruleset)
        self.decisions = self.same = self.reasons = 0
        self.apart: list[DecisionDifference] = []
        opened: GameOpened[Any, Any, Any] = self.own.opened
        try:
            switches = convert_switches(ruleset, opened.switches, turns)
            self.game = games.begin(ruleset, record.game, replace(first, body=replace(opened, switches=switches)))
        except BadRecord as problem:
            self._stop(1, problem)

    def step(self, step: PlayedStep) -> None:
        """One more step, decided again if something was decided in it."""
        if step.is_decided:
            self._decide(step)
        elif step.table_act is not None:
            self.other.repeat_table_act(step)
        for entry in step.entries:
            self.own = games.evolve(self.record.ruleset, self.own, entry)
        if self.game is not None:
            self._follow(self.game, step)

    def report(self, recorded: Ending | None) -> RecordRegression:
        """The sum of it; the recorded game ended so, or not at all."""
        record = self.record
        return RecordRegression(
            game=record.game,
            head=record.head,
            events=len(record.events),
            decisions=self.decisions,
            same=self.same,
            reasons=self.reasons,
            apart=tuple(self.apart),
            winner=self._winner(recorded),
        )

    def _follow(self, game: Game, step: PlayedStep) -> None:
        try:
            for entry in step.entries:
                game = games.evolve(self.ruleset, game, entry)
        except BadRecord as problem:
            self._stop(step.at, problem)
        else:
            self.game = game
            self.other.rejoin(game.state)

    def _stop(self, position: int, problem: BadRecord) -> None:
        self.game, self.lost = None, f"position {position} does not fit: {problem}"
        self.other.end(position)

    def _decide(self, step: PlayedStep) -> None:
        """What a fork carries over is played and not counted: that is done in the game it goes on from.

        What a correction has struck is neither.
        """
        self.corrected = self.corrected or step.corrected_outcome is not None
        if step.is_struck:
            return
        counts = step.at > self.own.parent_position
        self.decisions += counts
        if self.game is None:
            self.apart.extend([DecisionDifference(step.at, "untold", self.lost, why="misfit")] if counts else [])
            return
        given = replay_decision(self.ruleset, self.game.state, step)
        self.other.play(step, given, self.game.state)
        if counts:
            self._count(step, _visible_answer(step, given))

    def _draws_of(self, step: PlayedStep) -> list[tuple[int, Draw]]:
        """Its draws; after a correction those that the game's own rules ask for, from the piles there are."""
        if not self.corrected:
            return step.positioned_draws
        own = decide_again(self.record.ruleset, self.own.state, step)
        if own.kind != "follows":
            return step.positioned_draws
        asked = {each.label: each for each in own.requests}
        return [(at, draw.with_pile_of(asked[draw.label])) for at, draw in step.positioned_draws if draw.label in asked]

    def _count(self, step: PlayedStep, given: DecisionResult | Stop) -> None:
        made = self._draws_of(step)
        wrong = _discrepancies(self.own, step, made, given)
        apart = _difference(step, given, wrong)
        if apart is None:
            self.same += 1
            self.reasons += bool(wrong)
            return
        own = _visible_answer(step, replay_decision(self.record.ruleset, self.own.state, step))
        already = (
            _has_same_events(own, given)
            and _difference(step, own, _discrepancies(self.own, step, made, own)) is not None
        )
        self.apart.append(replace(apart, already=already))

    def _winner(self, recorded: Ending | None) -> Winner:
        if self.other.open_from is not None:
            return Winner("open", recorded, open_from=self.other.open_from)
        state = self.other.state
        if state is None:
            assert self.game is not None, "where a recorded event does not fit, the other game ends or is another"
            state = self.game.state
        now = self.ruleset.standing(state).ending
        if now is None and recorded is not None:
            return Winner("open", recorded, open_from=len(self.record.events))
        return Winner("unchanged" if _winners(now) == _winners(recorded) else "changed", recorded, now)


def _visible_answer(step: PlayedStep, given: DecisionResult | Stop) -> DecisionResult | Stop:
    """What the rules say, or that this reader cannot see whether it is what was recorded."""
    if isinstance(given, Stop):
        return given
    try:
        values_match([each.event for each in step.consequences], [each.event for each in given.consequences])
    except Concealed as concealed:
        return Stop(step.at, "hidden", str(concealed))
    return given


def _discrepancies(
    game: Game, step: PlayedStep, made: list[tuple[int, Draw]], given: DecisionResult | Stop
) -> tuple[Discrepancy, ...]:
    """What is recorded otherwise than it follows; reasons alone come last."""
    if isinstance(given, Stop):
        return ()
    draws = check_draws(made, given.requests, game.opened)
    told = any(entry.by == "transcript" for entry in step.entries if isinstance(entry.body, OutcomeFollowed))
    outcome = compare_outcomes(step.last, step.consequences, given.consequences, is_transcript=told)
    return (*draws, *(() if outcome is None else (outcome,)))


def _difference(
    step: PlayedStep, given: DecisionResult | Stop, wrong: tuple[Discrepancy, ...]
) -> DecisionDifference | None:
    """How a decision comes out otherwise, or nothing."""
    if isinstance(given, Stop):
        if given.why in {"illegal", "over"}:
            return DecisionDifference(step.at, "illegal", given.says, (given.clause,))
        return DecisionDifference(step.at, "untold", given.says, why=given.why)
    events = [each for each in wrong if each.kind != "reasons"]
    if not events:
        return None
    labels = dict(step.positioned_draws)
    asked = {request.label: request for request in given.requests}
    clauses = [
        clause
        for each in events
        for clause in (
            request_clauses(asked.get(labels[each.position].label)) if each.kind == "draw" else (each.clause,)
        )
    ]
    return DecisionDifference(step.at, "different", events[0].says, tuple(dict.fromkeys(filter(None, clauses))))


def _has_same_events(one: DecisionResult | Stop, other: DecisionResult | Stop) -> bool:
    """Whether both rules say the same to a decision."""
    if isinstance(one, Stop) or isinstance(other, Stop):
        return isinstance(one, Stop) and isinstance(other, Stop) and one.why == other.why
    return has_same_events(one.consequences, other.consequences)


def _winners(ending: Ending | None) -> tuple[str, tuple[Seat, ...]] | None:
    """Who won and how, by whatever clause."""
    return None if ending is None else (ending.outcome, ending.winners)
