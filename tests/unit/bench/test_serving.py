"""The benchmark of the service over HTTP runs to its end; how fast anything is is not tested."""

from pathlib import Path

import pytest

from bench.serving import main
from tests.unit.bench.test_bench import PAGE, shape

BESIDE = "another version"
"""Is measured where a checkout of it is given."""


@pytest.mark.gate
def test_a_tiny_run_prints_the_tables_of_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--clients", "2", "--seconds", "1", "--turns", "1", "--folder", str(tmp_path)])

    printed = capsys.readouterr().out
    shown = PAGE.partition("<!-- printed over http -->")[2].partition("<!-- /printed over http -->")[0]
    assert len(shape(shown)) > 5
    assert shape(printed) == [line for line in shape(shown) if line != BESIDE]
    assert " 0 " in printed.partition("this version")[2].partition("\n")[0], "somebody was refused"
