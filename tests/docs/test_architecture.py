"""The page about the architecture names what is there."""

import re
from typing import Final

import pytest

from tests.support.checkout import ROOT

PAGE: Final = (ROOT / "docs" / "architecture.md").read_text("utf-8")
QUOTED: Final = sorted(set(re.findall(r"`([^`\n]+)`", PAGE)))
PATHS: Final = [
    each for each in QUOTED if re.fullmatch(r"(domain|projections|replays|api|tests|docs)(/[\w.-]+)*/?", each)
]
TITLES: Final = ("cube_bag", "gloomhaven_attack", "heirless", "knights_duty")
OF_A_TITLE: Final = [each for each in QUOTED if re.fullmatch(r"(\w+/)?\w+\.(py|toml|md)|\w+/", each)]


@pytest.mark.parametrize("path", PATHS)
def test_a_path_on_the_page_is_there(path: str) -> None:
    assert (ROOT / path).exists()


@pytest.mark.parametrize("title", TITLES)
def test_every_title_has_the_rooms_that_the_page_names(title: str) -> None:
    folder = ROOT / "domain" / "rulesets" / title

    missing = [each for each in OF_A_TITLE if not (folder / each).exists() and not (ROOT / each).exists()]

    assert missing == []


@pytest.mark.parametrize("package", ["domain", "api"])
def test_the_page_names_every_room(package: str) -> None:
    rooms = {each.parent.name for each in (ROOT / package).glob("*/__init__.py")}

    assert {room for room in rooms if f"`{package}/{room}" not in PAGE and f"`{room}`" not in PAGE} == set()
    assert rooms


def test_every_class_and_function_that_the_page_places_in_a_file_is_there() -> None:
    placed = re.findall(r"`(?:\w+\.)?(\w+)`(?:, `(\w+)`)? in `([\w/]+\.py)`", PAGE)

    missing = [
        (name, path)
        for first, second, path in placed
        for name in (first, second)
        if name and not re.search(rf"\b(class|def) {name}\b", (ROOT / path).read_text("utf-8"))
    ]

    assert len(placed) > 10
    assert missing == []
