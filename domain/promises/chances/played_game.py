"""A record as blame reads it: its moments, and its steps with the game before each of them."""

from bisect import bisect_right
from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.games.decision_results import DecisionResult
from oathbook.domain.games.game_events import DecisionMade, Entry, GameOpened, OutcomeFollowed
from oathbook.domain.games.played_steps import PlayedStep, steps_of
from oathbook.domain.games.promises import Promises
from oathbook.domain.promises.logic.matching import StateReader
from oathbook.domain.promises.logic.moments import Moment
from oathbook.domain.promises.monitor.timeline import PromiseTimeline, extend_timeline, start_timeline
from oathbook.domain.promises.trace.lifecycle_facts import CLOSED
from oathbook.domain.promises.trace.trace import Trace
from oathbook.domain.rulesets.protocol import AnyRuleset, Setup


class GameStep(PlayedStep, frozen=True):
    """A step of a game: its number among all steps, counted from 0, and the game before it."""

    number: int
    before: PromiseTimeline

    @property
    def moment(self) -> int:
        """The index of its first moment."""
        return self.before.segmentation.count

    @property
    def state(self) -> Any:
        """The state before it, in which its decision was taken."""
        return self.before.segmentation.state


class PlayedGame(Struct, frozen=True):
    """A game as its record has it: steps, moments, decisions (also by the number of their step), and its end.

    A decision that a correction has struck was never taken: its step is there, and it is none of the decisions.
    """

    ruleset: AnyRuleset
    steps: tuple[GameStep, ...]
    trace: Trace
    decided: dict[int, GameStep]
    setup: Setup
    end: PromiseTimeline

    @property
    def commands(self) -> tuple[GameStep, ...]:
        """The steps in which something was decided."""
        return tuple(self.decided.values())

    @property
    def promises(self) -> Promises:
        """The promises in the end."""
        return self.end.segmentation.promises

    @property
    def is_over(self) -> bool:
        """Whether it has come to its end."""
        return CLOSED in self.trace.by_kind

    def after(self, step: GameStep) -> Any:
        """The state that a step led to."""
        following = step.number + 1
        return self.steps[following].state if following < len(self.steps) else self.end.segmentation.state

    def moments_of(self, step: GameStep) -> tuple[Moment, ...]:
        """The moments of a step."""
        following = step.number + 1
        until = self.steps[following].moment if following < len(self.steps) else len(self.trace.moments)
        return self.trace.moments[step.moment : until]

    def command_at(self, moment: int) -> GameStep | None:
        """The decision that a moment belongs to; nothing where its step has none."""
        return self.decided.get(self.step_at(moment))

    def step_at(self, moment: int) -> int:
        """The number of the step that a moment belongs to."""
        return bisect_right(self.steps, moment, key=lambda step: step.moment) - 1

    def extend(self, entries: Iterable[Entry]) -> "PlayedGame":
        """The game with its next steps, which must be whole; ``BadRecord`` where an event does not fit."""
        now, steps, moments = self.end, list[GameStep](), list[Moment]()
        for number, step in enumerate(steps_of(entries), len(self.steps)):
            before = replace(now, segmentation=replace(now.segmentation, moments=()))
            steps.append(GameStep(step.entries, number, before))
            now = extend_timeline(self.ruleset, now, step.entries)
            moments += now.segmentation.moments
        decided = {step.number: step for step in steps if step.is_decided and not step.is_struck}
        return replace(
            self,
            steps=(*self.steps, *steps),
            trace=self.trace.extend(moments),
            decided={**self.decided, **decided},
            end=now,
        )


def entries_of(position: int, decision: Any, given: DecisionResult) -> tuple[Entry, ...]:
    """The entries of a decision on an alternative line, with what follows."""
    made = Entry(position, 0, "", decision.by, DecisionMade(decision))
    return made, Entry(position, 0, "", "rules", OutcomeFollowed(position, given.consequences))


def played_game(ruleset: AnyRuleset, entries: Iterable[Entry]) -> PlayedGame:
    """The game of a record, as the reader of these entries has it; ``BadRecord`` where an event does not fit."""
    first, *rest = entries
    assert isinstance(first.body, GameOpened), "a record begins with its opening"
    setup, trace = first.body.setup(), Trace.of((), StateReader.of(ruleset.vocabulary))
    return PlayedGame(ruleset, (), trace, {}, setup, start_timeline(ruleset, setup, rest)).extend(rest)
