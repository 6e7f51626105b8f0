"""Steps in sentences: what the log of a replay shows of a game, to each viewer what that viewer saw."""

import pytest
from fastapi.testclient import TestClient

from tests.support.playing import Json, small_game
from tests.support.serving import Table
from tests.unit.api.games import duel

VIEWERS = ("ash", "birch", "public", "table", "holder")


def told(frames: list[Json]) -> list[str]:
    """What came of the decision of a step, else the decision itself."""
    came = [each for each in frames if each["type"] not in {"DecisionMade", "DrawMade"}]
    return [one["sentence"] for each in came or frames[:1] for one in each["happenings"]]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_each_step_says_what_the_frames_of_its_positions_say(viewer: str, client: TestClient) -> None:
    table = Table.imported(client, duel())
    frames: list[Json] = table.get(f"/frames?as={viewer}")["frames"]

    page = table.get(f"/steps?as={viewer}")

    about = {"game": table.game, "edition": "knights_duty/1", "as": viewer, "position": 14, "next": None}
    assert {name: value for name, value in page.items() if name != "steps"} == about
    assert [(each["first"], each["position"]) for each in page["steps"]] == [
        (1, 1),
        (2, 3),
        (4, 5),
        (6, 7),
        (8, 9),
        (10, 14),
    ]
    for step in page["steps"]:
        here = [each for each in frames if step["first"] <= each["position"] <= step["position"]]
        assert {each["step"] for each in here} == {step["step"]}
        assert (step["at"], step["by"], step["says"]) == (here[0]["at"], here[0]["by"], told(here))


def test_a_step_stands_whole_on_the_page_that_holds_its_last_position(client: TestClient) -> None:
    table = Table.imported(client, duel())
    all_of_them = table.get("/steps")["steps"]

    assert table.get("/steps?from=4&to=8")["steps"] == all_of_them[2:4]
    assert table.get("/steps?from=8&to=13")["steps"] == all_of_them[4:5]
    assert table.get("/steps?from=14")["steps"] == all_of_them[5:]
    assert table.get("/steps?from=15") == {**table.get("/steps"), "steps": []}


def test_pages_of_a_long_game_are_all_of_it(client: TestClient) -> None:
    table = Table.imported(client, small_game())
    whole = table.get("/steps")["steps"]

    parts = [
        table.get(f"/steps?from={first}&to={first + 4}")["steps"] for first in range(1, whole[-1]["position"] + 1, 5)
    ]

    assert [step for part in parts for step in part] == whole
