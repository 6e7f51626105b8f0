"""The page of the Python API: every example prints what stands there, beside what ``oathbook examples`` writes."""

import doctest
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import oathbook
from tests.docs import notebook
from tests.support.checkout import ROOT
from tests.unit.api.running import oathbook as command

PAGE: Final = (ROOT / "docs" / "api.md").read_text("utf-8")
BLOCK: Final = re.compile(r"^```pycon\n(.*?)^```", re.DOTALL | re.MULTILINE)


def examples() -> Iterator[doctest.Example]:
    parser = doctest.DocTestParser()
    for block in BLOCK.findall(PAGE):
        yield from parser.get_examples(block)


def test_every_example_prints_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert command("examples").code == 0
    told = doctest.DocTest([*examples()], {}, "docs/api.md", "docs/api.md", 0, PAGE)

    done = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(told)

    assert done.failed == 0, capsys.readouterr().out
    assert done.attempted > 20


def test_the_page_shows_what_is_public() -> None:
    shown = {"Position", "Promise", "Promises", "Record", "Score", "Standing", "Step", "Verification", "Answer"}

    assert all(f"`{name}`" in PAGE or f".{name}" in PAGE for name in {*oathbook.__all__} - shown)
    for method in ("verify", "at", "replay", "promises", "rows", "seats"):
        assert f".{method}" in PAGE


def test_the_notebook_shows_what_its_cells_return() -> None:
    stored = notebook.cells()
    found = [*notebook.outputs_of(stored)]

    assert found == [cell.get("outputs", []) for cell in stored]
    assert sum(map(len, found)) > 4
    assert notebook.PICTURE.read_bytes().startswith(b"\x89PNG")
    assert f"({notebook.NOTEBOOK.name})" in PAGE
    assert f"({notebook.PICTURE.name})" in PAGE
