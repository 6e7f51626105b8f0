"""A game looked at again over HTTP: its state at any position, its frames, its timeline, its standing."""

import json
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from fastapi.testclient import TestClient

from oathbook.domain.kernel import Viewer
from oathbook.domain.kernel.limits import EVENTS_PER_GAME, PAGE
from oathbook.domain.recording.format.cleartext import value_text
from oathbook.replays.frames import Frame, Replay
from tests.support.playing import Json, die, long_game, running_game, small_game, whole_game
from tests.support.serving import Response, Table, await_read_models, lines_in, problem_of
from tests.unit.api.games import DUEL, duel

VIEWERS = ("public", "ash", "birch", "holder")


def told(frame: Frame) -> Json:
    """What a frame says of the game after it."""
    value: Json = json.loads(value_text(frame))
    return {key: value[key] for key in ("position", "step", "view", "to_act", "standing")}


def all_of(frame: Frame) -> Json:
    """The whole of a frame."""
    value: Json = json.loads(value_text(frame))
    return value


# State ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_state_at_every_position_is_that_of_a_replay(viewer: str, client: TestClient) -> None:
    record = small_game()
    table, replay = Table.imported(client, record), Replay(record, Viewer(viewer))

    for position in range(1, len(record.events) + 1):
        about = {"game": record.game, "edition": "knights_duty/1", "as": viewer, "of": len(record.events)}
        assert table.get(f"/state?at={position}&as={viewer}") == {**about, **told(replay.at(position))}
    assert table.get(f"/state?as={viewer}") == table.get(f"/state?at={len(record.events)}&as={viewer}")


@pytest.mark.gate
def test_far_into_a_long_game_the_state_is_that_of_a_replay(client: TestClient) -> None:
    """Replays seek through snapshots, and each is read on from an earlier one."""
    record = long_game()
    table, replay = Table.imported(client, record), Replay(record, Viewer("ash"))

    for position in (len(record.events), 1, 99, 100, 101, 200, 201, 249):
        state = table.get(f"/state?at={position}&as=ash")
        assert {key: state[key] for key in told(replay.at(position))} == told(replay.at(position))


@pytest.mark.parametrize("route", ["/state", "/standing"])
def test_a_position_that_a_game_does_not_have_is_not_found(route: str, table: Table) -> None:
    assert table.ask(f"{route}?at=1").status_code == 200
    for position in (2, EVENTS_PER_GAME):
        assert problem_of(table.ask(f"{route}?at={position}")) == (404, "not-found")
    for odd in (0, -1, EVENTS_PER_GAME + 1, "last"):
        assert problem_of(table.ask(f"{route}?at={odd}")) == (422, "invalid-request")


# Frames -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", VIEWERS)
def test_frames_are_those_of_a_replay_with_the_decision_where_one_was_made(viewer: str, client: TestClient) -> None:
    table, replay = Table.imported(client, duel()), Replay(duel(), Viewer(viewer))

    page = table.get(f"/frames?as={viewer}")

    decided = [frame.pop("decision") for frame in page["frames"]]
    assert page["frames"] == [all_of(frame) for frame in replay.frames()]
    assert [number for number, made in enumerate(decided, 1) if made is not None] == [2, 4, 6, 8, 10]
    shown = {"ash": [1], "birch": [0], "holder": [0, 1], "public": []}[viewer]
    assert [number for number in (0, 1) if decided[2 * number + 1]["slots"] == DUEL[number]["slots"]] == shown


@pytest.mark.parametrize(
    ("query", "first", "last"),
    [
        ("from=3&to=5", 3, 5),
        ("from=5&to=5", 5, 5),
        ("from=12", 12, 14),
        ("to=2", 1, 2),
        ("from=14", 14, 14),
        (f"from=13&to={EVENTS_PER_GAME}", 13, 14),
        ("from=15", 15, 14),
        (f"from={EVENTS_PER_GAME}", 15, 14),
        ("from=5&to=4", 5, 4),
    ],
)
def test_frames_from_one_position_to_another_are_cut_out_of_all_frames(
    query: str, first: int, last: int, client: TestClient
) -> None:
    """What changed in the first of them is what changed since the one before it, which is not sent."""
    table = Table.imported(client, duel())

    page, every = table.get(f"/frames?{query}&as=ash"), table.get("/frames?as=ash")["frames"]

    assert page["frames"] == every[first - 1 : last]
    assert (page["position"], page["next"]) == (14, None)
    *lines, trailer = lines_in(table.ask(f"/frames?{query}&as=ash", headers={"Accept": "application/x-ndjson"}))
    assert lines == page["frames"]
    assert trailer == {"oathbook": "end/1", "frames": max(0, last - first + 1), "position": 14}


@pytest.mark.parametrize("query", ["from=0", "to=0", "from=-1", f"from={EVENTS_PER_GAME + 1}", "to=end"])
def test_frames_of_positions_that_cannot_be_are_refused(query: str, still: Table) -> None:
    assert problem_of(still.ask(f"/frames?{query}")) == (422, "invalid-request")


