"""What a stranger wrote cannot style or break a terminal, and the process behaves as others do."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from oathbook.api.cli.output import MOST_SAID, json_line, visible
from tests.support.processes import ran
from tests.support.tampering import Event, forged
from tests.unit.api.games import CLOSE, DUEL, opened, played
from tests.unit.api.running import kept, oathbook

PROGRAM = str(Path(sys.executable).with_name("oathbook"))
NAME = "\x1b[31m[red]Eve[/red]\x1b]0;mine\x07\r\x9b2J\u202e\u2028[link=x]"
SHOWN = r"\x1b[31m[red]Eve[/red]\x1b]0;mine\x07\r\x9b2J\u202e\u2028[link=x]"


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A game with a player who wants to be seen."""

    def called(events: list[Event]) -> None:
        events[0].data["seats"][0]["player"] = NAME

    return kept(forged(played(opened(CLOSE), DUEL[:3]), called), tmp_path / "hostile.jsonl")


COMMANDS = [
    ("replay",),
    ("replay", "--at", "1"),
    ("replay", "--json"),
    ("verify",),
    ("verify", "--json"),
    ("export", "--form", "text"),
    ("export", "--form", "text", "--json"),
    ("export", "--form", "transcript", "--json"),
    ("import", "--json"),
    ("ask", "--at", "7", "--decision", '{"by":"ash","kind":"inspire","use":true}'),
]


def has_controls(text: str) -> bool:
    return not text.replace("\n", "").isprintable()


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_control_character_of_a_record_reaches_the_output(command: tuple[str, ...], hostile: Path) -> None:
    name, *options = command

    printed = oathbook(name, hostile, *options)

    assert printed.code != 2
    assert not has_controls(printed.text)


def test_a_players_name_is_shown_as_it_is_written(hostile: Path) -> None:
    assert SHOWN in oathbook("replay", hostile).text


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_on_a_terminal_only_our_own_styles_are_sent(command: tuple[str, ...], hostile: Path) -> None:
    """Escapes there are Rich's; none of the name's, and no markup of it is taken for a style."""
    name, *options = command

    text = oathbook(name, hostile, *options, watched=True).text

    assert not any(
        planted in text for planted in ("\x1b[31m[red]", "\x1b]0;", "\x07", "\r", "\x9b", "\u202e", "\u2028")
    )
    assert "Eve" not in text or "[red]Eve[/red]" in text


@pytest.mark.parametrize("command", [("import",), ("export",), ("export", "--form", "transcript")], ids=" ".join)
def test_records_are_exact_in_a_file_and_harmless_on_a_terminal(command: tuple[str, ...], hostile: Path) -> None:
    """The same JSON either way: on a terminal what it might act on is escaped."""
    name, *options = command

    exact = oathbook(name, hostile, *options)
    watched = oathbook(name, hostile, *options, watched=True)

    assert "\u202e" in exact.text
    assert not has_controls(watched.text)
    assert [json.loads(line) for line in exact.out.splitlines()] == [
        json.loads(line) for line in watched.out.splitlines()
    ]


def test_json_says_the_name_exactly(hostile: Path) -> None:
    setup = oathbook("import", hostile, "--json").json[0]["record"][1]["data"]

    assert setup["seats"][0]["player"] == NAME


def test_a_file_name_cannot_break_a_line(hostile: Path) -> None:
    name = "two\nlines\x1b[2J.jsonl"
    Path(name).write_bytes(hostile.read_bytes())

    there, missing = oathbook("verify", name), oathbook("verify", f"no{name}")

    assert r"two\nlines\x1b[2J.jsonl: sound" in there.text
    assert missing.complaint == r"notwo\nlines\x1b[2J.jsonl: No such file or directory"


def test_a_file_name_that_is_no_text_can_be_told() -> None:
    """Bytes that are no UTF-8 arrive as lone surrogates, which JSON cannot hold."""
    printed = oathbook("verify", os.fsdecode(b"\xff.jsonl"), "--json")

    assert printed.code == 2
    assert printed.json[0]["file"] == r"\udcff.jsonl"


def test_a_complaint_that_quotes_too_much_is_cut() -> None:
    Path("long.jsonl").write_text(json.dumps({"oathbook": "transcript/1", "edition": "x" * 10_000, "setup": {}}) + "\n")

    printed = oathbook("import", "long.jsonl")

    assert printed.code == 2
    assert len(printed.complaint) <= MOST_SAID + 1


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain · text → ü", "plain · text → ü"),
        ("\t", r"\t"),
        ("\x7f", r"\x7f"),
        ("\U000e0001", r"\U000e0001"),
        ("\udcff", r"\udcff"),
    ],
)
def test_what_is_not_printable_is_written_out(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_json_escapes_what_is_not_printable_and_stays_the_same_value() -> None:
    value = {"says": "a\u2028b\U000e0001c\x9b"}

    line = json_line(value)

    assert line == rb'{"says":"a\u2028b\udb40\udc01c\u009b"}' + b"\n"
    assert json.loads(line) == value


def test_colour_is_only_for_terminals(match: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")

    plain = [oathbook("verify", match).text, oathbook("rulesets").text, oathbook("replay", match, "--at", "12").text]
    watched = oathbook("verify", match, watched=True).text

    assert not any("\x1b" in text for text in plain)
    assert "\x1b[" in watched


def test_nothing_is_wrapped_or_cut_in_a_pipe() -> None:
    """A clause is a line, however long."""
    lines = oathbook("rulesets", "knights_duty/1", "--clauses").text.splitlines()

    assert len(lines) == 39
    assert max(map(len, lines)) > 200


# The process ------------------------------------------------------------------------------------------------------


def process(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return ran([PROGRAM, *arguments], env={**os.environ, **environment})


@pytest.mark.gate
def test_the_installed_program_exits_with_the_code_of_its_command(match: Path, for_ash: Path) -> None:
    assert process("verify", match).returncode == 0
    assert process("verify", for_ash).returncode == 3
    assert process("verify", "nowhere.jsonl").stderr == "oathbook: nowhere.jsonl: No such file or directory\n"


def test_without_a_command_it_says_what_there_is() -> None:
    shown = process()

    assert shown.returncode == 0
    for command in ("import", "export", "replay", "verify", "ask", "rulesets", "fuzz"):
        assert command in shown.stdout


@pytest.mark.parametrize("command", ["import", "export", "replay", "verify", "ask", "rulesets", "fuzz"])
def test_every_command_documents_its_exit_codes_and_its_json(command: str) -> None:
    printed = oathbook(command, "--help")

    assert printed.code == 0
    assert "Exit codes" in printed.text
    assert "\n    0  " in printed.text
    assert "  --json  " in printed.text


def test_a_reader_who_stops_reading_stops_it_without_a_word(match: Path) -> None:
    """As with other tools in a pipe: no traceback, no exit code that means something else."""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as closed:
        stopped = ran([PROGRAM, "replay", match, "--json"], stdout=closed)

    assert stopped.returncode < 0
    assert stopped.stderr == ""


def test_an_output_that_knows_only_ascii_gets_ascii(match: Path) -> None:
    printed = process("replay", match, "--at", "12", PYTHONIOENCODING="ascii")

    assert printed.returncode == 0
    assert r"take 1 \u2192 1" in printed.stdout
