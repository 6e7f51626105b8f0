"""Decisions and claims typed as a player writes them, where JSON is taken too."""

import json
from pathlib import Path

import pytest

from tests.unit.api.games import duel
from tests.unit.api.running import Printed, kept, oathbook

PLAN = {"by": "ash", "kind": "lay_plan", "slots": ["bow"]}


@pytest.fixture(name="record")
def _record(tmp_path: Path) -> Path:
    return kept(duel(), tmp_path / "duel.jsonl")


def ask(record: Path, decision: str) -> Printed:
    return oathbook("ask", record, "--at", "1", "--decision", decision, "--json")


@pytest.mark.parametrize("line", ["ash: plan bow", "Ann: plan bow", "  ASH :  plan Bow  # as she said"])
def test_a_line_asks_what_its_fields_ask(line: str, record: Path) -> None:
    typed, fields = ask(record, line), ask(record, json.dumps(PLAN))

    assert typed.code == 0
    assert typed.out == fields.out


def test_a_line_stands_in_a_file_too_and_is_clarifying_question_in_a_setup(record: Path, tmp_path: Path) -> None:
    (tmp_path / "line.txt").write_text("ash: plan bow\n")
    setup = tmp_path / "setup.json"
    seats = [{"seat": "ash"}, {"seat": "birch"}]
    setup.write_text(json.dumps({"edition": "knights_duty/1", "seats": seats, "components": "knights-duty-sample-1"}))

    in_file = ask(record, f"@{tmp_path / 'line.txt'}")
    in_setup = oathbook("ask", "--setup", setup, "--decision", "ash: plan bow", "--json")

    assert in_file.out == ask(record, json.dumps(PLAN)).out
    assert in_setup.json["decision"] == PLAN


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("plan bow", "begin with who decides and a colon, as on a sheet; there are ash, birch"),
        ("oak: plan bow", "begin with who decides and a colon"),
        ("ash: plan bwo", "“bwo” cannot stand here"),
        ("ash: sign p1", "this is an act on a promise, not a decision"),
    ],
)
def test_a_line_that_says_no_decision_is_refused_in_words(line: str, says: str, record: Path) -> None:
    printed = ask(record, line)

    assert printed.code == 2
    assert says in printed.err


def test_a_file_that_is_no_text_is_refused(record: Path, tmp_path: Path) -> None:
    (tmp_path / "picture").write_bytes(b"\xff\xd8\xff")

    assert f"{tmp_path / 'picture'}: this is not UTF-8 text" in ask(record, f"@{tmp_path / 'picture'}").err


# Claims -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        ("outcome-wrong at 12", {"claim": "outcome-wrong", "at": 12}),
        ("Outcome wrong at 12, KD-8.2", {"claim": "outcome-wrong", "at": 12, "clause": "KD-8.2"}),
        ("draw-wrong 11", {"claim": "draw-wrong", "at": 11}),
        ("standing at 14", {"claim": "standing", "at": 14}),
        ("decision-illegal at 2,KD-2.2", {"claim": "decision-illegal", "at": 2, "clause": "KD-2.2"}),
        ("decision-refused at 1: ash: plan bow", {"claim": "decision-refused", "at": 1, "decision": PLAN}),
    ],
)
def test_a_claim_is_made_in_the_words_in_which_its_finding_names_it(line: str, fields: object, record: Path) -> None:
    typed, sent = (oathbook("dispute", record, "--claim", each, "--json") for each in (line, json.dumps(fields)))

    assert typed.out == sent.out
    assert typed.code == sent.code != 2


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("outcom wrong at 12", "“outcom wrong at 12” is no claim; did you mean outcome-wrong?"),
        ("it was unfair", "“it was unfair” is no claim; write it like “outcome-wrong at 12”"),
        ("outcome-wrong at p1", "“p1” is no position"),
        ("decision-refused at 1", "a line follows “decision-refused at 1:”, and no other claim"),
        ("outcome-wrong at 12: ash: plan bow", "a line follows “decision-refused at 12:”, and no other claim"),
        ("promise p1", "there is no promise p1"),
    ],
)
def test_a_claim_that_says_nothing_is_refused_with_what_would(line: str, says: str, record: Path) -> None:
    printed = oathbook("dispute", record, "--claim", line)

    assert printed.code == 2
    assert says in printed.err
