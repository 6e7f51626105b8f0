"""Whatever a file is, a command that cannot read it says so in one line and exits 2."""

import os
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from oathbook.api.cli.input_files import MOST_BYTES
from oathbook.domain.recording.format.record_file import record_text
from tests.support.sampling import some
from tests.support.tampering import Event, first, forged_file, outcome_with
from tests.unit.api.games import duel
from tests.unit.api.running import oathbook

Making = Callable[[Path], Path]
INSPIRE = '{"by":"ash","kind":"inspire","use":true}'


def of(text: bytes) -> Making:
    def make(folder: Path) -> Path:
        path = folder / "bad.jsonl"
        path.write_bytes(text)
        return path

    return make


def too_large(folder: Path) -> Path:
    path = folder / "large.jsonl"
    path.touch()
    os.truncate(path, MOST_BYTES + 1)
    return path


def unreadable(folder: Path) -> Path:
    """A file that can be opened and not read, or not even opened."""
    memory = Path("/proc/self/mem")
    if memory.exists():
        return memory
    path = folder / "closed.jsonl"
    path.touch(mode=0o000)
    return path


def with_edition(key: str) -> bytes:
    return forged_file(duel(), lambda events: events[0].data.update(edition=key))


def with_topic(topic: str) -> bytes:
    return forged_file(duel(), lambda events: events[1].public.update(type=topic))


RECORD = record_text(duel())
BAD: dict[str, tuple[Making, str]] = {
    "missing": (lambda folder: folder / "nowhere.jsonl", "No such file"),
    "folder": (lambda folder: folder, "Is a directory"),
    "empty": (of(b""), "it is empty"),
    "cut in a line": (of(RECORD[:-100]), "the file is cut"),
    "cut between lines": (of(RECORD[: RECORD.rindex(b"\n", 0, -1) + 1]), "the file may be cut"),
    "binary": (of(bytes(range(256)) * 8), "no Oathbook file"),
    "some other text": (of(b"Dear diary,\n"), "no Oathbook file"),
    "unknown edition": (of(with_edition("solitaire/1")), "“solitaire/1”"),
    "later format": (of(RECORD.replace(b"record/1", b"record/2", 1)), "record/2"),
    "later topic": (of(with_topic("game.decision/2")), "game.decision/2"),
    "unreadable": (unreadable, ""),
    "too large": (too_large, "larger than"),
}
READERS: dict[str, Callable[[Path], tuple[str | Path, ...]]] = {
    "import": lambda file: ("import", file),
    "import to": lambda file: ("import", file, "--to", "made.jsonl"),
    "export": lambda file: ("export", file),
    "export text": lambda file: ("export", file, "--form", "text", "--as", "ash"),
    "replay": lambda file: ("replay", file),
    "replay at": lambda file: ("replay", file, "--at", "3"),
    "verify": lambda file: ("verify", file),
    "verify under": lambda file: ("verify", file, "--edition", "knights_duty/1"),
    "ask": lambda file: ("ask", file, "--at", "3", "--decision", INSPIRE),
}


@pytest.mark.parametrize(("bad", "reader"), some(list(product(BAD, READERS)), 37))
def test_a_file_that_cannot_be_read_is_one_line_on_stderr(bad: str, reader: str, tmp_path: Path) -> None:
    """Missing, empty, cut, binary, unknown, later: what is wrong and where, and exit 2 (docs/command-line.md)."""
    make, says = BAD[bad]
    file = make(tmp_path)

    printed = oathbook(*READERS[reader](file))

    assert printed.code == 2
    assert str(file) in printed.complaint
    assert says in printed.complaint
    assert printed.out == b""
    assert not Path("made.jsonl").exists()


@pytest.mark.parametrize(
    ("bad", "reader"), some(list(product([name for name in BAD if name != "too large"], READERS)), 25)
)
def test_with_json_it_is_a_line_of_json_as_well(bad: str, reader: str, tmp_path: Path) -> None:
    make, says = BAD[bad]

    printed = oathbook(*READERS[reader](make(tmp_path)), "--json")

    told = printed.json[0] if reader.startswith("verify") else printed.json
    assert printed.code == 2
    assert told["problem"] in {"BadRecord", "CorruptRecord", "UnknownEdition"}
    assert says in told["says"]
    assert printed.complaint == told["says"]


