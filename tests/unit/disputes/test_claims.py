"""Claims that name nothing, or nothing that is there: refused with the field, and never a fault."""

import json
from pathlib import Path

import pytest

from oathbook.domain.disputes.claims import KINDS
from tests.support.playing import Json
from tests.support.promises.promising import broken_game, promising_game
from tests.support.tampering import Event, forged
from tests.unit.api.games import duel
from tests.unit.api.running import Printed, kept, oathbook

LAY = {"by": "ash", "kind": "lay_plan", "slots": ["spear"]}
WRONG: dict[str, tuple[object, str]] = {
    "nothing": ({}, "claim: claim: say what is claimed"),
    "no object": ([1], "claim: claim: say what is claimed"),
    "another kind": ({"claim": "unfair", "at": 4}, "claim: claim: say what is claimed"),
    "a kind that is no word": ({"claim": ["standing"], "at": 4}, "claim: claim: say what is claimed"),
    "no event": ({"claim": "outcome-wrong"}, "claim: at: name the event"),
    "no promise": ({"claim": "promise"}, "claim: promise: name the promise"),
    "position 0": ({"claim": "standing", "at": 0}, "claim: at: expected a whole number, at least 1"),
    "position -1": ({"claim": "draw-wrong", "at": -1}, "claim: at: expected a whole number, at least 1"),
    "a position in words": ({"claim": "outcome-wrong", "at": "five"}, "at: expected a whole number, got a text"),
    "a yes": ({"claim": "outcome-wrong", "at": True}, "claim: at: expected a whole number, got true or false"),
    "behind the end": ({"claim": "standing", "at": 15}, "claim: at: there is no position 15"),
    "far behind": ({"claim": "draw-wrong", "at": 10**15}, "claim: at: expected a whole number, at most "),
    "no decision": (
        {"claim": "decision-illegal", "at": 3},
        "no decision stands at position 3; in this step there is one",
    ),
    "no outcome": (
        {"claim": "outcome-wrong", "at": 2},
        "no outcome stands at position 2; in this step there is one at 3",
    ),
    "no draw": ({"claim": "draw-wrong", "at": 2}, "no draw stands at position 2"),
    "the opening": ({"claim": "outcome-wrong", "at": 1}, "no outcome stands at position 1"),
    "more than there is": ({"claim": "standing", "at": 4, "why": "so"}, "“why” has no place here"),
    "no clause": ({"claim": "standing", "at": 4, "clause": "KD-99.9"}, "claim: clause: “KD-99.9” is no clause"),
    "a clause in numbers": ({"claim": "standing", "at": 4, "clause": 9}, "clause: expected a text, got"),
    "a long clause": (
        {"claim": "standing", "at": 4, "clause": "K" * 300},
        "claim: clause: expected a text of at most ",
    ),
    "in mid-step": ({"claim": "decision-refused", "at": 2, "decision": LAY}, "nobody decides in the middle of a step"),
    "refused what": ({"claim": "decision-refused", "at": 3}, "“decision” is missing"),
    "no decision at all": (
        {"claim": "decision-refused", "at": 3, "decision": 7},
        "claim: decision: a decision is an object",
    ),
    "by nobody": ({"claim": "decision-refused", "at": 3, "decision": {"kind": "lay_plan"}}, "claim: decision: by"),
    "by a stranger": (
        {"claim": "decision-refused", "at": 3, "decision": {**LAY, "by": "oak"}},
        "claim: decision: by: there is no seat “oak”",
    ),
    "an unknown decision": (
        {"claim": "decision-refused", "at": 3, "decision": {"by": "ash", "kind": "fly"}},
        "claim: decision",
    ),
    "follows a word": (
        {"claim": "outcome-wrong", "at": 3, "follows": "it"},
        "claim: follows: what should follow is a list",
    ),
    "follows nothing known": (
        {"claim": "outcome-wrong", "at": 3, "follows": [{"event": {"kind": "x"}}]},
        "claim: follows",
    ),
    "follows with more": ({"claim": "outcome-wrong", "at": 3, "follows": [{"events": 1}]}, "claim: follows"),
    "an unknown promise": (
        {"claim": "promise", "promise": "p7"},
        "claim: promise: there is no promise p7; nothing was",
    ),
    "a promise that is no id": ({"claim": "promise", "promise": "first"}, "expected a text of another form"),
}


def dispute(file: Path, claim: object, *more: str) -> Printed:
    return oathbook("dispute", file, "--claim", json.dumps(claim), *more)


@pytest.fixture
def match(tmp_path: Path) -> Path:
    return kept(duel(), tmp_path / "match.jsonl")


@pytest.mark.parametrize("name", WRONG)
def test_a_claim_that_does_not_fit_is_refused_with_its_field(name: str, match: Path) -> None:
    claim, says = WRONG[name]

    text, told = dispute(match, claim), dispute(match, claim, "--json")

    assert text.code == told.code == 2
    assert says in text.complaint
    assert told.json == {"problem": "BadRecord", "says": text.complaint}


@pytest.mark.parametrize(
    "claim", ["", "{", "NaN", '{"claim":"standing","at":1.5}', "[" * 40, '{"at":1,"at":2}', "\ud800"]
)
def test_what_is_no_json_is_no_claim(claim: str, match: Path) -> None:
    printed = oathbook("dispute", match, "--claim", claim)

    assert printed.code == 2
    assert "--claim: " in printed.complaint


def test_a_claim_needs_a_game_and_a_game_a_claim(match: Path) -> None:
    assert oathbook("dispute", match).code == 2
    assert oathbook("dispute", "--claim", "{}").code == 2


def test_nobody_looks_as_a_seat_that_is_not_there(match: Path) -> None:
    printed = dispute(match, {"claim": "standing", "at": 3}, "--as", "oak")

    assert printed.code == 2
    assert "--as oak" in printed.complaint


def test_promises_are_named_where_there_are_some(tmp_path: Path) -> None:
    record = promising_game()

    printed = dispute(kept(record, tmp_path / "promises.jsonl"), {"claim": "promise", "promise": "p99"})

    assert "claim: promise: there is no promise p99; there are p1" in printed.complaint


def test_a_claim_about_a_promise_is_told_with_its_account(tmp_path: Path) -> None:
    printed = dispute(kept(broken_game(), tmp_path / "promises.jsonl"), {"claim": "promise", "promise": "p1"})

    assert printed.code == 1
    assert "upheld: p1 is broken; to blame: Player 2" in printed.text
    assert "    Player 2 is to blame, which costs nothing here: clause 1" in printed.text


def test_a_step_without_a_decision_is_for_verify_to_speak_of(tmp_path: Path) -> None:
    def separate(events: list[Event]) -> None:
        for event in events[2:]:
            event.public["step"] += 1

    record = forged(duel(), separate)

    printed = dispute(kept(record, tmp_path / "odd.jsonl"), {"claim": "outcome-wrong", "at": 3})

    assert printed.code == 2
    assert "claim: at: the step of position 3 has no decision; verify says" in printed.complaint


def test_the_schema_knows_every_claim_and_the_finding() -> None:
    schema: Json = oathbook("dispute", "--schema").json

    kinds = set(schema["properties"]["claim"]["discriminator"]["mapping"])
    assert kinds == set(KINDS)
    assert len(kinds) == 7
    assert schema["properties"]["finding"]["$ref"] in {f"#/$defs/{name}" for name in schema["$defs"]}
