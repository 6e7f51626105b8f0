"""Transcripts that cannot be followed: the first line is named and nothing is stored (docs/record-format.md)."""

import json
from typing import Any

import pytest

from oathbook.domain.errors import BadRecord, UnknownEdition
from oathbook.domain.kernel.limits import BODY_BYTES
from tests.support.playing import Json
from tests.support.transcribing import BOW, HEADER, MISS, POINT, SETUP, SHIELD, STRIKE, given, imported, transcript


def refusal(text: bytes) -> str:
    """What an import says: one line that names the file, and never another exception."""
    with pytest.raises(BadRecord, match=r"^t\.jsonl: ") as refused:
        imported(text)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def header(**changes: Any) -> Json:  # noqa: ANN401  # values of any JSON type
    return {**HEADER, **changes}


def setup(**changes: Any) -> Json:  # noqa: ANN401  # as above
    return header(setup={**SETUP, **changes})


def test_the_transcript_that_the_tests_below_spoil_is_imported_as_it_is() -> None:
    """The control."""
    assert len(imported(transcript(BOW, SHIELD, STRIKE)).events) == 8


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"", "t.jsonl: it is empty"),
        (b"\n", "t.jsonl: line 1: it is empty"),
        (b"1. e4 e5\n", "t.jsonl: line 1: it is no Oathbook file"),
        (b"\x89PNG\r\n\x1a\n", "t.jsonl: line 1: it is no Oathbook file"),
        (transcript(header=header(oathbook="record/1")), "t.jsonl: line 1: this program reads transcript/1 here"),
        (transcript(header=header(oathbook="transcript/2")), "the file says it is “transcript/2”"),
        (transcript(header={"oathbook": "transcript/1"}), "line 1: “edition” is missing"),
        (transcript(header=header(more=1)), "line 1: “more” has no place here"),
        (transcript(header=header(setup=[])), "line 1: setup: expected fields with values, got a list"),
        (transcript(header=header(edition=7)), "line 1: edition: expected a text, got a whole number"),
        (transcript(header=setup(components="chess")), "line 1: setup: components: there is no set “chess”"),
        (transcript(header=setup(switches={"KA-99": "x"})), "line 1: setup: switches: “KA-99” has no place here"),
        (transcript(header=setup(start={"stage": "lunch"})), "line 1: setup: start: stage: “lunch” cannot stand here"),
        (transcript(header=setup(reveal="some")), "line 1: setup: reveal: “some” cannot stand here"),
        (transcript(header=setup(more=1)), "line 1: setup: “more” has no place here"),
        (b'{"oathbook":"transcript/1","x":1,"x":2}\n', "line 1: key “x” occurs twice"),
        (b'{"oathbook":"transcript/1","x":1.5}\n', "line 1: 1.5 is a fraction"),
        (transcript()[:-1], "line 1: the file is cut"),
        (transcript(header=setup(start={"x": "y" * 2**20})), "line 1: it is longer than 1,048,576 bytes"),
    ],
)
def test_a_header_that_cannot_be_followed_is_refused_at_line_1(text: bytes, says: str) -> None:
    """Another kind of file, a later version, a setup that does not fit: which field, and where."""
    assert says in refusal(text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (transcript(header=setup(seats=[])), "seats: this board is for 2 to 6 players, not 0"),
        (transcript(header=setup(seats=[{"seat": "ash"}, {"seat": "rules"}])), "seats: “rules”"),
        (transcript(header=setup(start={"stage": "planning", "turn": 2})), "start.knights"),
    ],
)
def test_a_setup_that_the_house_or_the_ruleset_refuses_is_named_with_its_line(text: bytes, says: str) -> None:
    """Section 3.3: an import names the first line it cannot follow, also where it can be read but not played."""
    with pytest.raises(BadRecord) as refused:
        imported(text)

    assert says in str(refused.value)
    assert str(refused.value).startswith("t.jsonl: line 1: ")


