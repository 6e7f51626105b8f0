"""What the keeper does to a database between two services: each is named when the next one begins."""

import shutil
import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

import pytest
from fastapi.testclient import TestClient

from oathbook.api.service import Service
from oathbook.api.signing.checkpoint_file import LINES
from oathbook.api.signing.startup import ENDED_BY_OPERATOR, SigningOptions
from oathbook.domain.evidence.convictions import find_contradiction
from oathbook.domain.recording.format.sources import system_sources
from oathbook.domain.rulesets.registry import load_registry
from tests.service.attesting.log_clients import (
    checkpoint_of,
    copied,
    drop_tail,
    later,
    receipt_of,
    rewrite,
    tampered,
    without_tree,
)
from tests.support.playing import Json
from tests.support.sampling import some
from tests.support.serving import (
    Sent,
    Table,
    app_over,
    await_read_models,
    key_of,
    problem_of,
    process_on,
    served,
    to_open,
)

pytestmark = pytest.mark.sqlite("the keeper changes the file, and those beside it")

PLAN: Final[Json] = {"kind": "lay_plan", "slots": ["bow", "parry"]}

Change = Callable[[Path], None]


def played(db: Path) -> str:
    """Games and a key that was replaced, signed; beside them a copy from before the last."""
    with served(db) as client:
        table = Table.opened(client)
        table.decide("ash", PLAN)
        Table.opened(client)
        key = {"Authorization": f"Bearer {key_of('birch')}"}
        assert client.post(f"{table.path}/key", json={}, headers=key).status_code == 201
    copied(db, db.with_suffix(".older"))
    with served(db) as client:
        Table.opened(client)
    return table.game


def _statement(statement: str) -> Change:
    return lambda db: tampered(db, lambda c: _done(c, statement))


def _done(c: sqlite3.Connection, statement: str) -> None:
    assert c.execute(statement).rowcount > 0


def _edited(db: Path, position: int, change: Callable[[Json], None] = later, *, tree: bool = False) -> None:
    def edit(c: sqlite3.Connection) -> None:
        rewrite(c, position, change)
        if tree:
            without_tree(c)

    tampered(db, edit)


def _swap_keys(event: Json) -> None:
    first, second = event["data"]["seats"][:2]
    first["key"], second["key"] = second["key"], first["key"]


def _older(db: Path) -> None:
    shutil.copy(db.with_suffix(".older"), db)


def _another(db: Path) -> None:
    db.unlink()
    with served(db.with_name("another.db")) as client:
        Table.opened(client)
    copied(db.with_name("another.db"), db)


def _reordered(c: sqlite3.Connection) -> None:
    newest = c.execute("SELECT max(rowid) FROM stored_events").fetchone()[0]
    for old, new in ((newest, -1), (newest - 1, newest), (-1, newest - 1)):
        c.execute("UPDATE stored_events SET rowid = ? WHERE rowid = ?", (new, old))


def _forked(db: Path) -> None:
    """The last game is gone without a trace, and another goes on in its place."""
    _older(db)
    _without_files(db)
    with served(db) as client:
        Table.opened(client)
        Table.opened(client)
    for each in db.parent.glob("kept-*"):
        shutil.copy(each, db.with_name(each.name.removeprefix("kept-")))


def _rot(db: Path) -> None:
    path = Path(f"{db}.checkpoints")
    text = bytearray(path.read_bytes())
    text[-20] ^= 1
    path.write_bytes(bytes(text))


def _without_files(db: Path) -> None:
    for end in ("log-key", "checkpoints"):
        path = Path(f"{db}.{end}")
        shutil.copy(path, path.with_name(f"kept-{path.name}"))
        path.unlink()


