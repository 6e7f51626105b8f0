"""A scribe enters a game of seats without keys: with the host's key, and for nobody else."""

from typing import Final

import pytest
from fastapi.testclient import TestClient

from oathbook.domain.games.game_events import DrawMade
from oathbook.replays.verification import verify
from tests.service.scribe.writing_down import ATTACK, BATTLE, Scribe, golden, to_open
from tests.support.serving import HOST, await_read_models, bearer, problem_of


@pytest.fixture
def battle(client: TestClient) -> Scribe:
    """A battle of armies, about to begin."""
    return Scribe.begun(client, golden(BATTLE))


def test_a_battle_with_cubes_from_a_real_bag_is_written_down_mended_twice_and_read_again(battle: Scribe) -> None:
    """A slip of one's own goes back at once; a wrong draw with all that came after it."""
    for line in ("laura: attack 1,0 with A", "alex: forgo", "laura: prepare bonus spearman of A"):
        battle.write_down(line)
    slip = battle.rows[-1]["at"]
    assert battle.mend(slip, ["laura: prepare bonus spearman of A"]).status_code == 201
    battle.write_down("alex: prepare bonus cavalryman of B")
    drawn = battle.position + 1
    battle.write_down("laura: draw 3", "draw green, purple, purple")

    mended = battle.mend(
        drawn, ["laura: draw 3", "  draw clash: green, green, purple"], ["laura: assign 2 to B/cavalryman"]
    )

    assert mended.status_code == 201, mended.text
    battle.write_down("alex: assign 1 to A/spearman")
    assert verify(battle.record).status == "sound"
    standing = [
        each["lines"] for each in battle.rows if "taken_back" not in each and "take back" not in each["lines"][0]
    ]
    assert standing[-3] == ["laura: draw 3", "  draw clash: green, green, purple"]
    assert [each["taken_back"] for each in battle.rows if "taken_back" in each] == [slip + 2, drawn + 3]
    again = battle.client.post("/v1/records", content=battle.sheet, headers={"Content-Type": "text/x-oathbook"})
    assert (again.status_code, again.json()["head"]) == (200, battle.get()["head"])


def test_an_attack_with_cards_from_a_real_deck_is_written_down(client: TestClient) -> None:
    attack = Scribe.begun(client, golden(ATTACK))
    attack.write_down("ash: attack guard with scoundrel for 3")
    missing = attack.post("/decisions", {"line": "ash: draw"})
    assert problem_of(missing) == (422, "draw-missing")
    attack.write_down("ash: draw", "draw rolling+1", "draw 2x")
    attack.write_down("ash: order 1, 0")

    assert verify(attack.record).status == "sound"
    assert attack.rows[1]["lines"] == ["ash: draw", "  draw scoundrel/1: rolling+1", "  draw scoundrel/2: 2x"]
    assert attack.record.opened.entry == "scribe"
    assert {each.entry.by for each in attack.record.events} >= {"ash"}


LINES: Final = (
    "laura: attack 1,0 with A",
    "alex: forgo",
    "laura: prepare bonus spearman of A",
    "alex: prepare bonus cavalryman of B",
)
DRAWN: Final = "draw green, purple, purple"


def witnesses(scribe: Scribe) -> list[list[str]]:
    """Returns the witnesses of each draw."""
    return [[*each.body.draw.witnesses] for each in scribe.record.entries() if isinstance(each.body, DrawMade)]


@pytest.mark.parametrize(
    ("said", "written", "expected"),
    [("", "", ["table"]), (" seen by alex", " seen by alex", ["alex"]), (" seen by table", "", ["table"])],
)
def test_the_scribe_is_the_default_witness(battle: Scribe, said: str, written: str, expected: list[str]) -> None:
    """The sheet reproduces the record."""
    for line in LINES:
        battle.write_down(line)
    read = battle.post("/lines", {"line": "laura: draw 3", "draws": [DRAWN + said]})
    assert read.json()["answer"] == "allowed", read.text

    battle.write_down("laura: draw 3", DRAWN + said)

    assert witnesses(battle) == [expected]
    assert battle.rows[-1]["lines"] == ["laura: draw 3", f"  draw clash: green, purple, purple{written}"]
    assert verify(battle.record).status == "sound"
    again = battle.client.post("/v1/records", content=battle.sheet, headers={"Content-Type": "text/x-oathbook"})
    assert (again.status_code, again.json()["head"]) == (200, battle.get()["head"])


def test_a_seat_with_a_key_cannot_name_another_witness(client: TestClient) -> None:
    """The control: a draw without a witness is recorded."""
    mixed = Scribe.begun(client, golden(BATTLE), "laura")
    for line in LINES:
        key = "laura" if line.startswith("laura") else HOST
        assert mixed.post("/decisions", {"line": line}, key=key).status_code == 201

    body = {"line": "laura: draw 3", "draws": [f"{DRAWN} seen by alex"]}
    refused = mixed.post("/decisions", body, key="laura")
    assert problem_of(refused) == (400, "bad-input")
    assert refused.json()["detail"].startswith("draws: 0: a seat reports what it saw itself")
    assert mixed.post("/decisions", {**body, "draws": [DRAWN]}, key="laura").status_code == 201
    assert witnesses(mixed) == [["laura"]]


