"""The questions on ``docs/archives.md`` are asked of real results, and get the answers that are in them."""

import json
import re
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from tests.support.checkout import GOLDEN, ROOT
from tests.support.processes import ran
from tests.support.tampering import Event, forged_file, outcome_with
from tests.unit.api.games import duel
from tests.unit.api.running import oathbook

PAGE: Final = (ROOT / "docs" / "archives.md").read_text("utf-8")
QUESTIONS: Final = re.findall(r"^```sql\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
ASK: Final = "import duckdb, json, sys; print(json.dumps(duckdb.sql(sys.argv[1]).fetchall()))"


def answer(question: str, folder: Path) -> list[list[Any]]:
    """What DuckDB answers in a process of its own, in the folder of the results."""
    done = ran([sys.executable, "-c", ASK, question], cwd=folder)
    assert done.returncode == 0, done.stderr
    found: list[list[Any]] = json.loads(done.stdout)
    return found


def test_the_questions_of_the_page_are_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    def change(events: list[Event]) -> None:
        outcome, number = outcome_with(events, "card_picked")
        outcome.data["consequences"][number]["event"]["card"] = "shield"

    Path("forged.jsonl").write_bytes(forged_file(duel(), change))
    names = [
        *sorted((GOLDEN / "cube_bag").rglob("*.jsonl")),
        *sorted((GOLDEN / "heirless").rglob("promise-broken-*.jsonl")),
    ]
    oathbook("verify", "forged.jsonl", *names, "--to", "verified.parquet")
    oathbook("audit", "forged.jsonl", *names, "--to", "audited.parquet")
    sound, clauses, broken = (answer(each, tmp_path) for each in QUESTIONS)

    assert sum(records for _, _, records, _ in sound) == 1 + len(names)
    assert {status for _, status, *_ in sound} == {"sound", "discrepancy"}
    assert clauses == [["KD-8.5", 1, "forged.jsonl"]]
    assert len(broken) == len([each for each in names if each.stem.startswith("promise-broken")])
    assert all(blamed and letters for _, blamed, letters in broken)
