"""A database whose columns hold what none of them should: what reads the log says so, and does not stumble."""

from pathlib import Path

import pytest

from oathbook.api.signing.soundness import find_damage
from oathbook.domain.errors import BadRecord
from oathbook.domain.recording.database.archive import Archive
from tests.support.playing import ruleset_of, small_game
from tests.support.storing import executed, writer_on

GAME = small_game()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database with one game and a key that was replaced."""
    path = tmp_path / "games.db"
    with writer_on(path) as writer:
        writer.add([GAME])
        writer.replace_key("ab" * 32, "cd" * 32)
    return path


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE stored_events SET originator_id = CAST(originator_id AS BLOB) WHERE rowid = 2",
        "UPDATE stored_events SET originator_version = 'two' WHERE rowid = 2",
        "UPDATE stored_events SET originator_version = -2 WHERE rowid = 2",
        "UPDATE statements SET said = CAST(said AS BLOB)",
        "UPDATE leaves SET tag = 'a' || number WHERE number = 1",
        "UPDATE leaves SET position = -1 WHERE number = 1",
        "UPDATE leaves SET hash = 7 WHERE number = 1",
        "UPDATE blinding SET secret = 7",
    ],
)
def test_a_column_of_another_kind_is_named(path: Path, statement: str) -> None:
    executed(path, statement)

    with Archive(path, ruleset_of) as archive:
        assert find_damage(archive.tree).log != ""


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE stored_events SET originator_id = CAST(originator_id AS BLOB)",
        "UPDATE stored_events SET originator_version = 'two' || rowid",
    ],
)
def test_a_writer_does_not_begin_with_it(path: Path, statement: str) -> None:
    executed(path, statement)

    with pytest.raises(BadRecord, match="a row of the database does not have"):
        writer_on(path)


def test_a_schema_whose_names_are_no_text_is_refused(path: Path) -> None:
    executed(path, "PRAGMA writable_schema = ON", "UPDATE sqlite_master SET sql = 'x', name = CAST(X'CE28' AS TEXT)")

    with pytest.raises(BadRecord, match="not an Oathbook database"):
        Archive(path, ruleset_of)


@pytest.mark.parametrize(
    ("statement", "says"),
    [("DELETE FROM store", "which database it is"), ("DELETE FROM blinding", "the secret that blinds the log")],
)
def test_a_table_of_one_row_that_is_empty_is_named(path: Path, statement: str, says: str) -> None:
    executed(path, statement)

    with pytest.raises(BadRecord, match=f"{says}: it should be in one row, and there are 0"):
        Archive(path, ruleset_of).tree.secret_for("tickets")
