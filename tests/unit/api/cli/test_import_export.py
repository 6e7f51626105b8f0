"""``oathbook import`` and ``oathbook export``: records in and out, byte for byte, and nothing for the wrong eyes."""

import json
import os
from pathlib import Path

import pytest

from oathbook.domain.kernel import PUBLIC, Viewer
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import whole_record_from
from oathbook.replays.record_comparison import compare_records
from tests.support.playing import ruleset_of
from tests.support.ruling import corrected_game, fork_of, forked_game, running
from tests.support.storing import no_file_grows_beyond
from tests.support.tampering import Event, forged_file, outcome_with
from tests.unit.api.games import duel, march
from tests.unit.api.running import kept, oathbook


def read(text: bytes) -> Record:
    return whole_record_from(text, ruleset_of, where="test")


def test_a_record_comes_back_byte_for_byte(match: Path) -> None:
    """The same file goes back in (docs/record-format.md)."""
    printed = oathbook("import", match)

    assert printed.code == 0
    assert printed.out == match.read_bytes()


def test_a_record_on_stdin_is_imported(match: Path) -> None:
    assert oathbook("import", "-", stdin=match.read_bytes()).out == match.read_bytes()


@pytest.mark.parametrize("form", ["transcript", "notation"])
def test_a_game_that_a_ruling_closed_is_not_told_as_one_under_way(form: str, tmp_path: Path) -> None:
    """Neither form has a line for a correction, nor for the fork as which a game is played on."""
    game = running()
    fork, (_, corrected) = fork_of(game, 1), corrected_game()
    closed, unsealed = fork.parent, forked_game()[0]

    for number, record in enumerate((closed, unsealed, corrected)):
        refused = oathbook("export", kept(record, tmp_path / f"{number}.jsonl"), "--form", form)
        assert (refused.code, refused.out) == (2, b"")
        assert "no line for what a ruling did" in refused.complaint
    for number, record in enumerate((game, fork.scribe.record)):
        assert oathbook("export", kept(record, tmp_path / f"whole {number}.jsonl"), "--form", form).code == 0


def without_outcomes(transcript: bytes) -> bytes:
    header, *steps = map(json.loads, transcript.splitlines())
    for step in steps:
        del step["outcome"]
    return b"".join(json.dumps(line).encode() + b"\n" for line in (header, *steps))


def test_a_transcript_without_outcomes_becomes_the_record_that_the_rules_would_write(table: Path) -> None:
    """Where outcomes are missing the rules derive them (docs/record-format.md)."""
    table.write_bytes(without_outcomes(table.read_bytes()))

    assert oathbook("import", table, "--to", "made.jsonl").code == 0

    made = read(Path("made.jsonl").read_bytes())
    assert compare_records(made, duel(chance="witnessed")) is None
    assert oathbook("verify", "made.jsonl").code == 0


def test_a_transcript_with_outcomes_becomes_a_record_of_what_the_table_did(table: Path) -> None:
    """Where they are given they are stored as given, by the transcript (docs/record-format.md)."""
    assert oathbook("import", table, "--to", "made.jsonl").code == 0

    parting = compare_records(read(Path("made.jsonl").read_bytes()), duel(chance="witnessed"))
    assert parting is not None
    assert (parting.position, parting.what) == (3, "by")
    assert oathbook("verify", "made.jsonl").code == 0


def test_what_stands_there_already_is_left_as_it_is(match: Path) -> None:
    first = oathbook("import", match, "--to", "kept.jsonl", "--json").json
    written = Path("kept.jsonl").stat().st_mtime_ns

    again = oathbook("import", match, "--to", "kept.jsonl", "--json").json
    said = oathbook("import", match, "--to", "kept.jsonl").text

    assert [entry["changed"] for entry in (*first, *again)] == [True, False]
    assert "unchanged" in said
    assert Path("kept.jsonl").stat().st_mtime_ns == written
    assert Path("kept.jsonl").read_bytes() == match.read_bytes()


def test_another_record_of_the_same_game_is_refused(running: Path, for_ash: Path) -> None:
    """``RecordDiffers`` names the game; what stood there stands there still (docs/record-format.md)."""
    before = running.read_bytes()

    printed = oathbook("import", for_ash, "--to", running, "--json")

    assert printed.code == 2
    assert printed.json["problem"] == "RecordDiffers"
    assert read(before).game in printed.complaint
    assert running.read_bytes() == before


@pytest.mark.parametrize("there", [b"", b"my notes\n"])
def test_nothing_else_is_overwritten_either(there: bytes, match: Path) -> None:
    Path("notes.txt").write_bytes(there)

    printed = oathbook("import", match, "--to", "notes.txt", "--json")

    assert printed.code == 2
    assert printed.json["problem"] == "RecordDiffers"
    assert Path("notes.txt").read_bytes() == there


