"""What a breach costs, over HTTP and in the terminal: one sum, wherever a score stands."""

from pathlib import Path
from typing import Final

import pytest
from fastapi.testclient import TestClient

from tests.golden.heirless_promises import SCRIPTS
from tests.service.disputes.test_standing_of_forks import BROKEN, SIGNED, penalised, playing
from tests.support.playing import Json
from tests.support.serving import Sent, Table, await_read_models
from tests.unit.api.running import oathbook

MINUS: Final = "\N{MINUS SIGN}"
DEPLOYS: Final = {"kind": "deploy", "tile": "Meadow"}
OWED: Final = f"0 {MINUS} 20 = {MINUS}20 Prestige"
OWED_AND_RULED: Final = f"0 {MINUS} 20 {MINUS} 5 ruled = {MINUS}25 Prestige"
BECAME: Final = "promise p1 is broken: First player pays 20 crossed-out Prestige"
(BY_BOTH,) = (each for each in SCRIPTS if each.name == "promise-together-broken-by-both")


def of(seat: str, found: Json) -> tuple[int, str]:
    """What a seat has after everything, and the sum in words."""
    (score,) = (each for each in found["standing"]["scores"] if each["seat"] == seat)
    return score["after"], score["says"]


def everywhere(table: Table, seat: str, viewer: str | None = None) -> dict[str, tuple[int, str]]:
    """What a seat has at the end in every answer that shows it, to somebody."""
    at = table.position
    outline = table.get("/outline", viewer)["scores"][-1]["scores"]
    return {
        "head": of(seat, table.get("", viewer)),
        "standing": of(seat, {"standing": table.get("/standing", viewer)}),
        "standing then": of(seat, {"standing": table.get(f"/standing?at={at}", viewer)}),
        "state": of(seat, table.get("/state", viewer)),
        "frame": of(seat, table.get(f"/frames?from={at}", viewer)["frames"][-1]),
        "scene": of(seat, table.get(f"/scenes?from={at}", viewer)["scenes"][-1]),
        "outline": of(seat, {"standing": {"scores": outline}}),
    }


def test_who_breaks_a_promise_is_told_the_price_with_the_answer(client: TestClient) -> None:
    """Ash, without Prestige, deploys to the Meadow at 6, having promised not to: 0 - 20 = -20."""
    table = playing(client, SIGNED)

    dry = table.send(Sent("ash", DEPLOYS), query="?dry_run=true").json()
    step = table.decide("ash", DEPLOYS)

    assert of("ash", step) == of("ash", dry["promises"]) == (-20, OWED)
    assert [(each["kind"], each["says"]) for each in step["became"]] == [("broken", BECAME)]


def test_a_step_that_touches_no_promise_makes_nothing_of_any(client: TestClient) -> None:
    """The control: on another tile ash owes nothing."""
    table = playing(client, SIGNED)

    step = table.decide("ash", {"kind": "deploy", "tile": "Valley"})

    assert (step["became"], of("ash", step)) == ([], (0, "0 Prestige"))


def test_the_price_stands_wherever_a_score_does(client: TestClient) -> None:
    """To everybody, and before and after a ruling that takes 5 more: 0 - 20 - 5 = -25. Birch owes nothing."""
    table = playing(client, BROKEN)

    for viewer in (None, "ash", "birch"):
        assert set(everywhere(table, "ash", viewer).values()) == {(-20, OWED)}
        assert set(everywhere(table, "birch", viewer).values()) == {(0, "0 Prestige")}
    penalised(table, {"claim": "promise", "promise": "p1"}, 5)

    for viewer in (None, "ash", "birch"):
        assert set(everywhere(table, "ash", viewer).values()) == {(-25, OWED_AND_RULED)}


def test_each_of_two_who_broke_a_promise_owes_it_in_the_ledger_and_in_the_standing(client: TestClient) -> None:
    table = playing(client, BY_BOTH)
    await_read_models(client)

    (entry,) = table.get("/ledger")["promises"]

    assert {each["seat"]: each["penalty"] for each in entry["pledges"]} == {"ash": 20, "birch": 20}
    for seat in ("ash", "birch"):
        assert set(everywhere(table, seat).values()) == {(-20, OWED)}


@pytest.mark.sqlite("it looks at the file of the read models")
def test_the_terminal_says_it_too(client: TestClient, db: Path) -> None:
    """Of the game in its database with what was ruled, and of the bare record, which knows of no dispute, without."""
    table = playing(client, BROKEN)
    penalised(table, {"claim": "promise", "promise": "p1"}, 5)
    kept = db.with_name("kept.jsonl")
    kept.write_bytes(table.ask("/record", "ash").content)

    stored = oathbook("replay", table.game, "--db", db, "--at", "6").text
    bare = oathbook("replay", kept, "--at", "6").text
    listed = oathbook("replay", kept).text

    assert f"standing: First player {OWED_AND_RULED}, Second player 0 Prestige" in stored
    assert f"standing: First player {OWED}, Second player 0 Prestige" in bare
    assert f"  {BECAME}" in stored
    assert BECAME in listed


def test_a_breach_is_explained_in_sentences_for_players(client: TestClient) -> None:
    """Deployed at 6 by a decision at 5: what was done, what the letter allows, and that it could have been left."""
    (part,) = playing(client, BROKEN).get("/promises/p1/audit")["audit"]["parts"]

    (words,) = (each["says"] for each in part["account"] if each["path"] == "c1")
    assert (
        words
        == "First player deploys First player 1 to Meadow at position 6; the letter allows none: failed at position 6"
    )
    assert part["answers"][0]["says"].startswith("First player could have kept it; had First player decided to")
    said = "\n".join((*part["text"], *(each["says"] for each in part["account"])))
    assert [mark for mark in ("{", "None", "Struct", "='") if mark in said] == []
