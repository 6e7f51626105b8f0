"""A plugin for pytest: the ruleset under test, its laws, and its golden games as tests of their own.

It is silent until a project names its ruleset: ``oathbook_ruleset = "river.ruleset:RULESET"`` among pytest's settings.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final, cast

import pytest

from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.notation.reading import record_from_notation
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.replays.playouts import Coverage
from oathbook.replays.testing.golden import SHEET, accept, only, sources, wrong_with
from oathbook.replays.testing.laws import kept_laws

SETTING: Final = "oathbook_ruleset"
ACCEPT: Final = "--accept-golden"

KeepsLaws = Callable[..., Coverage]
RecordsSheets = Callable[[str], Record]


def pytest_addoption(parser: pytest.Parser) -> None:
    """The setting that names the ruleset, and the option that accepts golden records."""
    parser.addini(SETTING, "The ruleset under test: module:name.")
    parser.getgroup("oathbook").addoption(
        ACCEPT, action="store_true", help="Write the records of golden sheets again, in place of those that are there."
    )


def ruleset_of(config: pytest.Config) -> AnyRuleset:
    """The ruleset that a project names; ``UsageError`` where it names none, or nothing that is one."""
    named = str(config.getini(SETTING))
    module, _, name = named.partition(":")
    try:
        found: AnyRuleset = getattr(import_module(module), name)
        _ = found.edition.key
    except (ImportError, AttributeError, ValueError) as problem:
        msg = f"{SETTING} = {named!r}: name the ruleset under test as module:name ({problem})"
        raise pytest.UsageError(msg) from None
    return found


@pytest.fixture(scope="session")
def oathbook_ruleset(pytestconfig: pytest.Config) -> AnyRuleset:
    """The ruleset under test."""
    return ruleset_of(pytestconfig)


@pytest.fixture(scope="session")
def keeps_laws(oathbook_ruleset: AnyRuleset) -> KeepsLaws:
    """Plays random games under every law: ``keeps_laws(games=20)``, which says what was reached; ``LawBroken``."""

    def keeping(games: int, first: int = 0) -> Coverage:
        return kept_laws(oathbook_ruleset, games, first)

    return keeping


@pytest.fixture(scope="session")
def recorded(oathbook_ruleset: AnyRuleset) -> RecordsSheets:
    """The record of a sheet of notation, with the same id, times and salts every time."""

    def recording(sheet: str) -> Record:
        return record_from_notation(sheet.encode(), only(oathbook_ruleset), sources("recorded"), where="the sheet")

    return recording


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> "GoldenFile | None":
    """A golden sheet is a test, where a project names its ruleset."""
    if file_path.suffix == SHEET and parent.config.getini(SETTING):
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
        ruleset = ruleset_of(self.config)
        if self.config.getoption(ACCEPT):
            accept(self.path, ruleset)
        wrong = wrong_with(self.path, ruleset)
        if wrong:
            pytest.fail(wrong, pytrace=False)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where it is."""
        return self.path, 0, f"golden game {self.path.stem}"
