"""The READMEs: every command they show is run, and says what they say it does."""

from pathlib import Path

import pytest

from tests.docs.consoles import CHECKOUT, agrees, lay_out, runs_of, said

PAGES = ("README.md", "domain/rulesets/heirless/README.md", "domain/rulesets/knights_duty/README.md")


@pytest.mark.parametrize("name", PAGES)
def test_a_readme_shows_what_the_program_says(name: str, tmp_path: Path) -> None:
    """Each command in its order, in one folder with the golden records and the page's own files."""
    page = (CHECKOUT / name).read_text("utf-8")
    lay_out(page, tmp_path)
    runs = runs_of(page)

    assert len(runs) >= 3
    for command, shown in runs:
        real = said(command, tmp_path)
        assert agrees(shown, real), f"$ {command}\n" + "\n".join(real)


def test_a_wrong_line_is_noticed() -> None:
    """The control: lines that differ, are missing or are too many do not agree."""
    assert agrees(["a", "…", "d"], ["a", "b", "c", "d"])
    assert not agrees(["a", "…", "d"], ["a", "b", "c"])
    assert not agrees(["a"], ["a", "b"])
    assert not agrees(["a", "b"], ["a"])
