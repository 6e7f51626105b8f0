"""A rulebook as data: what stands in one edition, and what stands in all."""

from pathlib import Path

import pytest

from oathbook.domain.rulesets.rulebook import load_rulebook, parse_readings

CLAUSES = """
[[clause]]
id = "A-1"
title = "Everywhere"
words = "In all editions."
printed = "p. 1"

[[clause]]
id = "A-2"
title = "Old"
words = "In the old edition."
printed = "p. 2"
editions = ["old"]
"""

READINGS = """# Readings

## R-1 Everywhere

- **Where**: A-1
- **Readings**: (i) so; (ii) otherwise
- **Default**: (i)
- **Switch**: `so` (i), `otherwise` (ii)

## R-2 Old and older

- **Where**: A-2
- **Readings**: (i) so
- **Default**: (i)
- **No switch**: there is one reading only.
- **Editions**: old, older
"""


@pytest.mark.parametrize(
    ("edition", "clauses", "readings"),
    [
        ("old", ["A-1", "A-2"], ["R-1", "R-2"]),
        ("older", ["A-1"], ["R-1", "R-2"]),
        ("new", ["A-1"], ["R-1"]),
        ("", ["A-1"], ["R-1"]),
    ],
)
def test_a_book_holds_what_stands_in_its_edition(
    tmp_path: Path, edition: str, clauses: list[str], readings: list[str]
) -> None:
    """A clause or a reading that names editions stands in those alone."""
    tmp_path.joinpath("rulebook.toml").write_text(CLAUSES, "utf-8")
    tmp_path.joinpath("rulings.md").write_text(READINGS, "utf-8")

    book = load_rulebook(tmp_path, edition)

    assert [clause.id for clause in book.clauses] == clauses
    assert [reading.id for reading in book.readings] == readings


def test_a_reading_has_its_settings_or_the_reason_why_it_has_none() -> None:
    """As the page says it, the default first."""
    first, second = parse_readings(READINGS, "old")

    assert (first.settings, first.no_switch) == (("so", "otherwise"), "")
    assert (second.settings, second.no_switch) == ((), "there is one reading only.")
