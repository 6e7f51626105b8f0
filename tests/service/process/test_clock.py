"""A clock that jumps: the operator is told, and the times of a game run on."""

from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

from api.clock import WatchedClock
from tests.support.playing import Json, sources
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
