"""The ledger beside a game with many promises: a step that touches none, and ten that break in one moment."""

import time
from collections.abc import Iterator
from itertools import permutations
from statistics import median
from typing import Final, NamedTuple

from msgspec.structs import replace

from bench.measuring import Chapter, Goal, Timing, clocked, side_by_side, table
from oathbook.domain.chance.witnessed_chance import DrawReport
from oathbook.domain.games.played_steps import PlayedStep, steps_of
from oathbook.domain.kernel import Seat
from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.promises.audit.incremental_audit import IncrementalAudit, start_incremental_audit
from oathbook.domain.promises.lifecycle.acts import act_from
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from tests.golden.heirless_game import WHOLE_GAME
from tests.golden.scripting import recorded, sources

SEATS: Final = ("ash", "birch", "cedar", "fir")
OPEN: Final = 30
BREAKING: Final = 10
"""How many of the promises are broken by the end of the first Season, all in one moment."""

KINDS: Final = (
    "{} promises {} to give 2 wolf0 to {} by the end of season 1.",
    "{} promises {} whenever {} idles, to give 1 cat0 to ash within 3 seasons.",
    "{} promises {} not to give 5 wolf0 to {} until the end of season 3.",
)


class _Taken(NamedTuple):
    """A step that was followed, how long it took, and how many promises it broke."""

    before: IncrementalAudit
    step: PlayedStep
    seconds: float
    broke: int


def following(runs: int) -> Chapter:
    """A whole game of Heirless with thirty promises, followed step by step, beside an audit of the game so far."""
    record = _game()
    entries = record.entries()
    state, taken = start_incremental_audit(record.ruleset, entries[:1]), list[_Taken]()
    for step in steps_of(entries[1:]):
        began = time.perf_counter()
        after = state.extend(step.entries)
        seconds = time.perf_counter() - began
        taken.append(_Taken(state, step, seconds, _broken(after) - _broken(state)))
        state = after
    ten = next(each for each in taken if each.broke == BREAKING)
    quiet = median(each.seconds for each in taken[len(taken) // 2 :] if not each.broke)
    timings = side_by_side(
        {
            "ten break: followed": clocked(lambda: ten.before.extend(ten.step.entries)),
            "ten break: audited anew": clocked(lambda: audit(record.ruleset, entries[: ten.step.last])),
            "a step: audited anew": clocked(lambda: audit(record.ruleset, ten.before.entries)),
        },
        runs,
    )
    rows = [("", "ms", "load"), ("a step: followed", f"{quiet * 1e3:.2f}", "")]
    rows += [(name, f"{each.median * 1e3:.1f}", f"{each.load:.1f}") for name, each in timings.items()]
    title = f"The promises of a game of {len(entries)} events, {OPEN} open"
    return Chapter(title, table(rows), _goals(quiet, timings))


def _goals(quiet: float, timings: dict[str, Timing]) -> tuple[Goal, ...]:
    breaking = timings["ten break: followed"].median
    return (
        Goal(f"a step beside {OPEN} promises", 5, quiet * 1e3, "ms", at_least=False),
        Goal(f"{BREAKING} promises that break in one moment", 1, breaking, "s", at_least=False),
        Goal("a step: an audit of the game so far", 10, timings["a step: audited anew"].median / quiet),
    )


def _broken(found: IncrementalAudit) -> int:
    return sum(each.status == "broken" for each in found.promises.values())


def _letters() -> Iterator[str]:
    for kind in KINDS:
        for by, to in list(permutations(SEATS, 2))[:BREAKING]:
            yield kind.format(by, to, to)


def _game() -> Record:
    """The golden game of three Seasons, with these promises signed before the first decision."""
    scribe = MemoryWriter.resume(recorded(replace(WHOLE_GAME, steps=()), 901), sources("", 901))
    for number, letter in enumerate(_letters(), 1):
        scribe.promise(Seat(letter.partition(" ")[0]), act_from({"kind": "offer", "letter": letter}, where="bench"))
        for seat in scribe.game.promises[f"p{number}"].offer.signers:
            scribe.promise(seat, act_from({"kind": "sign", "promise": f"p{number}"}, where="bench"))
    for value, cards in WHOLE_GAME.steps:
        scribe.decide(scribe.decision_from(value), [DrawReport(label, drawn) for label, drawn in cards.items()])
    return scribe.record
