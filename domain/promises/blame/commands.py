"""A record as blame reads it: its moments, and the decisions between them with the state each was taken in."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import groupby, takewhile
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.games.corrections import Replaced
from domain.games.events import DecisionMade, DrawMade, Entry, GameOpened
from domain.games.promises import Promises
from domain.kernel.draws import Draw
from domain.kernel.seats import Seat
from domain.promises.logic.matching import Reader
from domain.promises.monitor.timeline import Course, begun, carried
from domain.promises.trace.trace import Trace
from domain.rulesets.protocol import AnyRuleset, Setup


class Command(Struct, frozen=True):
    """A decision of the record: its number among them, its place, and the draws that its outcome follows from.

    Those are the draws that were made for it or, where a correction has put them right, those of the correction.
    ``moment`` is the index of the first moment of its step, and ``step`` the number of that step among those played.
    """

    number: int
    step: int
    position: int
    by: Seat
    decision: Any
    draws: tuple[Draw, ...]
    moment: int


class Step(Struct, frozen=True):
    """The events of one commit, and the game before it, with the number of moments so far."""

    entries: tuple[Entry, ...]
    before: Course


class Played(Struct, frozen=True):
    """A game as its record has it: steps, moments, decisions (also by their step), and its end.

    A decision that a correction has struck was never taken: its step is there, and it is none of the decisions.
    """

    ruleset: AnyRuleset
    steps: tuple[Step, ...]
    trace: Trace
    commands: tuple[Command, ...]
    of_step: dict[int, Command]
    setup: Setup
    end: Course

    @property
    def promises(self) -> Promises:
        """The promises in the end."""
        return self.end.cut.promises

    @property
    def last(self) -> int:
        """The position of the last decision."""
        return self.commands[-1].position

    def before(self, command: Command) -> Any:
        """The state in which something was decided."""
        return self.steps[command.step].before.cut.state

    def after(self, command: Command) -> Any:
        """The state that a decision led to."""
        following = command.step + 1
        course = self.steps[following].before if following < len(self.steps) else self.end
        return course.cut.state

    def command_at(self, moment: int) -> Command | None:
        """The decision that a moment belongs to; nothing where its step has none."""
        return self.of_step.get(self.step_at(moment))

    def step_at(self, moment: int) -> int:
        """The number of the step that a moment belongs to."""
        return bisect_right(self.steps, moment, key=lambda step: step.before.cut.count) - 1

    def between(self, first: int, last: int) -> tuple[Command, ...]:
        """The decisions whose moments begin after one moment, and no later than the other."""
        return tuple(each for each in self.commands if first < each.moment <= last)

    def after_that(self, command: Command, step: int) -> Iterator[Command]:
        """The decisions after one of them and before a step, for as long as they are asked for."""
        later = (self.commands[number] for number in range(command.number + 1, len(self.commands)))
        return takewhile(lambda each: each.step < step, later)


def played(ruleset: AnyRuleset, entries: Iterable[Entry]) -> Played:
    """The game of a record, as whoever may have these entries has it; ``BadRecord`` where an event does not fit."""
    first, *rest = entries
    assert isinstance(first.body, GameOpened), "a record begins with its opening"
    setup = first.body.setup()
    now = begun(ruleset, setup, rest)
    steps: list[Step] = []
    moments: list[Any] = []
    commands: list[Command] = []
    for _, group in groupby(rest, lambda entry: entry.step):
        step = Step(tuple(group), replace(now, cut=replace(now.cut, moments=())))
        commands += _commands(len(commands), len(steps), step)
        steps.append(step)
        now = carried(ruleset, now, step.entries)
        moments += now.cut.moments
    of_step = {each.step: each for each in commands}
    trace = Trace.of(moments, Reader.of(ruleset.vocabulary))
    return Played(ruleset, tuple(steps), trace, tuple(commands), of_step, setup, now)


def _commands(number: int, step: int, of: Step) -> Iterator[Command]:
    """What was decided in a step, numbered from there on; nothing where a correction has struck it."""
    replaced = next((each.body for each in of.entries if isinstance(each.body, Replaced)), None)
    if replaced is not None and replaced.struck:
        return
    draws = tuple(each.body.draw for each in of.entries if isinstance(each.body, DrawMade))
    if replaced is not None and replaced.draws is not None:
        draws = replaced.draws
    made = ((each.position, each.body.decision) for each in of.entries if isinstance(each.body, DecisionMade))
    for more, (position, decision) in enumerate(made, number):
        yield Command(more, step, position, Seat(decision.by), decision, draws, of.before.cut.count)
