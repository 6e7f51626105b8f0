"""Random things that a table does beside the rules: each is recorded, or refused at its place; never another error.

What is recorded is what was written: it folds, `verify` finds it, and a sheet, a record file and the public copy of the
record say the same of it (docs/transcripts.md, "What the table did wrong").
"""

import re
from itertools import count, takewhile

import pytest

from oathbook.domain.games.table_events import TableActed
from oathbook.domain.kernel import PUBLIC
from oathbook.domain.recording.format.record import Record, fold_record, redact_record
from oathbook.domain.recording.format.record_file import record_from, record_text, whole_record_from
from oathbook.domain.recording.format.unsealing import openings_by_digest
from oathbook.domain.recording.notation.sheet_writer import sheet_lines
from oathbook.domain.rulesets.registry import load_registry
from oathbook.replays.verification import Verification, verify
from tests.support.checkout import GOLDEN
from tests.support.mistakes.deviations import WHERE, DeviantTable, deviant_table
from tests.support.mistakes.misplays import FAR_DUEL
from tests.support.playing import ruleset_of
from tests.support.transcribing import read
from tests.unit.rulesets.cube_bag.situations import LOSSES

EDITIONS = tuple(load_registry().by_key)
MOMENTS = 4  # of a game
TRIES = 6  # at each moment, until one is recorded
FEW = 12
SWEEP = 10_000
CONCEALED = "the value behind … is not open to this reader"


def deviate(table: DeviantTable, most: int) -> tuple[int, int]:
    """How many deviations were recorded and refused, a few at some moments; what is refused names its line."""
    recorded = refused = 0
    for _ in range(MOMENTS):
        for _ in range(TRIES):
            if table.scribe.game.closed or recorded + refused == most:
                return recorded, refused
            deviation = table.deviate()
            if not deviation.refused:
                recorded += 1
                break
            assert deviation.refused.startswith(f"{WHERE}: line "), deviation
            refused += 1
        table.go_on(table.picks.randrange(3))
    return recorded, refused


def check_record(record: Record) -> None:
    """It folds, is found where it was made, and is the same in every form."""
    acts = [each.position for each in record.entries() if isinstance(each.body, TableActed)]
    fold_record(record)
    found = verify(record)
    assert [each.position for each in found.discrepancies if each.kind == "table"] == acts
    assert {each.kind for each in found.discrepancies} <= {"table", "reveal"}
    assert found.reached == len(record.events)

    text = record_text(record)
    assert verify(record_from(text, ruleset_of, where="again")).discrepancies == found.discrepancies
    again = read("".join(f"{each}\n" for each in sheet_lines(record)))
    assert record_text(again) == text


def check_public_copy(record: Record) -> None:
    """It folds and is judged alike, and has no salt of what is still hidden."""
    public = redact_record(record, PUBLIC)
    fold_record(public)
    found, seen = verify(record), verify(public)
    assert seen.reached == len(record.events)
    assert _said(seen, "table") == _said(found, "table")
    assert _said(seen) <= _said(found)

    text = record_text(public)
    shown = {salt for event in record.events for salt, _ in event.reveals.values()}
    salts = {each.salt for event in record.events for each in openings_by_digest(event).values()}
    assert not [salt for salt in salts - shown if salt.encode() in text]


def _said(found: Verification, *kinds: str) -> set[tuple[int, str]]:
    return {(each.position, each.kind) for each in found.discrepancies if not kinds or each.kind in kinds}


@pytest.mark.parametrize(
    "many",
    [FEW, pytest.param(100, marks=pytest.mark.gate), pytest.param(SWEEP // len(EDITIONS), marks=pytest.mark.slow)],
)
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_deviation_is_recorded_or_refused_at_its_place(edition: str, many: int) -> None:
    """Some are recorded and some refused, or the lines would say nothing."""
    recorded = refused = 0
    for number in count():
        table = deviant_table(edition, number)
        more = deviate(table, many - recorded - refused)
        recorded, refused = recorded + more[0], refused + more[1]
        if more[0]:
            check_record(table.scribe.record)
            check_public_copy(table.scribe.record)
        if recorded + refused == many:
            break

    assert recorded
    assert refused


def sheet_before(record: Record, line: str) -> str:
    """The sheet of a game up to the line that begins so."""
    return "".join(f"{each}\n" for each in takewhile(lambda each: not each.startswith(line), sheet_lines(record)))


AIMED = whole_record_from((GOLDEN / "heirless/e1/attack-hits.jsonl").read_bytes(), ruleset_of, where="golden")
IN_SECRET = {
    "plan": (FAR_DUEL, ("birch: plan bow", "birch: plan shield"), "then nothing"),
    "plan, laid": (FAR_DUEL, ("birch: plan bow", "birch: plan shield"), "then Ash lays 1 token face down"),
    "plan, edited": (FAR_DUEL, ("birch: plan bow", "birch: plan shield"), "edit turn = 4"),
    "Battlecard": (
        sheet_before(AIMED, "birch: defend"),
        ("birch: defend with P1", "birch: defend with P2"),
        "then nothing",
    ),
    "losses": (
        sheet_before(LOSSES.record, "#"),
        ("laura: assign 2 to B/cavalryman", "laura: assign 1 to B/cavalryman"),
        "then nothing",
    ),
}


@pytest.mark.parametrize(("table", "lines", "came"), IN_SECRET.values(), ids=IN_SECRET)
def test_what_was_meant_in_secret_does_not_show_in_the_public_copy(
    table: str, lines: tuple[str, str], came: str
) -> None:
    """Two worlds in which another token, Battlecard or loss was chosen: but for digests and hashes they look alike."""
    records = [read(f"{table}! {each}\n  {came}\n") for each in lines]
    public = [redact_record(each, PUBLIC) for each in records]

    assert record_text(records[0]) != record_text(records[1])
    one, other = (re.sub(rb"[0-9a-f]{32,64}", b"", record_text(each)) for each in public)
    assert one == other
    assert {re.sub(r"[0-9a-f]{12}", "", verify(each).discrepancies[0].says) for each in public} == {CONCEALED}
