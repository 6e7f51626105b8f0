"""What is owed in every battle, over HTTP: in each that both have joined, in Heirless from its sample box.

Three Knights stand on the tiles that are named, and all Idle; the Battles come at the end of the Season (HT-9).
"""

from typing import Final

import pytest
from fastapi.testclient import TestClient
from msgspec.structs import replace

from tests.service.promises.test_promises_meaning import Game
from tests.service.promises.test_promises_rulings import audit, opened, owed
from tests.support.playing import Json
from tests.support.promises.pledging import Promises
from tests.unit.rulesets.heirless.table import QUIET, THREE

BOX: Final = replace(QUIET, stall_battle_turns=1)
MOST: Final = 60  # decisions in the battles of a season
EACH_OTHER: Final = {"ash": "birch", "birch": "ash"}


def fought(client: TestClient, letter: str, tiles: tuple[str, ...], allies: dict[str, str] | None = None) -> Promises:
    """The table after a season in which Knights went to these tiles, and these named each other as allies."""
    promises = Game.opened(client, BOX)
    promises.bound(f"ash promises birch {letter}.")
    for seat, tile in zip(THREE, tiles, strict=True):
        promises.table.decide(seat, {"kind": "deploy", "tile": tile})
    for seat in THREE:
        promises.table.decide(seat, {"kind": "idle"})
    for _ in range(MOST):
        if promises.get("/p1")["status"] != "pending" or promises.table.get()["closed"]:
            break
        _goes_on(promises, allies or {})
    return promises


def _goes_on(promises: Promises, allies: dict[str, str]) -> None:
    """One more decision of a battle: allies where they are named, an end of it, or else the first that is listed."""
    seat = promises.table.get()["to_act"][0]
    listed: list[Json] = [each for each in promises.table.get("/options", seat)["listed"] if each["kind"] != "haggle"]
    ends = (each for each in listed if each["kind"] == "agree_to_end" or each.get("ally", "") == allies.get(seat))
    promises.table.decide(seat, next(ends, listed[0]))


ALLY: Final = "to ally with birch in every battle"
TOGETHER: Final = ("Valley", "Valley", "Valley")
APART: Final = ("Valley", "Meadow", "Valley")
NOTHING: Final[dict[str, int]] = {}
PAYS: Final = {"ash": 20}


@pytest.mark.parametrize(
    ("letter", "tiles", "allies", "status", "pays"),
    [
        (f"{ALLY} by the end of season 1", APART, None, "kept", NOTHING),
        (f"{ALLY} whoever is in it by the end of season 1", APART, None, "broken", PAYS),
        (f"{ALLY}, whoever is in it, by the end of season 1", APART, None, "broken", PAYS),
        (f"{ALLY} by the end of season 1", TOGETHER, None, "broken", PAYS),
        (f"{ALLY} by the end of season 1", TOGETHER, EACH_OTHER, "kept", NOTHING),
        (f'{ALLY} on tile "Valley" by the end of season 1', APART, None, "kept", NOTHING),
        (f'{ALLY} on tile "Meadow" by the end of season 1', TOGETHER, None, "kept", NOTHING),
        ("to attack birch in every battle by the end of season 1", APART, None, "kept", NOTHING),
        ("to attack birch in every battle whoever is in it by the end of season 1", APART, None, "broken", PAYS),
        ("to agree to end the battle on it in every battle by the end of season 1", APART, None, "kept", NOTHING),
        ("to ally with any player in every battle by the end of season 1", APART, None, "broken", PAYS),
        ("to give 1 cat0 to birch in every battle by the end of season 1", APART, None, "broken", PAYS),
        ("not to ally with birch in every battle by the end of season 1", TOGETHER, EACH_OTHER, "broken", PAYS),
        ("to either ally with birch or attack birch in every battle by the end of season 1", APART, None, "kept", {}),
    ],
)
def test_in_every_battle_means_those_that_both_have_joined(
    client: TestClient,
    letter: str,
    tiles: tuple[str, ...],
    allies: dict[str, str] | None,
    status: str,
    pays: dict[str, int],
) -> None:
    """A gift needs no battle in which the other is; *any player* names nobody who would have to be in it."""
    assert outcome_of(fought(client, letter, tiles, allies)) == (status, pays)


def outcome_of(promises: Promises) -> tuple[str, dict[str, int]]:
    """The status of the only duty, and who pays how much."""
    (part,) = audit(promises)["parts"]
    return part["status"], owed(promises)


def test_the_letter_and_its_duty_say_in_which_battles(client: TestClient) -> None:
    promises = opened(client)
    promises.bound(f"ash promises birch {ALLY}.")
    promises.bound(f"ash promises birch {ALLY}, whoever is in it.")

    told = [promises.get(f"/{promise}") for promise in ("p1", "p2")]

    assert [each["letter"] for each in told] == [
        "ash promises birch to ally with birch in every battle.",
        "ash promises birch to ally with birch in every battle whoever is in it.",
    ]
    assert [duty["since"] for each in told for duty in each["duties"]] == [
        "each moment in which ash is in a battle, for each anew, if birch is in that battle,",
        "each moment in which ash is in a battle, for each anew,",
    ]
