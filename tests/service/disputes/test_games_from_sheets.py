"""A game that was played on paper and brought as a sheet: who may look at it, dispute it and rule on it."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import cast

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from httpx2 import Client
from msgspec.structs import replace

from oathbook.api.settings.key_files import KeyHolder, OperatorKeys
from tests.service.disputes.disputing import Disputes
from tests.support.playing import Json
from tests.support.serving import Table, await_read_models, digest_of, key_of, problem_of
from tests.support.transcribing import START

SHEET = (
    "oathbook notation/1\nedition knights_duty/1\ncomponents knights-duty-sample-1\n"
    f"seats ash Ann, key {digest_of(key_of('ash'))}, birch\nstart {START}\n"
    "ash: plan bow\nbirch: plan shield\n"
)
WRONG: Json = {"claim": "decision-illegal", "at": 2, "clause": "KD-2.2"}


@pytest.fixture(name="table")
def _table(client: TestClient) -> Table:
    stored = client.post("/v1/records", content=SHEET.encode(), headers={"Content-Type": "text/x-oathbook"})
    assert stored.status_code in {200, 201}, stored.text
    return Table(client, stored.json()["game"])


@contextmanager
def with_club(client: Client, *may: str) -> Generator[None]:
    """A club whose key may do this."""
    app = cast("FastAPI", cast("TestClient", client).app)
    before = app.state.policy
    keys = OperatorKeys({digest_of(key_of("club")): KeyHolder("club", frozenset(may))})  # type: ignore[arg-type]  # scopes in words
    app.state.policy = replace(before, keys=keys)
    yield
    app.state.policy = before


def test_the_holder_of_a_key_on_the_sheet_looks_as_the_seat_and_disputes(table: Table) -> None:
    seen = table.get(seat="ash")
    dispute = Disputes.filed(table, "ash", WRONG)

    found = dispute.does("ash", "finding")["findings"][0]["finding"]

    assert seen["as"] == "ash"
    assert dispute.get("ash")["by"] == {"seat": "ash"}
    assert found["named"]["id"] == "KD-2.2"
    assert problem_of(Disputes(table).file("birch", WRONG)) == (401, "key-unknown"), "birch has no key on the sheet"


def test_an_arbiter_files_a_claim_and_another_rules_on_it(table: Table) -> None:
    dispute = Disputes.filed(table, "Ada", WRONG)
    dispute.does("Ada", "finding")

    own = dispute.send("Ada", "ruling", {"answer": "rejected", "reasons": "So.", "remedy": {"remedy": "let-stand"}})
    ruled = dispute.ruled("Cy")

    assert problem_of(own) == (409, "dispute-refused")
    assert "Ada filed this dispute" in own.json()["detail"]
    assert (ruled["by"], ruled["state"]) == ({"arbiter": "Ada"}, "ruled")
    await_read_models(table.client)
    assert table.client.get(f"/v1/disputes?game={table.game}").json()["disputes"][0]["by"] == "arbiter:Ada"
    pages = [table.client.get(each).text for each in (dispute.path.removeprefix("/v1"), "/disputes")]
    assert "Filed by <bdi>the arbiter Ada</bdi>" in pages[0]
    assert "Filed by the arbiter <bdi>Ada</bdi>" in pages[1]


def test_the_importer_with_a_key_that_may_speaks_for_the_table(table: Table) -> None:
    with with_club(table.client, "import", "dispute"):
        dispute = Disputes.filed(table, "club", WRONG)
        told = dispute.get("club")
        withdrawn = dispute.does("club", "withdrawal")

    assert (told["by"], told["you"], told["as"]) == ({"seat": "table"}, {"seat": "table"}, "public")
    assert withdrawn["state"] == "withdrawn"


@pytest.mark.parametrize("may", [("import",), ("dispute",), ("open",)])
def test_a_key_that_may_not_both_files_nothing(may: tuple[str, ...], table: Table) -> None:
    with with_club(table.client, *may):
        assert problem_of(Disputes(table).file("club", WRONG)) == (401, "key-unknown")


def test_the_key_of_an_importer_is_nobody_in_a_game_that_was_played_here(client: TestClient) -> None:
    table = Table.opened(client)

    with with_club(client, "import", "dispute"):
        assert problem_of(Disputes(table).file("club", {"claim": "standing", "at": 1})) == (401, "key-unknown")
