"""``oathbook key revoke``: the operator takes a seat back from whoever has its key, on either store."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from oathbook.api.signing.log_files import log_files_for
from oathbook.domain.evidence.leaves import key_replaced_statement
from oathbook.domain.recording.database.address import PostgresAddress, StoreAddress
from tests.support.playing import sources
from tests.support.processes import until
from tests.support.serving import HOST, Client, Table, bearer, digest_of, key_of, served, signing_of, to_open
from tests.support.storing import executed, found
from tests.unit.api.databases import stored
from tests.unit.api.games import march
from tests.unit.api.running import Printed, oathbook


def revoked(db: StoreAddress, game: str, seat: str, *options: str) -> Printed:
    keys = signing_of(db).keys
    log_key = () if keys is None else ("--log-key", keys)
    named = db if isinstance(db, Path) else db.url
    return oathbook("key", "revoke", game, seat, "--db", named, *log_key, *options)


def status(client: Client, game: str, key: str) -> int:
    """Whether a key counts, as a look with it is answered."""
    return Table(client, game).ask(headers={"Authorization": f"Bearer {key}"}).status_code


def stolen(table: Table, seat: str) -> str:
    """The key that a thief has put in the place of a seat's."""
    answered = table.client.post(f"{table.path}/key", json={}, headers={"Authorization": f"Bearer {key_of(seat)}"})
    assert answered.status_code == 201, answered.text
    return str(answered.json()["key"])


@pytest.mark.parametrize("seat", ["ash", "host"])
def test_a_seat_is_taken_back_from_a_thief_in_every_game(either: StoreAddress, seat: str) -> None:
    whose = HOST if seat == "host" else seat
    with served(either, sources("stolen")) as client:
        tables = [Table.opened(client), Table.opened(client)]
        thiefs = stolen(tables[0], whose)

    done = revoked(either, tables[0].game, seat, "--json")

    assert done.code == 0, done.err
    new = done.json["key"]
    assert done.json == {"game": tables[0].game, "seat": seat, "key": new, "digest": digest_of(new)}
    with served(either, sources("taken back")) as client:
        keys = [key_of(whose), thiefs, new, key_of("birch")]
        assert [status(client, each.game, key) for each in tables for key in keys] == [401, 401, 200, 200] * 2
        said = client.get("/log/statements").json()["statements"]
        assert client.get("/readyz").json()["read_only"] is None
    statement = key_replaced_statement(digest_of(thiefs), digest_of(new))
    assert [statement in each for each in said].count(True) == 1
    kept = log_files_for(either, signing_of(either).keys).replaced_keys.read_text("ascii")
    assert f"{digest_of(thiefs)} {digest_of(new)}" in kept.split("\n")


def test_the_new_key_is_printed_once_and_kept_nowhere(tmp_path: Path) -> None:
    db = tmp_path / "games.db"
    with served(db) as client:
        game = Table.opened(client).game

    done = revoked(db, game, "ash")

    key, digest, says = done.text.splitlines()
    assert digest == f"digest  {digest_of(key.split()[1])}"
    assert says == f"{game}: this is the key of ash from now on; the one before counts in no game"
    assert not [each for each in tmp_path.iterdir() if key.split()[1].encode() in each.read_bytes()]


def test_on_postgresql_running_services_hear_of_it(postgres_database: PostgresAddress) -> None:
    with served(postgres_database) as client:
        table = Table.opened(client)

        done = revoked(postgres_database, table.game, "ash", "--json")

        assert done.code == 0, done.err
        until(lambda: status(client, table.game, key_of("ash")) == 401)
        assert [status(client, table.game, key) for key in (done.json["key"], key_of("birch"))] == [200, 200]


def test_a_file_that_a_service_writes_to_is_refused_with_where_that_runs(tmp_path: Path) -> None:
    db = tmp_path / "games.db"
    with served(db) as client:
        game = Table.opened(client).game

        refused = revoked(db, game, "ash")

        assert refused.code == 2
        assert "http://test is writing to this database" in refused.complaint
        assert status(client, game, key_of("ash")) == 200


def change_a_leaf(db: Path) -> None:
    executed(db, "UPDATE leaves SET hash = zeroblob(32) WHERE number = 0")


REFUSED: Final[dict[str, tuple[str, Callable[[Path], None], str]]] = {
    "a seat that there is not": ("oak", lambda _: None, "this game has host, ash, birch, and no “oak”"),
    "what is not what was signed": (
        "ash",
        change_a_leaf,
        "nothing is replaced in a database that is not what was signed",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_taken_back_is_refused_and_nothing_is_replaced(what: str, tmp_path: Path) -> None:
    seat, change, says = REFUSED[what]
    db = tmp_path / "games.db"
    with served(db) as client:
        game = Table.opened(client).game
    change(db)
    before = found(db, "SELECT * FROM replaced_keys")

    refused = revoked(db, game, seat)

    assert refused.code == 2
    assert says in refused.complaint
    assert found(db, "SELECT * FROM replaced_keys") == before


def test_a_key_that_came_to_count_for_two_seats_is_refused(tmp_path: Path) -> None:
    """A thief can do so by another game in which the stolen key counts."""
    db, birchs = tmp_path / "games.db", digest_of(key_of("birch"))
    elsewhere = to_open()
    elsewhere["seats"][1]["key"] = digest_of(key_of("oak"))
    with served(db) as client:
        game = Table.opened(client).game
        other = client.post("/v1/games", json=elsewhere).json()["game"]
        answered = client.post(f"/v1/games/{other}/key", json={"key": birchs}, headers=bearer("ash"))
        assert answered.status_code == 201, answered.text

    refused = revoked(db, game, "ash")

    assert refused.code == 2
    assert "the key that counts for ash is that of birch as well" in refused.complaint
    assert revoked(db, other, "ash").code == 0


def test_no_database_is_made_and_no_game_invented(tmp_path: Path) -> None:
    missing, db = tmp_path / "missing.db", stored(tmp_path / "games.db", march())

    assert (revoked(missing, "g", "ash").code, missing.exists()) == (2, False)
    assert "there is no game 'g'" in revoked(db, "g", "ash").complaint
    assert "no key counts for ash" in revoked(db, march().game, "ash").complaint


def test_on_postgresql_the_file_of_the_keys_has_to_be_named(postgres_database: PostgresAddress) -> None:
    assert "--log-key" in oathbook("key", "revoke", "g", "ash", "--db", postgres_database.url).complaint


def test_options_before_revoke_are_refused() -> None:
    """They are those of making a key."""
    assert oathbook("key", "--json", "revoke", "g", "ash").json["says"] == "key: options stand after revoke"
