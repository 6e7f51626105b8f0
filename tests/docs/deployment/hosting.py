"""The blocks of ``docs/hosting.md``, and the lines of those that are for a shell."""

import re
from typing import Final

from tests.support.checkout import ROOT

PAGE: Final = (ROOT / "docs" / "hosting.md").read_text("utf-8")
BLOCK: Final = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
BLOCKS: Final[list[tuple[str, str]]] = BLOCK.findall(PAGE)
PROGRAM_ON_THE_PAGE: Final = "/opt/oathbook/bin/oathbook"


def blocks(kind: str) -> list[str]:
    """The blocks of a kind, in the order of the page; ``AssertionError`` where there is none."""
    found = [text for name, text in BLOCKS if name == kind]
    assert found, f"the page has no block of {kind}"
    return found


def block_with(*parts: str) -> str:
    """The one block for a shell that has all of these parts."""
    (text,) = (each for each in blocks("sh") if all(part in each for part in parts))
    return text


def lines_in(block: str) -> list[str]:
    """The lines of a block for a shell; what is continued is one."""
    return re.sub(r"\\\n\s*", "", block).splitlines()
