"""What holds of every command alike: its JSON, its exit code on a pipe, without colours, with stdin, and when quiet."""

import json
import os
import re
import shutil
import sys
from pathlib import Path

import pytest

from tests.support.processes import ran
from tests.support.promises.promising import broken_game
from tests.unit.api.cli.test_manners import commands
from tests.unit.api.databases import stored
from tests.unit.api.games import duel, march
from tests.unit.api.running import Json, kept, oathbook

DECISION = '{"by":"ash","kind":"inspire","use":true}'
LETTER = "red promises blue that Blue has 3 corn by the end of season 2."
TYPED = {
    "import": (0, "match.jsonl"),
    "export": (0, "match.jsonl"),
    "bundle": (2, "unknown", "--db", "games.db"),
    "replay": (0, "match.jsonl"),
    "verify": (0, "match.jsonl"),
    "audit": (1, "promised.jsonl"),
    "convict": (2, "match.jsonl"),
    "regress": (0, "match.jsonl", "--edition", "knights_duty/1", "--against", "knights_duty/1", "--workers", "1"),
    "options": (0, "match.jsonl"),
    "odds": (0, "match.jsonl", "--at", "10"),
    "ask": (3, "match.jsonl", "--at", "9", "--decision", DECISION),
    "dispute": (0, "match.jsonl", "--claim", '{"claim":"outcome-wrong","at":5}'),
    "rulesets": (0,),
    "new-ruleset": (0, "river"),
    "package": (0, "hills.py"),
    "examples": (0, "--to", "examples"),
    "fuzz": (0, "knights_duty/1", "--games", "1"),
    "doctor": (0, "--db", "games.db"),
    "key": (0,),
    "key revoke": (2, "march", "ash", "--db", "games.db"),
    "archive pack": (0, "match.jsonl", "--to", "match.pack"),
    "archive list": (0, "match.jsonl"),
    "projections list": (0, "--db", "games.db"),
    "projections rebuild": (0, "games", "--db", "games.db", "--workers", "1"),
    "database copy": (0, "games.db", "copied.db"),
    "database backup": (0, "backup", "--db", "games.db"),
    "database restore": (0, "games.db", "--db", "restored.db"),
    "database repair": (2, "games.db", "--from", "match.jsonl"),
    "database migrate": (0, "--db", "games.db"),
    "promises check": (0, "--letter", LETTER),
    "promises audit": (1, "promised.jsonl"),
}
"""For each command its exit code with these arguments."""

MADE = {
    "database copy": "copied.db",
    "database backup": "backup",
    "database restore": "restored.db",
    "new-ruleset": "river",
    "package": "pyproject.toml",
}
"""What they make, and never overwrite."""


def unmake(command: str) -> None:
    """Take away what a command has made."""
    path = Path(MADE.get(command, "nothing"))
    if path.is_dir():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)


SERVING = {"serve", "play", "demo", "witness"}
"""They go on until they are told to stop, and have no answer."""

ALWAYS_SAYS = {"export", "import", "replay", "ask", "rulesets", "key", "key revoke"}
"""What they print is what they are for: the record, the position, the answer."""

FROM_STDIN = {
    "import": (0, "-"),
    "export": (0, "-"),
    "replay": (0, "-"),
    "verify": (0, "-"),
    "audit": (0, "-"),
    "options": (0, "-"),
    "regress": (2, "-", "--edition", "knights_duty/1", "--against", "knights_duty/1", "--workers", "1"),
    "odds": (0, "-", "--at", "10"),
    "ask": (3, "-", "--at", "9", "--decision", DECISION),
    "dispute": (0, "-", "--claim", '{"claim":"outcome-wrong","at":5}'),
    "archive pack": (0, "-", "--to", "match.pack"),
    "archive list": (0, "-"),
    "promises audit": (0, "-"),
    "promises check": (2, "--letter", "@-"),
    "convict": (2, "-"),
}
READ_NOTHING_OF_STDIN = {
    "examples",
    *("rulesets", "new-ruleset", "package", "examples", "fuzz", "key"),  # no record is given to them
    *("bundle", "doctor", "projections list", "projections rebuild", "key revoke"),  # a database is
    *("database copy", "database backup", "database restore", "database repair", "database migrate"),
}
COLOUR = re.compile("\x1b\\[[0-9;]*[349][0-9](?:;|m)")


@pytest.fixture(autouse=True)
def _files(tmp_path: Path) -> None:
    kept(duel(), tmp_path / "match.jsonl")
    kept(broken_game(), tmp_path / "promised.jsonl")
    stored(tmp_path / "games.db", march())
    (tmp_path / "hills.py").touch()


def arguments(command: str) -> tuple[int, tuple[str, ...]]:
    code, *more = TYPED[command]
    return int(code), (*command.split(), *map(str, more))


def json_of(text: bytes) -> Json:
    """The one line."""
    assert text.endswith(b"\n")
    assert text.count(b"\n") == 1
    return json.loads(text)


def test_every_command_is_tried() -> None:
    assert {" ".join(each) for each in commands()} == {*TYPED, *SERVING}


def test_every_command_that_is_given_a_record_is_tried_with_stdin() -> None:
    assert {*FROM_STDIN} | READ_NOTHING_OF_STDIN == {*TYPED}
    assert {*FROM_STDIN}.isdisjoint(READ_NOTHING_OF_STDIN)


