"""``oathbook options``, sheets of notation in and out, and a sheet that is watched while it is typed."""

import signal
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from oathbook.api.cli.sheet_watcher import watch_sheet
from oathbook.domain.errors import Refused
from oathbook.domain.recording.format.record import Record
from tests.support.processes import started, until
from tests.support.serving import PROGRAM
from tests.support.transcribing import EVENING, TABLE
from tests.unit.api.running import oathbook


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    """An evening of twenty steps."""
    path = tmp_path / "evening.notation"
    path.write_text(EVENING)
    return path


def test_a_sheet_is_imported_like_any_transcript(sheet: Path) -> None:
    printed = oathbook("import", sheet, "--to", "evening.jsonl", "--json")

    assert printed.code == 0
    assert printed.json[0]["events"] == 38
    assert oathbook("verify", "evening.jsonl").code == 0


def test_a_sheet_on_stdin_goes_to_stdout_as_a_record(sheet: Path) -> None:
    assert oathbook("import", "-", stdin=sheet.read_bytes()).out.startswith(b'{"edition":"heirless/e1","events":38,')


def test_an_exported_sheet_is_imported_as_the_same_record(match: Path) -> None:
    """Byte for byte: what a store has already stays as it is."""
    assert oathbook("export", match, "--form", "notation", "--to", "match.notation").code == 0

    printed = oathbook("import", "match.notation")

    assert printed.out == match.read_bytes()
    assert oathbook("import", match, "--db", "games.db").code == 0
    assert "unchanged" in oathbook("import", "match.notation", "--db", "games.db").text


def test_an_exported_sheet_stands_in_the_json_line_by_line(match: Path) -> None:
    told = oathbook("export", match, "--form", "notation", "--json").json

    assert told["form"] == "notation"
    assert told["lines"][0] == "oathbook notation/1"


def test_a_slip_is_named_with_its_place(sheet: Path) -> None:
    sheet.write_text(EVENING.replace("Valley", "Valey", 1))

    printed = oathbook("import", sheet, "--db", "games.db")

    assert printed.code == 2
    assert f"{sheet}: line 5, column 13: “Valey” cannot stand here; what can: Valley" in printed.complaint
    assert not Path("games.db").exists()


def test_options_are_lines_that_can_be_added_to_the_sheet(sheet: Path) -> None:
    told = oathbook("options", sheet, "--json").json

    (seat,) = told["seats"]
    assert (seat["seat"], seat["acts"], seat["complete"], told["over"]) == ("dov", True, False, False)
    for each in (seat["options"][0], seat["options"][-1]):
        sheet.write_text(f"{EVENING}{each}\n")
        assert oathbook("import", sheet).code == 0, each


def test_options_of_a_game_that_is_over_are_none(match: Path) -> None:
    assert oathbook("options", match).text == "the game is over since position 14\n"
    assert oathbook("options", match, "--json").json["seats"] == []


def test_options_of_one_seat_out_of_turn(sheet: Path) -> None:
    printed = oathbook("options", sheet, "--as", "ann")

    assert printed.text.startswith("ann may decide out of turn; ")
    assert "  ann: offer ann gives " in printed.text
    assert "--as zoe: use one of ann, bram, cleo, dov, table" in oathbook("options", sheet, "--as", "zoe").complaint


def test_options_that_a_record_conceals_are_not_told(for_ash: Path) -> None:
    assert oathbook("options", for_ash, "--as", "birch").code in {0, 2}
    assert oathbook("options", for_ash, "--as", "ash").code == 0


def scribe(path: Path, *texts: str) -> Callable[[], None]:
    """Types: each pause another text is there; after the last the scribe presses Ctrl-C."""
    waiting: Iterator[str] = iter(texts)

    def pause() -> None:
        text = next(waiting, None)
        if text is None:
            raise KeyboardInterrupt
        path.write_text(text)

    return pause


def typed(path: Path, *texts: str) -> tuple[Record, list[str]]:
    said: list[str] = []
    path.write_text(TABLE)
    return watch_sheet(str(path), said.append, pause=scribe(path, *texts)), said


