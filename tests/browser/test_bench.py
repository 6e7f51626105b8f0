"""The benchmark of the page runs to its end; how long anything takes is not tested."""

import re
import sys

import pytest

from tests.support.checkout import ROOT
from tests.support.processes import ran

PAGE = (ROOT / "docs" / "performance.md").read_text("utf-8")


def shape(text: str) -> list[str]:
    """Titles and the first columns of tables, without numbers."""
    kept = (line for line in text.splitlines() if line.startswith(("### ", "| ")))
    named = (line.split("|")[1] if line.startswith("|") else line for line in kept)
    return [" ".join(re.sub(r"\d[\d,.]*", "", name).split()) for name in named]


@pytest.mark.usefixtures("browser")
def test_a_tiny_run_prints_the_tables_of_the_page() -> None:
    """In a process of its own: this one's Chromium belongs to the other tests."""
    little = ("--events", "60", "--keys", "6", "--runs", "1")
    done = ran([sys.executable, "-m", "bench.browsing", *little], cwd=ROOT, within=100)

    assert (done.returncode, done.stderr) == (0, "")
    shown = PAGE.partition("<!-- printed in a browser -->")[2].partition("<!-- /printed in a browser -->")[0]
    assert len(shape(shown)) > 5
    assert shape(done.stdout) == shape(shown)
