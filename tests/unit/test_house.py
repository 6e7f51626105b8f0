"""What holds of the checkout itself: its packages, its locks, its lint and its Makefile."""

import importlib.util
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.checkout import ROOT, files_of_the_project, printed

PACKAGES = ("domain", "projections", "replays", "api")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
LONGEST = 300
CATEGORIES = ("added", "changed", "deprecated", "removed", "fixed", "security", "rules")

# Put together here, so that this file does not contain what it looks for.
REGISTRY = re.compile("pypi" + r"\.org|python" + r"hosted\.|npm" + r"js\.(org|com)|conda\.anaconda" + r"\.org")
INDEX_LINE = re.compile(r"^\s*(--)?(extra-)?" + r"index-url\b|^\s*(--)?find-" + r"links\b|^-[if]\s", re.MULTILINE)
EXTRAS = re.compile(r"\[[\w,-]+\]")
SILENCED = re.compile(r"# (?:noqa|(?:type|pyright): ignore|pragma: no (?:cover|branch))\b[^#]*(.*)")


def python_files() -> Iterator[Path]:
    return (path for path in files_of_the_project() if path.suffix == ".py")


def lint_ignores() -> Iterator[str]:
    lint = PROJECT["tool"]["ruff"]["lint"]
    yield from lint["ignore"]
    for codes in lint["per-file-ignores"].values():
        yield from codes


def requirements(lock: Path) -> Iterator[str]:
    """The requirements of a lock, each with its continuation lines, without comments."""
    return (line for line in lock.read_text().replace("\\\n", " ").splitlines() if line and not line.startswith("#"))


def test_no_file_of_the_packages_is_longer_than_one_sitting() -> None:
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text("utf-8").splitlines())
        for path in files_of_the_project()
        if path.suffix in {".py", ".js"} and path.relative_to(ROOT).parts[0] in PACKAGES
    }

    assert {name: lines for name, lines in lengths.items() if lines > LONGEST} == {}
    assert lengths


@pytest.mark.parametrize(("room", "most"), [("domain/promises", 15_560), ("domain/promises/who_pays", 1_750)])
def test_the_room_of_promises_grows_no_more(room: str, most: int) -> None:
    """docs/adr/0073-ask-one-question-about-who-pays.md, and 0060 before it."""
    lines = sum(len(path.read_text("utf-8").splitlines()) for path in (ROOT / room).rglob("*.py"))

    assert 0 < lines <= most


def test_the_tests_start_processes_in_one_place_only() -> None:
    """There each is ended with its test, and inherits no signal that whoever runs the tests ignores."""
    starts = re.compile("subprocess" + r"\.(run|Popen|call|check_\w+)\(")
    found = {
        str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("*.py") if starts.search(path.read_text("utf-8"))
    }

    assert found == {"tests/support/processes.py"}


def test_everything_is_one_package_of_which_four_folders_stand_at_the_top() -> None:
    """docs/adr/0061-import-everything-as-oathbook.md."""
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    links = {path.name: path.readlink() for path in (ROOT / "oathbook").iterdir() if path.is_symlink()}

    assert packages == {*PACKAGES, "oathbook"}
    assert links == {name: Path("..", name) for name in PACKAGES}
    assert PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"] == ["oathbook"]
    assert PROJECT["tool"]["importlinter"]["root_package"] == "oathbook"
    assert "entry-points" not in PROJECT["project"], "a plugin that loads in every project's tests"


def test_nothing_is_imported_under_a_second_name() -> None:
    """The root of the checkout is on the path of an editable installation, so ``import domain`` would be found."""
    other_names = re.compile(rf"^\s*(?:from|import) (?:{'|'.join(PACKAGES)})\b", re.MULTILINE)
    found = [
        str(path.relative_to(ROOT))
        for path in files_of_the_project()
        if path.suffix in {".py", ".template"}
        if other_names.search(path.read_text("utf-8"))
    ]

    assert other_names.search("from domain.games import events")
    assert found == []


def test_every_folder_with_python_in_a_package_is_a_package() -> None:
    """The import floors do not see a folder without ``__init__.py``."""
    folders = {path.parent for package in PACKAGES for path in (ROOT / package).rglob("*.py")}

    unseen = {
        folder.relative_to(ROOT)
        for held in folders
        for folder in (held, *held.parents)
        if folder.is_relative_to(ROOT) and folder != ROOT and not (folder / "__init__.py").exists()
    }

    assert folders
    assert unseen == set()


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_comes_from_this_checkout_and_is_typed(package: str) -> None:
    found = importlib.import_module(f"oathbook.{package}").__file__

    assert found == str(ROOT / "oathbook" / package / "__init__.py")
    assert (ROOT / package / "py.typed").exists()


def test_every_floor_below_recording_is_kept_from_the_world_outside() -> None:
    (contract,) = (each for each in PROJECT["tool"]["importlinter"]["contracts"] if "outside" in each["name"])
    floors = {f"oathbook.domain.{path.parent.name}" for path in (ROOT / "domain").glob("*/__init__.py")}
    floors |= {f"oathbook.domain.{path.stem}" for path in (ROOT / "domain").glob("*.py") if path.stem != "__init__"}

    assert set(contract["source_modules"]) == floors - {"oathbook.domain.application", "oathbook.domain.recording"}


