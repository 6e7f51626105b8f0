"""Promises: the monitor beside two monitors of temporal logic, a bank of open letters, and all that goes with them."""

import importlib.util
import time
import tracemalloc
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

from bench.measuring import Chapter, Goal, Timing, Work, clocked, side_by_side, table
from oathbook.domain.kernel import Seat
from oathbook.domain.promises.checker.checker import objection
from oathbook.domain.promises.evaluator.proof_text import explain_proof
from oathbook.domain.promises.evaluator.verdict import prove_verdict
from oathbook.domain.promises.letter.compiler import compile_letter
from oathbook.domain.promises.letter.parser import parse_letter
from oathbook.domain.promises.logic.formulas import Agreement, Pattern, Total, Whenever, Window
from oathbook.domain.promises.logic.matching import StateReader
from oathbook.domain.promises.logic.moments import Moment, Occurrence
from oathbook.domain.promises.monitor import monitor
from oathbook.domain.promises.monitor.monitor_state import MonitorState
from oathbook.domain.promises.trace.lifecycle_facts import CLOSED
from oathbook.domain.promises.trace.trace import Trace
from oathbook.domain.rulesets.sample_vocabulary import NAMES, SAMPLE
from oathbook.domain.rulesets.vocabulary import Fact, SlotValue, Span
from tests.support.promises.dispatching import Dispatcher
from tests.support.promises.letters import LETTERS

SEED: Final = 20
OPEN: Final = 100
"""How many promises are open at a time."""

WITHIN: Final = 10
VOTE, SPEND, SEASON = 10, 20, 22
"""Percents of the moments of a game up to which a vote opens or closes, influence is spent, a season ends."""

SPARSE, OFTEN = 0.05, 0.5
PLAYERS: Final = ("Red", "Blue", "Green")
NOTHING: Final = Moment(0, 0, (), None, None)

PEER: Final = "historically((once[10:10]{a}) -> (once[:10]{b}))"
"""The same response, said of the past: whatever asked ten steps ago has been answered since."""

READER: Final = StateReader(
    {each.name: lambda _state, _args: Span.of(1) for each in SAMPLE.states},
    {each.name: lambda _state, _args: Seat("Blue") for each in SAMPLE.designators},
)

Asked = tuple[bool, bool]
"""Whether something was asked for in a step, and whether it was given."""


def monitoring(steps: int, events: int, runs: int) -> Iterator[Chapter]:
    """So many steps of the response formula, and so many events of a game for the letters."""
    dice = Random(SEED)  # noqa: S311  # the same workload each time
    yield _responses([(dice.random() < SPARSE, dice.random() < OFTEN) for _ in range(steps)], runs)
    game = _game(dice, events)
    yield _letters(game, runs)
    yield _proofs(game, runs)


# One formula, many monitors --------------------------------------------------------------------------------------


