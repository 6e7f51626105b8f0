"""The log of all streams over HTTP: checkpoints, tiles, receipts, and what they are of."""

import base64
from pathlib import Path
from typing import cast

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from oathbook.api.service import Service
from oathbook.api.signing.log_keeper import LogKeeper
from oathbook.domain.evidence.log_proofs import open_log_proof
from oathbook.domain.evidence.proofs import is_consistent
from oathbook.domain.evidence.tree import consistency_proof, subtree_hash, tree_root
from oathbook.domain.recording.format.record_file import record_text
from tests.service.attesting.log_clients import checkpoint_of, entries_of, hashes_of, keys_of, receipt_of
from tests.support.playing import small_game, sources
from tests.support.serving import Sent, Table, bring, key_of, served
from tests.support.storing import keep, writer_on

PLAN = {"kind": "lay_plan", "slots": ["bow", "parry"]}


def test_a_restarted_service_shows_the_tree_it_signed_and_goes_on_from_it(db: Path) -> None:
    with served(db, sources("one")) as client:
        table = Table.opened(client)
        table.decide("ash", PLAN)
    with served(db, sources("two")) as client:
        before = checkpoint_of(client)
        hashes = hashes_of(client, before.size)
        Table.opened(client)
    with served(db, sources("three")) as client:
        after = checkpoint_of(client)
        every = hashes_of(client, after.size)

    def node(level: int, index: int) -> bytes:
        return subtree_hash(every[index << level : (index + 1) << level])

    assert before.root == tree_root(node, before.size)
    assert every[: before.size] == hashes
    assert after.root == tree_root(node, after.size)
    path = consistency_proof(node, before.size, after.size)
    assert is_consistent(before.size, after.size, path, before.root, after.root)


def test_what_a_command_has_stored_is_signed_as_soon_as_the_service_begins(db: Path) -> None:
    """And nobody has to store something first: a page would remember nothing of the log till then."""
    with writer_on(db) as writer:
        writer.add([small_game()])
        size = writer.archive.tree.size()

    with served(db) as client:
        assert checkpoint_of(client).size == size > 0


def test_what_is_stored_is_receipted_and_stands_in_the_log(db: Path) -> None:
    with served(db) as client:
        table = Table.opened(client)
        sent = Sent("ash", PLAN, key="once")
        made, again = table.send(sent), table.send(sent)
        receipt = receipt_of(client, made)
        got = table.ask(f"/events/{receipt.position}/receipt")

        assert (made.status_code, again.status_code) == (201, 201)
        assert again.headers["Oathbook-Receipt"] == made.headers["Oathbook-Receipt"]
        assert got.content == base64.b64decode(made.headers["Oathbook-Receipt"])
        assert (receipt.game, receipt.position) == (table.game, made.json()["position"])
        assert receipt.hash == made.json()["events"][-1]["hash"]
    with served(db) as client:
        entries = entries_of(client, checkpoint_of(client).size)
        assert entries[receipt.leaf] == receipt.log_leaf.entry


def test_a_proof_is_whole_though_a_larger_tree_is_signed_while_it_is_made(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its path leads to the root of the checkpoint that stands in it."""
    Table.opened(client)
    service: Service = cast("FastAPI", client.app).state.service
    service.log.sign()
    before = service.log.checkpoint
    overtaken: list[bool] = []

    def checkpoint(log: LogKeeper) -> bytes:
        note = log.newest
        if not overtaken:
            overtaken.append(True)
            keep(service.writer, small_game())
            log.sign()
        return note

    monkeypatch.setattr(LogKeeper, "checkpoint", property(checkpoint))
    text = client.get("/log/proof/0").content

    assert text.endswith(before)
    assert open_log_proof(text, *keys_of(client)).checkpoint.size == 1 < service.log.size
    assert open_log_proof(client.get("/log/proof/0").content, *keys_of(client)).checkpoint.size == service.log.size
    assert client.get(f"/log/proof/{service.log.size}").status_code == 404


def test_a_replaced_key_and_a_brought_record_have_their_receipts(client: TestClient, table: Table) -> None:
    key = {"Authorization": f"Bearer {key_of('ash')}"}
    replaced = client.post(f"{table.path}/key", json={}, headers=key)
    brought = bring(client, record_text(small_game()))

    assert (replaced.status_code, brought.status_code) == (201, 201)
    assert receipt_of(client, replaced).game == "log"
    assert receipt_of(client, brought).hash == brought.json()["head"]


@pytest.mark.parametrize(
    "path", ["/log/checkpoint", "/log/tile/0/000.p/1", "/log/tile/entries/000.p/1", "/log/tile/8/000", "/log/tile/0/x"]
)
def test_before_anything_is_signed_there_is_nothing_to_show(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_whoever_looks_at_the_first_game_is_shown_a_checkpoint_of_it(client: TestClient) -> None:
    """The log signs a second later; the page of that game asks at once."""
    Table.opened(client)

    assert checkpoint_of(client).size == 1
    assert client.get("/log/tile/0/000.p/1").status_code == 200


def test_tiles_may_be_kept_for_ever_and_checkpoints_not_at_all(db: Path) -> None:
    with served(db) as client:
        Table.opened(client)
    with served(db) as client:
        assert "immutable" in client.get("/log/tile/0/000.p/1").headers["cache-control"]
        assert client.get("/log/checkpoint").headers["cache-control"] == "no-store"
        for path in ("0/000", "0/000.p/2", "1/000.p/1", "9/000.p/1", "entries/001.p/1", "-1/000.p/1", "0/000.p/1/"):
            assert client.get(f"/log/tile/{path}").status_code == 404, path


def test_readyz_says_how_far_the_log_is_signed(table: Table) -> None:
    told = table.client.get("/readyz").json()

    assert told["read_only"] is None
    assert told["log"]["origin"].startswith("oathbook/")
