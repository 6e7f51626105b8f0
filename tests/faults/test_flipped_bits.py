"""One bit of a database with games is flipped, anywhere: the others are played, backups go on, and repair mends."""

import json
import random
import shutil
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from oathbook.api.signing.startup import SigningOptions, open_log
from oathbook.domain.errors import ClosedForWriting, Refused, StoreReadOnly
from oathbook.domain.recording.format.record import Record
from tests.support.playing import Json, die, sources
from tests.support.storing import Play, disrespecting, found, writer_on
from tests.unit.api.running import oathbook

AT: Final = "2026-06-01T12:00:00.000000Z"
NAME: Final = "games.db"
GAMES: Final = 4
STEPS: Final = 5
COUNTS: Final = [
    pytest.param(6, id="some"),
    pytest.param(2_000, id="thousands", marks=[pytest.mark.slow, pytest.mark.timeout(7_200)]),
]
COLUMNS: Final = {
    "stored_events": ("originator_id", "originator_version", "topic", "state"),
    "leaves": ("tag", "position", "hash"),
    "heads": ("stream", "hash"),
    "requests": ("game", "seat", "key", "body", "position"),
    "holds": ("game", "seat", "decision", "position"),
}
KEY_OF: Final = {
    "stored_events": "rowid",
    "leaves": "number",
    "heads": "stream",
    "requests": "game, seat, key",
    "holds": "game, seat",
}


class Flip(NamedTuple):
    """Which bit of which column of which row."""

    table: str
    column: str
    key: tuple[Any, ...]
    value: Any


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A signed database of several games with requests and a hold, and its backup, in a folder."""
    folder = tmp_path_factory.mktemp("whole")
    with writer_on(folder / NAME, sources("bits")) as writer:
        keeper = open_log(writer, SigningOptions(), AT, print)
        earlier: Json = {}
        for number in range(GAMES):
            play, picks = Play.opened(writer), die(f"bits {number}")
            earlier = play.chosen(picks)
            for _ in range(STEPS):
                play.take_one(picks)
        keeper.sign()
        keeper.close()
    with disrespecting(folder / NAME) as connection:
        held = "INSERT INTO holds SELECT DISTINCT game, ?, ?, 1 FROM requests LIMIT 2"
        connection.execute(held, (earlier["by"], json.dumps(earlier, separators=(",", ":"))))
    assert oathbook("database", "backup", folder / "backup", "--db", folder / NAME).code == 0
    return folder


def flipped(value: int | str | bytes, chance: random.Random) -> int | bytes:
    """A value with another bit: a number, bytes, or a text that need be none any more."""
    if isinstance(value, int):
        return value ^ 1 << chance.randrange(7)
    raw = bytearray(value.encode() if isinstance(value, str) else value)
    raw[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)
    return bytes(raw)


def flip(db: Path, chance: random.Random) -> Flip:
    """Flip a bit, of a row that has then still its own key."""
    while True:
        table = chance.choice([*COLUMNS])
        column = chance.choice(COLUMNS[table])
        key = KEY_OF[table]
        *at, value = chance.choice(found(db, f"SELECT {key}, {column} FROM {table}"))  # noqa: S608  # names of ours
        put = "CAST(? AS TEXT)" if isinstance(value, str) else "?"
        where = " AND ".join(f"{each} = ?" for each in key.split(", "))
        statement = f"UPDATE OR IGNORE {table} SET {column} = {put} WHERE {where}"  # noqa: S608  # names of ours
        with disrespecting(db) as connection:
            if connection.execute(statement, (flipped(value, chance), *at)).rowcount:
                return Flip(table, column, tuple(at), value)


def evidence(db: Path) -> list[list[Any]]:
    """The events and heads of a database."""
    return [found(db, f"SELECT * FROM {each} ORDER BY 1") for each in ("stored_events", "heads")]  # noqa: S608  # names of ours


@pytest.fixture
def image(tmp_path: Path) -> Path:
    return tmp_path / "image"


def played_on(db: Path, records: list[Record]) -> tuple[str, set[str]]:
    """What a service with this database does: why it only shows it, if so, and the games that took a step."""
    taken = set[str]()
    with writer_on(db, sources("on")) as writer:
        keeper = open_log(writer, SigningOptions(), AT, lambda _: None)
        keeper._check_next()  # pyright: ignore[reportPrivateUsage]  # what its thread does, once for all rows
        for record in records:
            try:
                Play.resumed(writer, record.game).take_one(die(record.game))
                taken.add(record.game)
            except (Refused, ClosedForWriting, StoreReadOnly):
                continue
        fault = keeper.fault
        keeper.close()
    return fault, taken


@pytest.mark.parametrize("count", COUNTS)
def test_one_flipped_bit_stops_no_other_game_and_no_backup_and_is_put_back(
    count: int, whole: Path, image: Path
) -> None:
    """The control is the database as it was, of which every game takes a step."""
    with writer_on(Path(shutil.copytree(whole, image)) / NAME) as writer:
        records = [writer.archive.record(game) for game in writer.archive.games()]
    games = {each.game for each in records}
    assert played_on(image / NAME, records) == ("", games)
    chance, before = random.Random(f"bits {count}"), evidence(whole / NAME)  # noqa: S311  # it needs to be repeatable

    for number in range(count):
        shutil.rmtree(image)
        shutil.copytree(whole, image)
        done = flip(image / NAME, chance)
        what = f"{number}: {done}"
        backed = oathbook("database", "backup", image / "another", "--db", image / NAME)
        fault, taken = played_on(Path(shutil.copytree(image, image / "on")) / NAME, records)
        repaired = oathbook("database", "repair", image / NAME, "--from", image / "backup", "--json")

        assert backed.code in {0, 1}, what
        if done.table == "leaves":
            assert (bool(fault), repaired.code) == (True, 2), what
            continue
        assert (fault, repaired.code) == ("", 0), (what, repaired.err, repaired.text)
        assert len(games - taken) <= 1 + (done.column in {"originator_id", "stream"}), what
        assert evidence(image / NAME) == before, what
