"""Each sentence of the documentation that promises safety has a test, named in ``promises.toml``."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Final, Literal

import pytest

from tests.support.checkout import ROOT

TABLE: Final[dict[str, dict[str, Literal["limit", "word"] | list[str]]]] = tomllib.loads(
    (ROOT / "tests" / "docs" / "promises.toml").read_text("utf-8")
)
LEFT_OUT: Final = {
    "docs/README.md": "it lists the other pages",
    "docs/api.md": "the Python package stores nothing; a test runs its examples",
    "docs/architecture.md": "it tells contributors where things are",
    "docs/glossary.md": "it says what words mean",
    "docs/laws.md": "the contract tests are these laws",
    "docs/letters.md": "it is about the words of letters",
    "docs/packages.md": "it tells authors of rulesets what is asked of them",
    "docs/performance.md": "it has what was measured",
    "docs/record-format.md": "it is the reference of a format, with tests of its own",
    "docs/transcripts.md": "it is about how games are written down",
    "docs/tutorial-ruleset.md": "it is about writing a ruleset",
}
WORDS: Final = re.compile(
    r"\b(never|nothing|nobody|at once|cannot(?! be read)|all (the )?others?|always|only\b.*\bmay)\b", re.IGNORECASE
)
FENCED: Final = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK: Final = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
BLOCK: Final = re.compile(r"\n\s*\n|\n(?=- |\||#|\d+\. )")
CELL: Final = re.compile(r" \| |^\| | \|$")
BULLET: Final = re.compile(r"^([-#]+|\d+\.) ")
SENTENCE: Final = re.compile(r"(?<=[.?!]) (?=[A-Z`(“])")


def sentences(page: str) -> Iterator[str]:
    """The sentences of a page without its examples, and the cells of its tables, without signs for links and weight."""
    text = LINK.sub(r"\1", FENCED.sub("", page)).replace("**", "")
    for block in BLOCK.split(text):
        for cell in CELL.split(block.strip()):
            yield from SENTENCE.split(" ".join(BULLET.sub("", cell.strip()).split()))


def promises(page: str) -> list[str]:
    """The sentences of a page that have a word with which safety is promised."""
    return [each for each in sentences(page) if WORDS.search(each)]


@cache
def names_in(path: str) -> frozenset[str]:
    """The names of the tests in a file below ``tests``; none if there is no such file."""
    file = ROOT / "tests" / path
    if not file.is_file():
        return frozenset()
    functions = (each for each in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(each, ast.FunctionDef))
    return frozenset(each.name for each in functions if each.name.startswith("test_"))


def is_there(name: str) -> bool:
    """Whether a test of this path and name exists."""
    path, _, test = name.partition("::")
    return test in names_in(path)


def test_every_page_is_in_the_table_or_left_out_for_a_reason() -> None:
    """The records of decisions in ``docs/adr`` say what was chosen when, and promise nothing."""
    pages = {"README.md", "SECURITY.md", *(f"docs/{each.name}" for each in (ROOT / "docs").glob("*.md"))}

    assert sorted([*TABLE, *LEFT_OUT]) == sorted(pages)


@pytest.mark.parametrize("page", TABLE)
def test_every_sentence_that_promises_something_is_in_the_table(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")

    assert promises(text)
    assert [each for each in promises(text) if each not in TABLE[page]] == []


@pytest.mark.parametrize("page", TABLE)
def test_every_entry_of_the_table_is_a_sentence_of_its_page(page: str) -> None:
    assert TABLE[page].keys() - set(sentences((ROOT / page).read_text("utf-8"))) == set()


@pytest.mark.parametrize("page", TABLE)
def test_every_test_in_the_table_exists(page: str) -> None:
    tests = [value for value in TABLE[page].values() if isinstance(value, list)]

    assert all(tests)
    assert [each for names in tests for each in names if not is_there(each)] == []


@pytest.mark.parametrize(
    "text",
    [
        "It rains. Nothing is lost. It rains.",
        "It rains:\n\n- **Nothing\n  is lost.** It rains.",
        "| it rains | Nothing is lost. |\n| it | rains |",
        "It rains.\n1. [Nothing](a.md) is lost.\n2. It rains.",
    ],
)
def test_a_promise_is_found_wherever_it_stands(text: str) -> None:
    assert promises(text) == ["Nothing is lost."]


def test_an_example_and_what_cannot_be_read_are_no_promises() -> None:
    assert promises("It rains:\n\n```\nnothing is lost\n```\n\n| 2 | a record cannot be read |") == []


@pytest.mark.parametrize("name", ["docs/test_promises.py::test_no_such", "docs/test_no_such.py::test_it", "limits"])
def test_a_test_that_is_not_there_is_noticed(name: str) -> None:
    assert is_there("docs/test_promises.py::test_a_test_that_is_not_there_is_noticed")
    assert not is_there(name)
