"""``oathbook import --db``: records go into a database, all or none, byte for byte."""

import sys
from pathlib import Path

import pytest

from oathbook.domain.recording.format.record_file import record_text
from tests.support.checkout import ROOT
from tests.support.processes import ran
from tests.support.tampering import Event, forged_file
from tests.unit.api.databases import ADDRESS, held, states, stored
from tests.unit.api.games import duel, march
from tests.unit.api.running import oathbook

GOLDEN = sorted((ROOT / "replays" / "golden").rglob("*.jsonl"))
WITH_LITTLE_ROOM = """
import resource, sys

from oathbook.api.cli.main import run

resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), int(sys.argv[1])))
sys.exit(run(sys.argv[2:]))
"""


def test_records_and_transcripts_go_into_a_database_that_is_made(match: Path, running: Path, table: Path) -> None:
    printed = oathbook("import", match, running, table, "--db", "games.db")
    made = states(Path("games.db"))

    assert printed.code == 0
    assert f"games.db: stored: game {duel().game}, 14 events\n" in printed.text
    assert printed.text.count("stored: game") == 3
    assert len(made) == 14 + 11 + 13
    assert len({game for game, _, _ in made}) == 3


@pytest.mark.parametrize("source", ["match", "running", "for_ash"])
def test_a_record_comes_out_of_a_database_byte_for_byte(source: str, request: pytest.FixtureRequest) -> None:
    """Also one out of which openings have been taken."""
    file: Path = request.getfixturevalue(source)
    (entry,) = oathbook("import", file, "--db", "games.db", "--json").json

    printed = oathbook("export", entry["game"], "--db", "games.db")

    assert printed.out == file.read_bytes()


def test_the_database_tells_of_a_record_what_the_file_does(match: Path) -> None:
    (of_file,) = oathbook("import", match, "--json").json
    (of_game,) = oathbook("import", match, "--db", "games.db", "--json").json

    del of_file["record"]
    assert of_game == {**of_file, "to": "games.db", "changed": True}


def test_what_is_stored_already_is_left_as_it_is(match: Path, running: Path) -> None:
    oathbook("import", match, "--db", "games.db")
    before = states(Path("games.db"))

    again = oathbook("import", match, "--db", "games.db")
    both = oathbook("import", match, running, "--db", "games.db", "--json")

    assert again.code == both.code == 0
    assert again.text == f"games.db: unchanged, this record is already there: game {duel().game}, 14 events\n"
    assert [entry["changed"] for entry in both.json] == [False, True]
    assert states(Path("games.db"))[: len(before)] == before


@pytest.mark.gate
def test_all_golden_records_are_imported_by_one_command() -> None:
    printed = oathbook("import", *GOLDEN, "--db", "games.db", "--json")
    games = [entry["game"] for entry in printed.json]
    verified = oathbook("verify", *games, "--db", "games.db")

    assert len(GOLDEN) >= 7
    assert printed.code == 0
    assert all(entry["changed"] for entry in printed.json)
    assert verified.code == 0
    for game, file in zip(games, GOLDEN, strict=True):
        assert oathbook("export", game, "--db", "games.db").out == file.read_bytes()


def test_many_files_show_their_progress_on_a_terminal_alone(match: Path, running: Path) -> None:
    watched = oathbook("import", match, running, "--db", "games.db", watched=True)
    piped = oathbook("import", match, running, "--db", "games.db")

    assert "import" in watched.err
    assert piped.err == ""


# Where a record goes ------------------------------------------------------------------------------------------------