TAMPERED: Final[dict[str, tuple[Change, str]]] = {
    "an older copy": (_older, "taken away"),
    "another database": (_another, "not signed|cannot be believed|taken away|changed"),
    "a tail dropped": (lambda db: tampered(db, partial(drop_tail, leaves=False)), "is not what leaf"),
    "a tail dropped with its leaves": (lambda db: tampered(db, partial(drop_tail, leaves=True)), "taken away"),
    "the last event edited": (lambda db: _edited(db, 3), "position 3 of"),
    "a chain computed again": (lambda db: _edited(db, 1), "position 1 of"),
    "chain and tree computed again": (lambda db: _edited(db, 1, tree=True), "changed"),
    "seat keys swapped": (lambda db: _edited(db, 1, _swap_keys), "position 1 of"),
    "seat keys swapped, chain and tree computed again": (lambda db: _edited(db, 1, _swap_keys, tree=True), "changed"),
    "a game that goes on otherwise": (_forked, "changed"),
    "the log in another order": (lambda db: tampered(db, _reordered), "is not what leaf"),
    "a replaced key forgotten": (_statement("DELETE FROM replaced_keys"), "keys that were replaced"),
    "a replaced key swapped": (_statement("UPDATE replaced_keys SET new = old"), "keys that were replaced"),
    "a statement edited": (_statement("UPDATE statements SET said = replace(said, 'old', 'odd')"), "statement 1"),
    "a leaf taken out": (_statement("DELETE FROM leaves WHERE number = 1"), "leaf|changed|missing"),
    "a checkpoint that has rotted": (_rot, "cannot be believed"),
}

UNSEEN_WITHOUT_FILES: Final = {
    "an older copy",
    "another database",
    "a tail dropped with its leaves",
    "chain and tree computed again",
    "seat keys swapped, chain and tree computed again",
    "a game that goes on otherwise",
    "a checkpoint that has rotted",
}
"""What nobody can see who has the database alone."""


OF_ONE_GAME: Final = {
    *("a tail dropped", "the last event edited", "a chain computed again", "seat keys swapped"),
    "the log in another order",
}
"""Rows that signed leaves contradict: their games take no more steps, and all others go on."""


def read_only(db: Path) -> str | None:
    """What the next service says of it."""
    with served(db) as client:
        answered = client.get("/readyz")
        found: str | None = answered.json()["read_only"]
        assert answered.status_code == 503 or found is None
        return found


@pytest.mark.parametrize("how", some([each for each in TAMPERED if each not in OF_ONE_GAME], quick=4))
def test_what_the_keeper_does_to_the_log_is_named_at_the_start_and_everything_is_only_shown(db: Path, how: str) -> None:
    played(db)
    change, says = TAMPERED[how]
    change(db)

    with served(db) as client:
        found = client.get("/readyz").json()["read_only"]
        refused = client.post("/v1/games", json=to_open())
        page = client.get("/rulesets", headers={"Accept": "text/html"}).text

    assert found is not None
    assert "These records are only shown" in page
    assert any(each in found for each in says.split("|")), found
    assert problem_of(refused) == (503, "read-only")


@pytest.mark.parametrize("how", sorted(OF_ONE_GAME))
def test_what_the_keeper_does_to_a_game_closes_that_game_at_the_start_and_no_other(db: Path, how: str) -> None:
    """The control is the game that was opened last: its steps are taken, and have receipts that the log proves."""
    played(db)
    change, says = TAMPERED[how]
    change(db)

    with served(db) as client:
        await_read_models(client)
        ready = client.get("/readyz")
        assert (ready.status_code, ready.json()["read_only"]) == (200, None)
        closed: dict[str, str] = ready.json()["closed_for_writing"]
        table = Table.opened(client)
        stepped = table.send(Sent("ash", PLAN))
        heads = {game: client.get(f"/v1/games/{game}") for game in closed}
        refused = {game: Table(client, game).send(Sent("birch", PLAN)) for game in closed}

    assert closed
    assert says.split("|")[0] in "".join(closed.values()) or "is missing" in "".join(closed.values())
    assert stepped.status_code == 201
    assert {each.status_code for each in heads.values()} <= {200, 404, 503}
    assert all(each.json()["fault"] == closed[game] for game, each in heads.items() if each.status_code == 200)
    assert not any(each.status_code in {201, 500} for each in refused.values())