def _responses(stream: Sequence[Asked], runs: int) -> Chapter:
    """A hundred monitors of one response formula on one stream; the stream of the slow peer is shorter."""
    few = stream[: len(stream) * 2 // OPEN]
    works: dict[str, Work] = {"oathbook": _ours(few)}
    peers = {"reelay": _reelay, "rtamt": _rtamt}
    for name, peer in peers.items():
        if importlib.util.find_spec(name):
            works[name] = peer(few)
    timings = side_by_side(works, runs)
    count = len(few) * OPEN
    rows = [("", "million monitor steps a second", "load")]
    rows += [(name, f"{count / each.median / 1e6:.2f}", f"{each.load:.1f}") for name, each in timings.items()]
    ours = timings["oathbook"].median
    goals = [Goal(f"{OPEN} response monitors", 1.5, count / ours / 1e6, "M steps/s")]
    goals += [
        Goal(f"{OPEN} response monitors beside {name}", least, timings[name].median / ours if name in timings else None)
        for name, least in (("reelay", 1.5), ("rtamt", 15))
    ]
    return Chapter(f"{OPEN} response monitors, {len(few):,} steps", table(rows), tuple(goals))


def _ours(stream: Sequence[Asked]) -> Work:
    window = Window(Pattern("tick"), WITHIN, inclusive=True)
    body = Total("c1", (), "ge", 1, Pattern("given"), window=window)
    agreement = Agreement((), (), jointly=False, formula=Whenever("c1", Pattern("asked"), body), spans=())
    moments = [
        _moment(index, ["tick", *(["asked"] if asked else []), *(["given"] if given else [])])
        for index, (asked, given) in enumerate(stream, 1)
    ]

    def run() -> None:
        states = [monitor.start(f"p{number}", agreement, NOTHING, READER) for number in range(OPEN)]
        for moment in moments:
            states = [monitor.step(state, moment, READER) for state in states]

    return clocked(run)


def _reelay(stream: Sequence[Asked]) -> Work:
    reelay: Any = importlib.import_module("reelay")
    steps = [{"a": asked, "b": given} for asked, given in stream]

    def run() -> float:
        theirs = [reelay.discrete_timed_monitor(pattern=PEER, condense=False) for _ in range(OPEN)]
        began = time.perf_counter()
        for step in steps:
            for each in theirs:
                each.update(step)
        return time.perf_counter() - began

    return run


def _rtamt(stream: Sequence[Asked]) -> Work:
    rtamt: Any = importlib.import_module("rtamt")
    steps = [[("a", float(asked)), ("b", float(given))] for asked, given in stream]

    def run() -> float:
        theirs = [_rtamt_monitor(rtamt) for _ in range(OPEN)]
        began = time.perf_counter()
        for index, step in enumerate(steps):
            for each in theirs:
                each.update(index, step)
        return time.perf_counter() - began

    return run


def _rtamt_monitor(rtamt: Any) -> Any:  # noqa: ANN401  # a peer without types
    monitor = rtamt.StlDiscreteTimeSpecification()
    monitor.declare_var("a", "float")
    monitor.declare_var("b", "float")
    monitor.spec = f"historically((once[{WITHIN}:{WITHIN}] (a > 0.5)) implies (once[0:{WITHIN}] (b > 0.5)))"
    monitor.parse()
    return monitor


# Letters of a game -----------------------------------------------------------------------------------------------


def _letters(game: Sequence[Moment], runs: int) -> Chapter:
    """A hundred letters, each moment fed to all, or by a bank to those it concerns; and 25 over the whole game."""
    agreements = _agreements()
    hundred = [
        monitor.start(f"p{number}", agreements[number % len(agreements)], NOTHING, READER) for number in range(OPEN)
    ]
    some = game[: len(game) // 10]
    timings = side_by_side(
        {
            "each fed": clocked(lambda: _fed(hundred, some)),
            "by a bank": clocked(lambda: _banked(hundred, some)),
            "25 rebuilt by a bank": clocked(lambda: _banked(hundred[: len(agreements)], game)),
        },
        runs,
    )
    counts = {"each fed": OPEN * len(some), "by a bank": OPEN * len(some), "25 rebuilt by a bank": 25 * len(game)}
    rows = [("", "million promise steps a second", "load")]
    for name, each in timings.items():
        rows.append((name, f"{counts[name] / each.median / 1e6:.2f}", f"{each.load:.1f}"))
    goals = (
        Goal(f"{OPEN} letters by a bank", 5, counts["by a bank"] / timings["by a bank"].median / 1e6, "M steps/s"),
        Goal(
            f"25 letters over {len(game):,} moments", 0.1, timings["25 rebuilt by a bank"].median, "s", at_least=False
        ),
        Goal("memory of a small promise", 2, _kib_of_one(agreements[0]), "KiB", at_least=False),
    )
    return Chapter(f"{OPEN} open letters", table(rows), goals)


def _agreements() -> list[Agreement]:
    """The letters of the examples; of one that each player makes, the first."""
    return [
        compile_letter(parse_letter(parse_letter(each, SAMPLE, NAMES).canonical, SAMPLE, NAMES), SAMPLE, NAMES)[0]
        for each in LETTERS.values()
    ]


def _fed(states: Sequence[MonitorState], moments: Sequence[Moment]) -> None:
    for moment in moments:
        states = [monitor.step(state, moment, READER) for state in states]


def _banked(states: Sequence[MonitorState], moments: Sequence[Moment]) -> None:
    bank = Dispatcher(READER, states)
    for moment in moments:
        bank.feed(moment)


def _kib_of_one(agreement: Agreement) -> float:
    """What a promise takes, beside its agreement, when a thousand are open."""
    tracemalloc.start()
    kept = [
        monitor.step(monitor.start(f"p{number}", agreement, NOTHING, READER), NOTHING, READER) for number in range(1000)
    ]
    taken = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return taken / len(kept) / 1024


# Proofs ----------------------------------------------------------------------------------------------------------


def _proofs(game: Sequence[Moment], runs: int) -> Chapter:
    """Proof, check and text of each of the 25 letters by the end of the game."""
    agreements = _agreements()
    closed = (*game, _moment(len(game), [CLOSED]))
    trace = Trace.of(closed, READER)
    timings: list[Timing] = []
    for letter, agreement in zip(LETTERS.values(), agreements, strict=True):

        def prove(agreement: Agreement = agreement, letter: str = letter) -> None:
            proof = prove_verdict("p", agreement, 0, trace)
            assert not objection(proof, agreement, 0, trace)
            assert explain_proof(proof, agreement, parse_letter(letter, SAMPLE, NAMES).canonical, trace, SAMPLE)

        timings.append(side_by_side({"": clocked(prove)}, runs)[""])
    each = sorted(timing.median * 1e3 for timing in timings)
    middle, slowest = each[len(each) // 2], each[-1]
    rows = [("", "ms", "load"), ("letter in the middle", f"{middle:.2f}", f"{timings[-1].load:.1f}")]
    rows += [("slowest letter (one line for each vote)", f"{slowest:.2f}", f"{timings[-1].load:.1f}")]
    goal = Goal("proof, check and text", 10, middle, "ms", at_least=False)
    return Chapter(f"Proofs by the end of {len(game):,} moments", table(rows), (goal,))


def _moment(index: int, kinds: Sequence[str], by: str | None = None, **slots: SlotValue) -> Moment:
    seat = None if by is None else Seat(by)
    facts = tuple(Occurrence(index, number, Fact(kind, seat, slots, "")) for number, kind in enumerate(kinds))
    return Moment(index, index, facts, None, None)


def _game(dice: Random, events: int) -> tuple[Moment, ...]:
    """A game of so many moments in the mix of the examples: gifts, turns, votes one after another, few seasons."""
    moments = [NOTHING]
    votes, voting = 0, False
    for index in range(1, events):
        by, other = dice.choice(PLAYERS), dice.choice(PLAYERS)
        roll = dice.randrange(100)
        if roll < VOTE and not voting:
            votes, voting = votes + 1, True
            moments.append(_moment(index, ["vote_open"], by, vote=f"v{votes}", law=dice.choice(NAMES["law"])))
        elif roll < VOTE:
            voting = False
            moments.append(_moment(index, ["vote_close"], vote=f"v{votes}"))
        elif roll < SPEND and voting:
            moments.append(_moment(index, ["spend"], by, count=1, side="pro", law="Corn", vote=f"v{votes}"))
        elif roll < SEASON:
            moments.append(_moment(index, ["season_end"], n=1))
        else:
            kind, slots = _ACTS[roll % len(_ACTS)]
            moments.append(_moment(index, [kind], by, **{**slots, **({"to": other} if "to" in slots else {})}))
    return tuple(moments)


_ACTS: Final[tuple[tuple[str, dict[str, SlotValue]], ...]] = (
    ("transfer", {"item": "wood", "count": 1, "to": "", "gift": 0}),
    ("transfer", {"item": "stone", "count": 1, "to": "", "gift": 1}),
    ("turn_end", {}),
    ("turn_end", {}),
    ("deploy", {"tile": "Peak"}),
    ("attack", {"target": "Green", "battle": "b1"}),
    ("gain", {"item": "corn", "count": 1}),
    ("assign", {"workplace": "Forge"}),
    ("idle", {}),
)
