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


PLACED: Final = re.compile(r"((?:`[\w.]+`(?:, | and )?)+) in `([\w/]+\.py)`")
NAME: Final = re.compile(r"[A-Z]+[a-z]\w*(?:\.\w+)?|[a-z]+(?:_[a-z]+)+|[A-Z]+(?:_[A-Z]+)*")
OF_OTHERS: Final = {"Application", "ETag", "StoredEvent"}
FILES: Final = [path for each in ("domain", "projections", "replays", "api") for path in (ROOT / each).rglob("*.py")]
CODE: Final = "\n".join(path.read_text("utf-8") for path in FILES)
ROOMS: Final = {part for path in FILES for part in path.relative_to(ROOT).parts}


def is_defined(name: str, code: str) -> bool:
    """Whether each part of a dotted name is a class, a function, a constant or a field there."""
    return all(
        re.search(rf"\b(?:class|def) {each}\b|^ *{each}(?::|\b.* =)", code, re.MULTILINE) for each in name.split(".")
    )


def test_every_name_that_the_page_places_in_a_file_is_there() -> None:
    """A method is there with its class."""
    placed = [(name, path) for names, path in PLACED.findall(PAGE) for name in re.findall(r"`([\w.]+)`", names)]

    missing = [(name, path) for name, path in placed if not is_defined(name, (ROOT / path).read_text("utf-8"))]

    assert len(placed) > 25
    assert missing == []


def test_every_name_on_the_page_is_somewhere_in_the_code() -> None:
    names = [each for each in QUOTED if NAME.fullmatch(each) and each not in OF_OTHERS]

    assert len(names) > 40
    assert [each for each in names if not is_defined(each, CODE) and each not in ROOMS] == []


@pytest.mark.parametrize("name", ["Writer.no_such_method", "NoSuchClass", "no_such_function", "NO_SUCH_CONSTANT"])
def test_a_name_that_is_not_there_is_noticed(name: str) -> None:
    assert NAME.fullmatch(name)
    assert not is_defined(name, CODE)
