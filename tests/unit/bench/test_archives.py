"""The benchmark of archives comes to its end, and prints the tables of the page."""

import sys
from pathlib import Path

import pytest

from tests.support.checkout import ROOT
from tests.support.processes import ran
from tests.unit.bench.test_bench import PAGE, shape


@pytest.mark.gate
def test_a_tiny_run_prints_the_tables_of_the_page(tmp_path: Path) -> None:
    """In a process of its own, as it starts clusters."""
    sizes = ("--records", "4", "--events", "40", "--runs", "1", "--beside", str(ROOT), "--folder", str(tmp_path))

    done = ran([sys.executable, "-m", "bench.archives", *sizes], cwd=ROOT, within=300)

    shown = PAGE.partition("<!-- printed archives -->")[2].partition("<!-- /printed archives -->")[0]
    assert done.returncode == 0, done.stderr
    assert len(shape(shown)) > 3
    assert shape(done.stdout) == shape(shown)
    assert list(tmp_path.iterdir()) == []