def test_an_unknown_edition_is_refused_with_the_editions_there_are() -> None:
    """Nothing can be derived and nothing checked without its rules."""
    with pytest.raises(UnknownEdition, match=r"^t\.jsonl: line 1: .*edition “chess/1”; installed: .*knights_duty/1"):
        imported(transcript(header=header(edition="chess/1")))


BAD_LINES = [
    (b"", "Expecting value"),
    (b"{", "Expecting property name"),
    (b"[]", "expected fields with values, got a list"),
    (b"null", "expected fields with values, got nothing"),
    (b"\xff\xfe", "it is not UTF-8 text"),
    (b"\xef\xbb\xbf{}", "Expecting value"),
    (b'{"by":"ash","by":"ash"}', "key “by” occurs twice"),
    (b'{"by":NaN}', "NaN is not a number"),
    (b'{"by":1e3}', "1e3 is a fraction"),
    (b'{"by":' + b"9" * 5_000 + b"}", "is beyond the whole numbers"),
    (b'{"by":"\\ud800"}', "it is not UTF-8 text"),
    (b"[" * 17 + b"]" * 17, "nested deeper than 16"),
    (b"[" * 30_000 + b"]" * 30_000, "nested deeper than 16"),
    (b" " * BODY_BYTES + b"{}", "longer than 65,536 bytes"),
    (b"x" * (1024 * 1024 + 1), "longer than 1,048,576 bytes"),
]


@pytest.mark.parametrize(("line", "says"), BAD_LINES)
def test_a_line_that_is_no_json_as_it_must_be_is_named(line: bytes, says: str) -> None:
    """Every kind of bad JSON, in the third line."""
    found = refusal(transcript(BOW) + line + b"\n" + transcript(STRIKE).split(b"\n", 1)[1])

    assert found.startswith("t.jsonl: line 3: ")
    assert says in found


BAD_STEPS: list[tuple[Json, str]] = [
    ({"by": "birch"}, "“decision” is missing"),
    ({"decision": SHIELD["decision"]}, "“by” is missing"),
    ({**SHIELD, "more": 1}, "“more” has no place here"),
    ({**SHIELD, "by": 7}, "by: expected a text, got a whole number"),
    ({**SHIELD, "by": "oak"}, "by: there is no seat"),
    ({**SHIELD, "by": "rules"}, "by: there is no seat"),
    ({**SHIELD, "decision": []}, "expected fields with values, got a list"),
    ({**SHIELD, "decision": {"kind": "surrender"}}, "decision: kind: “surrender” cannot stand here"),
    ({**SHIELD, "decision": {**SHIELD["decision"], "by": "ash"}}, "the decision names seat “ash”, the line “birch”"),
    ({**SHIELD, "decision": {"kind": "lay_plan", "slots": ["lance"]}}, "decision: slots 1: “lance” cannot stand here"),
    ({**SHIELD, "draws": [{"label": "tea"}]}, "draws 1: “drawn” is missing"),
    ({**SHIELD, "draws": [{"label": "tea", "drawn": ["milk"]}]}, "draws: nothing asks for "),
    ({**SHIELD, "outcome": [{}]}, "outcome: 1: “event” is missing"),
    ({**SHIELD, "outcome": [{"event": {"kind": "won"}}]}, "outcome: 1 event kind: “won” cannot stand here"),
    ({**SHIELD, "outcome": [{"event": {"kind": "slot_began", "slot": 1}, "more": 1}]}, "“more” has no place here"),
    ({**SHIELD, "outcome": [{"event": {"kind": "slot_began", "slot": -1}}]}, "expected a whole number, at least 0"),
    (
        {**SHIELD, "outcome": [{"event": {"kind": "slot_began", "slot": 1}, "working": [{}]}]},
        "outcome: 1 working 1: “clause” is missing",
    ),
    (
        {**SHIELD, "outcome": [{"event": {"kind": "plan_laid", "seat": "oak", "slots": []}}]},
        "no Knight of oak in this match",
    ),
    ({**SHIELD, "outcome": [{"event": {"kind": "plan_laid", "seat": "ash", "slots": []}}]}, "laid a plan already"),
    (BOW, "seat ash is not asked for this now (KD-2.1)"),
    (POINT, "seat ash is not asked for this now (KD-7.2)"),
]


