"""The benchmark runs to its end; how long anything takes is not tested."""

import re
from pathlib import Path

import pytest

from bench.__main__ import main
from bench.measuring import Goal, side_by_side
from bench.workload import decisions_of, first_events, long_match, steps_of
from oathbook.replays.verification import verify
from tests.support.checkout import ROOT

PAGE = (ROOT / "docs" / "performance.md").read_text("utf-8")

PEERS = {"boardgame.io's reducer", "reelay", "rtamt"}
"""Are measured where they are installed."""


def shape(text: str) -> list[str]:
    """The titles and the first columns of the tables, without numbers."""
    kept = (line for line in text.splitlines() if line.startswith(("### ", "| ")))
    named = (line.split("|")[1] if line.startswith("|") else line for line in kept)
    return [" ".join(re.sub(r"\d[\d,.]*", "", name).split()) for name in named]


@pytest.mark.gate
def test_a_tiny_run_prints_the_tables_of_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every chapter also sees to it that ours, the peers and the bounds come to the same state."""
    main(["--events", "60", "--runs", "1", "--folder", str(tmp_path)])

    printed = capsys.readouterr().out
    shown = PAGE.partition("<!-- printed -->")[2].partition("<!-- /printed -->")[0]
    assert [line for line in shape(printed) if line not in PEERS] == [
        line for line in shape(shown) if line not in PEERS
    ]
    assert list(tmp_path.iterdir()) == []


def test_the_match_is_one_that_the_rules_decided() -> None:
    match = first_events(long_match(80), 61)

    assert verify(match).status == "sound"
    assert 55 <= len(match.events) <= 61
    assert len(steps_of(match)) == len(decisions_of(match)) + 1


@pytest.mark.gate
def test_noisy_runs_are_taken_again_and_the_calmest_counts() -> None:
    seconds = iter([0.0, 1.0, 9.0, 2.0, 3.0, 4.0, 4.0])

    timings = side_by_side({"work": lambda: next(seconds)}, runs=2)

    assert timings["work"].median == 4.0


@pytest.mark.parametrize(
    ("measured", "at_least", "says"), [(8.0, True, "met"), (7.9, True, "missed"), (7.9, False, "met"), (None, True, "")]
)
def test_a_goal_is_said_to_be_met_or_missed(measured: float | None, at_least: bool, says: str) -> None:  # noqa: FBT001  # a row of the table
    assert Goal("work", 8, measured, at_least=at_least).row()[-1] == says