@pytest.mark.parametrize("how", some([*TAMPERED], quick=2))
def test_without_the_files_beside_it_a_database_that_agrees_with_itself_passes(db: Path, how: str) -> None:
    """The control: the checkpoint is what names these."""
    played(db)
    TAMPERED[how][0](db)
    for end in ("log-key", "checkpoints"):
        Path(f"{db}.{end}").unlink(missing_ok=True)

    assert (read_only(db) is None) == (how in UNSEEN_WITHOUT_FILES)


def test_nothing_is_named_where_nothing_was_done(db: Path) -> None:
    played(db)

    assert read_only(db) is None
    assert read_only(db) is None


def signed_elsewhere(db: Path, end: str) -> None:
    """Have the newest checkpoint in a file with another end alone, as though another process had signed it."""
    path = Path(f"{db}.checkpoints")
    lines = path.read_bytes().splitlines(keepends=True)
    note, blank = b"".join(lines[-LINES:-1]), lines[-1]
    path.write_bytes(b"".join(lines[:-LINES]))
    Path(f"{path}{end}").write_bytes(note if end.endswith("cosigned") else note + blank)


@pytest.mark.parametrize("end", [".2", ".7", ".2.cosigned"])
def test_what_another_process_has_signed_or_had_cosigned_names_an_older_copy(db: Path, end: str) -> None:
    """The control is the same copy once that file is gone: the checkpoints beside it are no larger."""
    played(db)
    signed_elsewhere(db, end)
    _older(db)

    found = read_only(db)
    Path(f"{db}.checkpoints{end}").unlink()

    assert "taken away" in str(found)
    assert read_only(db) is None


def test_a_rollback_that_is_accepted_is_in_the_log_that_follows(db: Path) -> None:
    played(db)
    with served(db) as client:
        before = checkpoint_of(client)
    _older(db)

    service = Service(
        db, load_registry(), system_sources(), address="http://test", signing=SigningOptions(accept_rollback=True)
    )
    with app_over(service) as app, TestClient(app, base_url="http://test") as client:
        (said,) = [each for each in client.get("/log/statements").json()["statements"] if "rolled-back" in each]
        assert client.get("/readyz").json()["read_only"] is None
        receipt_of(client, client.post("/v1/games", json=to_open()))
    with served(db) as client:
        after = checkpoint_of(client)

    assert before.text in said
    assert (before.origin, after.origin) == (before.origin, f"{before.origin}/then-2")
    assert read_only(db) is None


@pytest.mark.parametrize("is_told", [True, False])
def test_a_loss_of_what_no_checkpoint_covers_passes_unless_the_operator_tells_of_it(db: Path, *, is_told: bool) -> None:
    """As where a standby takes over that lacks the last commits: the page on hosting says what to do then."""
    checkpoints = Path(f"{db}.checkpoints")
    with served(db) as client:
        Table.opened(client)
    copied(db, db.with_suffix(".older"))
    signed = checkpoints.read_bytes()
    with served(db) as client:
        before = receipt_of(client, client.post("/v1/games", json=to_open()))
    _older(db)
    checkpoints.write_bytes(signed)

    signing = SigningOptions(accept_rollback=True, end_log=is_told)
    service = Service(db, load_registry(), system_sources(), address="http://test", signing=signing)
    with app_over(service) as app, TestClient(app, base_url="http://test") as client:
        after = receipt_of(client, client.post("/v1/games", json=to_open()))
        statements = client.get("/log/statements").text

    assert bool(find_contradiction([before, after])) is not is_told
    assert ("rolled-back" in statements) is is_told
    assert read_only(db) is None


def test_a_log_is_ended_by_the_one_start_that_says_so(db: Path) -> None:
    ended = list[tuple[str, int]]()
    for options in ((), ("--end-log",), ()):
        with process_on(db, *options) as process, process.client() as client:
            Table.opened(client)
            statements = client.get("/log/statements").json()["statements"]
            ended.append((checkpoint_of(client).origin, sum(ENDED_BY_OPERATOR in each for each in statements)))

    (first, _), *_ = ended
    assert ended == [(first, 0), (f"{first}/then-2", 1), (f"{first}/then-2", 1)]
