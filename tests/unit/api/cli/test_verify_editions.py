"""``oathbook verify --edition``: what comes out otherwise is told apart from what comes out alike for other reasons."""

from pathlib import Path
from typing import Final

import pytest

from oathbook.domain.rulesets.registry import load_registry
from tests.golden.gloomhaven import FH, GH1, attacks, draws, monster, scoundrel, script, start
from tests.golden.scripting import recorded
from tests.support.checkout import ROOT
from tests.support.tampering import Event, forged_file, outcome_with
from tests.unit.api.running import kept, oathbook

GOLDEN: Final = ROOT / "replays" / "golden" / "gloomhaven_attack"
FORMS: Final = {"position", "kind", "says", "clause", "words", "recorded", "follows"}


@pytest.fixture
def alike(tmp_path: Path) -> Path:
    """One attack of the first edition, which Frosthaven decides alike by another clause (GH-3.2, FH-3.1)."""
    game = script(
        "alike",
        start(scoundrel(), monster("guard"), own=["+0"], monsters=["-2", "rolling+1"]),
        attacks("table", "guard", "scoundrel", 3, disadvantage=["muddle"]),
        draws("table", "monsters", "-2", "rolling+1"),
    )
    return kept(recorded(game, 1), tmp_path / "alike.jsonl")


def test_an_attack_that_comes_out_alike_by_another_clause_is_no_discrepancy(alike: Path) -> None:
    """Exit 0: nothing happened that Frosthaven forbids; the clause is named all the same."""
    printed = oathbook("verify", alike, "--edition", FH)
    (entry,) = oathbook("verify", alike, "--edition", FH, "--json").json

    assert printed.code == 0
    assert f"{alike}: sound\n" in printed.text
    assert "  of 2 decisions, different: 0; for other reasons only: 1\n" in printed.text
    assert (
        "  position 7, reasons: consequence 5 of 10 follows for other reasons\n    FH-3.1 Cards are drawn"
        in printed.text
    )
    assert (entry["status"], entry["discrepancies"]) == ("sound", [])
    (found,) = entry["reasons"]
    assert set(found) == FORMS
    assert found["recorded"]["event"] == found["follows"]["event"]
    assert found["recorded"]["cites"] != found["follows"]["cites"]


def test_attacks_that_come_out_otherwise_are_discrepancies_and_are_counted() -> None:
    """Exit 1; the attack that comes out alike stands behind them, apart."""
    record = GOLDEN / "gh1" / "for-another-edition.jsonl"

    printed = oathbook("verify", record, "--edition", FH)
    (entry,) = oathbook("verify", record, "--edition", FH, "--json").json

    assert printed.code == 1
    assert "  of 26 decisions, different: 7; for other reasons only: 1\n" in printed.text
    assert [found["position"] for found in entry["discrepancies"]] == [15, 24, 30, 39, 53, 58, 63]
    assert {found["kind"] for found in entry["discrepancies"]} == {"draw", "consequence"}
    assert [(found["position"], found["clause"]) for found in entry["reasons"]] == [(74, "FH-3.1")]


def test_a_clause_of_the_records_own_edition_alone_is_told_in_its_words() -> None:
    """Ward is no rule of the first edition: what it halved in Frosthaven is told with the words that halved it."""
    record = GOLDEN / "fh" / "rolling-advantage.jsonl"

    (entry,) = oathbook("verify", record, "--edition", GH1, "--json").json

    (found,) = (each for each in entry["discrepancies"] if each["position"] == 11)
    words = {clause.id: clause.words for clause in load_registry().ruleset(FH).edition.rulebook.clauses}
    assert (found["clause"], found["words"]) == ("FH-1.1", words["FH-1.1"])


@pytest.mark.parametrize("edition", [(), ("--edition", GH1)], ids=["none named", "its own named"])
def test_under_its_own_edition_wrong_reasons_are_a_discrepancy(edition: tuple[str, ...], tmp_path: Path) -> None:
    """A record that gives a clause by which nothing was decided says what is not so."""

    def with_another_clause(events: list[Event]) -> None:
        outcome, number = outcome_with(events, "damage_suffered")
        outcome.data["consequences"][number]["cites"] = ["GH-5.2"]

    path = tmp_path / "forged.jsonl"
    game = script(
        "forged",
        start(scoundrel(), monster("guard"), own=["+0"], monsters=["+0"]),
        attacks("ash", "scoundrel", "guard", 3),
        draws("ash", "scoundrel", "+0"),
    )
    path.write_bytes(forged_file(recorded(game, 1), with_another_clause))

    printed = oathbook("verify", path, *edition)
    (entry,) = oathbook("verify", path, *edition, "--json").json

    assert printed.code == 1
    assert "for other reasons only" not in printed.text
    assert [(found["kind"], found["clause"]) for found in entry["discrepancies"]] == [("reasons", "GH-5.1")]
    assert entry["reasons"] == []
