"""What the words of letters mean, over HTTP: each letter is kept in one game and broken in another."""

from typing import Final

import msgspec
import pytest
from fastapi.testclient import TestClient
from msgspec.structs import replace

from domain.rulesets.heirless.model.components import Components
from tests.service.promises.pledging import Promises
from tests.support.playing import Json
from tests.support.serving import Table, digest_of, key_of
from tests.unit.rulesets.heirless.table import QUIET, THREE

ONE_SEASON: Final = replace(QUIET, seasons=1)


class Game(Promises):
    """A game of Heirless with ash, birch and cedar, without Bandits; ash begins."""

    @classmethod
    def opened(cls, client: TestClient, box: Components = QUIET) -> "Game":
        """A new one."""
        seats = [{"seat": seat, "player": f"Player {seat}", "key": digest_of(key_of(seat))} for seat in THREE]
        body = {"edition": "heirless/e1", "seats": seats, "components": msgspec.to_builtins(box)}
        answered = client.post("/v1/games", json=body)
        assert answered.status_code == 201, answered.text
        return cls(Table(client, answered.json()["game"]))

    def signed(self, letter: str) -> str:
        """A promise of one to one other, signed by both."""
        names = [each for each in THREE if each in letter.partition(" to ")[0].partition(" that ")[0]]
        return self.bound(letter, *names)

    def decides(self, seat: str, kind: str, **fields: object) -> Json:
        """A decision of somebody."""
        return self.table.decide(seat, {"kind": kind, **fields})

    def idle(self, *seats: str) -> None:
        """They Idle, in this order."""
        for seat in seats:
            self.decides(seat, "idle")

    def status(self, promise: str = "p1") -> str:
        """What the service answers of a promise."""
        return str(self.get(f"/{promise}")["status"])


# The end of the game ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("repair", "status"),
    [
        ("that ash has at least 9 wolf0", "broken"),
        ("that ash has at most 9 wolf0", "kept"),
        ("that ash has at least 9 wolf0 by the end of the game", "broken"),
        ("to give 1 wolf0 to birch within 1 season", "broken"),
        ("never to attack birch", "kept"),
    ],
)
def test_a_reparation_that_begins_when_the_game_is_over(client: TestClient, repair: str, status: str) -> None:
    """A state is read in the final state, and an act can no longer be done; ash holds 2 wolf0."""
    game = Game.opened(client, ONE_SEASON)
    promise = game.signed(f'ash promises birch to deploy a knight to tile "Meadow", otherwise {repair}.')

    game.idle(*THREE)

    assert game.table.get()["closed"]
    assert game.status(promise) == status


# The first moment of a season -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "status"),
    [
        ("ash is idle at the start of season 2", "broken"),
        ("the season is 2 at the start of season 2", "kept"),
        ("ash is idle at the end of season 1", "kept"),
        ("the season is 1 until the start of season 2", "kept"),
        ("the season is 1 by the start of season 2", "kept"),
    ],
)
def test_a_season_starts_after_the_cleanup_and_ends_before_it(client: TestClient, state: str, status: str) -> None:
    game = Game.opened(client)
    promise = game.signed(f"ash promises birch that {state}.")

    game.idle(*THREE)

    assert game.status(promise) == status


def test_nobody_is_idle_during_a_season_that_has_just_begun(client: TestClient) -> None:
    """The start of season 2 and its first moment are one: the same state, whichever way a letter speaks of it."""
    game = Game.opened(client)
    at, during = (
        game.signed(f"ash promises birch that ash is idle {when} season 2.") for when in ("at the start of", "during")
    )

    game.idle(*THREE)

    assert (game.status(at), game.status(during)) == ("broken", "broken")
    first, second = (game.get(f"/{each}")["verdicts"][0]["position"] for each in (at, during))
    assert first == second
