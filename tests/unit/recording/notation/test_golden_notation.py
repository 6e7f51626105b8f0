"""Every golden record as notation, and back: the same record, byte for byte."""

from pathlib import Path

import pytest

from oathbook.domain.recording.format.record_file import record_from, record_text
from oathbook.domain.recording.notation.sheet_reader import record_from_notation
from oathbook.domain.recording.notation.sheet_writer import sheet_lines
from tests.support.checkout import ROOT
from tests.support.playing import ruleset_of, sources

GOLDEN = sorted((ROOT / "replays" / "golden").rglob("*.jsonl"))


@pytest.mark.parametrize("path", GOLDEN, ids=[f"{each.parent.name}-{each.stem}" for each in GOLDEN])
def test_a_golden_record_written_as_notation_is_read_back_as_the_same_record(path: Path) -> None:
    """Whatever this machine's clock and salts are: the sheet has the record's own."""
    text = path.read_bytes()
    lines = sheet_lines(record_from(text, ruleset_of, where=path.name))

    again = record_from_notation("\n".join(lines).encode(), ruleset_of, sources("other"), where=path.name)

    assert record_text(again) == text


def test_no_decision_and_no_act_of_a_golden_record_has_to_be_written_as_json() -> None:
    """The words of each ruleset are enough for what its golden records do."""
    steps = [
        line
        for path in GOLDEN
        for line in sheet_lines(record_from(path.read_bytes(), ruleset_of, where=path.name))
        if ": {" in line
    ]

    assert len(GOLDEN) >= 61
    assert steps == []
