"""Lines of answers verified: the record is played on with what a line puts in, without the search that found it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from oathbook.domain.chance.recorded_chance import RecordedChance
from oathbook.domain.games.counterfactual import decide_again, table_act_stop
from oathbook.domain.games.decision_results import DecisionResult, conceal_unknown_piles, try_decision
from oathbook.domain.games.game_events import Entry
from oathbook.domain.kernel import Seat
from oathbook.domain.promises.chances.played_game import GameStep, PlayedGame, entries_of
from oathbook.domain.promises.evaluator.verdict import prove_verdict
from oathbook.domain.promises.logic.formulas import Agreement, Formula
from oathbook.domain.promises.logic.moments import Moment
from oathbook.domain.promises.logic.proofs import Proof
from oathbook.domain.promises.logic.shares import duties_of, leaves_of
from oathbook.domain.promises.monitor.timeline import PromiseTimeline, extend_timeline
from oathbook.domain.promises.trace.trace import Trace
from oathbook.domain.promises.who_pays.answers import AlternativeLine, BlameAnswer


def line_objection(game: PlayedGame, agreement: Agreement, proof: Proof, answer: BlameAnswer) -> str:
    """What is wrong with the line of an answer; empty if the duty that failed does not fail on it."""
    line = answer.line
    assert line is not None, "only an answer with a line is asked about it"
    owner = answer.other if answer.step == "prevented" and answer.pays and answer.other else answer.seat
    played = _Played(game, line, owner)
    if played.objection:
        return played.objection
    trace = Trace.of(played.moments, game.trace.reader)
    for duty in _duties(agreement, owner, answer.path):
        verdict = prove_verdict(proof.promise, _alone(agreement, duty), proof.signed, trace)
        if verdict.status == "broken":
            return "the duty fails on the line too"
        if verdict.status != "kept" and not line.by_chance and not played.comes_as_far(proof):
            return "on the line time does not come as far as it did"
    return ""


def _alone(agreement: Agreement, duty: Formula) -> Agreement:
    return replace(agreement, formula=duty, void_if=None, ends_if=None)


def _duties(agreement: Agreement, owner: Seat, path: str) -> Iterator[Formula]:
    """The duties of a seat in which a path lies, each by itself; all of the letter, where it has none there."""
    own = [each for each in duties_of(agreement.formula, owner) if any(one.path == path for one in leaves_of(each))]
    yield from own or [agreement.formula]


class _Played:
    """A line played: its moments, and what speaks against it."""

    def __init__(self, game: PlayedGame, line: AlternativeLine, owner: Seat) -> None:
        self._game, self._line, self._owner = game, line, owner
        self._put_in = {
            each.position: [one for one in line.puts_in if one.position == each.position] for each in line.puts_in
        }
        self._first = next(each for each in game.steps if each.at in self._put_in)
        self._now: PromiseTimeline = self._first.before
        self._waiting: list[GameStep] = []
        self._left_out: set[int] = set()
        self._new: list[Moment] = []
        self.objection = ""
        for recorded in game.steps[self._first.number :]:
            if not self.objection and recorded.at <= line.ends:
                self._play(recorded)
        if not self.objection and {*line.left_out} != self._left_out | {each.at for each in self._waiting}:
            self.objection = "other decisions become impossible on it than it says"

    @property
    def moments(self) -> tuple[Moment, ...]:
        """The moments of the line from the beginning of the game on."""
        return (*self._game.trace.moments[: self._first.moment], *self._new)

    def comes_as_far(self, proof: Proof) -> bool:
        """Whether seasons, turns and phases have come as far as when the duty failed, or its owner broke it."""
        last = proof.last if proof.moment is None else proof.moment
        closing = self._game.command_at(last)
        moments = self._game.trace.moments
        own = closing is not None and closing.by == self._owner
        if own and closing is not None and not self._clock(moments[closing.moment : last + 1]):
            last = closing.moment - 1
        return self._clock(moments[self._first.moment : last + 1]) <= self._clock(self._new)

    def _clock(self, moments: Sequence[Moment]) -> Counter[tuple[str, str]]:
        vocabulary = self._game.ruleset.vocabulary
        units = {kind for unit in vocabulary.units for kind in (unit.begins, unit.ends)}
        kinds = units | {each.kind for each in vocabulary.phases}
        facts = (each.fact for moment in moments for each in moment.occurrences)
        return Counter(
            (fact.kind, f"{fact.by} {fact.slots.get('season')} {fact.slots.get('phase')}")
            for fact in facts
            if fact.kind in kinds
        )

    def _play(self, recorded: GameStep) -> None:
        ruleset, state = self._game.ruleset, self._now.segmentation.state
        put_in = self._put_in.get(recorded.at, [])
        for decision in (one for each in put_in for one in each.decisions):
            draws = recorded.draws if recorded.number in self._game.decided else ()
            chance = RecordedChance(draws)
            given = conceal_unknown_piles(try_decision(ruleset, self._now.segmentation.state, decision, chance))
            if given.kind != "follows":
                is_drawn = given.kind in {"depends", "concealed"} and self._line.by_chance
                self.objection = "" if is_drawn else f"what it puts in at position {recorded.at} is not allowed there"
                return
            self._happen(recorded.at, decision, given)
        if any(each.instead for each in put_in):
            if self._line.again and recorded.number in self._game.decided and recorded.by == self._owner:
                self._waiting.append(recorded)
                self._take_up_waiting()
        elif recorded.table_act is not None and table_act_stop(
            ruleset, state, recorded, is_recorded_state=state == recorded.state
        ):
            self.objection = f"what the table did at position {recorded.at} cannot be done on it"
        elif recorded.number not in self._game.decided:
            self._extend(recorded.entries)
        else:
            self._decide(recorded)

    def _decide(self, recorded: GameStep) -> None:
        given = self._result(recorded)
        if given is not None and given.kind == "follows":
            self._happen(recorded.at, recorded.decision, given)
            self._take_up_waiting()
        elif given is not None and given.refusal is not None and given.refusal.kind == "out-of-turn":
            self._waiting.append(recorded)
        else:
            self._left_out.add(recorded.at)

    def _take_up_waiting(self) -> None:
        for each in [*self._waiting]:
            again = self._result(each)
            if again is not None and again.kind == "follows":
                self._waiting.remove(each)
                self._happen(each.at, each.decision, again)

    def _result(self, recorded: GameStep) -> DecisionResult | None:
        state = self._now.segmentation.state
        if self._game.ruleset.standing(state).ending is not None:
            return None
        return conceal_unknown_piles(decide_again(self._game.ruleset, state, recorded))

    def _happen(self, position: int, decision: Any, given: DecisionResult) -> None:
        self._extend(entries_of(position, decision, given))

    def _extend(self, entries: tuple[Entry, ...]) -> None:
        self._now = extend_timeline(self._game.ruleset, self._now, entries)
        self._new += self._now.segmentation.moments
