"""Nothing tells people to install ``oathbook`` by its name alone: it is on no index, and may become somebody else's."""

import re
from typing import Final

import pytest

from tests.support.checkout import ROOT, files_of_the_project

COMMAND: Final = re.compile(r"\bpipx? install\b([^\n`]*)")
BARE: Final = re.compile(r"(?<![\w./…-])oathbook(?:\[[\w{},]+\])?(?![\w/.-])")
"""The name, with or without extras, and neither a path before it nor more of one behind it."""

TEXTS: Final = {
    path: path.read_text("utf-8", errors="ignore")
    for path in files_of_the_project()
    if path.suffix in {".md", ".py", ".sh", ".template", ".toml", ".yaml", ""}
}


def bare_names(text: str) -> list[str]:
    """What is to be installed by its name, in every such command of a text."""
    return [name for command in COMMAND.findall(text) for name in BARE.findall(command)]


def test_every_command_that_installs_oathbook_has_a_path() -> None:
    commands = [command for text in TEXTS.values() for command in COMMAND.findall(text)]

    assert sum("oathbook[" in command for command in commands) > 5
    assert {str(path.relative_to(ROOT)): found for path, text in TEXTS.items() if (found := bare_names(text))} == {}


@pytest.mark.parametrize(
    ("rest", "bare"),
    [
        ("oathbook", True),
        ("'oathbook[postgres]'", True),
        ('--quiet "oathbook[s3]"', True),
        ("'oathbook[{extra}]'", True),
        ("'/path/to/oathbook[postgres]'", False),
        ("./oathbook-0.1.0-py3-none-any.whl", False),
        (".", False),
    ],
)
def test_a_name_without_a_path_is_noticed(rest: str, *, bare: bool) -> None:
    assert bool(bare_names(f"pip install {rest}")) == bare
