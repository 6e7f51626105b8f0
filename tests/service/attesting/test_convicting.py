"""Players who kept what they were handed, and a keeper who rewrites a game and signs the log anew."""

import base64
import sqlite3
from pathlib import Path
from typing import Final

import pytest

from tests.service.attesting.log_clients import later, rewrite, tampered, without_tree
from tests.support.playing import Json, whole_game
from tests.support.serving import Sent, Table, served
from tests.unit.api.running import kept as written
from tests.unit.api.running import oathbook

pytestmark = pytest.mark.sqlite("the keeper changes the file, and those beside it")

PLAN: Final[Json] = {"kind": "lay_plan", "slots": ["bow", "parry"]}


class Kept:
    """The files that a player has."""

    def __init__(self, folder: Path, db: Path) -> None:
        self.folder, self.db = folder, db
        self.game = ""

    def path(self, name: str) -> str:
        return str(self.folder / name)

    def keep(self, name: str, content: bytes) -> str:
        (self.folder / name).write_bytes(content)
        return self.path(name)


@pytest.fixture
def kept(db: Path, tmp_path: Path) -> Kept:
    """A game with a receipt, and the proof, checkpoint, head and keys of that time."""
    kept = Kept(tmp_path, db)
    with served(db) as client:
        table = Table.opened(client)
        kept.game = table.game
        answered = table.send(Sent("ash", PLAN))
        kept.keep("receipt", base64.b64decode(answered.headers["Oathbook-Receipt"]))
        kept.keep("head", f"{answered.json()['position']}:{answered.json()['events'][-1]['hash']}".encode())
    with served(db) as client:
        kept.keep("keys", client.get("/log/keys").content)
        kept.keep("checkpoint", client.get("/log/checkpoint").content)
        kept.keep("proof", client.get("/log/proof/2").content)
        kept.keep("record", Table(client, kept.game).ask("/record").content)
    return kept


def _rewrite(c: sqlite3.Connection) -> None:
    rewrite(c, 1, later)
    without_tree(c)


def rewritten(kept: Kept) -> None:
    """The keeper rewrites the opening, chain and tree, forgets the checkpoints, and signs with the same keys."""
    tampered(kept.db, _rewrite)
    Path(f"{kept.db}.checkpoints").unlink()
    with served(kept.db) as client:
        kept.keep("receipt now", Table(client, kept.game).ask("/events/3/receipt").content)
    with served(kept.db) as client:
        kept.keep("checkpoint now", client.get("/log/checkpoint").content)
        kept.keep("proof now", client.get("/log/proof/2").content)
        kept.keep("record now", Table(client, kept.game).ask("/record").content)
        kept.keep("now.oathbook", Table(client, kept.game).ask("/bundle").content)


def test_a_record_that_is_as_it_was_agrees_with_all_that_was_kept(kept: Kept) -> None:
    head = Path(kept.path("head")).read_text("utf-8")
    held = ("--head", head, "--receipt", kept.path("receipt"), "--receipt", kept.path("proof"))
    keys = ("--log-keys", kept.path("keys"))

    assert oathbook("verify", kept.path("record"), *held, *keys).code in {0, 3}
    database = ("--db", str(kept.db), "--checkpoint", kept.path("checkpoint"))
    assert oathbook("verify", kept.game, *database, *held, *keys).code in {0, 3}
    assert oathbook("convict", kept.path("receipt"), kept.path("proof"), *keys).code == 0


def test_a_record_that_was_rewritten_is_contradicted_by_position(kept: Kept) -> None:
    rewritten(kept)
    head = Path(kept.path("head")).read_text("utf-8")
    held = ("--head", head, "--receipt", kept.path("receipt"), "--receipt", kept.path("proof"))
    database = ("--db", str(kept.db), "--checkpoint", kept.path("checkpoint"))

    printed = oathbook("verify", kept.path("record now"), *held, "--log-keys", kept.path("keys"), "--json")
    in_database = oathbook("verify", kept.game, *database, "--log-keys", kept.path("keys"))

    assert printed.code == in_database.code == 1
    (told,) = printed.json
    assert [each["position"] for each in told["contradicted"]] == [3, 3, 3]
    assert told["status"] == "discrepancy"
    assert "not those that were signed" in in_database.text


@pytest.mark.parametrize("other", ["receipt now", "proof now"])
def test_what_the_keeper_signed_convicts_him_without_the_service(kept: Kept, other: str) -> None:
    rewritten(kept)
    out, keys = kept.path("convicts"), ("--log-keys", kept.path("keys"))

    found = oathbook("convict", kept.path("receipt"), kept.path(other), *keys, "--out", out)
    checked = oathbook("convict", out, "--json")

    assert found.code == checked.code == 1
    assert checked.json["convicts"] is True
    assert checked.json["keys"] == Path(kept.path("keys")).read_text("utf-8").splitlines()
    assert oathbook("convict", kept.path("receipt"), kept.path("checkpoint now"), *keys).code == 0
    assert oathbook("convict", kept.path("checkpoint"), kept.path("checkpoint now"), *keys).code == 1


@pytest.mark.parametrize(
    ("option", "name", "says"),
    [
        ("--checkpoint", "checkpoint", "the tree with 3 leaves is signed with two roots: "),
        ("--receipt", "checkpoint", "the tree with 3 leaves is signed with two roots: "),
        ("--receipt", "proof", "leaf 2 of the log is signed as two entries: "),
        ("--receipt", "receipt", "position 3 of "),
    ],
)
def test_what_convicts_the_keeper_contradicts_the_bundle(kept: Kept, option: str, name: str, says: str) -> None:
    """A bundle is sound by itself; what it brings is held against what one has, as ``convict`` does."""
    rewritten(kept)
    keys, bundle = ("--log-keys", kept.path("keys"), "--db", str(kept.db)), kept.path("now.oathbook")

    alone, both = (
        oathbook("verify", bundle, *keys),
        oathbook("verify", bundle, option, kept.path(name), *keys, "--json"),
    )

    assert (alone.code, both.code) == (3, 1)
    assert both.json[0]["not_compared"] == []
    assert any(each["by"] == kept.path(name) and each["says"].startswith(says) for each in both.json[0]["contradicted"])


