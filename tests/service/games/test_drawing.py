"""A game drawn and outlined over HTTP, and searched: what a page needs to show any game."""

import json
from collections.abc import Iterator
from typing import Final
from urllib.parse import quote

import msgspec
import pytest
from fastapi.testclient import TestClient

from oathbook.api.schemas.replays import present_scenes
from oathbook.domain.games.game_sentences import scene_with_names
from oathbook.domain.kernel import HOLDER, PUBLIC, Roster, Viewer
from oathbook.domain.kernel.limits import EVENTS_PER_GAME, PAGE
from oathbook.domain.recording.format.cleartext import value_text
from oathbook.domain.rulesets.knights_duty.presentation.view import View
from oathbook.domain.rulesets.knights_duty.ruleset import KNIGHTS_DUTY
from oathbook.domain.rulesets.protocol import AnyRuleset, Scene
from oathbook.replays.frames import Replay
from oathbook.replays.replay_index import ReplayIndex
from tests.support.playing import RULESET, Json, die, long_game, small_game, whole_game
from tests.support.sampling import some
from tests.support.serving import Table, problem_of
from tests.unit.api.games import duel

VIEWERS: Final = ("public", "ash", "birch", "table", "holder")
ALIKE: Final = ("position", "step", "at", "by", "type", "decision", "happenings", "became", "to_act", "standing")
"""What a scene says as a frame does."""


def drawn(view: Json, *players: str) -> Json:
    """Returns the scene of a view with names of players."""
    scene = RULESET.scene(msgspec.convert(view, RULESET.wire.view))
    roster = Roster.of(zip(("ash", "birch"), players, strict=True))
    told: Json = json.loads(value_text(scene_with_names(scene, roster)))
    return told


def whole(page: Json) -> Iterator[Json]:
    """The scenes of a page, each with the cells that it has or that are as on the one before."""
    cells: list[Json] = []
    for each in page["scenes"]:
        cells = each["scene"].get("cells", cells)
        yield {**each["scene"], "cells": cells}


# Scenes -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", VIEWERS)
def test_each_scene_is_the_state_of_its_position_drawn(viewer: str, client: TestClient) -> None:
    table = Table.imported(client, duel())

    page = table.get(f"/scenes?as={viewer}")

    about = {"game": table.game, "edition": "knights_duty/1", "as": viewer, "position": 14, "next": None}
    assert {name: value for name, value in page.items() if name != "scenes"} == about
    states = [table.get(f"/state?at={position}&as={viewer}") for position in range(1, 15)]
    assert list(whole(page)) == [drawn(state["view"], "Ann", "Bo") for state in states]


@pytest.mark.parametrize("seat", [None, "ash", "birch", "table"])
def test_while_a_game_runs_each_seat_sees_the_scenes_of_its_own_states(seat: str | None, client: TestClient) -> None:
    """What lies face down for others lies face up on one's own tracker."""
    table = Table.opened(client)
    table.decide("ash", {"kind": "lay_plan", "slots": ["bow", "parry"]})

    page = table.get("/scenes", seat)

    states = [table.get(f"/state?at={position}", seat) for position in (1, 2, 3)]
    assert list(whole(page)) == [drawn(state["view"], "Player 1", "Player 2") for state in states]
    (tray,) = (each for each in page["scenes"][2]["scene"]["trays"] if each["seat"] == "ash")
    assert [each["face_down"] for each in tray["stacks"]] == [seat != "ash"] * 2
    assert (page["scenes"][1]["decision"]["slots"] == ["bow", "parry"]) == (seat == "ash")


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_scene_says_what_the_frame_of_its_position_says(viewer: str, client: TestClient) -> None:
    """But for the view and what changed in it, in the place of which it is drawn."""
    table = Table.imported(client, duel())

    told, frames = table.get(f"/scenes?as={viewer}")["scenes"], table.get(f"/frames?as={viewer}")["frames"]

    assert [{name: each[name] for name in ALIKE} for each in told] == [
        {name: each[name] for name in ALIKE} for each in frames
    ]
    assert {name for each in told for name in each} == {*ALIKE, "scene"}


