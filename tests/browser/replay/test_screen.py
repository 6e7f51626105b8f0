"""What is on the screen is what the service answers to the same viewer about the same position."""

from collections.abc import Generator, Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser

from tests.browser.walking import LONG, Walk, asked, walking
from tests.support.browsing import Library
from tests.support.playing import Json
from tests.support.serving import Client

PLAYERS: Final = {"ash": "First player", "birch": "Second player", "cedar": "Third player"}
VIEWERS: Final = {**PLAYERS, "public": "the public", "table": "the table", "holder": "everything"}
POSITIONS: Final = (1, 7, 8, 11, 13, 27, 41, 42, 45, 80, 82)
WORDS: Final[dict[str | bool | None, str]] = {None: "nothing", True: "true", False: "false"}


@pytest.fixture(scope="module")
def walk(browser: Browser, library: Library) -> Generator[Walk]:
    """A game of three."""
    with walking(browser, library, library.games[LONG]) as walk:
        yield walk


@pytest.mark.parametrize(("viewer", "name"), VIEWERS.items(), ids=VIEWERS)
def test_a_viewer_is_shown_at_every_position_what_the_service_says(
    walk: Walk, client: Client, viewer: str, name: str
) -> None:
    walk.look(viewer, name)

    for position in POSITIONS:
        answered = asked(client, walk.game, "/frames", from_=position, to=position, as_=viewer)
        drawn = asked(client, walk.game, "/scenes", from_=position, to=position, as_=viewer)
        screen = walk.go(position).screen

        (frame,), (scene,) = answered["frames"], drawn["scenes"]
        assert screen["where"] == [f"Position {position} of {answered['position']}"]
        assert screen["happened"][-1] == happened(frame)
        assert screen["standing"] == list(standing(frame))
        assert screen["pieces"] == [piece(each, scene["scene"]["cells"]) for each in scene["scene"]["pieces"]]
        assert screen["trays"] == [tray(each) for each in scene["scene"]["trays"] if each.get("kind") != "counts"]
        assert screen["cells"] == [cell(each) for each in scene["scene"]["cells"]]
        assert screen["tokens"] == [token(each) for each in scene["scene"]["pieces"] if each["cell"]]


def test_a_step_is_told_from_its_decision_on(walk: Walk, client: Client) -> None:
    frames = asked(client, walk.game, "/frames", from_=40, to=42)["frames"]

    told = walk.look("public", "the public").go(42).screen["happened"]

    assert [each["position"] for each in told] == [40, 41, 42]
    assert [each["says"] for each in told] == [happened(frame)["says"] for frame in frames]
    assert [each["now"] for each in told] == [False, False, True]


def test_a_plan_that_lies_face_down_is_shown_to_its_owner_alone(walk: Walk) -> None:
    """Or the comparison above would compare the same six times."""
    seen = {viewer: walk.look(viewer, name).go(10).screen for viewer, name in VIEWERS.items()}

    told = {viewer: screen["happened"][-1]["says"][0] for viewer, screen in seen.items()}
    assert {viewer for viewer, says in told.items() if says.startswith("Second player lays a plan: bow and bow")} == {
        "birch",
        "holder",
    }
    assert all("bow" not in says for viewer, says in told.items() if viewer in {"public", "ash", "table"})


def happened(frame: Json) -> Json:
    """A position as it is told."""
    return {
        "position": frame["position"],
        "now": True,
        "says": [
            " ".join([each["sentence"][:1].upper() + each["sentence"][1:], *each["cites"], *each["readings"]])
            for each in frame["happenings"]
        ],
    }


def standing(frame: Json) -> Iterator[str]:
    """A standing, a line a seat, and how it ended."""
    found = frame["standing"]
    for seat, player in PLAYERS.items():
        points = [each["says"] for each in found["scores"] if each["seat"] == seat]
        acts = " to act" if seat in frame["to_act"] else ""
        out = " out" if seat in found["out"] else ""
        yield f"{player} ({seat.capitalize()}){': ' if points else ''}{', '.join(points)}{acts}{out}"
    if found["stall"]:
        yield f"held up: {found['stall']}"
    if found["ending"]:
        winners = ", ".join(PLAYERS[each] for each in found["ending"]["winners"])
        yield f"over: {found['ending']['outcome']}, won by {winners}"


def piece(each: Json, cells: list[Json]) -> str:
    """A piece in words, with what its cell is marked with."""
    marks = [cell["mark"] for cell in cells if cell["id"] == each["cell"] and cell["mark"]]
    where = ", ".join([f"at {each['cell']}", *marks]) if each["cell"] else "off the board"
    return f"{each['mark']}{each['label']}, {where}: {', '.join(each['notes'])}"


def token(each: Json) -> str:
    """A piece on the board."""
    return ", ".join([each["label"], each["cell"], *each["notes"]])


def cell(each: Json) -> str:
    """A cell of the board."""
    return f"{each['id']}: {each['mark']}" if each["mark"] else each["id"]


def tray(each: Json) -> Json:
    """What lies beside the board."""
    return {
        "label": each["label"],
        "stacks": [stack["label"] for stack in each["stacks"]],
        "down": [stack["face_down"] for stack in each["stacks"]],
    }