@pytest.mark.parametrize(("step", "says"), BAD_STEPS)
def test_a_step_that_cannot_be_followed_is_named(step: Json, says: str) -> None:
    """Fields, seats, draws, outcomes that fit no state, illegal decisions without an outcome: in the third line."""
    found = refusal(transcript(BOW, step, STRIKE))

    assert found.startswith("t.jsonl: line 3: ")
    assert found.count("t.jsonl") == 1
    assert says in found


BAD_DRAWS: list[tuple[list[Json], str]] = [
    ([], "the draw “strike/1/ash” is missing: take 1 from shield"),
    ([{**MISS, "label": "strike"}], "the draw “strike/1/ash” is missing"),
    ([{**MISS, "drawn": ["heart"]}], "the draw “strike/1/ash” is impossible: heart cannot be 1 of shield"),
    ([{**MISS, "drawn": []}], "the draw “strike/1/ash” is impossible: nothing cannot be 1 of"),
    ([{**MISS, "drawn": ["shield", "shield"]}], "the draw “strike/1/ash” is impossible"),
    ([MISS, {"label": "tea", "drawn": ["milk"]}], "draws: nothing asks for "),
]


@pytest.mark.parametrize(("draws", "says"), BAD_DRAWS)
def test_without_an_outcome_the_draws_are_those_that_the_rules_ask_for(draws: list[Json], says: str) -> None:
    """Missing, impossible and unasked draws cannot be followed where the rules have to derive."""
    found = refusal(transcript(BOW, SHIELD, {**POINT, "draws": draws}))

    assert found.startswith("t.jsonl: line 4: ")
    assert says in found


def test_a_reveal_that_does_not_fit_what_comes_after_it_is_refused() -> None:
    """Ash laid a bow, and the table says that a sword was turned over and changed: then ash is not attacking."""
    *steps, last = given(BOW, SHIELD)
    shown = next(each for each in last["outcome"] if each["event"]["kind"] == "token_revealed")
    shown["event"] |= {"token": "sword", "action": "change"}

    found = refusal(transcript(*steps, last))

    assert found == "t.jsonl: line 3: outcome: those are not the ones who act: nobody"


def test_nothing_is_decided_after_the_end() -> None:
    """The closing follows from the rules; a line behind it is the first that cannot be followed."""
    hit = {**POINT, "draws": [{**MISS, "drawn": ["heart"]}]}
    bare: Json = {"by": "birch", "decision": {"kind": "lay_plan", "slots": []}}
    ended = transcript(BOW, bare, hit)
    assert imported(ended).events[-1].entry.by == "rules"

    told: Json = {**BOW, "outcome": []}
    for more in (BOW, told):
        found = refusal(ended + json.dumps(more).encode() + b"\n")

        assert found.startswith("t.jsonl: line 5: ")
        assert "is over since position" in found


@pytest.mark.parametrize("cut", [1, 20, 60])
def test_a_transcript_whose_last_line_is_not_ended_is_refused(cut: int) -> None:
    """A file that was cut in the middle of its last line says less than was played."""
    found = refusal(transcript(BOW, SHIELD, STRIKE)[:-cut])

    assert found.startswith("t.jsonl: line 4: ")


def test_the_first_of_several_bad_lines_is_named() -> None:
    """An import stops there."""
    assert refusal(transcript(BOW, {"by": 1}, {"by": 2})).startswith("t.jsonl: line 3: ")