SETUPS: dict[str, tuple[Making, str]] = {
    **{name: BAD[name] for name in ("missing", "folder", "empty", "binary", "unreadable", "too large")},
    "empty": (of(b""), "Expecting value"),
    "binary": (of(bytes(range(256)) * 8), "not UTF-8"),
    "cut": (of(b'{"edition":"knights_duty/1","seats":['), "line 1 column"),
    "unknown edition": (of(b'{"edition":"solitaire/1","seats":[],"components":""}'), "“solitaire/1”"),
    "without edition": (of(b'{"seats":[],"components":""}'), "names its edition"),
    "no object": (of(b"[]"), "names its edition"),
    "unknown field": (of(b'{"edition":"knights_duty/1","seats":[],"components":"","dice":6}'), "dice"),
    "too few seats": (
        of(b'{"edition":"knights_duty/1","seats":[{"seat":"ash"}],"components":"knights-duty-sample-1"}'),
        "2 to 6 players",
    ),
}


@pytest.mark.parametrize("bad", SETUPS)
def test_a_setup_that_cannot_be_read_is_one_line_on_stderr(bad: str, tmp_path: Path) -> None:
    make, says = SETUPS[bad]
    file = make(tmp_path)

    printed = oathbook("ask", "--setup", file, "--decision", INSPIRE)

    assert printed.code == 2
    assert str(file) in printed.complaint
    assert says in printed.complaint
    assert printed.out == b""


@pytest.mark.parametrize(
    "arguments",
    [
        ("rulesets", "solitaire/1"),
        ("rulesets", "solitaire/1", "--schema"),
        ("rulesets", "--clauses"),
        ("rulesets", "knights_duty/1", "--clauses", "--readings"),
        ("fuzz", "solitaire/1", "--games", "1"),
        ("fuzz", "knights_duty/1", "--games", "0"),
        ("fuzz", "knights_duty/1", "--games", "many"),
        ("fuzz", "knights_duty/1", "--seed", "-1"),
        ("fuzz", "knights_duty/1", "--to", "nowhere"),
        ("verify",),
        ("verify", "match.jsonl", "--edition", "solitaire/1"),
        ("import",),
        ("export", "match.jsonl", "--form", "poem"),
        ("export", "match.jsonl", "--as", "zed"),
        ("replay", "match.jsonl", "--as", "holder"),
        ("replay", "match.jsonl", "--at", "0"),
        ("replay", "match.jsonl", "--at", "15"),
        ("replay", "match.jsonl", "--at", "-1"),
        ("replay", "match.jsonl", "--at", "last"),
        ("ask", "match.jsonl", "--decision", INSPIRE),
        ("ask", "match.jsonl", "--at", "3"),
        ("ask", "match.jsonl", "--at", "99", "--decision", INSPIRE),
        ("ask", "match.jsonl", "--at", "3", "--setup", "match.jsonl", "--decision", INSPIRE),
        ("ask", "--decision", INSPIRE),
        ("dance",),
        ("--sing",),
    ],
    ids=" ".join,
)
@pytest.mark.usefixtures("match")
def test_a_question_that_makes_no_sense_is_one_line_on_stderr(arguments: tuple[str, ...]) -> None:
    """Positions out of range, unknown seats, editions and options: one line and exit 2."""
    plain, as_json = oathbook(*arguments), oathbook(*arguments, "--json")

    assert plain.code == as_json.code == 2
    assert plain.complaint == as_json.complaint == as_json.json["says"]
    assert plain.out == b""


def test_a_reveal_of_another_type_than_what_was_hidden_cannot_be_read(tmp_path: Path) -> None:
    """A forger may give a plan's token the digest under which a choice of Inspiration is shown later.

    What is revealed then does not have the type of the field whose digest it fits: no traceback, but a corrupt record.
    """

    def confuse(events: list[Event]) -> None:
        shown, number = outcome_with(events, "inspiration_shown")
        laid, other = outcome_with(events, "plan_laid")
        digest = shown.data["consequences"][number]["event"]["use"]["sd"]
        first(events, "game.decision/1").data["decision"]["slots"][0]["sd"] = digest
        laid.data["consequences"][other]["event"]["slots"][0]["sd"] = digest
        for event in events[1:3]:
            event.openings = []

    path = tmp_path / "confused.jsonl"
    path.write_bytes(forged_file(duel(), confuse))

    for printed in (oathbook("verify", path), oathbook("replay", path)):
        assert printed.code == 2
        assert printed.complaint.startswith(f"{path}: game ")
        assert "position 2" in printed.complaint
