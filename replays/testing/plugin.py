"""A plugin for pytest: the ruleset under test, its laws, and its golden games as tests of their own.

It is silent until a project names its ruleset: ``oathbook_ruleset = "river.ruleset:RULESET"`` among pytest's settings.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final, cast

import pytest

from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.notation.sheet_reader import record_from_notation
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.replays.coverage import Coverage
from oathbook.replays.testing import golden
from oathbook.replays.testing.checks import check_ruleset_laws

SETTING: Final = "oathbook_ruleset"
ACCEPT_OPTION: Final = "--accept-golden"

CheckLaws = Callable[..., Coverage]
RecordSheet = Callable[[str], Record]


def pytest_addoption(parser: pytest.Parser) -> None:
    """The setting that names the ruleset, and the option that accepts golden records."""
    parser.addini(SETTING, "The ruleset under test: module:name.")
    parser.getgroup("oathbook").addoption(
        ACCEPT_OPTION,
        action="store_true",
        help="Write the records of golden sheets again, in place of those that are there.",
    )


def configured_ruleset(config: pytest.Config) -> AnyRuleset:
    """The ruleset that a project names; ``UsageError`` where it names none, or nothing that is one."""
    named = str(config.getini(SETTING))
    module, _, name = named.partition(":")
    try:
        found: AnyRuleset = getattr(import_module(module), name)
        _ = found.edition.key
    except (ImportError, AttributeError, ValueError) as problem:
        raise pytest.UsageError(
            f"{SETTING} = {named!r}: name the ruleset under test as module:name ({problem})"
        ) from None
    return found


@pytest.fixture(scope="session")
def oathbook_ruleset(pytestconfig: pytest.Config) -> AnyRuleset:
    """The ruleset under test."""
    return configured_ruleset(pytestconfig)


@pytest.fixture(scope="session")
def check_laws(oathbook_ruleset: AnyRuleset) -> CheckLaws:
    """Plays random games under every law: ``keeps_laws(games=20)``, which says what was reached; ``LawBroken``."""

    def keeping(games: int, first: int = 0) -> Coverage:
        return check_ruleset_laws(oathbook_ruleset, games, first)

    return keeping


@pytest.fixture(scope="session")
def record_sheet(oathbook_ruleset: AnyRuleset) -> RecordSheet:
    """The record of a sheet of notation, with the same id, times and salts every time."""

    def recording(sheet: str) -> Record:
        return record_from_notation(
            sheet.encode(), golden.single_ruleset(oathbook_ruleset), golden.fixed_sources("recorded"), where="the sheet"
        )

    return recording


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> "GoldenFile | None":
    """A golden sheet is a test, where a project names its ruleset."""
    if file_path.suffix == golden.SHEET_SUFFIX and parent.config.getini(SETTING):
        found: GoldenFile = cast("Any", GoldenFile).from_parent(parent, path=file_path)  # its own type is not told
        return found
    return None


class GoldenFile(pytest.File):
    """A file with a golden sheet."""

    def collect(self) -> "Iterator[GoldenGame]":
        """Its one test."""
        yield cast("Any", GoldenGame).from_parent(self, name="golden")  # as above


class GoldenGame(pytest.Item):
    """The test of a golden game."""

    def runtest(self) -> None:
        """Accept its record if that is asked for; then nothing may be wrong with it."""
        ruleset = configured_ruleset(self.config)
        if self.config.getoption(ACCEPT_OPTION):
            golden.accept_golden_sheet(self.path, ruleset)
        wrong = golden.golden_sheet_problem(self.path, ruleset)
        if wrong:
            pytest.fail(wrong, pytrace=False)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where it is."""
        return self.path, 0, f"golden game {self.path.stem}"