def test_several_files_go_into_a_folder_under_their_names(match: Path, running: Path, table: Path) -> None:
    Path("kept").mkdir()

    printed = oathbook("import", match, running, table, "--to", "kept", "--json")

    assert printed.code == 0
    assert [entry["to"] for entry in printed.json] == ["kept/match.jsonl", "kept/running.jsonl", "kept/table.jsonl"]
    assert Path("kept/match.jsonl").read_bytes() == match.read_bytes()
    assert sorted(os.listdir("kept")) == ["match.jsonl", "running.jsonl", "table.jsonl"]  # noqa: PTH208  # hidden ones too


def test_many_files_show_their_progress_on_stderr_of_a_terminal_alone(match: Path, running: Path) -> None:
    Path("kept").mkdir()

    watched = oathbook("import", match, running, "--to", "kept", watched=True)
    piped = oathbook("import", match, running, "--to", "kept")

    assert "import" in watched.err
    assert piped.err == ""


def test_several_files_need_a_folder(match: Path, running: Path) -> None:
    for more in ((), ("--to", "nowhere")):
        printed = oathbook("import", match, running, *more)

        assert printed.code == 2
        assert "need an existing folder" in printed.complaint


def test_nothing_is_written_if_one_of_the_files_is_bad(match: Path) -> None:
    Path("kept").mkdir()
    Path("bad.jsonl").write_bytes(match.read_bytes()[:-1])

    printed = oathbook("import", match, "bad.jsonl", "--to", "kept")

    assert printed.code == 2
    assert os.listdir("kept") == []  # noqa: PTH208  # hidden ones too


def test_nothing_is_written_if_one_of_the_places_is_taken(match: Path, running: Path) -> None:
    Path("kept").mkdir()
    Path("kept/running.jsonl").touch()

    printed = oathbook("import", match, running, "--to", "kept")

    assert printed.code == 2
    assert os.listdir("kept") == ["running.jsonl"]  # noqa: PTH208  # hidden ones too


def test_two_different_records_of_one_game_are_refused(running: Path, for_ash: Path) -> None:
    Path("kept").mkdir()

    printed = oathbook("import", running, for_ash, "--to", "kept", "--json")

    assert printed.code == 2
    assert printed.json["problem"] == "RecordDiffers"
    assert os.listdir("kept") == []  # noqa: PTH208  # hidden ones too


def test_two_files_of_one_name_are_refused(match: Path, running: Path) -> None:
    Path("kept").mkdir()
    Path("other").mkdir()
    running.rename("other/match.jsonl")

    printed = oathbook("import", match, "other/match.jsonl", "--to", "kept")

    assert printed.code == 2
    assert "two of the files would be written to this path" in printed.complaint


def test_a_place_that_cannot_be_written_is_named(match: Path) -> None:
    printed = oathbook("import", match, "--to", "nowhere/kept.jsonl")

    assert printed.code == 2
    assert printed.complaint == "nowhere/kept.jsonl: No such file or directory"


def test_where_there_is_no_room_for_a_file_none_is_left_half_written(match: Path, running: Path) -> None:
    Path("kept").mkdir()

    with no_file_grows_beyond(running.stat().st_size):
        printed = oathbook("import", running, match, "--to", "kept")
        alone = oathbook("import", running, "--to", "kept")

    assert match.stat().st_size > running.stat().st_size
    assert (printed.code, alone.code) == (2, 0)
    assert printed.complaint.startswith("kept/match.jsonl: ")
    assert os.listdir("kept") == ["running.jsonl"]  # noqa: PTH208  # hidden ones too


def test_an_illegal_step_of_a_transcript_is_named_by_its_line(table: Path) -> None:
    """An import stops at the first line that it cannot follow and stores nothing (docs/record-format.md)."""
    header, *steps = table.read_bytes().splitlines()
    out_of_turn = {**json.loads(steps[0]), "by": "ash", "decision": {"kind": "inspire", "use": True}}
    del out_of_turn["outcome"]
    table.write_bytes(b"\n".join([header, json.dumps(out_of_turn).encode(), b""]))

    printed = oathbook("import", table, "--to", "made.jsonl")

    assert printed.code == 2
    assert f"{table}: line 2" in printed.complaint
    assert not Path("made.jsonl").exists()


def test_a_record_whose_events_do_not_fit_together_is_not_imported(tmp_path: Path) -> None:
    """The chain holds and every line reads; but a plan that was never laid cannot be turned over."""

    def forget_a_plan(events: list[Event]) -> None:
        outcome, number = outcome_with(events, "plan_laid")
        del outcome.data["consequences"][number]
        outcome.openings = []

    path = tmp_path / "short.jsonl"
    path.write_bytes(forged_file(march(), forget_a_plan))

    printed = oathbook("import", path)

    assert printed.code == 2
    assert "a player has not laid a plan" in printed.complaint