def test_a_different_witness_makes_a_different_request(battle: Scribe) -> None:
    for line in LINES:
        battle.write_down(line)
    sent = [
        battle.post("/decisions", {"line": "laura: draw 3", "draws": [DRAWN + said]}, name="one")
        for said in (" seen by alex", " seen by alex", "")
    ]

    assert [each.status_code for each in sent] == [201, 201, 422]
    assert problem_of(sent[-1]) == (422, "key-reused")


def test_who_enters_is_said_and_for_whom(battle: Scribe) -> None:
    assert [battle.get("", seat)["entry"] for seat in (None, HOST)] == ["scribe", "scribe"]
    assert [battle.get("", seat)["writes_for"] for seat in (None, HOST)] == [[], ["laura", "alex"]]


def test_options_lines_and_promises_of_a_seat_are_asked_for_by_the_scribe(battle: Scribe) -> None:
    options = battle.get("/options?seat=laura&form=choices", HOST)
    read = battle.post("/lines", {"line": "laura: attack 1,0 with A"})
    offered = battle.post("/promises?by=laura", {"letter": 'laura promises alex in plain words "to be friendly".'})
    signed = [battle.post(f"/promises/p1/signatures?by={seat}", {}).status_code for seat in ("laura", "alex")]

    assert (options["seat"], options["count"] > 0) == ("laura", True)
    assert (read.json()["by"], read.json()["answer"]) == ("laura", "allowed")
    assert (offered.status_code, signed) == (201, [201, 201])


def test_nobody_else_writes_for_a_seat(client: TestClient) -> None:
    """The scribe does not write for a seat with a key, nor a seat or the public for another; each is the control."""
    mixed = Scribe.begun(client, golden(BATTLE), "alex")
    attack = {"line": "laura: attack 1,0 with A"}

    assert problem_of(mixed.post("/decisions", attack, key="alex")) == (403, "not-your-seat")
    assert problem_of(client.post(f"{mixed.path}/decisions", json=attack, headers={"If-Match": "*"})) == (
        401,
        "key-missing",
    )
    assert mixed.post("/decisions", attack).status_code == 201
    assert problem_of(mixed.post("/decisions", {"line": "alex: forgo"})) == (403, "not-your-seat")
    assert problem_of(mixed.mend(None, ["alex: forgo"])) == (403, "not-your-seat")
    assert problem_of(client.get(f"{mixed.path}/options?seat=alex", headers=bearer(HOST))) == (403, "not-your-seat")
    assert mixed.post("/decisions", {"line": "forgo"}, key="alex").status_code == 201


def test_seats_without_keys_are_for_a_scribe_alone(client: TestClient) -> None:
    refused = client.post("/v1/games", json=to_open(golden(BATTLE), entry="seats"))

    assert problem_of(refused) == (400, "bad-input")
    assert "seats[0].key: only where a scribe enters the game" in refused.json()["detail"]
    assert client.post("/v1/games", json=to_open(golden(BATTLE), "laura", "alex", entry="seats")).status_code == 201


def test_a_seat_without_a_key_is_another_than_one_whose_key_is_made(client: TestClient) -> None:
    """Under one Idempotency-Key."""
    body = to_open(golden(BATTLE))
    made = {**body, "seats": [{key: each[key] for key in ("seat", "player")} for each in body["seats"]]}
    first, again, other = (
        client.post("/v1/games", json=each, headers={"Idempotency-Key": "a-name-of-22-letters-or-more"})
        for each in (body, body, made)
    )

    assert first.json()["game"] == again.json()["game"]
    assert first.json()["keys"]["seats"] == {}
    assert problem_of(other) == (422, "key-reused"), other.text


@pytest.mark.parametrize(("keyed", "counts"), [((), 0), (("laura",), 1)], ids=["without a key", "with a key"])
def test_what_a_scribe_signs_for_a_player_is_not_in_the_record_of_that_player(
    client: TestClient, keyed: tuple[str, ...], counts: int
) -> None:
    """It stands with what imported records say; the control is a player who signs with a key."""
    game = Scribe.begun(client, golden(BATTLE), *keyed)
    letter = 'laura promises alex in plain words "to be friendly".'
    key, by = (keyed[0], "") if keyed else (HOST, "?by=laura")
    assert game.post(f"/promises{by}", {"letter": letter}, key=key).status_code == 201
    assert game.post(f"/promises/p1/signatures{by}", {}, key=key).status_code == 201
    assert game.post("/promises/p1/signatures?by=alex", {}).status_code == 201
    await_read_models(client)

    own, written = (
        client.get(f"/v1/players/Laura/promises?imported={each}").json()["totals"]["made"] for each in ("false", "true")
    )
    assert (own, written) == (counts, 1 - counts)
