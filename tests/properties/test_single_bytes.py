"""Any single byte of any line of a record changed: it is noticed, and the changed line is what is named first.

The quick run changes a few bytes of every line, the slow one every byte in several ways.
"""

import re
from collections.abc import Iterator
from itertools import accumulate

import pytest

from oathbook.domain.errors import CorruptRecord, Refused
from oathbook.domain.kernel import PUBLIC
from oathbook.domain.recording.format.record import Record, record_for
from oathbook.domain.recording.format.record_file import record_from, record_text
from oathbook.replays.verification import verify
from tests.support.playing import die, half_shown, ruleset_of, small_game
from tests.support.sampling import some

PER_LINE = 40
LINE_END = 0x0A
RECORDS = {
    "seeded": small_game(),
    "witnessed": small_game(chance="witnessed"),
    "for the public": record_for(half_shown(), PUBLIC),
}


def named_first(text: bytes) -> str:
    """The position or line that is named first by whoever reads and verifies this file, or nothing if it is sound."""
    try:
        found = verify(record_from(text, ruleset_of, where="file")).discrepancies
    except CorruptRecord as refused:
        return f"position {refused.position}"
    except Refused as refused:
        line = re.match(r"file: (line \d+)\b", str(refused))
        return line[1] if line else f"no place: {refused}"
    return f"position {found[0].position}" if found else "nothing"


def places(lines: list[bytes]) -> Iterator[int]:
    """For every line the position of its event, its own or the one whose openings it holds; 0 without one."""
    position = 0
    for number, line in enumerate(lines):
        inside = 0 < number < len(lines) - 1
        position += inside and line.startswith(b"{")
        yield position if inside else 0


def acceptable(lines: list[bytes], number: int, at: int, byte: int) -> set[str]:
    """What may be named when a byte of that line (from 0) becomes another.

    A line end put in or taken away moves what stands behind it to another line. A line of openings that no longer
    begins with its bracket is read as the next event.
    """
    position = list(places(lines))[number]
    named = {f"position {position}"} if position else {f"line {number + 1}"}
    if LINE_END in {byte, [*lines[number], LINE_END][at]}:
        named |= {f"line {number + 1}", f"line {number + 2}"}
    if at == 0 and lines[number].startswith(b"["):
        named.add(f"position {position + 1}")
    return named


def other_bytes(old: int, which: str) -> list[int]:
    """What a byte may become: one bit other, a digit, another letter, a quote, a line end, no text at all."""
    values = die(which).sample(range(256), 2)
    return [each for each in dict.fromkeys((old ^ 1, ord("0"), ord('"'), LINE_END, *values)) if each != old]


def misnamed(record: Record, number: int, offsets: range, *, ways: int) -> list[str]:
    """Every change of these bytes of a line after which something else is named first."""
    text = record_text(record)
    lines = text.splitlines()
    start = [0, *accumulate(len(line) + 1 for line in lines)][number]
    wrong: list[str] = []
    for at in offsets:
        for byte in other_bytes(text[start + at], f"{number}/{at}")[:ways]:
            changed = text[: start + at] + bytes([byte]) + text[start + at + 1 :]
            named = named_first(changed)
            if named not in acceptable(lines, number, at, byte):
                wrong.append(f"byte {at} became {byte:#04x}: {named}")
    return wrong


LINES = [(name, number) for name, record in RECORDS.items() for number in range(len(record_text(record).splitlines()))]


@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
def test_an_unchanged_record_has_nothing_to_name(record: Record) -> None:
    """The control."""
    assert named_first(record_text(record)) == "nothing"


@pytest.mark.parametrize(("name", "number"), some(LINES, 24))
def test_a_changed_byte_is_noticed_and_its_line_is_named_first(name: str, number: int) -> None:
    """Bytes spread over the whole line, its first, its last and its line end among them."""
    length = len(record_text(RECORDS[name]).splitlines()[number])
    stride = max(1, length // PER_LINE)

    wrong = misnamed(RECORDS[name], number, range(0, length + 1, stride), ways=2)
    wrong += misnamed(RECORDS[name], number, range(length - 1, length + 1), ways=4)

    assert wrong == []


@pytest.mark.slow
@pytest.mark.parametrize(("name", "number"), LINES)
def test_every_byte_that_changes_is_noticed_and_its_line_is_named_first(name: str, number: int) -> None:
    """Each byte of each line, in up to six ways."""
    length = len(record_text(RECORDS[name]).splitlines()[number])

    assert misnamed(RECORDS[name], number, range(length + 1), ways=6) == []