def test_import_describes_each_record(match: Path) -> None:
    record = read(match.read_bytes())

    (entry,) = oathbook("import", match, "--json").json

    lines = entry.pop("record")
    assert entry == {
        "file": str(match),
        "game": record.game,
        "edition": "knights_duty/1",
        "events": len(record.events),
        "head": record.head,
        "to": None,
        "changed": False,
    }
    assert lines == [json.loads(line) for line in match.read_bytes().splitlines()]


# Export -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", ["ash", "birch", "table", PUBLIC])
def test_an_export_of_a_running_game_opens_only_what_its_reader_may_see(viewer: Viewer, running: Path) -> None:
    """Another seat's plan and the seed are in no export meant for somebody else; the head is the same (3.2, 3.3)."""
    whole = read(running.read_bytes())

    printed = oathbook("export", running, "--as", viewer)

    exported = read(printed.out)
    assert printed.code == 0
    assert exported.head == whole.head
    for event, full in zip(exported.events, whole.events, strict=True):
        assert event.openings == whole.codec.openings_for(full, viewer)
    assert any(event.openings for event in exported.events) == (viewer in {"ash", "birch"})


def test_without_a_viewer_everything_is_exported(running: Path) -> None:
    assert oathbook("export", running).out == running.read_bytes()


def test_after_the_end_the_reveal_policy_decides(match: Path, tmp_path: Path) -> None:
    """Policy ``all`` opens everything to everybody, ``none`` nothing that was not shown in play (3.1)."""
    closed = kept(duel(reveal="none"), tmp_path / "closed.jsonl")

    everything = oathbook("export", match, "--as", "public").out
    shown_only = oathbook("export", closed, "--as", "public").out

    assert everything == match.read_bytes()
    assert not any(line.startswith(b"[") for line in shown_only.splitlines())


def test_a_transcript_of_a_record_imports_as_the_same_game(table: Path) -> None:
    made = oathbook("import", table).out

    exported = oathbook("export", "-", "--form", "transcript", stdin=made)

    assert exported.code == 0
    assert exported.out == table.read_bytes()
    header, first, *_ = exported.out.splitlines()
    assert json.loads(header)["oathbook"] == "transcript/1"
    assert json.loads(first).keys() == {"by", "decision", "draws", "outcome"}


def test_no_transcript_is_made_of_what_is_concealed(running: Path) -> None:
    printed = oathbook("export", running, "--as", "ash", "--form", "transcript")

    assert printed.code == 2
    assert "conceals" in printed.complaint


def test_a_text_tells_the_game_with_its_clauses(match: Path) -> None:
    text = oathbook("export", match, "--form", "text").text

    assert "Step 2" in text
    assert "[KD-8.5, KD-8.6]" in text
    assert "hearts: take 1 → 1 (KD-8.3, does not apply)" in text


def test_a_text_for_a_seat_does_not_tell_another_seats_plan(running: Path) -> None:
    """Law 5, in the readable form."""
    texts = {viewer: oathbook("export", running, "--form", "text", "--as", viewer).text for viewer in ("ash", "birch")}
    whole = oathbook("export", running, "--form", "text").text

    for viewer, other in (("ash", "birch"), ("birch", "ash")):
        plans = [line for line in whole.splitlines() if '"kind":"lay_plan"' in line and f'"by":"{other}"' in line]
        assert plans
        assert not any(plan in texts[viewer] for plan in plans)


def test_an_export_never_overwrites(match: Path) -> None:
    Path("notes.txt").write_text("mine")

    refused = oathbook("export", match, "--to", "notes.txt")
    written = oathbook("export", match, "--to", "new.txt", "--json")
    again = oathbook("export", match, "--to", "new.txt")

    assert refused.code == 2
    assert Path("notes.txt").read_text() == "mine"
    assert (written.json["to"], written.json["changed"], "lines" in written.json) == ("new.txt", True, False)
    assert "unchanged" in again.text


@pytest.mark.parametrize("form", ["record", "transcript", "text"])
def test_an_export_as_json_holds_its_lines(form: str, match: Path) -> None:
    plain = oathbook("export", match, "--form", form).text.splitlines()

    told = oathbook("export", match, "--form", form, "--json").json

    assert (told["form"], told["viewer"], told["to"], told["changed"]) == (form, "holder", None, False)
    assert told["lines"] == (plain if form == "text" else [json.loads(line) for line in plain])


def test_exporting_from_a_redacted_record_adds_nothing(for_ash: Path) -> None:

    for_birch = read(oathbook("export", for_ash, "--as", "birch").out)

    assert not any(event.openings for event in for_birch.events)
    assert for_birch.head == march().head
