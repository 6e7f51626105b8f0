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


def test_a_link_that_leads_nowhere_is_noticed() -> None:
    assert PAGES
    assert broken(ROOT / "README.md", "docs/no-such-page.md")
    assert broken(ROOT / "README.md", "docs/glossary.md#no-such-heading")