def test_cells_are_left_out_where_they_are_as_before(client: TestClient) -> None:
    """A board of this game never changes, so they stand in the first scene of an answer alone, whichever that is."""
    table = Table.imported(client, duel())

    for query, length in (("", 14), ("?from=6", 9), ("?from=14", 1), ("?from=3&to=5", 3)):
        told = table.get(f"/scenes{query}")["scenes"]
        assert ["cells" in each["scene"] for each in told] == [True, *[False] * (length - 1)]
        assert len(told[0]["scene"]["cells"]) == 61


def _shrinking(view: View) -> Scene:
    honest = KNIGHTS_DUTY.scene(view)
    return msgspec.structs.replace(honest, cells=honest.cells[: len(honest.cells) - len(view.trackers)])


SHRINKING: Final[AnyRuleset] = msgspec.structs.replace(KNIGHTS_DUTY, scene=_shrinking)
"""A game whose board loses its last space with every plan that is laid."""


def test_cells_are_told_again_where_they_are_not_as_before() -> None:
    """In the duel a plan is laid at 3 and at 5."""
    record = msgspec.structs.replace(duel(), ruleset=SHRINKING)

    told = [each.scene.cells for each in present_scenes(Replay(record, PUBLIC), first=1, last=14)]

    assert {number: len(cells) for number, cells in enumerate(told, 1) if isinstance(cells, tuple)} == {
        1: 61,
        3: 60,
        5: 59,
    }


@pytest.mark.parametrize(
    ("query", "first", "last"),
    [
        ("from=3&to=5", 3, 5),
        ("from=5&to=5", 5, 5),
        ("to=2", 1, 2),
        (f"from=13&to={EVENTS_PER_GAME}", 13, 14),
        ("from=15", 15, 14),
        (f"from={EVENTS_PER_GAME}", 15, 14),
        ("from=5&to=4", 5, 4),
    ],
)
def test_scenes_from_one_position_to_another_are_cut_out_of_all(
    query: str, first: int, last: int, client: TestClient
) -> None:
    table = Table.imported(client, duel())

    page, every = table.get(f"/scenes?{query}&as=ash"), table.get("/scenes?as=ash")

    assert [each["position"] for each in page["scenes"]] == list(range(first, last + 1))
    assert list(whole(page)) == list(whole(every))[first - 1 : last]
    assert (page["position"], page["next"]) == (14, None)


@pytest.mark.gate
def test_a_page_of_scenes_says_where_the_next_begins(client: TestClient) -> None:
    record = whole_game(1, "long")
    table, length = Table.imported(client, record), len(record.events)

    first = table.get("/scenes")
    second = table.get(f"/scenes?from={first['next']}")

    assert length > PAGE + 100
    assert (len(first["scenes"]), first["next"], second["next"]) == (PAGE, PAGE + 1, None)
    assert [each["position"] for each in first["scenes"] + second["scenes"]] == list(range(1, length + 1))
    assert "cells" in second["scenes"][0]["scene"]
    for last, following in ((PAGE, None), (PAGE + 1, None), (PAGE + 2, PAGE + 2)):
        assert table.get(f"/scenes?from=2&to={last}")["next"] == following


@pytest.mark.parametrize(
    "query", ["from=0", "to=0", "from=-1", f"from={EVENTS_PER_GAME + 1}", "to=end", "as=" + "q" * 41]
)
def test_scenes_that_cannot_be_are_refused(query: str, still: Table) -> None:
    assert problem_of(still.ask(f"/scenes?{query}")) == (422, "invalid-request")


@pytest.mark.parametrize("path", ["/scenes", "/outline"])
def test_nobody_looks_through_the_eyes_of_another_seat(path: str, still: Table) -> None:
    """In every case of who asks, and of ``as``: ``test_who_asks``."""
    assert problem_of(still.ask(f"{path}?as=birch", "ash")) == (403, "not-your-seat")
    assert problem_of(still.ask(f"{path}?as=nobody", "ash")) == (404, "not-found")
    assert problem_of(still.client.get(f"/v1/games/nowhere{path}")) == (404, "not-found")


