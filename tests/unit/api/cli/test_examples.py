"""``oathbook examples``: the files that the documentation uses are there, and are what they are said to be."""

from pathlib import Path

import pytest

import oathbook as api
from oathbook.api.cli.commands.examples import EXAMPLES
from oathbook.domain.recording.format.record_file import record_text
from oathbook.domain.recording.writing.transcripts import transcript_lines
from tests.support.checkout import GOLDEN
from tests.support.promises.promising import broken_game
from tests.unit.api.games import duel, march
from tests.unit.api.running import oathbook


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that the command has made."""
    assert oathbook("examples", "--to", tmp_path / "here").code == 0
    return tmp_path / "here"


def test_the_games_are_those_that_the_rules_make(folder: Path) -> None:
    table = b"".join(line + b"\n" for line in transcript_lines(duel(chance="witnessed")))
    made = {"match": record_text(duel()), "march": record_text(march()), "promised": record_text(broken_game())}

    assert {name: (folder / f"{name}.jsonl").read_bytes() for name in (*made, "table")} == {**made, "table": table}
    assert (folder / "word.jsonl").read_bytes() in {each.read_bytes() for each in GOLDEN.rglob("*.jsonl")}
    assert sorted(each.name for each in folder.iterdir()) == sorted(EXAMPLES)


@pytest.mark.parametrize(
    ("name", "status"),
    [
        *((name, "sound") for name in EXAMPLES if name.endswith(".jsonl") and name != "forged.jsonl"),
        ("evening.notation", "sound"),
        ("forged.jsonl", "discrepancy"),
        ("mistake.notation", "discrepancy"),
    ],
)
def test_each_is_what_it_is_said_to_be(name: str, status: str, folder: Path) -> None:
    assert api.read(folder / name).verify().status == status


def test_the_letter_can_be_signed(folder: Path) -> None:
    letter = f"@{folder / 'letter.txt'}"
    printed = oathbook(
        "promises", "check", "--letter", letter, "--edition", "heirless/e1", "--seats", "ash,birch,cedar"
    )

    assert printed.code == 0
    assert "rejected" not in printed.text


def test_what_is_there_stays_unless_it_is_forced(folder: Path) -> None:
    match = folder / "match.jsonl"
    match.write_text("mine")
    (folder / "march.jsonl").unlink()

    refused = oathbook("examples", "--to", folder)
    assert (refused.code, match.read_text()) == (2, "mine")
    assert "match.jsonl" in refused.complaint
    assert not (folder / "march.jsonl").exists()
    listed = oathbook("examples", "--to", folder, "--force", "--json").json["files"]
    assert match.read_bytes() == record_text(duel())
    assert [each["file"] for each in listed] == list(EXAMPLES)
