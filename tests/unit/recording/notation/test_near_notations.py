"""Sheets with something changed: what is read is a record, and what is refused is refused with line and column."""

import random
import re
from collections import Counter
from functools import cache

import pytest

from oathbook.domain.errors import Refused
from oathbook.domain.recording.format.record_file import record_from
from oathbook.domain.recording.notation.sheet_reader import record_from_notation
from oathbook.domain.recording.notation.sheet_writer import sheet_lines
from tests.support.checkout import ROOT
from tests.support.playing import die, ruleset_of, sources
from tests.support.transcribing import EVENING

ODD = 'abc:,"{}[]#\\ \t0-9\x00é  '
MOST_LINES = 40
PLACE = re.compile(r"t\.txt: line [1-9]\d*, column [1-9]\d*: \S")


@cache
def sheets() -> tuple[tuple[str, ...], ...]:
    """The golden games as sheets, but for the long ones, and an evening's."""
    paths = sorted((ROOT / "replays" / "golden").rglob("*.jsonl"))
    told = [sheet_lines(record_from(path.read_bytes(), ruleset_of, where=path.name)) for path in paths]
    return (tuple(EVENING.splitlines()), *(each for each in told if len(each) < MOST_LINES))


@cache
def words() -> tuple[str, ...]:
    return tuple(sorted({word for sheet in sheets() for line in sheet for word in line.split() if len(word) < 30}))


def near(dice: random.Random) -> bytes:
    """A sheet in which a few things were mistyped, lost, doubled or exchanged; half of them without their stamps."""
    lines = list(dice.choice(sheets()))
    if dice.random() < 0.5:
        lines = lines[: next((number for number, line in enumerate(lines) if line.startswith("# By")), len(lines))]
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        at = dice.randrange(len(lines))
        lines[at : at + 1] = mistyped(dice, lines[at]) or ["x"] * (len(lines) == 1)
    text = "\n".join(lines).encode()
    if dice.random() < 0.05:
        spot = dice.randrange(len(text))
        text = text[:spot] + bytes([dice.randrange(256)]) + text[spot + 1 :]
    return text


def mistyped(dice: random.Random, line: str) -> list[str]:
    """What becomes of a line."""
    spot = dice.randrange(len(line) + 1)
    pieces = line.split() or ["x"]
    return dice.choice(
        (
            [],
            [line, dice.choice(dice.choice(sheets()))],
            [line[:spot] + line[spot + 1 :]],
            [line[:spot] + dice.choice(ODD) + line[spot:]],
            [line.replace(dice.choice(pieces), dice.choice(words()), 1)],
            [line[:spot]],
            [f"{line} {dice.choice(words())}"],
            [line.swapcase()],
            [line[:spot], line[spot:]],
        )
    )


def outcome_of(text: bytes) -> str:
    """``read`` or ``refused``; anything else that happens is an error of ours."""
    says = ""
    try:
        record_from_notation(text, ruleset_of, sources("near"), where="t.txt")
    except Refused as refused:
        says = str(refused)
    assert not says or PLACE.match(says), f"{says}\n{text!r}"
    return "refused" if says else "read"


@pytest.mark.parametrize(
    ("seed", "number"), [(1, 200), pytest.param(2, 10_000, marks=pytest.mark.slow, id="ten thousand")]
)
def test_a_near_notation_is_a_record_or_refused_with_line_and_column(seed: int, number: int) -> None:
    dice = die(f"near {seed}")

    outcomes = Counter(outcome_of(near(dice)) for _ in range(number))

    assert outcomes.total() == number
    assert min(outcomes["read"], outcomes["refused"]) > number / 20
