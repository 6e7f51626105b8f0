"""Names of files whose bytes are no UTF-8: they are read and written like others, where a name is not written down."""

import os
from pathlib import Path

import pytest

from tests.unit.api.databases import stored
from tests.unit.api.games import duel, march
from tests.unit.api.running import kept, oathbook

ODD = os.fsdecode(b"odd\xff")


@pytest.fixture
def folder(tmp_path: Path) -> str:
    """A folder with a record of such a name."""
    folder = tmp_path / "games"
    folder.mkdir()
    try:
        kept(duel(), folder / f"{ODD}.jsonl")
    except OSError:
        pytest.skip("this file system has only names of UTF-8")  # because: then no command can meet such a file
    return str(folder)


@pytest.mark.parametrize(
    "typed", [("archive", "list", "games", "--to", "manifest.jsonl"), ("archive", "pack", "games", "--to", "x.pack")]
)
def test_a_list_of_records_refuses_a_name_that_it_cannot_hold(folder: str, typed: tuple[str, ...]) -> None:
    """Written otherwise, it would find no file."""
    printed = oathbook(*typed)

    assert printed.code == 2
    assert printed.complaint.startswith(f"{Path(folder).name}/odd\\udcff.jsonl: its name is no UTF-8")
    assert not Path(typed[-1]).exists()
    assert oathbook("verify", folder).code == 0


def test_a_game_of_such_an_id_is_none(tmp_path: Path) -> None:
    stored(tmp_path / "games.db", march())

    printed = oathbook("bundle", ODD, "--db", "games.db")

    assert (printed.code, printed.complaint) == (2, "there is no game 'odd\\\\udcff'")


def test_a_database_can_have_such_a_name(folder: str) -> None:
    """It is imported into, read, backed up and restored."""
    database = ("--db", f"{ODD}.db")

    for typed in (
        ("import", f"{folder}/{ODD}.jsonl", *database),
        ("verify", duel().game, *database),
        ("export", duel().game, *database, "--to", ODD),
        ("database", "backup", f"{ODD}.backup", *database),
        ("database", "restore", f"{ODD}.backup", "--db", f"{ODD}.again"),
    ):
        printed = oathbook(*typed)
        assert printed.code == 0, printed.err

    assert Path(ODD).read_bytes() == Path(folder, f"{ODD}.jsonl").read_bytes()
