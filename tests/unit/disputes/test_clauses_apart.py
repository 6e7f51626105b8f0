"""What a finding says of the clause that decides, and of the one that the claim names."""

import json
from pathlib import Path
from typing import Final

import pytest

from tests.golden.disputing import record_of
from tests.support.playing import Json
from tests.unit.api.running import Printed, kept, oathbook

REFINED: Final[Json] = {
    "name": "refined",
    "record": "heirless/e1/two-seasons-without-a-battle",
    "change": [{"at": 18, "of": "resources_refined", "set": {"amount": 1}}],
    "until": 18,
}
"""Birch refines 2 wolf0 and 2 cat0 (HT-4.9), and the table writes down 1."""


def disputed(folder: Path, claim: Json, *more: str, of: Json = REFINED) -> Printed:
    record = kept(record_of(of), folder / "disputed.jsonl")
    return oathbook("dispute", record, "--claim", json.dumps(claim), *more)


@pytest.mark.parametrize(
    ("clause", "role", "says"),
    [
        ("HT-4.9", "decides", "by HT-4.9, as named"),
        ("HT-4.2", "applies", "by HT-4.9; HT-4.2, which was named, applies here, and does not decide it"),
        ("HT-8.4", "does-not-apply", "by HT-4.9; HT-8.4, which was named, does not apply here"),
    ],
)
@pytest.mark.parametrize("reasons", [{}, {"by_rules": True}], ids=["without reasons", "with reasons"])
def test_a_wrong_number_is_answered_by_the_line_that_gives_it(
    clause: str, role: str, says: str, reasons: Json, tmp_path: Path
) -> None:
    """Refining is by HT-4.9, whether or not the record says why, and not by the first clause of an action (HT-4.1)."""
    of = {**REFINED, **reasons}
    claim = {"claim": "outcome-wrong", "at": 19, "clause": clause}

    text, told = (disputed(tmp_path, claim, *more, of=of) for more in ((), ("--json",)))

    assert (told.json["answer"], told.json["clause"]) == ("upheld", "HT-4.9")
    assert (told.json["named"]["id"], told.json["named"]["role"]) == (clause, role)
    assert text.text.splitlines()[1] == f"  {says}"


def test_a_claim_that_names_no_clause_is_answered_about_none(tmp_path: Path) -> None:
    text, told = (disputed(tmp_path, {"claim": "outcome-wrong", "at": 19}, *more) for more in ((), ("--json",)))

    assert told.json["clause"] == "HT-4.9"
    assert "named" not in told.json
    assert text.text.splitlines()[1] == "  claim: outcome-wrong at 19"


@pytest.mark.parametrize(
    ("claim", "answer", "says"),
    [
        (
            {"claim": "decision-illegal", "at": 18, "clause": "HT-4.9"},
            "rejected",
            "by HT-4.1; HT-4.9, which was named, does not forbid it",
        ),
        (
            {"claim": "promise", "promise": "p1", "clause": "HT-8.4"},
            "undetermined",
            "HT-8.4, which was named, is left open with it",
        ),
    ],
)
def test_what_is_allowed_or_open_is_said_of_the_clause_too(claim: Json, answer: str, says: str, tmp_path: Path) -> None:
    name = "promise-never-signed" if "promise" in claim else "two-seasons-without-a-battle"

    text = disputed(tmp_path, claim, of={"name": name, "record": f"heirless/e1/{name}"})

    assert text.text.startswith(f"{answer}: ")
    assert text.text.splitlines()[1] == f"  {says}"


def test_a_line_that_the_record_has_too_many_decides_by_its_own_clause(tmp_path: Path) -> None:
    of: Json = {
        "name": "one line more",
        "record": "heirless/e1/law-enacted",
        "change": [{"at": 12, "of": "card_used", "set": {"prestige": 2}}],
    }

    told = disputed(tmp_path, {"claim": "outcome-wrong", "at": 13}, "--json", of=of)

    assert told.json["clause"] == "HT-6.1"
