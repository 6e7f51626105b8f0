"""The changes of ``docs/tutorial-ruleset.md`` are patches; ``make wheel`` follows the whole page."""

from pathlib import Path

import pytest

from tests.docs.tutorial import BLOCK, PAGE, patched
from tests.unit.api.running import oathbook

PATCHES = [block["text"] for block in BLOCK.finditer(PAGE) if block["kind"] == "diff"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the page begins: the package that the command writes."""
    monkeypatch.chdir(tmp_path)
    assert oathbook("new-ruleset", "river").code == 0
    return tmp_path


def test_every_change_of_the_page_applies_to_what_the_command_writes(folder: Path) -> None:
    for each in PATCHES:
        patched(each, folder)

    assert len(PATCHES) >= 4
    assert "R-2.5" in (folder / "river/river/rulebook.toml").read_text("utf-8")
    assert not list(folder.rglob("*.rej"))


def test_a_patch_that_does_not_fit_is_noticed(folder: Path) -> None:
    """The control: given twice, its lines are not what stands there."""
    patched(PATCHES[0], folder)

    with pytest.raises(AssertionError, match=r"FAILED|does not apply"):
        patched(PATCHES[0], folder)