# The game at a glance ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", some([Viewer("ash"), PUBLIC, HOLDER], 1))
def test_the_outline_is_that_of_a_replay(viewer: Viewer, client: TestClient) -> None:
    table, replay = Table.imported(client, long_game()), Replay(long_game(), viewer)
    index = ReplayIndex(replay)

    for after in (0, 1, 100, len(replay) - 1, len(replay), EVENTS_PER_GAME):
        found = table.get(f"/outline?after={after}&as={viewer}")
        about = {"game": table.game, "edition": "knights_duty/1", "as": viewer, "after": after}
        assert found == {**about, **json.loads(value_text(index.outline(after=after)))}
    assert table.get(f"/outline?as={viewer}") == table.get(f"/outline?after=0&as={viewer}")


@pytest.mark.parametrize("query", ["after=-1", "after=x", "after=", f"after={EVENTS_PER_GAME + 1}"])
def test_an_outline_behind_no_position_is_refused(query: str, still: Table) -> None:
    assert problem_of(still.ask(f"/outline?{query}")) == (422, "invalid-request")


def test_whoever_goes_along_with_a_game_has_its_whole_outline(table: Table) -> None:
    """Asking behind the position of the last answer whenever something has happened, and putting it behind the rest."""
    known = table.get("/outline")
    for _ in table.steps(die("play 6")):
        more = table.get(f"/outline?after={known['position']}")
        lists = {name: known[name] + more[name] for name in ("steps", "marks", "scores")}
        begins = {unit: known["begins"][unit] + more["begins"][unit] for unit in known["begins"]}
        known = {**known, **lists, "begins": begins, "position": more["position"]}

    assert known == table.get("/outline")
    assert len(known["marks"]) > 5


# Searching --------------------------------------------------------------------------------------------------------


def said(table: Table, says: str, more: str = "") -> list[int]:
    """The positions at which that is said."""
    return [
        place["position"] for place in table.get(f"/timeline?wait={table.position}&says={quote(says)}{more}")["places"]
    ]


def test_a_timeline_is_searched_for_words_and_clauses(client: TestClient) -> None:
    """The duel: plans at 3 and 5, one target at 7, Inspiration at 9 and 12, the strike at 11, the defeat at 12."""
    table = Table.imported(client, duel())
    told = table.get("/timeline?wait=14")["places"]

    for says in ("face down", "FACE DOWN", "KD-2.1", "kd-2.1", "defeats", "birch", "no such thing"):
        expected = [
            place["position"]
            for place in told
            if any(
                says.lower() in text.lower()
                for each in place["sentences"]
                for text in (each["sentence"], *each["cites"])
            )
        ]
        assert said(table, says) == expected
    assert said(table, "defeats") == [12]
    assert said(table, "no such thing") == []


def test_whatever_is_sought_is_taken_literally(client: TestClient) -> None:
    table = Table.imported(client, small_game())

    for says in (
        "%",
        "defe%",
        '"',
        "[",
        "sentence",
        "kind",
        "\0",
        "\ud800".encode("utf-8", "replace").decode(),
        "😀",
        "\\",
    ):
        assert said(table, says) == [], says
    assert said(table, "'") == [1, 12]
    assert said(table, "q" * 200) == []


def test_a_search_goes_on_behind_a_position(client: TestClient) -> None:
    table = Table.imported(client, duel())
    first, *_, last = said(table, "bo ")

    page = table.get("/timeline?says=bo%20&limit=1")

    assert [place["position"] for place in page["places"]] == [first] == [page["next"]]
    assert said(table, "bo ", f"&after={last - 1}") == [last]
    assert said(table, "bo ", f"&after={last}") == []


def test_what_is_too_long_is_not_sought(still: Table) -> None:
    assert problem_of(still.ask(f"/timeline?says={'q' * 201}")) == (422, "invalid-request")