def test_a_watched_sheet_says_what_each_line_led_to(tmp_path: Path) -> None:
    path = tmp_path / "table.notation"

    record, said = typed(
        path, f"{TABLE}ann: deploy Valley\nbram: dep", f"{TABLE}ann: deploy Valley\nbram: deploy Meadow\n"
    )

    assert said[0] == "heirless/e1: the table is set. To decide now: ann."
    assert said[1] == "line 4: ann: deploy Valley"
    assert any("Valley" in each for each in said[2:])
    assert said[-1] == "To decide now: cleo."
    assert len(record.events) == 5


def test_what_is_wrong_is_said_once_and_may_be_mended(tmp_path: Path) -> None:
    path = tmp_path / "table.notation"
    wrong = f"{TABLE}ann: deploy Valey\n"

    record, said = typed(path, wrong, wrong + "# and\n", f"{TABLE}ann: deploy Valley\n", f"{TABLE}ann: idle\n")

    assert [each for each in said if each.startswith("not yet")] == [
        next(each for each in said if "line 4, column 13: “Valey” cannot stand here; what can: Valley" in each)
    ]
    assert "line 4 was changed: going on from there" in said
    assert [event.entry.by for event in record.events][:2] == ["host", "ann"]


def test_a_sheet_that_is_wrong_when_the_watch_ends_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "table.notation"

    with pytest.raises(Refused, match="line 4, column 13"):
        typed(path, f"{TABLE}ann: deploy Valey")


def test_a_line_without_its_end_counts_at_the_end_of_the_watch(tmp_path: Path) -> None:
    record, _ = typed(tmp_path / "table.notation", f"{TABLE}ann: deploy Valley")

    assert len(record.events) == 3


class Kept:
    """Where the record of a watched sheet is kept: how many events it had each time."""

    def __init__(self) -> None:
        self.lengths: list[int] = []

    def __call__(self, record: Record) -> None:
        self.lengths.append(len(record.events))


def test_a_watched_sheet_is_kept_after_every_line_that_is_accepted(tmp_path: Path) -> None:
    """What is wrong loses nothing of it, wherever it stands; what comes before a wrong line is kept all the same."""
    path, kept = tmp_path / "table.notation", Kept()
    deployed = f"{TABLE}ann: deploy Valley\n"
    texts = (
        deployed,
        f"{deployed}bram: deploy Meadow\nfrom here on nonsense\n",
        f"{deployed}bram: deploy Meadow\n# and\ncleo: deploy Nowhere\n",
        f"{TABLE}ann: deploy Nowhere\nbram: deploy Meadow\n",
        f"{TABLE}ann: deploy Meadow\n",
    )
    path.write_text(TABLE)

    record = watch_sheet(str(path), lambda _: None, kept, pause=scribe(path, *texts))

    assert kept.lengths == [1, 3, 5, 3]
    assert len(record.events) == 3


def test_a_sheet_that_is_gone_for_a_moment_is_watched_on(tmp_path: Path) -> None:
    """As an editor saves it; one that was never there is refused."""
    path, turns = tmp_path / "table.notation", iter(range(3))
    path.write_text(TABLE)

    def pause() -> None:
        match next(turns):
            case 0:
                path.unlink()
            case 1:
                path.write_text(f"{TABLE}ann: deploy Valley\n")
            case _:
                raise KeyboardInterrupt

    assert len(watch_sheet(str(path), lambda _: None, pause=pause).events) == 3
    assert oathbook("import", "nowhere.notation", "--watch").code == 2


def test_a_watch_tells_of_a_file_in_its_way_at_the_beginning(sheet: Path) -> None:
    """The sheet is no game that is over, so that a watch of it would go on."""
    Path("evening.jsonl").write_text("mine")

    printed = oathbook("import", sheet, "--watch", "--to", "evening.jsonl")

    assert printed.code == 2
    assert "another file is already there" in printed.err
    assert Path("evening.jsonl").read_text() == "mine"


