"""What begins when no time is left for it, over HTTP: as the last season closes, or at or after its own deadline."""

from functools import partial
from typing import Final

import pytest
from fastapi.testclient import TestClient
from msgspec.structs import replace

from tests.service.promises.test_promises_meaning import Game
from tests.unit.rulesets.heirless.table import QUIET

more: Final = partial(pytest.param, marks=pytest.mark.gate)
"""Also so; left to the gate."""

MEADOW: Final = 'to deploy a knight to tile "Meadow"'
GIVE: Final = "to give 2 wolf0 to birch"


def opened(client: TestClient) -> Game:
    """A game of three seasons."""
    return Game.opened(client, replace(QUIET, seasons=3))


def seasons(game: Game, many: int) -> None:
    """So many seasons in which everybody only idles."""
    for _ in range(many * 3):
        game.idle(game.table.get()["to_act"][0])


# The last season closes ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("repair", "status"),
    [
        (f"{GIVE} within 1 season", "broken"),
        more(f"{GIVE} within 2 turns of ash", "broken"),
        more(f"{GIVE}", "broken"),
        more(f"either ({GIVE} within 1 season) or (that ash has at least 9 wolf0 within 1 season)", "broken"),
        more(f"{GIVE} within 1 season, otherwise to give 1 cat0 to birch within 1 season", "broken"),
        ("that ash has at least 9 wolf0 by the end of season 3", "broken"),
        more("that ash has at least 9 wolf0 within 1 season", "broken"),
        more(f"either ({GIVE} within 1 season) or (that ash has at least 2 wolf0 within 1 season)", "kept"),
        ("that ash has at least 2 wolf0 within 1 season", "kept"),
        more("not to give 2 wolf0 to birch within 1 season", "kept"),
    ],
)
def test_a_reparation_that_begins_as_the_last_season_closes(client: TestClient, repair: str, status: str) -> None:
    """No act can follow, and a state is what the game ends with: ash holds 2 wolf0. Who let the Meadow go pays."""
    game = opened(client)
    promise = game.signed(f"ash promises birch {MEADOW} by the end of season 3, otherwise {repair}.")

    seasons(game, 3)

    assert game.table.get()["closed"]
    assert (game.status(promise), game.pays("ash"), game.pays("birch")) == (status, status == "broken", False)


@pytest.mark.parametrize(
    ("duty", "status"),
    [
        (f"{GIVE} within 1 season", "void"),
        (f"{GIVE} by the end of the game", "void"),
        (f"{GIVE} by the end of season 9", "void"),
        more(f"{GIVE}", "void"),
        more(f"either ({GIVE}) or (that ash has at least 9 wolf0 within 1 season)", "void"),
        more(f"{GIVE} within 1 season, otherwise to give 1 cat0 to birch within 1 season", "void"),
        (f"{GIVE} within 1 season. It binds even if the game ends early", "broken"),
        ("that ash has at least 9 wolf0 within 1 season", "broken"),
        more("that ash has at least 9 wolf0, otherwise to give 1 cat0 to birch", "broken"),
        ("that ash has at least 2 wolf0 within 1 season", "kept"),
        ("never to attack birch", "kept"),
    ],
)
def test_a_trigger_that_comes_as_the_last_season_closes(client: TestClient, duty: str, status: str) -> None:
    """An act lapses with the game, as one does that began a move earlier, and a state is what the game ends with."""
    game = opened(client)
    promise = game.signed(f"ash promises birch: (1) once season 3 ends, {duty}.")

    seasons(game, 3)

    assert (game.status(promise), game.pays("ash")) == (status, status == "broken")


@pytest.mark.parametrize("trigger", ["birch", "cedar"])
@pytest.mark.parametrize("deadline", ["", " by the end of season 1", " by the end of the game", " within 1 season"])
def test_whether_the_last_decision_or_the_one_before_it_sets_it_off_an_act_lapses(
    client: TestClient, trigger: str, deadline: str
) -> None:
    """The game ends as cedar idles. The control is the deadline that comes while ash could still have decided."""
    game = Game.opened(client, replace(QUIET, seasons=1))
    promise = game.bound(f"ash promises birch once {trigger} idles, {GIVE}{deadline}.", "ash", "birch")

    game.idle("ash", "birch", "cedar")

    came = "broken" if trigger == "birch" and deadline else "void"
    assert game.table.get()["closed"]
    assert (game.status(promise), game.pays("ash")) == (came, came == "broken")


