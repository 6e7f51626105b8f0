"""Standard streams that are closed or full, and faults of ours: none of them is taken for a verdict."""

import sys
from pathlib import Path
from signal import SIGPIPE

import pytest

from oathbook.api.cli.commands import verify
from tests.support.processes import ran
from tests.unit.api.running import oathbook

STARTS = "from oathbook.api.cli.main import main; main()"
FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")


def in_a_shell(typed: str) -> tuple[int, str, str]:
    """A command with its redirections, as a shell starts it."""
    done = ran(["sh", "-c", f'exec "$0" -c "$1" {typed}', sys.executable, STARTS])
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("typed", "code", "says"),
    [
        ("verify match.jsonl >&-", 0, ""),
        ("verify match.jsonl --json >&-", 0, ""),
        ("verify match.jsonl <&- >&- 2>&-", 0, ""),
        ("verify nowhere.jsonl 2>&-", 2, ""),
        ("verify - <&-", 2, "oathbook: -: "),
    ],
)
@pytest.mark.usefixtures("match")
def test_a_stream_that_is_closed_changes_no_verdict(typed: str, code: int, says: str) -> None:
    exits, out, err = in_a_shell(typed)

    assert (exits, out) == (code, "")
    assert err.startswith(says)
    assert err.count("\n") == bool(says)


@FULL
@pytest.mark.parametrize(
    "typed", ["verify match.jsonl", "verify match.jsonl --json", "export match.jsonl", "--help", "rulesets"]
)
@pytest.mark.usefixtures("match")
def test_an_answer_that_cannot_be_written_is_one_line_and_no_verdict(typed: str) -> None:
    exits, _, err = in_a_shell(f"{typed} >/dev/full")

    assert exits == 2
    assert err == "oathbook: No space left on device\n"


@FULL
@pytest.mark.parametrize("typed", ["verify nowhere.jsonl", "verify nowhere.jsonl --json >/dev/full", "verify"])
def test_an_error_that_cannot_be_written_is_still_an_exit_code(typed: str) -> None:
    assert in_a_shell(f"{typed} 2>/dev/full")[0] == 2


def test_a_fault_of_ours_is_one_line_that_can_be_reported(match: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It names its kind and its place, and does not exit with 1, which would say that the record was changed."""

    def fails(*_: object) -> None:
        msg = "nobody thought of this"
        raise ValueError(msg)

    monkeypatch.setattr(verify, "locate_records", fails)

    printed = oathbook("verify", match, "--json")

    assert printed.code == 2
    assert printed.complaint.startswith("a fault of Oathbook, please report it: ValueError at ")
    assert "test_streams.py:" in printed.complaint
    assert "commands/verify.py:" in printed.complaint
    assert printed.complaint.endswith(": nobody thought of this")
    assert printed.json == {"problem": "ValueError", "says": printed.complaint}


@pytest.mark.parametrize("text", [b'{"oathbook":"\xff","keys":[],"signed":[],"says":""}', b'{"keys":' * 100_000])
def test_what_is_no_file_that_convicts_convicts_nobody(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "case").write_bytes(text)

    printed = oathbook("convict", tmp_path / "case")

    assert printed.code == 2
    assert printed.complaint.startswith(f"{tmp_path / 'case'}: ")


KILLED = """
import os, signal
from concurrent.futures.process import BrokenProcessPool
from oathbook.api.cli.process_pool import local_executor

signal.signal(signal.SIGPIPE, signal.SIG_DFL)
with local_executor(2) as pool:
    work = [pool.executor.submit(len, bytes(1_000_000)) for _ in range(40)]
    assert work[0].result() == 1_000_000
    for each in list(pool.executor._processes):
        os.kill(each, signal.SIGKILL)
    try:
        for each in work:
            each.result()
        pool.executor.submit(len, b"").result()  # where they had done all of it by then
    except BrokenProcessPool:
        print("it is known")
"""
"""All workers are killed while one of them is being given work."""


def test_a_worker_that_is_killed_while_it_is_given_work_is_known_to_be() -> None:
    """And does not end its command by the signal for a broken pipe; each time it may be killed a moment later."""
    ended = [ran([sys.executable, "-c", KILLED]) for _ in range(4)]

    assert [(each.returncode, each.stdout) for each in ended] == [(0, "it is known\n")] * 4


@pytest.mark.usefixtures("match")
def test_a_command_of_several_processes_ends_where_nobody_reads_what_it_prints() -> None:
    typed = "verify match.jsonl match.jsonl match.jsonl --workers 2 | true"
    done = ran(["bash", "-c", f'set -o pipefail; "$0" -c "$1" {typed}', sys.executable, STARTS])

    assert done.returncode == 128 + SIGPIPE
