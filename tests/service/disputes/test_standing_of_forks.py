"""What a game that is played on from a position takes over: the penalties that were owed there."""

from typing import Final

from fastapi.testclient import TestClient
from msgspec.structs import replace

from tests.golden.heirless_promises import SCRIPTS
from tests.golden.scripting import Script, recorded
from tests.service.disputes.disputing import Disputes
from tests.service.disputes.test_remedies import UPHELD, keyed
from tests.support.playing import Json
from tests.support.serving import Table, await_read_models

(BROKEN,) = (each for each in SCRIPTS if each.name == "promise-broken-by-an-act")
SIGNED: Final = replace(BROKEN, steps=BROKEN.steps[:-1])
"""The same before ash has done what it had promised not to do."""


def playing(client: TestClient, script: Script) -> Table:
    """A game of a script."""
    return Table.kept(client, keyed(recorded(script, 501)))


def broken(client: TestClient) -> Table:
    """A game of Heirless in which ash has broken a promise, which costs 20."""
    return playing(client, BROKEN)


def before_the_breach(table: Table) -> int:
    """Where the last step ends before the promise is broken, at 6."""
    ends: dict[int, int] = {
        each["event"]["step"]: each["event"]["n"] for each in table.get("/events?limit=500")["events"]
    }
    return max(end for end in ends.values() if end < 6)


def penalised(table: Table, claim: Json, points: int) -> None:
    """A ruling by which ash loses points besides, as soon as the read models have it."""
    dispute = Disputes.filed(table, by="birch", claim=claim)
    answer = dispute.does("birch", "finding")["findings"][-1]["answer"]
    against = {"against": "The table agreed otherwise."} if answer == "rejected" else {}
    dispute.does(
        "Ada", "ruling", {**UPHELD, **against, "remedy": {"remedy": "penalise", "seat": "ash", "points": points}}
    )
    await_read_models(table.client)


def played_on(table: Table, position: int) -> Table:
    """The game as which it is played on from there."""
    dispute = Disputes.filed(table, by="birch", claim={"claim": "standing", "at": table.position})
    dispute.does("birch", "finding")
    remedy = {"remedy": "play-on-from", "position": position}
    told = dispute.does("Ada", "ruling", {**UPHELD, "against": "The table agreed otherwise.", "remedy": remedy})
    await_read_models(table.client)
    return Table(table.client, told["rulings"][0]["remedy"]["fork"])


def test_a_fork_takes_over_the_penalties_that_were_owed(client: TestClient) -> None:
    """Those for promises and those by rulings, in a fork of a fork too; the standing of now is that of the position."""
    table = broken(client)
    penalised(table, {"claim": "promise", "promise": "p1"}, 5)
    position = table.position

    fork = played_on(table, position)
    again = played_on(fork, position)

    for each in (table, fork, again):
        ash = each.get("/standing")["scores"][0]
        assert (ash["seat"], ash["penalty"], ash["ruled"], ash["points"] - ash["after"]) == ("ash", 20, 5, 25)
        assert each.get(f"/standing?at={position}")["scores"][0] == ash


def test_a_fork_takes_over_no_penalty_for_what_it_does_not_carry_over(client: TestClient) -> None:
    """The promise is broken at 6, and what ash is penalised for comes behind 5."""
    table = broken(client)
    penalised(table, {"claim": "standing", "at": table.position}, 5)
    penalised(table, {"claim": "promise", "promise": "p1"}, 7)

    fork = played_on(table, before_the_breach(table))

    ash = fork.get("/standing")["scores"][0]
    assert (ash["penalty"], ash["ruled"], ash["points"] - ash["after"]) == (0, 0, 0)
    assert table.get("/standing")["scores"][0]["ruled"] == 12


def test_a_fork_takes_over_no_penalty_for_a_promise_that_was_open_in_it(client: TestClient) -> None:
    """As long as nothing settles it, what is ruled on is all that there was of the game."""
    table = playing(client, SIGNED)
    penalised(table, {"claim": "promise", "promise": "p1"}, 7)

    fork = played_on(table, table.position)
    again = played_on(fork, table.position - 2)

    assert [each.get("/standing")["scores"][0]["ruled"] for each in (table, fork, again)] == [7, 7, 0]


def test_the_head_of_a_game_is_sent_again_once_a_ruling_took_points(client: TestClient) -> None:
    """The position stays the same, and the standing does not."""
    table = broken(client)
    head = f"/v1/games/{table.game}"
    known = {"If-None-Match": table.client.get(head).headers["ETag"]}
    assert table.client.get(head, headers=known).status_code == 304

    penalised(table, {"claim": "standing", "at": table.position}, 5)

    again = table.client.get(head, headers=known)
    assert (again.status_code, again.headers["ETag"]) == (200, known["If-None-Match"])
    assert again.json()["standing"]["scores"][0]["ruled"] == 5
