"""Files that are there already stay, unless they are to be replaced; a dash is stdout."""

import os
from pathlib import Path

import pytest

from tests.unit.api.running import Printed, oathbook

WRITERS = {
    "import": ("match.jsonl", "--to"),
    "export": ("match.jsonl", "--to"),
    "archive pack": ("match.jsonl", "--to"),
    "archive list": ("match.jsonl", "--to"),
    "verify": ("match.jsonl", "--to"),
    "audit": ("match.jsonl", "--to"),
    "regress": ("match.jsonl", "--edition", "knights_duty/1", "--against", "knights_duty/1", "--workers", "1", "--to"),
}
OTHER = b"something else\n"


def wrote(command: str, to: str, *more: str) -> Printed:
    return oathbook(*command.split(), *WRITERS[command], to, *more)


@pytest.mark.usefixtures("match")
@pytest.mark.parametrize("command", WRITERS)
def test_a_file_in_the_way_is_replaced_only_by_force(command: str) -> None:
    there = Path("there.pack" if command == "archive pack" else "there")
    there.write_bytes(OTHER)

    refused = wrote(command, str(there))
    assert refused.code == 2
    assert "another file is already there; nothing was overwritten (--force replaces it)" in refused.complaint
    assert there.read_bytes() == OTHER

    forced = wrote(command, str(there), "--force")
    assert forced.code == 0, forced.err
    assert there.read_bytes() != OTHER
    assert [each.name for each in Path().iterdir() if each.name.endswith(".part")] == []


@pytest.mark.usefixtures("match")
@pytest.mark.parametrize("command", WRITERS)
def test_what_is_no_file_is_not_replaced_even_by_force(command: str) -> None:
    """A folder, or a device: as root a program could put a file in its place."""
    name = "way.pack"
    os.mkfifo(name)

    refused = wrote(command, name, "--force")

    assert refused.code == 2
    assert "something that is no file is already there; nothing was overwritten" in refused.complaint
    assert Path(name).is_fifo()


def test_by_force_the_same_file_is_still_unchanged(match: Path) -> None:
    assert oathbook("import", match, "--to", "kept.jsonl", "--json").json[0]["changed"] is True
    assert oathbook("import", match, "--to", "kept.jsonl", "--force", "--json").json[0]["changed"] is False


def test_a_record_of_a_database_is_never_replaced(match: Path) -> None:
    refused = oathbook("import", match, "--db", "games.db", "--force")

    assert refused.code == 2
    assert "a record in a database is never replaced" in refused.complaint
    assert not Path("games.db").exists()


@pytest.mark.parametrize("command", ["import", "export"])
def test_a_dash_is_stdout(command: str, match: Path) -> None:
    """And no file of that name is made."""
    dash = oathbook(command, match, "--to", "-")

    assert (dash.code, dash.out) == (0, match.read_bytes())
    assert dash.out == oathbook(command, match).out
    assert dash.err == ""
    assert not Path("-").exists()


def test_a_dash_takes_a_manifest_which_is_the_same_as_in_a_file(match: Path) -> None:
    oathbook("archive", "list", match.name, "--to", "manifest.jsonl")

    dash = oathbook("archive", "list", match.name, "--to", "-")

    assert (dash.code, dash.out) == (0, Path("manifest.jsonl").read_bytes())
    both = oathbook("archive", "list", match.name, "--to", "-", "--json")
    assert both.code == 2
    assert "not both" in both.complaint


@pytest.mark.usefixtures("match")
@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("verify", "a table is a file of its own"),
        ("audit", "a table is a file of its own"),
        ("regress", "a table is a file of its own"),
        ("archive pack", "the name of a pack ends with .pack"),
    ],
)
def test_what_cannot_go_to_stdout_says_why(command: str, says: str) -> None:
    refused = wrote(command, "-")

    assert refused.code == 2
    assert says in refused.complaint
    assert not Path("-").exists()


def test_several_records_do_not_go_to_stdout(match: Path, running: Path) -> None:
    refused = oathbook("import", match, running, "--to", "-")

    assert refused.code == 2
    assert "several files need an existing folder" in refused.complaint