def test_the_environment_alone_stores_nothing(match: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Importing writes, so the database has to be named."""
    monkeypatch.setenv("OATHBOOK_DB", "games.db")

    assert oathbook("import", match).out == match.read_bytes()
    assert oathbook("import", match, match).code == 2
    assert not Path("games.db").exists()


def test_a_record_goes_to_a_file_or_into_a_database(match: Path) -> None:
    printed = oathbook("import", match, "--to", "kept.jsonl", "--db", "games.db")

    assert printed.code == 2
    assert "to a file or to a database, not to both" in printed.complaint
    assert not Path("games.db").exists()
    assert not Path("kept.jsonl").exists()


# What is refused ----------------------------------------------------------------------------------------------------


def test_another_record_of_a_stored_game_is_refused(running: Path, for_ash: Path, match: Path) -> None:
    """Nothing is replaced, and nothing of the same command is stored."""
    oathbook("import", running, "--db", "games.db")
    before = states(Path("games.db"))

    printed = oathbook("import", match, for_ash, "--db", "games.db", "--json")

    assert printed.code == 2
    assert printed.json["problem"] == "RecordDiffers"
    assert printed.complaint.startswith("games.db: ")
    assert march().game in printed.complaint
    assert states(Path("games.db")) == before


def test_two_different_records_of_one_game_are_refused(running: Path, for_ash: Path) -> None:
    printed = oathbook("import", running, for_ash, "--db", "games.db", "--json")

    assert printed.code == 2
    assert printed.json["problem"] == "RecordDiffers"
    assert states(Path("games.db")) == []


@pytest.mark.parametrize("bad", [b"", b"Dear diary,\n", record_text(duel())[:-1]], ids=["empty", "text", "cut"])
def test_one_bad_file_stores_nothing_and_makes_nothing(bad: bytes, match: Path) -> None:
    Path("bad.jsonl").write_bytes(bad)

    printed = oathbook("import", match, "bad.jsonl", "--db", "games.db")

    assert printed.code == 2
    assert printed.complaint.startswith("bad.jsonl: ")
    assert not Path("games.db").exists()


@pytest.mark.parametrize("kind", ["text", "folder"])
def test_nothing_else_becomes_a_database(kind: str, match: Path) -> None:
    if kind == "text":
        Path("games.db").write_text("Dear diary,\n" * 50)
    else:
        Path("games.db").mkdir()

    printed = oathbook("import", match, "--db", "games.db", "--json")

    assert printed.code == 2
    assert printed.complaint.startswith("games.db: ")
    assert printed.json["says"] == printed.complaint


def test_a_place_that_is_not_there_is_named(match: Path) -> None:
    printed = oathbook("import", match, "--db", "nowhere/games.db")

    assert printed.complaint == "nowhere/games.db: No such file or directory"


def test_an_id_that_no_address_could_hold_is_not_stored(match: Path) -> None:
    """A file may call its game anything; a database is asked by addresses."""

    def call_it_oddly(events: list[Event]) -> None:
        for event in events:
            event.public["game"] = "../../etc"

    Path("odd.jsonl").write_bytes(forged_file(duel(), call_it_oddly))

    printed = oathbook("import", match, "odd.jsonl", "--db", "games.db")

    assert printed.code == 2
    assert printed.complaint.startswith("games.db: game '../../etc': ")
    assert states(Path("games.db")) == []


def test_while_another_process_writes_it_says_where_that_can_be_asked(match: Path, running: Path) -> None:
    stored(Path("games.db"), march())
    before = states(Path("games.db"))

    with held(Path("games.db")):
        locked = oathbook("import", match, "--db", "games.db", "--json")
    after = states(Path("games.db"))
    free = oathbook("import", match, running, "--db", "games.db")

    assert locked.code == 2
    assert locked.json["problem"] == "WriterBusy"
    assert locked.complaint == f"games.db: {ADDRESS} is writing to this database; only one process may"
    assert after == before
    assert free.code == 0


def test_a_full_disk_stores_nothing_of_it(match: Path, running: Path) -> None:
    """All records of a command are one commit."""
    stored(Path("games.db"), march())
    before = states(Path("games.db"))
    room = Path("games.db").stat().st_size

    done = ran([sys.executable, "-c", WITH_LITTLE_ROOM, str(room), "import", running, *GOLDEN, "--db", "games.db"])

    assert done.returncode == 2
    assert done.stderr.startswith("oathbook: games.db: the disk is full")
    assert states(Path("games.db")) == before
    assert oathbook("import", match, "--db", "games.db").code == 0


def test_a_redacted_record_is_read_and_not_handed_to_other_eyes(for_ash: Path) -> None:
    oathbook("import", for_ash, "--db", "games.db")
    game = march().game

    for viewer in ("ash", "birch", "public"):
        of_file = oathbook("export", for_ash, "--as", viewer)
        of_game = oathbook("export", game, "--db", "games.db", "--as", viewer)

        assert of_game.code == 0
        assert of_game.out == of_file.out
    assert oathbook("verify", game, "--db", "games.db").code == 3
