"""A game that is over, and is played on from before its end all the same."""

from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from oathbook.domain.games.game_events import Reveal
from oathbook.replays.verification import verify
from tests.service.disputes.disputing import Disputes
from tests.service.disputes.test_remedies import UPHELD, keyed
from tests.support.playing import die, read
from tests.support.serving import HOST, Response, Table, await_read_models, problem_of, served
from tests.unit.api.games import duel

PLANS_LAID = 5
"""Where both plans are laid, and what lies in their second slots is hidden; at 1 nothing is."""


def over(client: TestClient, *, reveal: Reveal = "all") -> Table:
    """A duel that is over: the strike has gone home."""
    return Table.imported(client, keyed(duel(reveal=reveal)))


def play_out(table: Table) -> None:
    """Play on to the end."""
    for _ in table.steps(die("on")):
        pass


def ruled(table: Table, position: int) -> Response:
    """The answer to the ruling that has it played on from there."""
    dispute = Disputes.filed(table, claim={"claim": "standing", "at": position})
    answer = dispute.does("birch", "finding")["findings"][-1]["answer"]
    against = {"against": "They had agreed to stop."} if answer == "rejected" else {}
    remedy = {"remedy": "play-on-from", "position": position}
    return dispute.send("Ada", "ruling", {**UPHELD, **against, "remedy": remedy})


def played_on(table: Table, position: int) -> Table:
    """The game as which it is played on."""
    answered = ruled(table, position)
    assert answered.status_code == 201, answered.text
    return Table(table.client, answered.json()["rulings"][0]["remedy"]["fork"])


def is_open(table: Table) -> bool:
    """Whether everybody may see what a game has hidden."""
    return table.ask("/events?as=holder").status_code == 200


def test_it_goes_on_as_a_game_of_its_own_and_stays_what_it_was(tmp_path: Path) -> None:
    """Its end stands, what was out stays out, and it is the same when it is read again."""
    with served(tmp_path / "games.db") as client:
        table = over(client)
        end = table.position
        fork = played_on(table, 1)
        await_read_models(client)
        standing, head = table.get("/standing"), table.get()
        fork.decide("ash", {"kind": "lay_plan", "slots": ["shield", "shield"]})
        fork.decide("birch", {"kind": "lay_plan", "slots": ["parry", None]})

    with served(tmp_path / "games.db") as client:
        again, running = Table(client, table.game), Table(client, fork.game)
        events = again.get("/events?limit=500")["events"]

        assert (head["closed"], head["fork"], head["position"]) == (True, fork.game, end + 1)
        assert again.get() == head
        assert standing["ending"] is not None
        assert [each["event"]["type"] for each in events[end - 1 :]] == ["game.closed/1", "game.forked/1"]
        assert (is_open(again), is_open(running), running.get()["closed"]) == (True, False, False)


def test_both_verify_and_the_end_of_the_fork_opens_the_fork_alone(client: TestClient) -> None:
    table = over(client)
    fork = played_on(table, 1)
    play_out(fork)

    parent, child = (read(each.ask("/record", HOST).content) for each in (table, fork))

    assert [event.topic for event in parent.events[-2:]] == ["game.closed/1", "game.forked/1"]
    assert verify(parent).status == "sound"
    assert verify(child, parent=parent).status == "sound"


def test_from_where_something_was_hidden_that_is_out_it_is_not_played_on(client: TestClient) -> None:
    table = over(client)

    refused = ruled(table, PLANS_LAID)

    assert problem_of(refused) == (409, "remedy-refused")
    assert "nobody can be made to forget it" in refused.json()["detail"]
    assert table.get()["fork"] is None


def test_nobody_plays_on_from_the_end(client: TestClient) -> None:
    table = over(client)

    refused = ruled(table, table.position)

    assert problem_of(refused) == (409, "remedy-refused")
    assert "the game is over there" in refused.json()["detail"]


def test_it_is_played_on_once(client: TestClient) -> None:
    table = over(client)
    played_on(table, 1)

    assert problem_of(ruled(table, 1)) == (409, "game-closed")


@pytest.mark.parametrize("ended", [False, pytest.param(True, marks=pytest.mark.gate)])
def test_under_the_policy_none_nothing_is_out_and_nothing_comes_out(ended: bool, client: TestClient) -> None:  # noqa: FBT001  # a column of the table
    """What is hidden there is played with again, and is unsealed in disputes about the fork alone."""
    table = over(client, reveal="none")
    fork = played_on(table, PLANS_LAID)
    if ended:
        play_out(fork)
    dispute = Disputes.filed(table, claim={"claim": "decision-illegal", "at": 2})

    refused = dispute.send("Cy", "unsealing", {"at": 2, "fields": dispute.hidden(2), "reason": "To see."})

    assert "file it about that one" in refused.json()["detail"]
    assert not is_open(table)
    assert not is_open(fork)
