"""Rulesets in files: found by what the environment names, with the file as their origin, each on its own."""

import os
import sys
from collections.abc import Generator
from hashlib import sha256
from pathlib import Path

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import EditionTaken
from oathbook.domain.rulesets import ruleset_plugins
from oathbook.domain.rulesets.registry import load_registry
from oathbook.domain.rulesets.ruleset_plugins import name_ruleset_files
from tests.examples.loading import loaded
from tests.support.checkout import ROOT
from tests.support.processes import ran

NOUGHTS = ROOT / "examples" / "noughts_and_crosses.py"
LISTING = "import sys; from oathbook.api.cli.main import run; sys.exit(run(['rulesets']))"


@pytest.fixture(autouse=True)
def _no_files_afterwards() -> Generator[None]:
    yield
    name_ruleset_files(())


def origin_in(path: Path) -> str:
    return f"{path.name} {sha256(path.read_bytes()).hexdigest()[:12]}"


def test_a_ruleset_in_a_file_is_there_with_the_file_and_its_digest_as_origin() -> None:
    assert "noughts_and_crosses/1" not in load_registry().by_key

    name_ruleset_files([NOUGHTS])

    assert load_registry().ruleset("noughts_and_crosses/1").edition.origin == origin_in(NOUGHTS)
    assert load_registry().faults == {}


def test_every_process_takes_the_files_that_its_environment_names() -> None:
    named = os.pathsep.join((str(NOUGHTS), str(ROOT / "examples" / "hints.py"), "nowhere.py"))

    listed = ran([sys.executable, "-c", LISTING], env={**os.environ, "PYTHONPATH": str(ROOT), "OATHBOOK_FILES": named})
    without = ran([sys.executable, "-c", LISTING], env={**os.environ, "PYTHONPATH": str(ROOT), "OATHBOOK_FILES": ""})

    assert listed.returncode == without.returncode == 0
    assert {"noughts_and_crosses/1", "hints/1"} <= {line.split()[0] for line in listed.stdout.splitlines()}
    assert "nowhere of nowhere.py could not be loaded: FileNotFoundError: " in listed.stderr
    assert "hints/1" not in without.stdout


def test_a_text_that_is_saved_within_the_second_is_the_one_that_is_loaded(tmp_path: Path) -> None:
    """Python's own bytecode is known by the second and the length of its file."""
    game = tmp_path / "game.py"
    titles: list[str] = []
    for title in ("Noughts", "Crosses"):
        game.write_text(NOUGHTS.read_text().replace('"Noughts and crosses"', f'"{title}"'))
        os.utime(game, (1_000_000, 1_000_000))
        name_ruleset_files([game])
        titles.append(load_registry().ruleset("noughts_and_crosses/1").edition.title)

    assert titles == ["Noughts", "Crosses"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("g = Game(", "SyntaxError: '(' was never closed (game.py, line 1)"),
        ("raise RuntimeError('no game today')", "RuntimeError: no game today"),
        ("", "RULESET is not there, or is no Rules of oathbook.kit"),
        ("RULESET = 7", "RULESET is not there, or is no Rules"),
    ],
)
def test_a_fault_in_a_file_is_named_and_leaves_the_others(text: str, says: str, tmp_path: Path) -> None:
    game = tmp_path / "game.py"
    game.write_text(text)
    name_ruleset_files([game, NOUGHTS])

    (fault,) = load_registry().faults.items()

    assert fault[0] == f"game of {origin_in(game)}"
    assert fault[1].startswith(says)
    assert "noughts_and_crosses/1" in load_registry().by_key


def test_a_name_that_is_too_long_for_a_record_is_a_fault(tmp_path: Path) -> None:
    game = tmp_path / f"{'n' * 190}.py"
    game.write_bytes(NOUGHTS.read_bytes())
    name_ruleset_files([game])

    (fault,) = load_registry().faults.values()

    assert fault == "ValidationError: Expected `str` of length <= 200"


class Entry:
    """An entry point of a distribution that holds the game of ``examples``, which names none or this one."""

    name = "noughts"
    origin = ""

    class dist:  # noqa: N801  # as an entry point has it
        name = "oathbook-noughts"
        version = "1.0"

    @classmethod
    def load(cls) -> object:
        rules = loaded(NOUGHTS).RULESET
        return replace(rules, edition=replace(rules.edition, origin=cls.origin))


@pytest.fixture
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def installed(*, group: str) -> list[type[Entry]]:
        return [Entry] if group == ruleset_plugins.GROUP else []

    monkeypatch.setattr(ruleset_plugins, "entry_points", installed)


@pytest.mark.parametrize("origin", ["", "oathbook-noughts 1.0"])
@pytest.mark.usefixtures("_installed")
def test_rules_that_name_no_distribution_are_of_the_one_that_they_are_installed_with(
    origin: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Entry, "origin", origin)
    name_ruleset_files(())

    assert load_registry().ruleset("noughts_and_crosses/1").edition.origin == "oathbook-noughts 1.0"


@pytest.mark.usefixtures("_installed")
def test_a_file_comes_before_an_installed_package_and_that_is_said() -> None:
    name_ruleset_files([NOUGHTS])

    assert load_registry().ruleset("noughts_and_crosses/1").edition.origin == origin_in(NOUGHTS)
    assert load_registry().faults == {
        "noughts of oathbook-noughts 1.0": f"noughts_and_crosses/1 is that of {origin_in(NOUGHTS)}"
    }


def test_two_files_with_one_edition_are_refused_by_their_names(tmp_path: Path) -> None:
    copy = tmp_path / "copy.py"
    copy.write_bytes(NOUGHTS.read_bytes())
    name_ruleset_files([NOUGHTS, copy])

    with pytest.raises(EditionTaken, match=r"noughts_and_crosses\.py .* and copy\.py "):
        load_registry()