def documented(command: str) -> set[int]:
    """The exit codes in the help of a command."""
    _, _, after = oathbook(*command.split(), "--help").text.partition("Exit codes")
    return {int(each) for each in re.findall(r"^ +(\d)  \S", after.partition("\n\n")[0], re.MULTILINE)}


@pytest.mark.parametrize("command", TYPED)
def test_a_command_exits_as_its_help_says(command: str) -> None:
    """Whatever it was given, and with 2 where it cannot read that."""
    codes = documented(command)

    assert {0, 2} <= codes <= {0, 1, 2, 3}
    assert {int(each[command][0]) for each in (TYPED, FROM_STDIN) if command in each} <= codes


@pytest.mark.parametrize("command", TYPED)
def test_with_json_a_command_prints_one_line_of_it(command: str) -> None:
    """Also when it refuses; and what it says on a terminal is the same value."""
    code, typed = arguments(command)

    printed = oathbook(*typed, "--json")

    assert printed.code == code
    assert (printed.err == "") == (code != 2)
    assert json_of(printed.out)


@pytest.mark.parametrize("command", TYPED)
def test_a_command_that_cannot_read_what_it_is_given_says_so_in_json(command: str) -> None:
    """With exit code 2, in a line on stderr and in one of JSON."""
    printed = oathbook(*command.split(), "--no-such-option", "--json")

    assert printed.code == 2
    assert printed.complaint.startswith("No such option: --no-such-option")
    assert printed.json["problem"] == "Usage"
    assert printed.json["says"] == printed.complaint


@pytest.mark.parametrize("command", TYPED)
def test_without_colour_a_terminal_is_sent_none(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And in a pipe no style at all; the exit codes are the same."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("NO_COLOR", "1")
    code, typed = arguments(command)
    if command == "archive pack":
        typed = (*typed, "--force")

    piped = oathbook(*typed)
    unmake(command)
    watched = oathbook(*typed, watched=True)

    assert (piped.code, watched.code) == (code, code)
    assert "\x1b" not in piped.text
    assert not COLOUR.search(watched.text)


def test_with_colour_a_terminal_is_sent_some(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)

    assert COLOUR.search(oathbook("verify", "match.jsonl", watched=True).text)


@pytest.mark.parametrize("command", FROM_STDIN)
def test_a_dash_is_stdin(command: str, match: Path) -> None:
    """What cannot be read there is refused by that name."""
    code, *more = FROM_STDIN[command]

    printed = oathbook(*command.split(), *map(str, more), stdin=match.read_bytes())

    assert printed.code == code, printed.err
    if code == 0:
        assert printed.out
    again = ["--force"] if command == "archive pack" else []
    as_json = oathbook(*command.split(), *map(str, more), "--json", *again, stdin=match.read_bytes())
    assert (as_json.code, bool(json_of(as_json.out))) == (code, True)


@pytest.mark.parametrize("command", [each for each in TYPED if each not in ALWAYS_SAYS])
def test_a_quiet_command_prints_no_text_and_exits_as_before(command: str) -> None:
    """Its refusals and its JSON are printed all the same, and the next command is not quiet."""
    code, typed = arguments(command)

    quiet, short = oathbook(*typed, "--quiet"), oathbook(*command.split(), "-q", "--no-such-option")
    json_all_the_same = oathbook(*typed, "--quiet", "--json", *(["--force"] if command == "archive pack" else []))

    assert (quiet.code, quiet.out) == (code, b"")
    assert (quiet.err == "") == (code != 2)
    assert short.complaint
    assert json_of(json_all_the_same.out)
    assert oathbook("rulesets").text


def test_quiet_commands_that_write_still_write(match: Path) -> None:
    assert oathbook("import", match, "--to", "kept.jsonl", "-q").out == b""
    assert oathbook("export", match, "--to", "for-all.jsonl", "--as", "public", "-q").out == b""

    assert Path("kept.jsonl").read_bytes() == match.read_bytes()
    assert Path("for-all.jsonl").exists()
    assert oathbook("export", match, "-q").out == match.read_bytes()


HIDING = """
import asyncio, filelock, multiprocessing.process, sys, uuid
for name in ("fcntl", "termios", "tty", "pwd", "grp", "resource", "curses", "readline"):
    sys.modules[name] = None
from oathbook.api.cli.main import run
sys.exit(run(sys.argv[1:]))
"""
"""As where the standard library lacks them; what it needs of its own, and the library of locks, it has."""


@pytest.mark.parametrize(
    "command",
    [each if each in {"import", "verify", "doctor"} else pytest.param(each, marks=pytest.mark.gate) for each in TYPED],
)
def test_a_command_needs_nothing_that_only_unix_has(command: str) -> None:
    code, typed = arguments(command)

    done = ran([sys.executable, "-c", HIDING, *typed], env={**os.environ})

    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr


def test_what_only_unix_has_is_hidden() -> None:
    """The control: a program that imports it fails."""
    done = ran([sys.executable, "-c", HIDING.replace("from oathbook.api.cli.main import run", "import fcntl")])

    assert done.returncode == 1
    assert "fcntl" in done.stderr


def test_records_are_stored_and_kept_without_what_only_unix_has(match: Path) -> None:
    """The commands that take a lock."""
    for typed in (
        ("import", str(match), "--db", "new.db"),
        ("verify", str(match), "--state", "done"),
        ("projections", "rebuild", "--all", "--db", "new.db", "--workers", "1"),
    ):
        assert ran([sys.executable, "-c", HIDING, *typed]).returncode == 0

    assert oathbook("projections", "list", "--db", "new.db").code == 0
