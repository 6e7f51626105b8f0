"""Clauses, readings and workings as lines of text."""

from collections.abc import Iterable, Iterator, Mapping

from rich.text import Text

from oathbook.api.cli.output import line
from oathbook.domain.kernel.workings import Line, said


def because(cites: Iterable[str], readings: Iterable[str]) -> tuple[str, str]:
    """The ids that a sentence rests on, in brackets, as a part of a line."""
    named = [*cites, *readings]
    return (f"  [{', '.join(named)}]" if named else "", "dim")


def working_lines(working: Iterable[Line], indent: str) -> Iterator[Text]:
    """The arithmetic, one line each; a rule that did not apply is marked."""
    for each in working:
        text = f"{indent}{said(each)} ({each.clause}{'' if each.applied else ', does not apply'})"
        yield line((text, "" if each.applied else "dim"))


def clause_lines(clauses: Mapping[str, Mapping[str, str]], what: str = "words") -> Iterator[Text]:
    """Each clause with its words or title."""
    for name, found in clauses.items():
        yield line("  ", (name, "bold"), f" {found.get(what, 'is no clause of this rulebook')}")


def reading_lines(readings: Mapping[str, Mapping[str, str]]) -> Iterator[Text]:
    """Each reading with its setting."""
    for name, found in readings.items():
        how = found.get("setting") or found.get("default")
        says = f" {found['title']}: {how}" if how else " is no reading of this rulebook"
        yield line("  ", (name, "bold"), says)