@pytest.mark.parametrize("when", ["within 2 seasons", "by the end of season 9"])
def test_a_window_that_began_before_the_end_and_outlasts_it_lapses(client: TestClient, when: str) -> None:
    """The control: ash had the whole of season 3, and longer would have been left."""
    game = opened(client)
    promise = game.signed(f"ash promises birch {MEADOW} by the end of season 2, otherwise {GIVE} {when}.")

    seasons(game, 3)

    assert (game.status(promise), game.pays("ash")) == ("void", False)


# The deadline itself ------------------------------------------------------------------------------------------------

DEADLINES: Final = ("by the end of season 1", "by the end of this season", "by the end of this turn", "during season 1")


@pytest.mark.parametrize("deadline", [*DEADLINES, "before the start of season 2"])
def test_a_reparation_that_begins_at_its_deadline_has_failed_there(client: TestClient, deadline: str) -> None:
    game = opened(client)
    first = deadline if deadline.startswith(("by", "before")) else "by the end of season 1"
    promise = game.signed(f"ash promises birch {MEADOW} {first}, otherwise {GIVE} {deadline}.")

    seasons(game, 1)

    assert (game.status(promise), game.pays("ash"), game.pays("birch")) == ("broken", True, False)


@pytest.mark.parametrize(
    ("has", "deadline", "status"),
    [
        (2, "by the end of season 1", "kept"),
        (9, "by the end of season 1", "broken"),
        (2, "at the end of season 1", "kept"),
        (9, "until the end of this season", "kept"),
    ],
)
def test_a_state_is_read_at_a_deadline_at_which_it_begins(
    client: TestClient, has: int, deadline: str, status: str
) -> None:
    """Ash holds 2 wolf0. *Until* leaves the end of the season out, so that nothing is left to be read."""
    game = opened(client)
    repair = f"that ash has at least {has} wolf0 {deadline}"
    promise = game.signed(f"ash promises birch {MEADOW} by the end of season 1, otherwise {repair}.")

    seasons(game, 1)

    assert game.status(promise) == status


@pytest.mark.parametrize(
    ("deadline", "lasting"),
    [("within 1 season", 1), ("by the end of next season", 1), ("by the end of season 2", 1), ("within 2 seasons", 2)],
)
def test_a_reparation_with_time_left_has_all_of_it(client: TestClient, deadline: str, lasting: int) -> None:
    """The control: nothing but its own deadline ends it. The season after that which ends is the next."""
    game = opened(client)
    promise = game.signed(f"ash promises birch {MEADOW} by the end of season 1, otherwise {GIVE} {deadline}.")

    found: list[str] = []
    for _ in range(lasting + 1):
        seasons(game, 1)
        found.append(game.status(promise))

    assert found == [*["pending"] * lasting, "broken"]


# After the deadline -------------------------------------------------------------------------------------------------

IN_SEASON_TWO: Final = "whenever birch gives at least 1 wolf0 to cedar"
"""What begins the duties below, in the middle of season 2."""


def begun_in_season_two(client: TestClient, clause: str) -> tuple[Game, str]:
    """A game in season 2, in which what the clause waits for has just happened."""
    game = opened(client)
    promise = game.bound(f"ash promises birch: (1) {clause}.", "ash", "birch")
    seasons(game, 1)
    game.gives("birch", "cedar", 1)
    return game, promise


