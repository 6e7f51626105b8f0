"""``oathbook new-ruleset --one-file`` and ``oathbook package``: a game in one file, and a package of it."""

import os
import sys
from pathlib import Path

import pytest

from oathbook.api.cli.new_ruleset.package_names import names_from
from oathbook.api.cli.new_ruleset.package_writer import package_files
from tests.support.checkout import ROOT
from tests.support.processes import ran
from tests.unit.api.running import oathbook

MOST_LINES = 150
LISTING = "import sys; from oathbook.api.cli.main import run; sys.exit(run(['rulesets']))"


@pytest.fixture
def river(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a new game in one file."""
    monkeypatch.chdir(tmp_path)
    assert oathbook("new-ruleset", "river", "--one-file").code == 0
    return tmp_path / "river"


def run_tests(folder: Path) -> tuple[int, str]:
    """What pytest says of a folder, as somebody else runs it."""
    command = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:randomly")
    done = ran([*command, folder], cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)})
    return done.returncode, done.stdout + done.stderr


def test_it_writes_a_game_a_sheet_and_a_test_and_says_what_to_do(tmp_path: Path) -> None:
    folder = tmp_path / "salt_market"

    printed = oathbook("new-ruleset", "salt_market", "--one-file", "--to", tmp_path)

    assert printed.text == (
        f"{folder}: 3 files written\nplay it, and run its test:\n"
        f"  oathbook play {folder}/salt_market.py\n  python -m pytest {folder}\n"
    )
    assert {each.name for each in folder.iterdir()} == {"salt_market.py", "salt_market.notation", "test_salt_market.py"}


def test_its_test_passes_and_fails_where_the_game_or_the_sheet_is_wrong(river: Path) -> None:
    game, sheet = river / "river.py", river / "river.notation"
    text, lines = game.read_text(), sheet.read_text()

    assert run_tests(river)[0] == 0

    game.write_text(text.replace("        yield g.over(", "        pass  # yield g.over(").replace('"R-5"\n', '""\n'))
    sheet.write_text(lines.replace("ann: lay boulder", "ann: lay river"))
    code, says = run_tests(river)

    assert code == 1
    assert "law 7: " in says
    assert "river.notation: line " in says


def test_every_file_of_it_is_filled_in_and_short() -> None:
    files = {str(path): text for path, text in package_files(names_from("river"), "one_file")}

    assert not [path for path, text in files.items() if "@" in path or "@name@" in text or "@t" in text]
    assert len(files["river.py"].splitlines()) <= MOST_LINES
    assert len(files["test_river.py"].splitlines()) <= 20


def test_a_package_of_it_is_a_distribution_that_is_found(river: Path) -> None:
    """The wheel is put on Python's path as it is."""
    written = oathbook("package", river / "river.py", "--json").json
    built = ran([sys.executable, "-m", "hatchling", "build", "-t", "wheel"], cwd=river)
    (wheel,) = (river / "dist").glob("*.whl")

    listed = ran([sys.executable, "-c", LISTING], env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{wheel}"})

    assert written == {"name": "river", "distribution": "oathbook-river", "file": str(river / "pyproject.toml")}
    assert built.returncode == 0, built.stderr
    assert listed.stderr == ""
    rows = {row.split()[0]: row for row in listed.stdout.splitlines()}
    assert rows["river/1"].endswith("  oathbook-river 0.1.0")


def test_a_pyproject_that_is_there_is_left_alone(river: Path) -> None:
    there = river / "pyproject.toml"
    there.write_text("mine")

    refused = oathbook("package", river / "river.py")

    assert (refused.code, refused.complaint) == (2, f"{there}: it is already there; nothing was overwritten")
    assert there.read_text() == "mine"


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("nowhere.py", "nowhere.py: No such file or directory"),
        ("river.notation", "river.notation: the file of a game ends in .py"),
        ("salt-market.py", "salt-market.py: 'salt-market' is not a valid package name: "),
        ("class.py", "class.py: 'class' is a word or a module of Python or pytest"),
    ],
)
def test_what_cannot_be_a_package_is_refused_by_its_name(
    name: str, says: str, river: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(river)
    for each in ("salt-market.py", "class.py"):
        Path(each).touch()

    refused = oathbook("package", name)

    assert refused.code == 2
    assert refused.complaint.startswith(says)
    assert not Path("pyproject.toml").exists()
