"""A clock that jumps: the operator is told, and the times of a game run on."""

import random
import time
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from limits import parse
from msgspec.structs import replace

from oathbook.api.clock import WatchedClock
from oathbook.api.http.rate_limits import SWEPT_EVERY, Limiter, MovingWindows
from oathbook.api.schemas.problems import HttpProblem
from oathbook.domain.recording.format.record_file import whole_record_from
from oathbook.replays.verification import verify
from tests.support.playing import Json, die, ruleset_of, sources
from tests.support.serving import Table, served

PLANS: list[tuple[str, Json]] = [
    ("ash", {"kind": "lay_plan", "slots": ["bow", "parry"]}),
    ("birch", {"kind": "lay_plan", "slots": [None] * 2}),
]
NOON = datetime.fromisoformat("2026-06-01T12:00:00.000000Z")


class Machine:
    """A machine whose clock can be set; a second goes by from one look at it to the next."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.set_by = 0.0

    def clock(self) -> str:
        self.seconds += 1
        return (NOON + timedelta(seconds=self.seconds + self.set_by)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")

    def steady(self) -> float:
        return self.seconds


@pytest.mark.parametrize(
    ("set_by", "told"),
    [
        (0.0, []),
        (0.9, []),
        (1.1, ["forward by 1.1 s"]),
        (3_600.0, ["forward by 3600.0 s"]),
        (-0.9, []),
        (-90.0, ["back by 90.0 s"]),
    ],
)
def test_a_jump_is_told_once_and_no_time_runs_backwards(set_by: float, told: list[str], tmp_path: Path) -> None:
    machine, said = Machine(), list[str]()
    watched = replace(sources("clock"), clock=WatchedClock(machine.clock, machine.steady, said.append))
    with served(tmp_path / "games.db", watched) as client:
        table = Table.opened(client)
        table.decide(*PLANS[0])
        machine.set_by = set_by
        table.decide(*PLANS[1])
        times = [datetime.fromisoformat(each["event"]["at"]) for each in table.get("/events", "ash")["events"]]

    assert [each.partition("it jumped ")[2].partition(", to ")[0] for each in said] == told
    assert all(before <= after for before, after in pairwise(times))


DAY = 86_400.0
JUMPS = (0.0, 1.0, -1.0, 1_800.0, -1_800.0, DAY, -DAY)


def test_whatever_the_clock_does_the_order_the_keys_and_repeated_requests_are_as_always(tmp_path: Path) -> None:
    machine, chance = Machine(), random.Random(13)  # noqa: S311  # jumps need to be repeatable
    with served(tmp_path / "games.db", replace(sources("jumps"), clock=machine.clock)) as client:
        table = Table.opened(client)
        for sent, answered in table.steps(die("jumps")):
            machine.set_by += chance.choice(JUMPS)
            again = table.send(sent)
            assert (again.status_code, again.content) == (201, answered.content)
            assert again.headers["Oathbook-Receipt"] == answered.headers["Oathbook-Receipt"]
        events = [each["event"] for each in table.get("/events", "ash")["events"]]
        record = whole_record_from(table.ask("/record").content, ruleset_of, where="record")

    times = [each["at"] for each in events]
    assert [each["n"] for each in events] == [*range(1, len(events) + 1)]
    assert times == sorted(times)
    assert len(set(times)) > 1
    assert verify(record).status == "sound"


@pytest.mark.parametrize("jump", [DAY, -DAY])
def test_a_limit_holds_nobody_up_for_longer_or_shorter_because_the_clock_was_set(
    jump: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    limiter, now = Limiter({"letters": parse("2/hour")}), time.time()
    limiter.take("letters", "192.0.2.1")
    limiter.take("letters", "192.0.2.1")

    monkeypatch.setattr(time, "time", lambda: now + jump)

    with pytest.raises(HttpProblem, match=r"come back in 3(600|599) s"):
        limiter.take("letters", "192.0.2.1")


def test_a_window_moves_on_and_is_forgotten() -> None:
    machine = Machine()
    windows, rate = MovingWindows(machine.steady), parse("2/minute")

    assert (windows.wait(rate, "ash"), windows.wait(rate, "ash"), windows.wait(rate, "ash")) == (0, 0, 60)
    assert windows.wait(rate, "birch") == 0
    assert windows.wait(parse("0/minute"), "cedar") == 60
    machine.seconds = 59
    assert windows.wait(rate, "ash") == 1
    machine.seconds = 60
    assert windows.wait(rate, "ash") == 0
    machine.seconds = 60 + 2 * SWEPT_EVERY
    assert windows.wait(rate, "birch") == 0
    assert len(windows._done) == 1  # pyright: ignore[reportPrivateUsage]  # what is kept is to be little
