"""``oathbook new-ruleset``: a package that works as it is written, under any name that a package can have."""

import importlib
import re
import sys
from collections.abc import Generator
from pathlib import Path
from typing import get_args

import pytest

from oathbook.api.cli.new_ruleset.package_names import names_from
from oathbook.api.cli.new_ruleset.package_writer import package_files
from oathbook.domain.errors import BadRecord
from oathbook.domain.recording.notation.game_notation import GameNotation
from oathbook.domain.recording.notation.line_scanner import LineScanner
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.domain.rulesets.registry import load_registry
from oathbook.domain.rulesets.ruleset_plugins import load_ruleset_plugins
from oathbook.replays.testing.checks import check_ruleset_laws, promise_outcomes
from oathbook.replays.testing.golden import record_golden_sheet, single_ruleset
from oathbook.replays.verification import verify
from tests.support.promises.lettering import strict_parser
from tests.unit.api.new_packages import new_package
from tests.unit.api.running import oathbook

MOST_LINES = 150


@pytest.fixture
def river(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[AnyRuleset]:
    """The ruleset of a new package, where Python finds it as if it were installed; in the end it is gone."""
    monkeypatch.chdir(tmp_path)
    package = new_package(tmp_path, "river")
    monkeypatch.setattr(sys, "path", [str(package), *sys.path])
    importlib.invalidate_caches()
    load_ruleset_plugins.cache_clear()
    yield load_registry().ruleset("river/1")
    monkeypatch.undo()
    load_ruleset_plugins.cache_clear()
    for name in [each for each in sys.modules if each.split(".")[0] == "river"]:
        del sys.modules[name]


def test_the_package_it_writes_can_be_played(river: AnyRuleset) -> None:
    """Its sample game is sound, and its promises are kept."""
    record = record_golden_sheet(Path("river") / "evening.notation", river)

    assert verify(record).status == "sound"
    assert [each.status for each in promise_outcomes(record).values()] == ["kept", "kept"]


def test_it_keeps_the_laws_and_its_letters_have_one_meaning(river: AnyRuleset) -> None:
    assert check_ruleset_laws(river, 3).counts["events"]
    assert strict_parser(river.vocabulary).rules
    assert single_ruleset(river)("river/1") is river


def test_its_readme_shows_a_line_of_every_decision_and_each_is_read_as_one(river: AnyRuleset) -> None:
    """As the READMEs of our own rulesets do."""
    readme = (Path("river") / "README.md").read_text("utf-8")
    lines = re.findall(r"`ann: ([^`]+)`", readme)
    speech = GameNotation(river, river.samples()[0])

    kinds = {LineScanner(each, where=each).read_all(speech.decision)["kind"] for each in lines}

    assert kinds == {each.__struct_config__.tag for each in get_args(river.wire.decision)}


def test_it_says_what_it_wrote(tmp_path: Path) -> None:
    written = oathbook("new-ruleset", "salt_market", "--to", tmp_path, "--json").json

    assert {name: written[name] for name in ("name", "distribution", "edition", "folder")} == {
        "name": "salt_market",
        "distribution": "oathbook-salt-market",
        "edition": "salt_market/1",
        "folder": str(tmp_path / "salt_market"),
    }
    there = [str(each.relative_to(tmp_path / "salt_market")) for each in tmp_path.rglob("*") if each.is_file()]
    assert sorted(there) == written["files"]
    assert {"pyproject.toml", "README.md", "salt_market/ruleset.py", "tests/test_salt_market.py"} <= set(there)
    assert 'title="Salt market"' in (tmp_path / "salt_market" / "salt_market" / "ruleset.py").read_text("utf-8")


def test_every_file_is_filled_in_and_short() -> None:
    files = dict(package_files(names_from("river")))

    assert not [str(path) for path, text in files.items() if "@" in str(path) or "@name@" in text or "@t" in text]
    assert all(len(text.splitlines()) <= MOST_LINES for text in files.values())


def test_what_is_there_is_left_alone(tmp_path: Path) -> None:
    """Also a file, or a folder without anything in it."""
    (tmp_path / "river").mkdir()
    (tmp_path / "brook").write_text("mine")

    for name in ("river", "brook"):
        refused = oathbook("new-ruleset", name, "--to", tmp_path)
        assert refused.code == 2
        assert refused.complaint == f"{tmp_path / name}: it is already there; nothing was overwritten"
    assert list((tmp_path / "river").iterdir()) == []
    assert (tmp_path / "brook").read_text() == "mine"


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    refused = oathbook("new-ruleset", "river", "--to", tmp_path / "nowhere")

    assert refused.code == 2
    assert refused.complaint == f"{tmp_path / 'nowhere' / 'river'}: No such file or directory"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "says"),
    [
        *(
            (name, "is not a valid package name")
            for name in ("", "River", "2river", "salt-market", "a__b", "_a", "a_", "../x", "a/b", "ä", "r" * 41)
        ),
        *((name, "is a word or a module") for name in ("class", "match", "json", "test", "tests")),
        *((name, "is already installed") for name in ("domain", "api", "replays", "msgspec")),
    ],
)
def test_a_name_that_cannot_be_one_is_refused(name: str, says: str) -> None:
    with pytest.raises(BadRecord, match=f"^NAME: .*{says}"):
        names_from(name)


def test_the_longest_name_is_one() -> None:
    assert names_from("r" * 40).edition == f"{'r' * 40}/1"
