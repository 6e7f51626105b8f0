"""What these tests do where there is no Chromium, and when they have their turn."""

import re
import sys
from pathlib import Path
from typing import Final

from tests.support.browsing import NO_CHROMIUM
from tests.support.checkout import ROOT
from tests.support.processes import ran

NEEDS_ONE: Final = "tests/browser/test_looks.py::test_a_page_is_wide_and_light_unless_it_is_said"


def pytest_says(*arguments: str, **environment: str) -> tuple[int, str]:
    """How a run of pytest ends, and what it prints, in an environment that finds no program but those named."""
    done = ran(
        [sys.executable, "-m", "pytest", "-p", "pytest_timeout", "-p", "no:cacheprovider", "--color=no", *arguments],
        cwd=ROOT,
        env={"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "COLUMNS": "300", **environment},
    )
    return done.returncode, done.stdout


def test_without_chromium_a_test_that_needs_one_is_skipped_and_says_why(tmp_path: Path) -> None:
    code, said = pytest_says(NEEDS_ONE, PATH=str(tmp_path))

    assert code == 0
    assert "1 skipped in " in said
    assert NO_CHROMIUM in said


def test_without_chromium_continuous_integration_fails(tmp_path: Path) -> None:
    code, said = pytest_says(NEEDS_ONE, PATH=str(tmp_path), CI="true")

    assert code == 1
    assert "1 error in " in said
    assert NO_CHROMIUM in said


def test_these_tests_come_last(tmp_path: Path) -> None:
    """While Chromium runs, ``asyncio.run`` is refused in this process."""
    code, said = pytest_says(
        "--collect-only", "--quiet", "tests/browser", "tests/docs/test_links.py", PATH=str(tmp_path)
    )

    folders = [line.split("/")[1] for line in said.splitlines() if "::" in line]
    assert code == 0
    assert folders == sorted(folders, reverse=True)
    assert set(folders) == {"browser", "docs"}


def test_these_tests_come_last_in_each_process(tmp_path: Path) -> None:
    """As ``make test`` hands files to several at once; left to itself, it would begin with the one of most tests."""
    (as_make_does,) = re.findall("^ON_ALL_CORES := (.*)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)

    code, said = pytest_says(
        *("-p", "xdist", *as_make_does.replace("=auto", "=2").split(), "--verbose"),
        *("tests/browser/replay/test_keys.py", "tests/browser/test_looks.py", "tests/unit/kernel"),
        PATH=str(tmp_path),
    )

    ran = re.findall(r"^\[(gw\d)\] .* tests/(\w+)/", said, re.MULTILINE)
    assert code == 0
    for process in ("gw0", "gw1"):
        folders = [folder for by, folder in ran if by == process]
        assert folders == sorted(folders, reverse=True)
        assert "unit" in folders
    assert ("gw0", "browser") in ran or ("gw1", "browser") in ran
