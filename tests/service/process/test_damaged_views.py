"""Read models that are damaged, missing or something else are thrown away and made again; sound ones are kept."""

import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest
import structlog

from oathbook.projections.views_reader import views_path
from tests.service.process.damaging import CLOSED, KILLED, Damage, beside, ended
from tests.support.playing import CLOSE, Json, long_game, small_game, whole_game
from tests.support.processes import PATIENCE, ran
from tests.support.projecting import Tables, caught_up, rows_in, stored
from tests.support.sampling import some
from tests.support.serving import PROGRAM, Client, await_read_models, environment_with, process_on, served

MADE_AGAIN: Final = "read models"
IMAGES: Final = {**CLOSED, **KILLED}


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with games, one of them long enough for pages of several kinds."""
    path = tmp_path_factory.mktemp("games") / "games.db"
    return stored(path, small_game(), long_game(), whole_game(CLOSE, "another"))


@pytest.fixture(scope="module")
def expected(games: Path) -> Tables:
    """What is in read models that were never damaged."""
    caught_up(games, games.with_name("expected"))
    return rows_in(games.with_name("expected"))


@pytest.fixture
def db(games: Path, tmp_path: Path) -> Path:
    """A copy of it, without read models."""
    path = tmp_path / "games.db"
    path.write_bytes(games.read_bytes())
    return path


def damaged(db: Path, image: str) -> None:
    """Make read models, and let that happen to them."""
    views, damage = views_path(db), IMAGES[image]
    if image in KILLED:
        ended(views, db)
        assert beside(views, "wal").stat().st_size > 100_000
    else:
        caught_up(db, views)
    damage(views)


def came_to(client: Client, status: int) -> Json:
    """The first answer with that status about whether the service can serve."""
    until = time.monotonic() + PATIENCE
    while (answered := client.get("/readyz")).status_code != status:
        assert time.monotonic() < until, answered.text
        time.sleep(0.005)
    found: Json = answered.json()
    return found


def catalogue(client: Client) -> Json:
    answered = client.get("/v1/games")
    assert answered.status_code == 200, answered.text
    found: Json = answered.json()
    return found


@pytest.mark.parametrize("image", some(list(IMAGES), 8))
def test_whatever_happened_to_read_models_they_are_made_again(image: str, db: Path, expected: Tables) -> None:
    damaged(db, image)

    with structlog.testing.capture_logs() as lines, served(db) as client:
        came_to(client, 200)
        await_read_models(client)
        listed = catalogue(client)["games"]

    assert rows_in(views_path(db)) == expected
    assert len(listed) == 3
    said = [each["says"] for each in lines if each["event"] == MADE_AGAIN]
    assert len(said) == 1, lines
    assert said[0].startswith(f"{views_path(db)}: ")


@pytest.mark.parametrize("image", some(list(IMAGES), 1))
def test_the_program_starts_beside_them_and_says_so_in_a_line(image: str, db: Path, expected: Tables) -> None:
    damaged(db, image)

    with process_on(db) as process, process.client() as client:
        came_to(client, 200)
        await_read_models(client)
        listed = catalogue(client)["games"]
        said = [each for each in process.log if each["event"] == MADE_AGAIN]

    assert rows_in(views_path(db)) == expected
    assert len(listed) == 3
    assert [each["level"] for each in said] == ["warning"]


def test_sound_read_models_are_kept(db: Path) -> None:
    """The control: it is the same file, and rows that somebody changed are still there; nothing is said."""
    views = views_path(db)
    caught_up(db, views)
    with closing(sqlite3.connect(views)) as connection, connection:
        connection.execute("UPDATE games SET said = 'kept'")
    before = views.stat().st_ino

    with structlog.testing.capture_logs() as lines, served(db) as client:
        came_to(client, 200)
        listed = catalogue(client)["games"]

    assert {each["said"] for each in listed} == {"kept"}
    assert views.stat().st_ino == before
    assert MADE_AGAIN not in {each["event"] for each in lines}


def test_sound_read_models_of_a_killed_process_are_kept(db: Path, expected: Tables) -> None:
    """The control for what is damaged in a log."""
    ended(views_path(db), db)
    before = views_path(db).stat().st_ino

    with structlog.testing.capture_logs() as lines, served(db) as client:
        came_to(client, 200)

    assert rows_in(views_path(db)) == expected
    assert views_path(db).stat().st_ino == before
    assert MADE_AGAIN not in {each["event"] for each in lines}


def overwritten(path: Path) -> None:
    """Somebody writes something else into it."""
    with path.open("r+b") as file:
        file.write(b"something else " * 20_000)


def replaced(path: Path) -> None:
    """Somebody puts another file in its place."""
    other = path.with_name("other")
    other.write_text("something else")
    other.replace(path)


@pytest.mark.parametrize("damage", some([overwritten, replaced, Path.unlink], 1))
def test_read_models_that_are_damaged_in_use_are_made_again(damage: Damage, db: Path, expected: Tables) -> None:
    """Without a restart, as soon as anybody notices: a reader, or the service itself when it has nothing to do."""
    caught_up(db, views_path(db))
    with process_on(db) as process, process.client() as client:
        came_to(client, 200)
        damage(views_path(db))
        until = time.monotonic() + PATIENCE
        while not any(each["event"] == MADE_AGAIN for each in process.log):
            client.get("/v1/games")
            assert time.monotonic() < until, process.log[-3:]
            time.sleep(0.01)
        came_to(client, 200)
        await_read_models(client)
        listed = catalogue(client)["games"]

    assert len(listed) == 3
    assert rows_in(views_path(db)) == expected


def _a_folder(path: Path) -> None:
    path.mkdir()
    (path / "mine").write_text("a letter")


def _a_pipe(path: Path) -> None:
    os.mkfifo(path)


@pytest.mark.parametrize("make", some([_a_folder, _a_pipe], 1))
def test_what_is_no_file_is_refused_in_a_line_and_stays(make: Callable[[Path], None], db: Path) -> None:
    views = views_path(db)
    make(views)

    said = ran([PROGRAM, "serve", "--port", "0", "--db", db], env=environment_with())

    assert said.returncode == 2
    assert (
        said.stderr == f"oathbook: {views}: it is not a file; the read models need one of this name, so move it away\n"
    )
    assert views.exists()
