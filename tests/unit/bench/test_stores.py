"""The benchmark of both stores runs to its end; how fast anything is is not tested."""

from pathlib import Path

import pytest

from bench.stores import main
from tests.unit.bench.test_bench import PAGE, shape


@pytest.mark.gate
@pytest.mark.usefixtures("postgres")
def test_a_tiny_run_prints_the_tables_of_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It starts a server of its own; without binaries it is skipped with the others."""
    main(["--clients", "2", "--seconds", "1", "--turns", "1", "--events", "60", "--folder", str(tmp_path)])

    printed = capsys.readouterr().out
    shown = PAGE.partition("<!-- printed of both stores -->")[2].partition("<!-- /printed of both stores -->")[0]
    assert len(shape(shown)) > 5
    assert shape(printed) == shape(shown)
