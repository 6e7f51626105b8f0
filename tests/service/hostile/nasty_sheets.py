"""Sheets of notation that somebody might send by mistake or on purpose, each with the answer that is due to it."""

from collections.abc import Iterator
from typing import Final

from oathbook.domain.kernel.limits import RECORD_BYTES
from oathbook.domain.recording.format.record_file import MOST_LINE_BYTES, MOST_LINES
from tests.service.hostile.nasty_bodies import BAD, LARGE, Nasty
from tests.support.transcribing import EVENING, TABLE

MOST: Final = 3_980
"""Characters that a line may still have after its seat."""


def odd_sheets() -> Iterator[Nasty]:
    """What can be wrong with a sheet; what may take long to find out as well."""
    for name, text, says in (
        ("the first line alone", "oathbook notation/1\n", "line 2, column 1: the sheet has no line for edition"),
        (
            "a later version",
            EVENING.replace("notation/1", "notation/2"),
            "line 1, column 10: this program reads notation/1",
        ),
        ("a million empty lines", TABLE.replace("seats", "\n" * 150_000 + "seat"), "line 150003, column 1"),
        ("more lines than a file has", TABLE + "\n" * MOST_LINES, f"line {MOST_LINES + 1}, column 1"),
        ("a line that is too long", TABLE + "#" * (MOST_LINE_BYTES + 1), "line 4, column 1048577: a line has at most"),
        ("words without end", f"{TABLE}ann: {'deploy ' * 600}", "line 4, column 4001: a line has at most 4,000"),
        ("a list without end", f"{TABLE}ann: offer {'ann gives wolf0 to bram, ' * 150}", "line 4, column "),
        ("lists within lists", f"{TABLE}ann: offer ann gives {'wolf0 and ' * 390}", "line 4, column "),
        ("brackets without end", f"{TABLE}ann: {'[' * MOST}", "line 4, column 6: it is nested deeper than 16"),
        ("quotation marks without end", f'{TABLE}ann: deploy "{chr(92) * MOST}', "line 4, column 13"),
        ("another's seat", f"{TABLE}zoe: idle\n", "line 4, column 1: “zoe” cannot stand here; what can: ann"),
        ("a seat that is none", f"{TABLE}rules: idle\n", "line 4, column 1: “rules” cannot stand here"),
        ("a number without end", f"{TABLE}ann: vote for {'9' * 3_000}\n", "line 4, column "),
        ("a lone surrogate", f'{TABLE}ann: deploy "{chr(92)}ud800"\n', "line 4, column 13: it is not UTF-8 text"),
        ("stamps alone", f"{TABLE}record x\n", "line 4, column 1: a record has one id, one head"),
        ("an odd id", f"{TABLE}record a/b\nhead {'0' * 64}\n", "line 4, column 1: a record has one id"),
        (
            "times without end",
            f"{TABLE}record a\nhead {'0' * 64}\ntimes 2026-01-01T00:00:00.000000Z +1*999999\n",
            "line 4",
        ),
        (
            "times beyond all calendars",
            f"{TABLE}record a\nhead {'0' * 64}\ntimes 9999-12-31T23:59:59.999999Z +1\n",
            "line 4",
        ),
    ):
        yield Nasty(name, text.encode(), BAD, says)
    yield Nasty("bytes", TABLE.encode() + b"ann: \xff\n", BAD, "line 4, column 6: this is not UTF-8 text")
    yield Nasty("a sheet beyond its limit", TABLE.encode() + b"\n" * RECORD_BYTES, LARGE, "16,777,216 bytes")
