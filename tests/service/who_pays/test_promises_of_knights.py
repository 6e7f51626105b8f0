"""Distances, the High Ground and who goes first, over HTTP, in A Knight's Duty.

Ash stands on 1,0 and birch on 0,1, next to each other and to the High Ground on 0,0.
"""

import pytest
from fastapi.testclient import TestClient

from tests.support.playing import Json
from tests.support.promises.pledging import Promises
from tests.support.serving import Table

STAYS = "1,0"


def moved(client: TestClient, letter: str, ash: str, birch: str, named: str | None) -> Json:
    """The audit of ash's promise after a turn in which both move there, and ash names who gets a space both want."""
    table = Table.opened(client)
    promises = Promises(table)
    promises.bound(f"ash promises birch {letter}.", "ash", "birch")
    for seat in ("ash", "birch"):
        table.decide(seat, {"kind": "lay_plan", "slots": ["movement"]})
    table.decide("ash", {"kind": "move", "to": ash})
    table.decide("birch", {"kind": "move", "to": birch})
    for seat in table.get()["to_act"] if ash == birch else ():
        table.decide(seat, {"kind": "name_mover", "mover": named if seat == "ash" else "birch"})
    audit: Json = promises.get("/p1/audit")["audit"]
    (part,) = audit["parts"]
    found: Json = part
    return found


@pytest.mark.parametrize(
    ("letter", "ash", "birch", "named", "status"),
    [
        ("that ash stays off the High Ground until the end of this turn", "0,0", "0,2", None, "broken, hidden"),
        ("that ash stays off the High Ground until the end of this turn", STAYS, "0,0", None, "kept"),
        ("that ash stands on the High Ground by the end of this slot", "0,0", "0,2", None, "kept"),
        ("that ash stands on the High Ground by the end of this slot", "2,0", "0,2", None, "broken, hidden"),
        ("that ash is at least 2 spaces from birch at the end of this slot", "2,0", "0,1", None, "kept"),
        ("that ash is at least 2 spaces from birch at the end of this slot", STAYS, "0,1", None, "broken, hidden"),
        ("that ash is at most 1 spaces from birch in this slot", "2,0", "0,2", None, "broken, hidden"),
        ("to say that birch goes first by the end of this turn", "0,0", "0,0", "birch", "kept"),
        ("to let birch go first by the end of this turn", "0,0", "0,0", "ash", "broken"),
    ],
)
def test_what_is_promised_of_spaces_and_turns_is_kept_and_broken(
    client: TestClient, letter: str, ash: str, birch: str, named: str | None, status: str
) -> None:
    """What lay face down in that turn is not disclosed yet: whether ash had another way is left to a judge (R2)."""
    part = moved(client, letter, ash, birch, named)

    left_to_a_judge = [each["code"] for each in part["referrals"]]
    assert (part["status"], part["blamed"], left_to_a_judge) == {
        "kept": ("kept", [], []),
        "broken": ("broken", ["ash"], []),
        "broken, hidden": ("broken", [], ["R2"]),
    }[status]
