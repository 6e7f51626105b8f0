"""Archives verified, audited and regressed: one report whoever does it, kept as it is done, and as a table."""

import os
import shutil
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.api.cli.archives.record_address import RecordAddress
from oathbook.api.cli.archives.verify_work import VerifiedRecord, VerifyWork
from oathbook.api.cli.archives.work import Task, program_id
from oathbook.api.cli.journal import Journal
from oathbook.domain.errors import BadRecord
from tests.support.archives import archive, short_games
from tests.support.checkout import GOLDEN
from tests.support.tampering import Event, forged_file, outcome_with
from tests.unit.api.databases import stored
from tests.unit.api.games import duel, march
from tests.unit.api.running import Json, kept, oathbook

RECORDS: Final = 12
KD: Final = "knights_duty/1"
REGRESS: Final = ("regress", "--edition", KD, "--against", KD, "--switch", "KA-5=attacker_first", "--workers", "1")


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Twelve records: one forged, one that is no record, one under way of which this reader sees a part."""
    archive(tmp_path / "games", short_games(4), records=RECORDS - 3)

    def change(events: list[Event]) -> None:
        outcome, number = outcome_with(events, "card_picked")
        outcome.data["consequences"][number]["event"]["card"] = "shield"

    (tmp_path / "games" / "forged.jsonl").write_bytes(forged_file(duel(), change))
    (tmp_path / "games" / "none.jsonl").write_bytes(b"Dear diary,\n")
    kept(march(), tmp_path / "games" / "running.jsonl")
    return Path("games")


def rows(table: str | Path) -> list[Json]:
    """The rows of a table."""
    found: list[Json] = import_module("pyarrow.parquet").read_table(table).to_pylist()
    return found


def test_the_answers_stand_in_the_order_of_the_records_whoever_gave_them(games: Path) -> None:
    alone = oathbook("verify", games, "--json", "--workers", "1")
    others = oathbook("verify", games, "--json", "--workers", "2")

    assert alone.code == 2
    assert [each["file"] for each in alone.json] == sorted(str(path) for path in games.iterdir())
    assert (others.out, others.err) == (alone.out, alone.err)


@pytest.mark.parametrize("command", [("verify",), ("audit",), REGRESS], ids=lambda each: each[0])
def test_what_is_in_the_state_is_believed_and_only_the_rest_is_done(command: Sequence[str], games: Path) -> None:
    """The control is a record that has changed by a byte: what is known of it counts no more."""
    whole = oathbook(*command, games, "--json")
    oathbook(*command, games / "0000.jsonl", games / "0001.jsonl", "--state", "done")
    planted = Path("done").read_bytes().replace(b'"events":', b'"events":10000')
    Path("done").write_bytes(planted)

    first = oathbook(*command, games, "--state", "done", "--json")
    again = oathbook(*command, games, "--state", "done", "--json")
    Path("games/0001.jsonl").write_bytes(Path("games/0002.jsonl").read_bytes())
    changed = oathbook(*command, games, "--state", "done", "--json")

    assert first.out == again.out
    assert [planted_in(each.json) for each in (whole, first, changed)] == [0, 2, 1]
    assert Path("done").read_bytes().startswith(planted)
    keys = [line.partition(b',"name"')[0] for line in Path("done").read_bytes().splitlines()]
    assert len(set(keys)) == len(keys)


def planted_in(found: Json) -> int:
    """Of how many records the planted answers are told."""
    entries: list[Json] = [*found["games"]] if "games" in found else [*found]
    return sum(each.get("events", 0) > 10_000 for each in entries)


def test_a_record_is_known_by_its_bytes_under_whatever_name(games: Path) -> None:
    oathbook("verify", games, "--state", "done")
    before = Path("done").read_bytes()
    shutil.copytree(games, "moved")

    found = oathbook("verify", "moved", "--state", "done")

    assert found.text == oathbook("verify", games).text.replace("games/", "moved/")
    assert Path("done").read_bytes() == before


def test_a_verdict_under_another_edition_or_against_a_parent_is_another_answer(match: Path) -> None:
    for options in ((), ("--edition", KD), ("--parent", match)):
        oathbook("verify", match, "--state", "done", *options)

    with Journal(Path("done"), VerifiedRecord) as journal:
        assert len(journal.answers) == 3
        assert len(journal.keys_of(str(match))) == 3


def test_games_of_a_database_are_kept_in_the_state_too(tmp_path: Path) -> None:
    database = stored(tmp_path / "games.db", duel(), march())
    names = (duel().game, march().game, "--db", database, "--state", "done", "--json")

    first, again = oathbook("verify", *names), oathbook("verify", *names)

    assert first.out == again.out
    assert Path("done").read_bytes().count(b"\n") == 3


def test_another_program_answers_nothing_for_this_one(match: Path) -> None:
    work, task = VerifyWork(program_id(), "none.db", None, None), Task(0, RecordAddress("match", str(match)))

    assert work(task).answer is not None
    with pytest.raises(BadRecord, match="install the same on both"):
        replace(work, program="0.0.1 another")(task)


def test_a_table_has_a_row_for_each_record(games: Path) -> None:
    found = oathbook("verify", games, "--to", "results.parquet", "--json").json

    told = rows("results.parquet")
    (forged,) = (each for each in told if each["discrepancies"])

    names = ("file", "status", "game", "events", "head", "problem")
    assert [[each[name] for name in names] for each in told] == [[each.get(name) for name in names] for each in found]
    first = [forged[name] for name in ("file", "kind", "clause", "position")]
    assert first == ["games/forged.jsonl", "consequence", "KD-8.5", 12]


def test_the_promises_of_an_archive_are_a_table(tmp_path: Path) -> None:
    folder = GOLDEN / "heirless" / "e1"
    names = [
        path
        for path in sorted(folder.glob("promise-*.jsonl"))
        if path.stem.startswith(("promise-broken", "promise-kept"))
    ]

    printed = oathbook("audit", *names, "--to", tmp_path / "audit.parquet")
    alone = [oathbook("promises", "audit", each) for each in names]

    assert printed.code == max(each.code for each in alone) == 1
    for each in alone:
        assert "".join(f"  {line}\n" for line in each.text.splitlines()) in printed.text
    broken = [each for each in rows(tmp_path / "audit.parquet") if each["broken"]]
    assert {each["file"] for each in broken} == {str(path) for path in names if "broken" in path.stem}
    assert all(each["blamed"] and each["letters_broken"] for each in broken)


def test_what_changes_under_a_reading_is_a_table(games: Path) -> None:
    found = oathbook(*REGRESS, games, "--to", "regress.parquet", "--json").json

    told = rows("regress.parquet")

    assert [each["file"] for each in told] == [*(each["file"] for each in found["games"]), "games/none.jsonl"]
    assert sum(each["different"] for each in told[:-1]) == found["different"]
    assert told[-1]["problem"] == "BadRecord"


@pytest.mark.parametrize("command", [("verify",), ("audit",), REGRESS], ids=lambda each: each[0])
def test_a_table_is_written_whole_and_never_over_another_file(command: Sequence[str], games: Path) -> None:
    Path("there.parquet").write_bytes(b"something else")

    refused = oathbook(*command, games, "--to", "there.parquet")

    assert refused.code == 2
    assert (
        refused.complaint
        == "there.parquet: another file is already there; nothing was overwritten (--force replaces it)"
    )
    assert Path("there.parquet").read_bytes() == b"something else"
    assert not [path for path in Path().iterdir() if path.name.endswith(".part")]


@pytest.mark.parametrize(
    ("options", "module", "says"),
    [
        (
            ("--to", "x.parquet"),
            "pyarrow",
            "--to x.parquet: it needs pyarrow, which is not installed here: install Oathbook with its extra `parquet`",
        ),
        (
            ("--cluster", "tcp://127.0.0.1:9"),
            "distributed",
            "it needs distributed, which is not installed here: install Oathbook with its extra `cluster`",
        ),
    ],
)
def test_an_extra_that_is_missing_is_named(
    options: tuple[str, ...], module: str, says: str, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)

    printed = oathbook("verify", games, *options)

    assert printed.code == 2
    assert says in printed.complaint


def test_workers_elsewhere_cannot_read_stdin(match: Path) -> None:
    printed = oathbook("verify", "-", "--cluster", "tcp://127.0.0.1:9", stdin=match.read_bytes())

    assert printed.code == 2
    assert "not stdin" in printed.complaint
    assert oathbook("verify", "-", "--workers", "2", stdin=match.read_bytes()).code == 0


def test_on_a_terminal_a_bar_shows_how_far_it_is(games: Path) -> None:
    watched = oathbook("verify", games, "--json", watched=True)

    assert "records" in watched.err
    assert watched.out == oathbook("verify", games, "--json").out


def test_names_that_are_no_text_are_told_and_kept(match: Path) -> None:
    name = os.fsdecode(b"games/\xff.jsonl")
    Path("games").mkdir()
    Path(name).write_bytes(match.read_bytes())

    first = oathbook("verify", "games", "--state", "done", "--to", "a.parquet", "--json")
    again = oathbook("verify", "games", "--state", "done", "--json")

    assert first.code == 0
    assert first.out == again.out
    assert Path("done").read_bytes().count(b"\n") == 2
