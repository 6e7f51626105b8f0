"""What a decision costs in a game in one file, beside the same rules written by hand: ``python -m bench.declaring``.

CPU time of ``decide`` over a whole game of noughts and crosses, again and again.
"""

import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from bench.measuring import Chapter, Goal, Work, machine, ratio_of, side_by_side, table
from oathbook.domain.chance import Chance
from oathbook.domain.chance.recorded_chance import RecordedChance
from oathbook.domain.kernel import Requirement, Seat
from oathbook.domain.rulesets.kit.decides import Decides, Decisions
from oathbook.domain.rulesets.kit.misfits import must_fit
from oathbook.domain.rulesets.kit.requirements import must_be_asked
from oathbook.domain.rulesets.kit.rules import Rules
from oathbook.domain.rulesets.protocol import Ending
from tests.examples.loading import example

DECLARED, BY_HAND = "in one file", "by hand"
MOST: Final = 1.2
CELLS: Final = ("b2", "a1", "a2", "c2", "c1", "a3", "b3", "b1", "c3")
"""The cells that are marked in the game, in turns; it is full in the end, and nobody has won."""

GAME: Final = example("noughts_and_crosses")
MARKED, TURN_ENDED, ENDED = GAME.RULESET.wire.event.__args__
NO_CHANCE: Final = RecordedChance(())
AnyRules = Rules[Any, Any, Any, Any]


def declaring(times: int, runs: int) -> Chapter:
    """Decide a game so many times, by the rules that are declared and by those written by hand."""
    declared: AnyRules = GAME.RULESET
    by_hand = replace(declared, to_act=to_act, needs=ROWS.needs, take=ROWS.take, evolve=evolve)
    rules, game = {DECLARED: declared, BY_HAND: by_hand}, [*_decisions(declared)]
    for state, decision in game:
        one, other = (each.decide(state, decision, NO_CHANCE) for each in rules.values())
        assert one == other, "the rules by hand are those of the file"
    timings = side_by_side({name: _deciding(each, game, times) for name, each in rules.items()}, runs)
    count = times * len(game)
    rows = [("", "microseconds a decision", "fastest .. slowest")]
    for name, each in timings.items():
        low, middle, high = (seconds / count * 1e6 for seconds in (each.low, each.median, each.high))
        rows.append((name, f"{middle:.1f}", f"{low:.1f} .. {high:.1f}"))
    goal = Goal("a game in one file, beside by hand", MOST, ratio_of(timings, DECLARED, BY_HAND), at_least=False)
    return Chapter("A decision in noughts and crosses", table(rows), (goal,))


def _decisions(rules: AnyRules) -> Iterator[tuple[Any, Any]]:
    """Every decision of the game, with the state that it is taken in."""
    state = rules.initial(rules.samples()[0])
    for cell in CELLS:
        decision = GAME.mark(state.turn, cell)
        yield state, decision
        for each in rules.decide(state, decision, NO_CHANCE):
            state = rules.evolve(state, each.event)


def _deciding(rules: AnyRules, game: list[tuple[Any, Any]], times: int) -> Work:
    def seconds() -> float:
        began = time.process_time()
        for _ in range(times):
            for state, decision in game:
                rules.decide(state, decision, NO_CHANCE)
        return time.process_time() - began

    return seconds


# The same rules, written as those of a title are ---------------------------------------------------------------------


def to_act(state: Any) -> tuple[Seat, ...]:  # noqa: ANN401  # its type is made when the file is loaded
    """The next player, until the game is over."""
    return () if state.ending is not None else (state.turn,)


def needs(state: Any, decision: Any) -> Iterator[Requirement]:  # noqa: ANN401  # as above
    """The seat is asked, and the cell is an empty one of the board."""
    stage, cell = "over" if state.ending is not None else "play", decision.cell
    yield must_be_asked(decision.by, to_act(state), stage, during=("play",), clause="N-1")
    yield Requirement("no-cell", "N-1", "is it a cell of the board?", cell in GAME.CELLS, f"{cell} is no cell")
    yield Requirement("taken", "N-1", "is the cell empty?", cell not in state.marks, f"{cell} is marked")


def take(play: Any, decision: Any, _chance: Chance) -> None:  # noqa: ANN401  # as above
    """The cell is marked, and the next turn begins, or the game is over."""
    by = decision.by
    play.emit(MARKED(by, decision.cell), "N-1")
    play.emit(TURN_ENDED(by), "N-1")
    marks = play.state.marks
    if any(all(marks.get(each) == by for each in line.split()) for line in GAME.LINES):
        play.emit(ENDED(Ending("three in a row", (by,), "N-2")), "N-2")
    elif len(marks) == len(GAME.CELLS):
        play.emit(ENDED(Ending("full board", (), "N-3")), "N-3")


def evolve(state: Any, event: Any) -> Any:  # noqa: ANN401  # as above
    """The state after an event."""
    if isinstance(event, ENDED):
        return replace(state, ending=event.ending)
    must_fit(event.seat in state.seats, "there is no such seat")
    if isinstance(event, MARKED):
        return replace(state, marks={**state.marks, event.cell: event.seat})
    return replace(state, turn=state.seats[(state.seats.index(event.seat) + 1) % len(state.seats)])


ROWS: Final = Decisions(Decides(GAME.mark, needs, take, "mark [cell] {cell}", "marks {cell}"))


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = ArgumentParser(prog="python -m bench.declaring", description=__doc__)
    parser.add_argument("--times", type=int, default=2_000, help="games that are decided in a run")
    parser.add_argument("--runs", type=int, default=7)
    options = parser.parse_args(arguments)
    chapter = declaring(options.times, options.runs)
    sys.stdout.write(f"{machine(Path.cwd())}\n\n### {chapter.title}\n\n{chapter.table}\n\n")
    sys.stdout.write(f"{table([('', 'goal', 'measured', ''), *(goal.row() for goal in chapter.goals)])}\n")


if __name__ == "__main__":
    main()
