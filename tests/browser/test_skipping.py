"""What these tests do where there is no Chromium, and when they have their turn."""

import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.support.browsing import NO_CHROMIUM
from tests.support.serving import PATIENCE

CHECKOUT: Final = Path(__file__).parents[2]
NEEDS_ONE: Final = "tests/browser/test_looks.py::test_a_page_is_wide_and_light_unless_it_is_said"


def pytest_says(*arguments: str, **environment: str) -> tuple[int, str]:
    """How a run of pytest ends, and what it prints, in an environment that finds no program but those named."""
    ran = subprocess.run(  # noqa: S603  # because the tests test themselves
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--color=no", *arguments],
        cwd=CHECKOUT,
        env={"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "COLUMNS": "300", **environment},
        capture_output=True,
        check=False,
        timeout=PATIENCE,
        text=True,
    )
    return ran.returncode, ran.stdout


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
