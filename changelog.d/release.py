"""Moves the fragments into ``CHANGELOG.md``, under the version and the day that are given: ``release.py 0.1.0 DAY``.

A version that is there already is added to, so that the command can be given again until the version is out.
"""

import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

CATEGORIES: Final = ("security", "rules", "added", "changed", "deprecated", "removed", "fixed")
FRAGMENTS: Final = Path(__file__).parent
PAGE: Final = FRAGMENTS.parent / "CHANGELOG.md"
SECTION: Final = re.compile(r"^(?=## )", re.MULTILINE)
BLOCK: Final = re.compile(r"^### (\w+)\n\n", re.MULTILINE)


def released(page: str, version: str, day: str, fragments: Iterable[tuple[str, str]]) -> str:
    """The page with each fragment, a category and its text, under the heading of the version."""
    head, *sections = SECTION.split(page)
    rest = [each for each in sections if not each.startswith(("## [Unreleased]", f"## [{version}]"))]
    there = next((each for each in sections if each.startswith(f"## [{version}]")), "\n\n")
    _, _, inside = there.partition("\n")
    says, *blocks = BLOCK.split(inside)
    notes = dict.fromkeys(CATEGORIES, "")
    notes |= {name.lower(): f"{text.strip()}\n" for name, text in zip(blocks[::2], blocks[1::2], strict=True)}
    for category, text in fragments:
        notes[category] += f"- {text.strip()}".replace("\n", "\n  ").replace("](../", "](") + "\n"
    return "".join((head, *_section(version, day, says.strip(), notes), "\n" * bool(rest), *rest))


def _section(version: str, day: str, says: str, notes: Mapping[str, str]) -> Iterable[str]:
    yield f"## [{version}] - {day}\n"
    if says:
        yield f"\n{says}\n"
    for category, text in notes.items():
        if text:
            yield f"\n### {category.capitalize()}\n\n{text}"


def main(version: str, day: str) -> None:
    """Move all that there are."""
    files = sorted(each for each in FRAGMENTS.glob("*.md") if each.name != "README.md")
    fragments = ((each.suffixes[-2][1:], each.read_text("utf-8")) for each in files)
    PAGE.write_text(released(PAGE.read_text("utf-8"), version, day, fragments), "utf-8")
    for each in files:
        each.unlink()
    sys.stdout.write(f"{PAGE.name}: {len(files)} fragments under {version}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