def test_no_file_names_a_registry_or_an_index() -> None:
    named = {
        str(path.relative_to(ROOT)): found.group()
        for path in files_of_the_project()
        for pattern in (REGISTRY, INDEX_LINE)
        if (found := pattern.search(path.read_text(errors="replace")))
    }

    assert named == {}


@pytest.mark.parametrize("lock", ["build.txt", "runtime.txt", "postgres.txt", "test.txt", "dev.txt", "clients.txt"])
def test_every_requirement_is_one_version_with_a_hash(lock: str) -> None:
    entries = list(requirements(ROOT / "requirements" / lock))

    loose = [
        entry for entry in entries if not re.match(r"[\w.-]+(\[[\w,-]+\])?==\S+ .*--hash=sha256:[0-9a-f]{64}", entry)
    ]

    assert entries
    assert loose == []


def test_the_locks_agree_on_every_version() -> None:
    build, runtime, postgres, test, dev = (
        {EXTRAS.sub("", entry.split()[0]) for entry in requirements(ROOT / "requirements" / f"{name}.txt")}
        for name in ("build", "runtime", "postgres", "test", "dev")
    )

    assert build < test
    assert runtime < postgres < test < dev


def test_an_installation_by_itself_brings_nothing_of_the_extras() -> None:
    """The control is the lock of the tests, which has them."""
    extras = {
        re.split(r"[\[><=]", each)[0]
        for needs in PROJECT["project"]["optional-dependencies"].values()
        for each in needs
    }
    locked = {
        name: {re.split(r"[\[=]", entry)[0] for entry in requirements(ROOT / "requirements" / f"{name}.txt")}
        for name in ("runtime", "test")
    }

    assert {"psycopg", "distributed", "pyarrow", "aiohttp"} <= extras & locked["test"]
    assert not extras & locked["runtime"]
    assert "dask" not in locked["runtime"]


@pytest.mark.parametrize("code", sorted(set(lint_ignores())))
def test_an_ignored_lint_rule_says_why_on_its_line(code: str) -> None:
    lines = [line for line in (ROOT / "pyproject.toml").read_text().splitlines() if f'"{code}"' in line]

    assert lines
    assert all(re.fullmatch(rf'\s*"{code}",\s+# \S.*', line) for line in lines)


def test_whoever_silences_a_checker_says_why() -> None:
    silent = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in python_files()
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if (found := SILENCED.search(line)) and not found[1].strip("# ")
    ]

    assert silent == []


def test_make_lists_every_target_and_each_exists() -> None:
    listed = [line.split()[0] for line in printed("make", "help").splitlines()]
    declared = re.findall(r"^\.PHONY: (\S+)$", (ROOT / "Makefile").read_text(), re.MULTILINE)

    assert listed == declared
    for target in listed:
        printed("make", "--dry-run", target)


def test_a_release_adds_each_fragment_to_its_category_and_to_what_is_there() -> None:
    """Given again, the version stays one; an older one stays as it is, and so does what stands above the lists."""
    spec = importlib.util.spec_from_file_location("release", ROOT / "changelog.d" / "release.py")
    assert spec is not None
    assert spec.loader is not None
    release = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(release)
    page = "# Changelog\n\nWords.\n\n## [Unreleased]\n\nSee there.\n\n## [0.0.9] - 2026-01-01\n\nOld.\n"

    once = release.released(page, "0.1.0", "2026-02-01", [("fixed", "One.\nMore.\n"), ("added", "[Two](../two.md).\n")])
    again = release.released(once, "0.1.0", "2026-02-02", [("fixed", "Three.\n")])

    assert set(release.CATEGORIES) == set(CATEGORIES)
    new = "### Added\n\n- [Two](two.md).\n\n### Fixed\n\n- One.\n  More.\n"
    older = "\n## [0.0.9] - 2026-01-01\n\nOld.\n"
    assert once == f"# Changelog\n\nWords.\n\n## [0.1.0] - 2026-02-01\n\n{new}{older}"
    assert again == f"# Changelog\n\nWords.\n\n## [0.1.0] - 2026-02-02\n\n{new}- Three.\n{older}"


def test_the_licence_is_whole_and_named() -> None:
    text = (ROOT / "LICENSE").read_text()

    assert PROJECT["project"]["license"] == "Apache-2.0"
    assert text.splitlines()[1].strip() == "Apache License"
    assert "END OF TERMS AND CONDITIONS" in text


def test_every_fragment_of_the_changelog_is_named_after_its_category() -> None:
    fragments = [path.name for path in (ROOT / "changelog.d").glob("*.md") if path.name != "README.md"]

    misnamed = [name for name in fragments if not re.fullmatch(rf"[a-z0-9-]+\.({'|'.join(CATEGORIES)})\.md", name)]

    assert misnamed == []
