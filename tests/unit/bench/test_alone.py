"""The benchmarks that run by themselves come to their end, and print the tables of the page."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from bench import asking, proving, remaking, soaking
from tests.unit.bench.test_bench import PAGE, shape

Main = Callable[[Sequence[str]], None]


@pytest.mark.gate
@pytest.mark.parametrize(
    ("main", "arguments", "where"),
    [
        (remaking.main, ("--events", "300", "--runs", "1"), "made anew"),
        (soaking.main, ("--minutes", "0.1", "--clients", "2"), "for long"),
        (asking.main, ("--seconds", "2", "--events", "300"), "beside questions"),
        (proving.main, ("--leaves", "9", "--runs", "1"), "of a proof"),
    ],
)
def test_a_tiny_run_prints_the_tables_of_the_page(
    main: Main, arguments: Sequence[str], where: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main([*arguments, "--folder", str(tmp_path)])

    printed = capsys.readouterr().out
    shown = PAGE.partition(f"<!-- printed {where} -->")[2].partition(f"<!-- /printed {where} -->")[0]
    assert len(shape(shown)) > 3
    assert shape(printed) == shape(shown)