def test_two_things_in_hand_that_convict_contradict_every_record(kept: Kept) -> None:
    """And what agrees with a bundle, or is of another day, contradicts nothing."""
    match = written(whole_game(), Path(kept.path("match")))
    with served(kept.db) as client:
        before = kept.keep("before.oathbook", Table(client, kept.game).ask("/bundle").content)
    rewritten(kept)
    keys = ("--log-keys", kept.path("keys"), "--db", str(kept.db))
    two = ("--checkpoint", kept.path("checkpoint"), "--checkpoint", kept.path("checkpoint now"))

    agreeing = ("--receipt", kept.path("receipt"), "--receipt", kept.path("proof"))
    same = oathbook("verify", before, *two[:2], *agreeing, *keys, "--json")
    printed = oathbook("verify", match, *two, *keys)

    assert (same.json[0]["contradicted"], same.json[0]["not_compared"]) == ([], [])
    assert printed.code == 1
    assert f"against {kept.path('checkpoint')} and {kept.path('checkpoint now')}: " in printed.text


def test_what_cannot_be_read_is_refused(kept: Kept) -> None:
    keys = ("--log-keys", kept.path("keys"))
    forged = Path(kept.path("receipt")).read_bytes().replace(b"position 3", b"position 2")
    lying = kept.keep("lying", b'{"keys":[],"oathbook":"conviction/1","says":"he did it","signed":[]}')

    assert oathbook("convict", kept.keep("forged", forged), *keys).code == 2
    assert oathbook("convict", kept.path("receipt")).code == 2
    assert oathbook("convict", kept.keep("odd", b"{}")).code == 2
    assert oathbook("convict", lying).code == 0
    assert oathbook("convict", kept.keep("other", b'{"keys":[],"oathbook":"x","says":"","signed":[]}')).code == 2
    assert oathbook("verify", kept.path("record"), "--receipt", kept.path("receipt")).code == 2
    assert oathbook("verify", kept.path("record"), "--head", "3:x").code == 2


def test_a_record_that_ends_before_what_was_receipted_says_so(kept: Kept) -> None:
    shown = oathbook("verify", kept.path("record"), "--head", f"9:{'ab' * 32}")

    assert shown.code == 1
    assert "the record ends at position 3" in shown.text


# What says nothing of the record ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--receipt", "receipt"), "not compared: no record here is of that game"),
        (("--receipt", "proof"), "a proof, not compared: "),
        (("--receipt", "checkpoint"), "a checkpoint of 3 leaves, not compared: "),
        (("--checkpoint", "checkpoint"), "a checkpoint of 3 leaves, not compared: "),
        (("--checkpoint", "proof"), "a proof, not compared: "),
    ],
)
def test_what_cannot_be_held_against_a_record_is_not_passed_over(
    kept: Kept, options: tuple[str, str], says: str
) -> None:
    """The record of another game is sound, and what is held says nothing of it."""
    match = written(whole_game(), Path(kept.path("match")))
    option, name = options
    held = (option, kept.path(name), "--log-keys", kept.path("keys"), "--db", str(kept.db))

    printed, told = oathbook("verify", match, *held), oathbook("verify", match, *held, "--json")

    assert oathbook("verify", match).code == 0
    assert (printed.code, told.code) == (3, 3)
    assert f"{match}: sound as far as this reader can see\n" in printed.text
    assert f"  {kept.path(name)}: " in printed.text
    assert says in printed.text
    assert told.json[0]["status"] == "partial"
    assert [each["by"] for each in told.json[0]["not_compared"]] == [kept.path(name)]


def test_of_several_records_one_is_enough(kept: Kept) -> None:
    """Of an archive, what speaks of one of its records; what speaks of none is said once, in the end."""
    match = written(whole_game(), Path(kept.path("match.jsonl")))
    again = written(whole_game(), Path(kept.path("again.jsonl")))
    keys = ("--log-keys", kept.path("keys"))
    receipt, proof = ("--receipt", kept.path("receipt")), ("--receipt", kept.path("proof"))

    both = oathbook("verify", match, kept.path("record"), *receipt, *proof, *keys, "--json")
    none = oathbook("verify", match, again, *receipt, *keys)
    told = oathbook("verify", match, again, *receipt, *keys, "--json")

    assert [each["not_compared"] for each in both.json] == [[], []]
    assert (none.code, told.code) == (3, 3)
    assert none.text.count("not compared") == 1
    assert none.text.splitlines()[-1].startswith(f"{kept.path('receipt')}: of position 3 of game {kept.game}, ")
    assert [each["status"] for each in told.json] == ["partial", "partial"]


def test_a_checkpoint_beside_a_file_contradicts_the_game_of_its_database(kept: Kept) -> None:
    """The control: by the id of the game, the log is compared."""
    rewritten(kept)
    held = ("--checkpoint", kept.path("checkpoint"), "--log-keys", kept.path("keys"), "--db", str(kept.db))

    beside = oathbook("verify", kept.path("record now"), *held)

    assert (beside.code, "a checkpoint of 3 leaves, not compared" in beside.text) == (3, True)
    assert oathbook("verify", kept.game, *held).code == 1
    assert oathbook("verify", kept.game, kept.path("record now"), *held).code == 1
