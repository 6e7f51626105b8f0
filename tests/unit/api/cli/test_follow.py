"""``oathbook replay GAME --follow``: a game of a database as it goes on."""

import subprocess
import sys
from pathlib import Path

import pytest

from oathbook.domain.kernel import Seat
from oathbook.domain.recording.format.sources import system_sources
from oathbook.domain.recording.format.topics import FORKED_TOPIC
from oathbook.domain.recording.writing.writer import Writer
from tests.support.playing import ruleset_of
from tests.support.processes import started
from tests.support.ruling import fork_of
from tests.unit.api.databases import begun
from tests.unit.api.games import duel, march
from tests.unit.api.running import kept, oathbook


def test_a_game_that_is_over_is_told_to_its_end(tmp_path: Path) -> None:
    game = duel()
    database = begun(tmp_path / "games.db", game)

    followed = oathbook("replay", game.game, "--follow", "--db", database)

    assert followed.code == 0
    assert followed.text == oathbook("replay", game.game, "--db", database).text


def test_what_stands_behind_the_end_keeps_nobody_waiting(tmp_path: Path) -> None:
    """As a ruling that has the game played on as another one."""
    game, _ = fork_of(duel(), 1)
    assert game.events[-1].topic == FORKED_TOPIC
    database = begun(tmp_path / "games.db", game)

    followed = oathbook("replay", game.game, "--follow", "--db", database)

    assert followed.text == oathbook("replay", game.game, "--db", database).text


def test_a_game_that_goes_on_is_told_as_it_does(tmp_path: Path) -> None:
    """Another process follows it, as ash, while this one writes."""
    game = march()
    database = begun(tmp_path / "games.db", game)
    command = [sys.executable, "-c", "from oathbook.api.cli.main import main; main()", "replay", game.game, "--follow"]
    looking = [*command, "--as", "ash", "--db", str(database)]
    with started(looking, stdout=subprocess.PIPE) as following:
        assert following.stdout is not None
        before = [following.stdout.readline().decode() for _ in range(3)]
        with Writer(database, ruleset_of, system_sources()) as writer:
            step = writer.decide(game.game, {"kind": "move", "to": "0,4"}, by=Seat("birch"), expected=None)
        lines = (line.decode() for line in following.stdout)
        told = next(line for line in lines if line.startswith(f"{step.position:>6} "))

    assert "as ash saw it" in before[0]
    assert "Bo" in told


@pytest.mark.parametrize("more", [("--at", "3"), ("--json",)])
def test_only_a_game_is_followed_and_only_in_lines(tmp_path: Path, more: tuple[str, ...]) -> None:
    game = duel()
    database = begun(tmp_path / "games.db", game)
    file = kept(game, tmp_path / "match.jsonl")

    assert oathbook("replay", game.game, "--follow", "--db", database, *more).code == 2
    assert oathbook("replay", file, "--follow", "--db", database).code == 2


def test_who_is_not_there_cannot_be_followed(tmp_path: Path) -> None:
    game = duel()
    database = begun(tmp_path / "games.db", game)

    assert "there is no game 'nobody'" in oathbook("replay", "nobody", "--follow", "--db", database).complaint
    assert oathbook("replay", game.game, "--follow", "--as", "oak", "--db", database).code == 2
