"""What the doctor says of backups: when the last good one was made, and when there is none that would help."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from oathbook.domain.recording.database.address import PostgresAddress
from oathbook.domain.recording.database.openers import open_store
from oathbook.domain.recording.format.sources import system_sources
from tests.unit.api.databases import changed, stored
from tests.unit.api.games import duel
from tests.unit.api.running import oathbook


def said(*options: str | Path) -> tuple[str, str]:
    """What the doctor finds about backups."""
    checks = oathbook("doctor", *options, "--json").json["checks"]
    (found,) = ((each["state"], each["says"]) for each in checks if each["name"] == "backups")
    return found


@pytest.fixture
def games(tmp_path: Path) -> Path:
    return stored(tmp_path / "games.db", duel())


def back_up(games: Path, name: str, *options: str, code: int = 0) -> Path:
    assert oathbook("database", "backup", games.with_name(name), "--db", games, *options).code == code
    return games.with_name(name)


def make_older(games: Path, days: float) -> None:
    """As if the backups so far had been made before that many days."""
    notes = games.with_name("games.db.backups")
    then = (datetime.fromisoformat(system_sources().clock()) - timedelta(days=days)).isoformat()
    lines = [each.partition('","file"') for each in notes.read_text().splitlines() if each]
    notes.write_text("\n".join(f'{{"at":"{then}","file"{rest}' for _, _, rest in lines))


def damage(games: Path) -> None:
    changed(games, "UPDATE stored_events SET state = ? WHERE rowid = 3", [b"x"])


def test_a_backup_is_good_news_and_the_last_one_counts(games: Path) -> None:
    none = said("--db", games)
    first = back_up(games, "one")
    one = said("--db", games)
    second = back_up(games, "two", "--verify")
    two = said("--db", games)

    assert none[0] == "note"
    assert "none is known of: if this disk fails, all games are lost" in none[1]
    assert (one[0], f"{first}, 14 leaves of the log, not restored yet" in one[1]) == ("good", True)
    assert (two[0], f"{second}, 14 leaves of the log, restored and compared" in two[1]) == ("good", True)
    assert games.with_name("games.db.backups").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(("days", "state"), [(7.9, "good"), (8.1, "note")])
def test_after_eight_days_it_is_old(games: Path, days: float, state: str) -> None:
    back_up(games, "one")
    make_older(games, days)

    found = said("--db", games)

    assert found[0] == state
    assert ("more than 8 days ago; see whether the timer of the backups runs" in found[1]) == (state == "note")


def test_a_backup_of_a_damaged_database_is_not_a_good_one(games: Path) -> None:
    damage(games)
    back_up(games, "one", code=1)

    state, says = said("--db", games)

    assert state == "note"
    assert "each one is of a damaged database, see `oathbook database repair`" in says


def test_one_with_damage_after_a_good_one_is_named_with_it(games: Path) -> None:
    good = back_up(games, "one")
    damage(games)
    back_up(games, "two", code=1)

    state, says = said("--db", games)

    assert state == "note"
    assert str(good) in says
    assert "the newest, of " in says


def test_what_is_refused_is_not_noted_and_a_line_that_was_cut_does_no_harm(games: Path) -> None:
    back_up(games, "one")
    back_up(games, "one", code=2)
    notes = games.with_name("games.db.backups")
    (line,) = notes.read_text().split()
    notes.write_text(line[:-9])

    assert "none is known of" in said("--db", games)[1]
    back_up(games, "two")
    assert said("--db", games)[0] == "good"


def test_a_backup_that_cannot_be_noted_is_made_all_the_same(games: Path) -> None:
    games.with_name("games.db.backups").mkdir()

    done = oathbook("database", "backup", games.with_name("one"), "--db", games)

    assert (done.code, games.with_name("one").exists()) == (0, True)
    assert "games.db.backups: the backup is made, and not noted there" in done.complaint


def test_on_postgresql_backups_are_noted_beside_the_keys(postgres_database: PostgresAddress, tmp_path: Path) -> None:
    with open_store(postgres_database, "a test"):
        pass
    typed = ("--db", postgres_database.url)
    keys = ("--log-key", tmp_path / "log-key")

    assert oathbook("database", "backup", tmp_path / "one", *typed).code == 0
    assert [each.name for each in tmp_path.glob("*.backups")] == []
    assert oathbook("database", "backup", tmp_path / "two", *typed, *keys).code == 0

    assert "is not noted without --log-key" in said(*typed)[1]
    assert said(*typed, *keys)[0] == "good"
    assert (tmp_path / "log-key.backups").exists()
