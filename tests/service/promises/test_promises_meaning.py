"""What the words of letters mean, over HTTP: each letter is kept in one game and broken in another."""

from typing import Final

import msgspec
import pytest
from fastapi.testclient import TestClient
from msgspec.structs import replace

from oathbook.domain.rulesets.heirless.model.components import Components
from tests.support.playing import Json
from tests.support.promises.pledging import Promises
from tests.support.serving import Table, digest_of, key_of
from tests.unit.rulesets.heirless.table import QUIET, THREE

ONE_SEASON: Final = replace(QUIET, seasons=1)


class Game(Promises):
    """A game of Heirless with ash, birch and cedar, without Bandits; ash begins."""

    offers: int = 0

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

    def gives(self, giver: str, taker: str, count: int) -> None:
        """A gift of so many wolf0, which its taker accepts."""
        things = [{"kind": "resource", "item": "wolf0", "count": count}]
        self.decides(giver, "haggle", terms=[{"giver": giver, "taker": taker, "things": things}])
        self.offers += 1
        self.decides(taker, "accept", offer=self.offers)

    def idle(self, *seats: str) -> None:
        """They Idle, in this order."""
        for seat in seats:
            self.decides(seat, "idle")

    def status(self, promise: str = "p1") -> str:
        """What the service answers of a promise."""
        return str(self.get(f"/{promise}")["status"])

    def pays(self, seat: str) -> bool:
        """Whether the price of a broken promise stands beside the score of a seat."""
        position = self.table.position
        scores = self.table.get(f"/standing?at={position}")["scores"]
        return bool(next(each["penalty"] for each in scores if each["seat"] == seat))


# The end of the game ---------------------------------------------------------------------------------------------

EVEN_THEN: Final = "It binds even if the game ends early."


@pytest.mark.parametrize(
    ("duty", "lapses"),
    [
        ("to give 2 wolf0 to birch", True),
        ("to give exactly 2 wolf0 to birch", True),
        ("if birch idles, to give 2 wolf0 to birch", True),
        ("either (to give 2 wolf0 to birch) or (to attack cedar)", True),
        ("to give 2 wolf0 to birch, otherwise to give 1 cat0 to birch by the end of the game", True),
        ("to give 2 wolf0 to birch by the end of the game", False),
    ],
)
def test_a_duty_without_a_deadline_lapses_with_the_game(client: TestClient, duty: str, *, lapses: bool) -> None:
    """The control is the same letter, where it says that it binds even then: who let it go pays."""
    game = Game.opened(client, ONE_SEASON)
    letter = f"ash promises birch: (1) {duty}."
    plain, strict = (game.bound(each, "ash", "birch") for each in (letter, f"{letter} {EVEN_THEN}"))

    game.idle(*THREE)

    assert game.table.get()["closed"]
    assert (game.status(plain), game.status(strict)) == ("void" if lapses else "broken", "broken")
    audits = {each: game.get(f"/{each}/audit")["audit"] for each in (plain, strict)}
    owed = {each for each, found in audits.items() if any(part["penalties"] for part in found["parts"])}
    assert owed == ({strict} if lapses else {plain, strict})


def test_a_duty_without_a_deadline_is_kept_by_who_does_it(client: TestClient) -> None:
    """The other control: it is a promise, and kept, if the last thing that happens is that it is done."""
    game = Game.opened(client, ONE_SEASON)
    promise = game.signed("ash promises birch to give 2 wolf0 to birch.")
    game.idle("ash", "birch")
    assert game.status(promise) == "pending"

    game.gives("ash", "birch", 2)

    assert game.status(promise) == "kept"


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
    deploy = 'to deploy a knight to tile "Meadow"'
    promise = game.signed(f"ash promises birch {deploy}, otherwise {repair}. {EVEN_THEN}")

    game.idle(*THREE)

    assert game.table.get()["closed"]
    assert game.status(promise) == status