@pytest.mark.parametrize(
    "deadline",
    [
        "by the end of season 1",
        more("before the end of season 1"),
        more("by the start of season 2"),
        "before the start of season 2",
        "during season 1",
        more("before season 1 ends"),
    ],
)
def test_an_act_that_begins_after_its_deadline_is_not_owed(client: TestClient, deadline: str) -> None:
    game, promise = begun_in_season_two(client, f"{IN_SEASON_TWO}, {GIVE} {deadline}")
    assert game.status(promise) == "pending", "the next time it may be owed"

    seasons(game, 2)

    assert (game.status(promise), game.pays("ash"), game.pays("birch")) == ("kept", False, False)
    assert "its time was over when it began, so it was not owed" in str(game.get(f"/{promise}/audit"))


def test_a_duty_that_begins_before_its_deadline_and_is_not_done_is_broken(client: TestClient) -> None:
    """The control: the gift that begins it comes in season 1, and ash has the rest of that season."""
    game = opened(client)
    promise = game.bound(f"ash promises birch: (1) {IN_SEASON_TWO}, {GIVE} by the end of season 1.", "ash", "birch")
    game.gives("birch", "cedar", 1)

    seasons(game, 1)

    assert (game.status(promise), game.pays("ash")) == ("broken", True)


@pytest.mark.parametrize(
    "deadline", ["by the end of season 2", "by the end of this season", "before the start of season 3"]
)
def test_a_duty_that_begins_before_its_deadline_is_still_to_be_done(client: TestClient, deadline: str) -> None:
    """The control: the same duty with time left is done in time."""
    game, promise = begun_in_season_two(client, f"{IN_SEASON_TWO}, {GIVE} {deadline}")
    assert game.status(promise) == "pending"

    game.gives("ash", "birch", 2)
    seasons(game, 2)

    assert game.status(promise) == "kept"


@pytest.mark.parametrize(
    ("duty", "status"),
    [
        ("that ash has at least 2 wolf0 by the end of season 1", "kept"),
        ("that ash has at least 9 wolf0 by the end of season 1", "broken"),
        ("that ash has at least 9 wolf0 at the end of season 1", "broken"),
        ("that ash has at least 9 wolf0 until the end of season 1", "kept"),
        ("that ash has at least 2 wolf0 before the start of season 2", "broken"),
        (f"not {GIVE} by the end of season 1", "kept"),
    ],
)
def test_a_state_is_read_where_it_begins_too_late(client: TestClient, duty: str, status: str) -> None:
    """As at the deadline itself: ash holds 2 wolf0, and nothing is left to be read *until* or *before* it."""
    game, promise = begun_in_season_two(client, f"{IN_SEASON_TWO}, {duty}")

    seasons(game, 2)

    assert game.status(promise) == status


@pytest.mark.parametrize(("season", "status"), [(1, "kept"), (2, "broken")])
def test_what_is_done_as_it_begins_repairs_only_in_time(client: TestClient, season: int, status: str) -> None:
    """The gift that breaks the duty is what is promised otherwise: by the end of season 1, and not in season 2."""
    game = opened(client)
    repair = "to give 1 wolf0 to cedar by the end of season 1"
    promise = game.signed(f"ash promises birch not to give any items to cedar, otherwise {repair}.")
    seasons(game, season - 1)

    game.gives("ash", "cedar", 1)

    assert (game.status(promise), game.pays("ash")) == (status, status == "broken")


def test_a_reparation_that_begins_after_its_deadline_has_failed_there(client: TestClient) -> None:
    game = opened(client)
    late = f"{MEADOW} by the end of season 2, otherwise {GIVE} by the end of season 1"
    promise = game.signed(f"ash promises birch {late}.")
    seasons(game, 1)
    assert game.status(promise) == "pending"

    seasons(game, 1)

    assert (game.status(promise), game.pays("ash")) == ("broken", True)


def test_a_trigger_that_is_waited_for_after_its_deadline_never_comes(client: TestClient) -> None:
    """The inner clause begins in season 2, and nothing that happens then is by the end of season 1."""
    game = opened(client)
    repair = f"if birch attacks ash by the end of season 1, {GIVE}"
    promise = game.signed(f"ash promises birch {MEADOW} by the end of season 2, otherwise {repair}.")

    seasons(game, 2)

    assert game.status(promise) == "kept"
