"""No page of the project points at a file or heading that is not there."""

import re
from pathlib import Path

import pytest

from tests.support.checkout import ROOT

HIDDEN = {".venv", ".git", ".pytest_cache", "node_modules", "build", "dist"}
PAGES = [page for page in sorted(ROOT.rglob("*.md")) if not HIDDEN & set(page.relative_to(ROOT).parts)]
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def anchors(page: Path) -> set[str]:
    """The headings of a page as links name them."""
    words = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in HEADING.findall(page.read_text("utf-8")))
    return {each.replace(" ", "-") for each in words}


def broken(page: Path, target: str) -> bool:
    """Whether a link leads nowhere."""
    path, _, anchor = target.partition("#")
    there = (page.parent / path) if path else page
    return not there.exists() or bool(anchor and there.suffix == ".md" and anchor not in anchors(there))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    targets = [each for each in LINK.findall(page.read_text("utf-8")) if "://" not in each]

    assert [each for each in targets if broken(page, each)] == []


def reached_from(start: Path) -> set[Path]:
    """The pages that are reached from a page by links, over any number of pages in between."""
    found, new = {start}, [start]
    while new:
        page = new.pop()
        targets = {(page.parent / each.partition("#")[0]).resolve() for each in LINK.findall(page.read_text("utf-8"))}
        more = {each for each in targets if each.suffix == ".md" and each.exists()} - found
        found |= more
        new.extend(more)
    return found


def test_every_page_of_the_documentation_is_reached_from_its_map() -> None:
    reached = reached_from(ROOT / "docs" / "README.md")

    assert {str(page.relative_to(ROOT)) for page in (ROOT / "docs").rglob("*.md") if page not in reached} == set()


def test_the_map_names_every_page_beside_it() -> None:
    """Only decisions are listed on a page of their own."""
    page = ROOT / "docs" / "README.md"
    named = {target.partition("#")[0] for target in LINK.findall(page.read_text("utf-8"))}

    assert {each.name for each in page.parent.glob("*.md")} - named == {"README.md"}


def test_a_link_that_leads_nowhere_is_noticed() -> None:
    assert PAGES
    assert broken(ROOT / "README.md", "docs/no-such-page.md")
    assert broken(ROOT / "README.md", "docs/glossary.md#no-such-heading")