@pytest.mark.gate
def test_a_page_of_frames_says_where_the_next_begins(client: TestClient) -> None:
    record = whole_game(1, "long")
    table, length = Table.imported(client, record), len(record.events)

    first, most = table.get("/frames"), table.get("/frames?from=2&to=501")
    second = table.get(f"/frames?from={first['next']}")

    assert length > PAGE + 100
    assert (len(first["frames"]), first["next"], second["next"]) == (PAGE, PAGE + 1, None)
    assert [each["position"] for each in first["frames"] + second["frames"]] == list(range(1, length + 1))
    assert (len(most["frames"]), most["next"]) == (PAGE, None)
    assert table.get(f"/frames?from=2&to={PAGE + 2}")["next"] == PAGE + 2


# Timeline and standing --------------------------------------------------------------------------------------------


def test_the_timeline_has_a_sentence_for_whatever_everybody_saw_happen(client: TestClient) -> None:
    table = Table.imported(client, duel())

    told_of = table.get("/timeline?wait=14")

    frames = table.get("/frames?as=public")["frames"]
    assert (told_of["upto"], told_of["next"]) == (14, None)
    assert [(each["position"], each["step"]) for each in told_of["places"]] == [
        (frame["position"], frame["step"]) for frame in frames
    ]
    assert [[said["sentence"] for said in each["sentences"]] for each in told_of["places"]] == [
        [happening["sentence"] for happening in frame["happenings"]] for frame in frames
    ]


def test_the_timeline_is_walked_in_pages(client: TestClient) -> None:
    table = Table.imported(client, duel())
    every = table.get("/timeline?wait=14")["places"]
    found: list[Json] = []
    after: int | None = 0
    while after is not None:
        page = table.get(f"/timeline?after={after}&limit=4")
        assert page["next"] is None or page["next"] > after, "the pages do not come to an end"
        found, after = [*found, *page["places"]], page["next"]

    assert found == every
    for query in ("limit=0", "limit=501", "after=-1", "wait=0", f"wait={EVENTS_PER_GAME + 1}"):
        assert problem_of(table.ask(f"/timeline?{query}")) == (422, "invalid-request")


def test_the_standing_out_of_the_read_model_is_that_of_the_record(client: TestClient) -> None:
    table = Table.imported(client, duel())

    standing = table.get("/standing")

    assert standing == table.get("/standing?at=14")
    assert standing["position"] == 14
    assert (standing["ending"]["outcome"], standing["ending"]["winners"]) == ("victory", ["birch"])
    assert {each["seat"]: each["points"] for each in standing["scores"]} == {"ash": 0, "birch": 1}
    assert standing["out"] == ["ash"]
    earlier = table.get("/standing?at=11")
    assert (earlier["position"], earlier["ending"], earlier["out"]) == (11, None, [])


def test_a_standing_waits_for_no_read_model(client: TestClient) -> None:
    """The read models are stopped, so that they stay behind."""
    client.app.state.service.projector.close()  # type: ignore[attr-defined]  # because the client knows its app
    table = Table.opened(client)

    standing = table.get("/standing")

    assert (standing["position"], standing["judged_upto"], standing["ending"]) == (1, 1, None)
    assert standing == table.get("/standing?at=1")
    assert table.get("/timeline")["upto"] == 0


# Waiting ----------------------------------------------------------------------------------------------------------


def test_whoever_waits_for_the_position_just_posted_gets_it_each_time(table: Table) -> None:
    for _, answered in table.steps(die("play 0")):
        position = answered.json()["position"]
        assert table.get(f"/timeline?wait={position}&after={position - 1}")["upto"] >= position
        assert table.get(f"/ledger?wait={position}")["position"] >= position


def test_whoever_waits_is_answered_as_soon_as_it_is_there(table: Table) -> None:
    """Ten times the full wait would be twenty seconds."""
    began = time.monotonic()
    with ThreadPoolExecutor(1) as thread:
        for _, answered in zip(range(10), table.steps(die("play 0")), strict=False):
            position = answered[1].json()["position"]
            waiting = thread.submit(table.ask, f"/timeline?wait={position + 2}&after={position}")
            seat = table.get()["to_act"][0]
            table.decide(seat, table.get("/options", seat)["listed"][0])
            found: Response = waiting.result()
            assert found.json()["upto"] >= position + 2

    assert time.monotonic() - began < 10


@pytest.mark.gate
def test_whoever_waits_for_what_does_not_come_is_answered_with_what_is_there(table: Table) -> None:
    await_read_models(table.client)
    began = time.monotonic()

    with ThreadPoolExecutor(2) as threads:
        waiting = [threads.submit(table.get, f"{path}?wait=2") for path in ("/timeline", "/ledger")]
        timeline, ledger = (each.result() for each in waiting)

    assert (timeline["upto"], ledger["position"]) == (1, 1)
    assert time.monotonic() - began > 1.5


def test_a_running_record_is_looked_at_as_a_finished_one(client: TestClient) -> None:
    record = running_game(decisions=12)
    table, replay = Table.imported(client, record), Replay(record, Viewer("public"))

    assert [told(frame) for frame in replay.frames()] == [
        {key: frame[key] for key in ("position", "step", "view", "to_act", "standing")}
        for frame in table.get("/frames")["frames"]
    ]
    assert not table.get()["closed"]