# The first moment of a season -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "status"),
    [
        ("ash is idle at the start of season 2", "broken"),
        ("the season is 2 at the start of season 2", "kept"),
        ("the season is 1 at the end of season 1", "kept"),
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


# Votes as stretches of time ----------------------------------------------------------------------------------------


def propose(game: Game) -> None:
    """Ash opens a vote on the Tithe."""
    game.decides("ash", "enact", law="Tithe")


def close(game: Game) -> None:
    """Everybody votes, ash with the 1 that a proposer spends at least, and it is over."""
    for seat, influence in (("cedar", 0), ("birch", 0), ("ash", 1)):
        game.decides(seat, "vote", side="for", influence=influence)


@pytest.mark.parametrize(
    "which", ["in the next vote", 'in the next vote on law "Tithe"', "in every vote", "in this vote"]
)
@pytest.mark.parametrize(
    ("duty", "statuses"),
    [("to give", ["kept", "broken"]), pytest.param("not to give", ["broken", "kept"], marks=pytest.mark.gate)],
)
def test_a_vote_is_a_stretch_of_time_for_what_is_given_in_it(
    client: TestClient, duty: str, statuses: list[str], which: str
) -> None:
    """What changes hands does not say in which vote. Once it is given in one, once not; who keeps it pays nothing."""
    found: list[tuple[str, bool]] = []
    for gives in (True, False):
        game = Game.opened(client, ONE_SEASON)
        if which == "in this vote":
            propose(game)
        promise = game.signed(f"ash promises birch {duty} 1 wolf0 to birch {which}.")
        if which != "in this vote":
            propose(game)
        if gives:
            game.gives("ash", "birch", 1)
        close(game)
        game.idle("birch", "cedar", "ash")
        found.append((game.status(promise), game.pays("ash")))

    assert found == [(status, status == "broken") for status in statuses]


def test_this_vote_is_the_one_that_is_open_when_the_last_has_signed(client: TestClient) -> None:
    """An offer outlives the vote in which it was made: then nothing is left that it could mean."""
    game = Game.opened(client)
    letter = {"letter": "ash promises birch to give 1 wolf0 to birch in this vote."}
    early = game.send("ash", "", letter)
    propose(game)
    promise = str(game.does("ash", "", letter)["promise"]["promise"])
    game.does("ash", f"/{promise}/signatures")
    close(game)

    late = game.send("birch", f"/{promise}/signatures")

    for answered in (early, late):
        assert answered.status_code in {409, 422}, answered.text
        assert "no vote is open: “this vote” is the one during which the letter is signed" in answered.json()["detail"]


# Amounts in conditions ---------------------------------------------------------------------------------------------

CONDITIONS: Final = {
    "until {}": ('not to deploy a knight to tile "Meadow" until {}', "kept"),
    "before {}": ('to deploy a knight to tile "Meadow" before {}', "broken"),
    "unless {}": ('not to deploy a knight to tile "Meadow", unless {}', "kept"),
    "once {}": ('once {}, not to deploy a knight to tile "Meadow"', "broken"),
    "if {}": ('if {}, not to deploy a knight to tile "Meadow"', "broken"),
}


@pytest.mark.parametrize("word", CONDITIONS)
@pytest.mark.parametrize("at_once", [" at once", pytest.param("", marks=pytest.mark.gate)])
def test_amounts_in_conditions_count_in_all_after_every_word(client: TestClient, word: str, at_once: str) -> None:
    """Birch gives 1 and 1, and then ash deploys: with *at once* that is not the 2 that the condition is about."""
    duty, status = CONDITIONS[word]
    opposite = {"kept": "broken", "broken": "kept"}[status]
    game = Game.opened(client, ONE_SEASON)
    promise = game.signed(f"ash promises birch {duty.format(f'birch gives 2 wolf0 to ash{at_once}')}.")

    for _ in range(2):
        game.gives("birch", "ash", 1)
    game.decides("ash", "deploy", tile="Meadow")
    game.idle("birch", "cedar", "ash")

    assert game.status(promise) == (opposite if at_once else status)


@pytest.mark.parametrize(("influence", "status"), [(0, "kept"), (1, "broken")])
def test_who_spends_nothing_has_not_spent_any(client: TestClient, influence: int, status: str) -> None:
    """Birch votes for the Tithe, with nothing or with 1; ash gives nothing for it."""
    game = Game.opened(client, ONE_SEASON)
    spends = 'birch spends any influence in favour of law "Tithe"'
    promise = game.signed(f"ash promises birch whenever {spends}, to give 1 wolf0 to birch within 1 season.")

    propose(game)
    for seat, count in (("cedar", 0), ("birch", influence), ("ash", 1)):
        game.decides(seat, "vote", side="for", influence=count)
    game.idle("birch", "cedar", "ash")

    assert game.status(promise) == status


# Words with two meanings -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "meanings"),
    [
        (
            "once it is not the case that birch is idle and ash is idle, to give 1 wolf0 to birch",
            [
                "it is not the case that (birch is idle and ash is idle)",
                "(it is not the case that birch is idle) and ash is idle",
            ],
        ),
        (
            "to attack birch and attack cedar twice",
            ["(1) to attack birch twice; (2) to attack cedar twice", "(1) to attack birch; (2) to attack cedar twice"],
        ),
        (
            "to give at most 1 wolf0 to birch or cedar",
            [
                "(1) to give at most 1 wolf0 to birch; (2) to give at most 1 wolf0 to cedar",
                "either (to give at most 1 wolf0 to birch) or (to give at most 1 wolf0 to cedar)",
            ],
        ),
    ],
)
def test_what_can_be_read_in_two_ways_is_refused_with_both(client: TestClient, said: str, meanings: list[str]) -> None:
    game = Game.opened(client)

    refused = game.send("ash", "", {"letter": f"ash promises birch {said}."})

    assert refused.status_code == 422
    assert all(each in refused.json()["detail"] for each in meanings)
    for each in meanings:
        letter = f"once {each}, to give 1 wolf0 to birch" if said.startswith("once") else each
        game.does("ash", "", {"letter": f"ash promises birch{':' * letter.startswith('(1)')} {letter}."})
