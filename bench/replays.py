"""Verifying and seeking, as ratios measured in one run: ``python -m bench.replays``.

Beside verify stands making every frame for one viewer of the same record, and reading the record's bytes strictly and
folding them. Beside a seek stands the fold from zero to the same position.
"""

import sys
import time
from collections.abc import Callable
from random import Random
from statistics import median

from domain.kernel.seats import HOLDER, Viewer
from domain.recording.portable import record_from, record_text
from domain.recording.record import Record, folded
from domain.rulesets.protocol import AnyRuleset
from domain.rulesets.registry import installed
from replays.frames import Replay
from replays.playouts import play_out
from replays.verify import verify

RUNS = 5
SEEKS = 200
SEARCHED = 60


def longest_game(ruleset: AnyRuleset) -> Record:
    """The longest of some play-outs."""
    return max((play_out(ruleset, seed).record for seed in range(SEARCHED)), key=lambda record: len(record.events))


def seconds(work: Callable[[], object]) -> float:
    """The median of some runs."""
    taken: list[float] = []
    for _ in range(RUNS):
        began = time.perf_counter()
        work()
        taken.append(time.perf_counter() - began)
    return median(taken)


def main() -> None:
    """Print the table."""
    ruleset = installed().ruleset("knights_duty/1")
    record = longest_game(ruleset)
    text = record_text(record)
    events = len(record.events)
    viewer = Viewer(record.opened.seats[0].seat)

    def read_and_fold() -> object:
        return folded(record_from(text, installed().ruleset, where="bench"))

    read, frames = seconds(read_and_fold), seconds(lambda: list(Replay(record, viewer).frames()))
    verified = seconds(lambda: verify(record))
    replay, rng = Replay(record, HOLDER), Random(1)  # noqa: S311  # positions to look at, no secret
    places = [rng.randrange(1, events + 1) for _ in range(SEEKS)]
    seek = median(_timed(lambda place=place: replay.game_at(place)) for place in places)
    from_zero = median(_timed(lambda place=place: folded(record, at=place)) for place in places[: RUNS * 4])
    sys.stdout.write(
        f"{events:,} events of {ruleset.edition.key}\n"
        f"read strictly and fold          {events / read:>10,.0f} events/s\n"
        f"frames for one viewer           {events / frames:>10,.0f} events/s\n"
        f"verify                          {events / verified:>10,.0f} events/s  {verified / frames:.1f} x frames\n"
        f"seek, median                    {seek * 1e3:>10.2f} ms        {from_zero / seek:.0f} x faster than a fold\n"
    )


def _timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
