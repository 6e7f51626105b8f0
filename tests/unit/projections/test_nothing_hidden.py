"""No table holds what the public may not see: worlds that differ in one secret make the same rows."""

from pathlib import Path
from typing import Final

import msgspec
import pytest

from oathbook.domain.games.game_events import BySeed, Entry
from oathbook.domain.kernel import HOLDER, Roster
from oathbook.domain.recording.format.cleartext import value_text
from oathbook.domain.recording.format.envelope import Opening
from oathbook.domain.recording.format.envelope import StoredRow as Stored
from oathbook.domain.recording.format.record import Record
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.projections import log_reader
from oathbook.projections.definitions import GameSoFar, PerEvent, PerGame, Projection, ViewRow, ViewTable
from oathbook.projections.projector import PROJECTIONS
from oathbook.replays.laws import without_digests
from tests.contract.test_secrecy import SECRETS
from tests.support.playing import half_shown, small_game
from tests.support.projecting import caught_up, rows_in, stored

pytestmark = pytest.mark.sqlite("what rows are made of is the same")


def all_of_the_event(ruleset: AnyRuleset, game: str, entry: Entry, _: int, __: Roster) -> tuple[ViewRow, ...]:
    """A careless projection: whatever an event shows."""
    del ruleset
    return (ViewRow("events", (game, entry.position, value_text(entry.body).decode())),)


def all_of_the_state(ruleset: AnyRuleset, so_far: GameSoFar) -> tuple[ViewRow, ...]:
    """A careless projection: whatever the holder of the record would see of the game."""
    return (ViewRow("states", (so_far.game.id, value_text(ruleset.view(so_far.game.state, HOLDER)).decode())),)


CARELESS: Final[tuple[Projection, ...]] = (
    PerEvent(
        "events", 1, (ViewTable("events", "CREATE TABLE events (game TEXT, n INT, says TEXT)"),), all_of_the_event
    ),
    PerGame("states", 1, (ViewTable("states", "CREATE TABLE states (game TEXT, says TEXT)"),), all_of_the_state),
)


def with_openings(row: Stored) -> bytes:
    """A leak to be planted: both lines of a stored event."""
    return row.state


def made_of(record: Record, folder: Path, projections: tuple[Projection, ...] = PROJECTIONS) -> bytes:
    """Every row that a world makes, digests and salts made the same."""
    folder.mkdir(exist_ok=True)
    db = stored(folder / "db", record)
    caught_up(db, folder / "views", projections)
    return without_digests(msgspec.json.encode(rows_in(folder / "views")), record.events)


def made_of_both(secret: str, folder: Path, projections: tuple[Projection, ...] = PROJECTIONS) -> tuple[bytes, bytes]:
    one, other = SECRETS[secret]
    return made_of(one, folder / "one", projections), made_of(other, folder / "other", projections)


def salts_of(record: Record) -> set[bytes]:
    """The salts of everything that is hidden in a record and is not shown in it."""
    shown = {salt.encode() for event in record.events for salt, _ in event.reveals.values()}
    lines = [event.openings for event in record.events if event.openings]
    hidden = [opening for line in lines for opening in msgspec.json.decode(line, type=tuple[Opening, ...])]
    return {opening.salt.encode() for opening in hidden} - shown


@pytest.mark.parametrize("secret", SECRETS)
def test_no_table_tells_a_secret(secret: str, tmp_path: Path) -> None:
    one, other = made_of_both(secret, tmp_path)

    assert one == other
    assert one.count(b"opened") >= 2


@pytest.mark.parametrize("secret", SECRETS)
def test_even_a_careless_projection_has_nothing_to_tell(secret: str, tmp_path: Path) -> None:
    """Projections are never given an opening, so there is nothing that they could let out."""
    one, other = made_of_both(secret, tmp_path, CARELESS)

    assert one == other


@pytest.mark.parametrize(("secret", "where"), [("plan", CARELESS), ("seed", CARELESS[:1]), ("movement", CARELESS[1:])])
def test_a_projection_that_reads_with_openings_is_caught(
    secret: str, where: tuple[Projection, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control."""
    monkeypatch.setattr(log_reader, "public_line", with_openings)

    one, other = made_of_both(secret, tmp_path, where)

    assert one != other


@pytest.mark.parametrize("record", [half_shown(), small_game(reveal="none")], ids=["running", "sealed for good"])
def test_no_salt_of_a_hidden_value_is_in_the_file(record: Record, tmp_path: Path) -> None:
    """Looked for in the bytes, so that no column and no index is forgotten."""
    db = stored(tmp_path / "db", record)

    caught_up(db, tmp_path / "views")

    bytes_there = (tmp_path / "views").read_bytes()
    assert salts_of(record)
    assert not [salt for salt in salts_of(record) if salt in bytes_there]
    assert [salt for salt in salts_of(record) if salt in db.read_bytes()]


def test_what_has_been_shown_may_be_told(tmp_path: Path) -> None:
    """The other control: that the seed was revealed stands in the timeline, and the seed itself in the record alone."""
    record = small_game(reveal="all")
    source = record.opened.chance
    assert isinstance(source, BySeed)
    db = stored(tmp_path / "db", record)

    caught_up(db, tmp_path / "views")

    bytes_there = (tmp_path / "views").read_bytes()
    assert b"the seed is revealed" in bytes_there
    assert source.seed.look().encode() not in bytes_there
    assert source.seed.look().encode() in db.read_bytes()