def test_only_one_file_is_watched(sheet: Path) -> None:
    assert "one file is watched at a time" in oathbook("import", sheet, sheet, "--watch", "--to", ".").complaint
    assert "not stdin" in oathbook("import", "-", "--watch").complaint


@pytest.mark.parametrize(("options", "says"), [((), "the table is set"), (("--quiet",), "")])
def test_a_watch_of_a_game_that_is_over_ends_at_once_and_may_be_quiet(
    options: tuple[str, ...], says: str, match: Path
) -> None:
    assert oathbook("export", match, "--form", "notation", "--to", "match.notation").code == 0

    printed = oathbook("import", "match.notation", "--watch", "--to", "again.jsonl", *options)

    assert printed.code == 0
    assert says in printed.err
    assert (not printed.err) == (not says)
    assert Path("again.jsonl").read_bytes() == match.read_bytes()


def test_a_watched_sheet_must_fit_its_stamps(match: Path) -> None:
    assert oathbook("export", match, "--form", "notation", "--to", "match.notation").code == 0
    sheet = Path("match.notation")
    sheet.write_text(sheet.read_text().replace("\nhead ", f"\nhead {'0' * 64} # ", 1))

    printed = oathbook("import", sheet, "--watch")

    assert (printed.code, printed.out) == (2, b"")
    assert "what stands above is not what this record was" in printed.err


@pytest.mark.gate
def test_a_watch_ends_with_ctrl_c_and_writes_the_record(sheet: Path) -> None:
    """The real program, with a signal."""
    command = [PROGRAM, "import", str(sheet), "--watch", "--to", "evening.jsonl"]
    with Path("said.txt").open("wb") as said, started(command, stderr=said) as process:
        while "cleo: idle" not in Path("said.txt").read_text():
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0

    assert oathbook("verify", "evening.jsonl").code == 0


def is_said(what: str) -> bool:
    """Whether a watch has said it."""
    return what in Path("said.txt").read_text("utf-8")


@pytest.mark.gate
def test_a_watch_that_is_killed_has_lost_no_line_that_was_accepted(sheet: Path) -> None:
    """At any moment the file is a whole record; so is it when a line is wrong in the end."""
    lines, kept = EVENING.splitlines(keepends=True), Path("evening.jsonl")
    sheet.write_text(TABLE)
    command = [PROGRAM, "import", str(sheet), "--watch", "--to", str(kept)]
    typed = TABLE.count("\n")
    for end, code in ((signal.SIGKILL, -signal.SIGKILL), (signal.SIGTERM, -signal.SIGTERM), (signal.SIGINT, 2)):
        with Path("said.txt").open("wb") as said, started([*command, "--force"], stderr=said) as process:
            for upto in range(typed + 3, typed + 9, 3):
                sheet.write_text("".join(lines[:upto]))
                until(partial(is_said, f"line {upto}: "))
            sheet.write_text("".join(lines[: typed + 6]) + "nonsense\n")
            until(partial(is_said, "not yet: "))
            process.send_signal(end)
            assert process.wait(30) == code

        whole = oathbook("import", kept, "--json")
        assert whole.code == 0
        assert oathbook("verify", kept).code == 0
        assert whole.json[0]["events"] == 9


# Letters ----------------------------------------------------------------------------------------------------------


def test_an_import_reads_the_letters_of_a_sheet_aloud(sheet: Path) -> None:
    """On stderr: the words that are signed, who signs, who is addressed, what it asks and what breaks it."""
    printed = oathbook("import", sheet, "--to", "evening.jsonl")

    first, signs, asks, *rows = printed.err.splitlines()
    assert first == 'p1: bram promises dov to spend at least 1 Influence in favour of law "OpenGates".'
    assert signs == "  signs: Bram, Dov; addressed: Dov"
    assert asks.startswith("  clause 1: bram must spend at least 1 Influence in favour of law OpenGates")
    assert rows[1] == "    nothing breaks it", "there is no deadline"


def test_a_record_is_imported_in_silence(match: Path) -> None:
    assert oathbook("import", match, "--to", "again.jsonl").err == ""
