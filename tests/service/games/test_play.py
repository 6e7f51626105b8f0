"""Whole games played over HTTP, from the opening to the end, each seat with its own key."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from fastapi.testclient import TestClient

from oathbook.domain.kernel import Viewer
from oathbook.domain.recording.format.cleartext import value_text
from oathbook.domain.recording.format.record import Record
from oathbook.replays.frames import Frame, Replay
from oathbook.replays.verification import verify
from tests.support.playing import CLOSE, ChanceName, Json, close_by, die, read, setup_of
from tests.support.sampling import some
from tests.support.serving import Response, Sent, Table, digest_of, key_of, lines_in, problem_of
from tests.unit.api.games import DUEL, STRIKE
from tests.unit.api.running import oathbook

THREE = 12
"""A sample with three Knights about to move."""

PLAYS: list[tuple[int, ChanceName, str]] = [
    (CLOSE, "seeded", "play 6"),
    (CLOSE, "witnessed", "play 3"),
    (THREE, "seeded", "play 7"),
    (THREE, "witnessed", "play 0"),
]
"""Setups, and names by which the games that are played there are short."""


class Shown(NamedTuple):
    """What a viewer was shown while a game was played: states by position, frames in order, and the last export."""

    states: dict[int, Json]
    frames: list[Json]
    export: bytes


def shown_while_playing(table: Table, name: str) -> Iterator[dict[str, Shown]]:
    """Play a game to its end; after the opening and after each step, what everybody has been shown so far."""
    viewers = [each["seat"] for each in table.get()["seats"]] + ["public"]
    shown = {viewer: Shown({}, [], b"") for viewer in viewers}
    steps = table.steps(die(name))
    while True:
        for viewer in viewers:
            shown[viewer] = looked(table, viewer, shown[viewer])
        yield dict(shown)
        if next(steps, None) is None:
            return


def looked(table: Table, viewer: str, before: Shown) -> Shown:
    """What a viewer is shown now besides what they were shown before."""
    seat = None if viewer == "public" else viewer
    state, new = table.get("/state", seat), table.get(f"/frames?from={len(before.frames) + 1}", seat)["frames"]
    states = {**before.states, state["position"]: state}
    return Shown(states, [*before.frames, *new], table.ask("/record", seat).content)


def as_json(frame: Frame) -> Json:
    """A frame as a program reads it."""
    found: Json = json.loads(value_text(frame))
    return found


def assert_was_so(shown: Shown, record: Record, viewer: str) -> None:
    """What somebody was shown is what a replay of that record shows them."""
    replay = Replay(record, Viewer(viewer))
    assert [{key: frame[key] for key in frame if key != "decision"} for frame in shown.frames] == [
        as_json(frame) for frame in replay.frames(last=len(shown.frames))
    ]
    for position, state in shown.states.items():
        frame = as_json(replay.at(position))
        assert {key: state[key] for key in ("position", "step", "view", "to_act", "standing")} == {
            key: frame[key] for key in ("position", "step", "view", "to_act", "standing")
        }


@pytest.mark.parametrize(("sample", "chance", "name"), some(PLAYS, 2))
def test_a_game_is_played_from_its_opening_to_victory(
    sample: int, chance: ChanceName, name: str, client: TestClient, db: Path
) -> None:
    table = Table.opened(client, setup_of(sample), chance=chance)

    steps = list(table.steps(die(name)))

    head, exported = table.get(), table.ask("/record").content
    record = read(exported)
    assert head["closed"]
    assert head["standing"]["ending"]["outcome"] == "victory"
    assert {sent.seat for sent, _ in steps} == {each["seat"] for each in head["seats"]}
    assert [answered.json()["position"] for _, answered in steps][-1] == head["position"] == len(record.events)
    assert head["head"] == record.head
    assert verify(record).status == "sound"
    assert verify(record).draws > 0
    assert oathbook("export", table.game, "--db", db).out == exported


@pytest.mark.parametrize(
    ("sample", "chance", "name"),
    [each if each[0] < 0 else pytest.param(*each, marks=pytest.mark.gate) for each in PLAYS],
)
def test_what_each_seat_was_shown_is_what_its_own_export_shows_and_the_whole_record_too(
    sample: int, chance: ChanceName, name: str, client: TestClient
) -> None:
    table = Table.opened(client, setup_of(sample), chance=chance)

    *_, before_the_end, shown = shown_while_playing(table, name)

    for viewer in shown:
        assert_was_so(before_the_end[viewer], read(before_the_end[viewer].export), viewer)
        assert_was_so(shown[viewer], read(shown[viewer].export), viewer)
    assert len({each.export for each in shown.values()}) == 1, "all is revealed at the end"
    assert len({each.export for each in before_the_end.values()}) == len(shown), "not before"


def test_no_seat_is_shown_what_another_was_shown(table: Table) -> None:
    """What the test before holds equal must be able to differ."""
    *_, shown = shown_while_playing(table, "play 6")

    for viewer in shown:
        for other in shown.keys() - {viewer}:
            with pytest.raises(AssertionError):
                assert_was_so(shown[viewer], read(shown[viewer].export), other)


def test_the_seed_is_revealed_at_the_end_under_the_digest_of_the_opening(table: Table) -> None:
    list(table.steps(die("play 6")))

    events = [each["event"] for each in table.get("/events")["events"]]
    committed, revealed = events[0]["data"]["chance"]["seed"], events[-2]
    assert revealed["type"] == "game.seed-revealed/1"
    assert committed["to"] == []
    assert revealed["data"]["seed"]["sd"] == committed["sd"]
    assert len(revealed["data"]["seed"]["value"]) == 64
    assert events[-1]["type"] == "game.closed/1"


def test_under_policy_none_the_seed_stays_hidden_and_every_export_keeps_to_its_reader(client: TestClient) -> None:
    table = Table.opened(client, reveal="none")

    list(table.steps(die("play 6")))

    types = [each["event"]["type"] for each in table.get("/events")["events"]]
    exports = {seat: table.ask("/record", seat).content for seat in (None, "ash", "birch")}
    assert "game.seed-revealed/1" not in types
    assert types[-1] == "game.closed/1"
    assert len(set(exports.values())) == 3
    assert all(verify(read(each)).status == "partial" for each in exports.values())


def test_frames_as_lines_are_those_of_the_pages_with_a_trailer(client: TestClient) -> None:
    table = Table.opened(client)
    list(table.steps(die("play 6")))

    *frames, trailer = lines_in(table.ask("/frames", "ash", {"Accept": "application/x-ndjson"}))

    assert frames == table.get("/frames", "ash")["frames"]
    assert trailer == {"oathbook": "end/1", "frames": len(frames), "position": table.position}


# Draws that are reported ------------------------------------------------------------------------------------------


@pytest.fixture
def witnessed(client: TestClient) -> Table:
    """The duel at a real table, before the draw that decides it."""
    table = Table.opened(client, close_by(), chance="witnessed")
    for decision in DUEL[:-1]:
        table.decide(str(decision["by"]), decision)
    return table


def last_of_the_duel(table: Table, *draws: Json) -> Response:
    return table.send(Sent("ash", DUEL[-1], table.position, "the last of the duel", draws))


def test_a_missing_draw_is_refused_with_what_to_draw_from_what(witnessed: Table) -> None:
    before = witnessed.position

    answered = last_of_the_duel(witnessed)

    assert problem_of(answered) == (422, "draw-missing")
    request = answered.json()["request"]
    assert (request["label"], request["count"], sorted(request["pile"])) == (STRIKE, 1, ["heart", *["shield"] * 4])
    assert witnessed.position == before


def test_a_draw_that_the_pile_cannot_give_is_refused(witnessed: Table) -> None:
    before = witnessed.position

    answered = last_of_the_duel(witnessed, {"label": STRIKE, "drawn": ["sword"]})

    assert problem_of(answered) == (422, "impossible-draw")
    assert answered.json()["request"]["label"] == STRIKE
    assert witnessed.position == before


def test_a_draw_that_nothing_asks_for_is_refused(witnessed: Table) -> None:
    real, other = {"label": STRIKE, "drawn": ["heart"]}, {"label": "another", "drawn": ["heart"]}

    assert problem_of(last_of_the_duel(witnessed, real, other)) == (400, "bad-input")
    assert not witnessed.get()["closed"]


def test_nobody_names_another_witness_than_themselves(witnessed: Table) -> None:
    draw = {"label": STRIKE, "drawn": ["heart"], "witnesses": ["birch"]}

    assert problem_of(last_of_the_duel(witnessed, draw)) == (422, "invalid-request")


def test_whoever_was_told_what_to_draw_is_held_to_the_decision_that_asked_for_it(witnessed: Table) -> None:
    """The pile tells what birch has hidden; with that in mind nobody decides anew."""
    last_of_the_duel(witnessed)
    draw = {"label": STRIKE, "drawn": ["heart"]}

    other = witnessed.send(Sent("ash", {**DUEL[-1], "use": False}, witnessed.position, "another", [draw]))

    assert problem_of(other) == (409, "decision-held")
    assert last_of_the_duel(witnessed, draw).status_code == 201


def test_a_reported_draw_stands_in_the_record_with_its_witness(witnessed: Table) -> None:
    last_of_the_duel(witnessed)

    answered = last_of_the_duel(witnessed, {"label": STRIKE, "drawn": ["heart"]})

    assert answered.status_code == 201, "a refused request has not used its key up"
    decision, draw, *_ = (each["event"] for each in answered.json()["events"])
    assert decision["type"] == "game.decision/1"
    assert (draw["type"], draw["data"]["draw"]["drawn"]) == ("game.draw/1", ["heart"])
    assert draw["data"]["draw"]["witnesses"] == ["ash"]
    assert witnessed.get()["standing"]["ending"]["winners"] == ["birch"]


def test_nobody_reports_a_draw_in_a_game_that_draws_from_its_seed(client: TestClient) -> None:
    table = Table.opened(client)
    for decision in DUEL[:-1]:
        table.decide(str(decision["by"]), decision)

    assert problem_of(last_of_the_duel(table, {"label": STRIKE, "drawn": ["heart"]})) == (400, "bad-input")
    assert last_of_the_duel(table).status_code == 201


# The opening ------------------------------------------------------------------------------------------------------


def test_whoever_brings_no_digests_is_told_the_keys_once(client: TestClient) -> None:
    opened = client.post(
        "/v1/games",
        json={
            "edition": "knights_duty/1",
            "seats": [{"seat": "ash"}, {"seat": "birch"}],
            "components": "knights-duty-sample-1",
        },
    )

    told = opened.json()
    seats, host = told["keys"]["seats"], told["keys"]["host"]
    keys = [*seats.values(), host]
    table = Table(client, told["game"])
    assert opened.status_code == 201
    assert opened.headers["cache-control"] == "no-store"
    assert opened.headers["location"] == table.path
    assert seats.keys() == {"ash", "birch"}
    assert len(set(keys)) == 3
    assert {len(key) for key in keys} == {43}
    for seat, key in {**seats, "table": host}.items():
        assert table.ask("/options", headers={"Authorization": f"Bearer {key}"}).json()["seat"] == seat
    everything = table.ask("/events").text + table.ask("/record").text + table.ask().text
    assert not any(key in everything for key in keys)


def test_a_digest_that_was_brought_is_told_to_nobody_as_a_key(client: TestClient) -> None:
    table = Table.opened(client)

    assert table.get("/options", "ash")["seat"] == "ash"
    assert key_of("ash") not in table.ask("/record", "ash").text


@pytest.mark.parametrize(
    ("seats", "host", "names"),
    [
        (("ash", "ash"), "table", "seats[1].key: it is the key of seat ash too"),
        (("ash", "birch"), "birch", "seats[1].key: it is the key of the host too"),
    ],
)
def test_each_has_a_key_of_their_own(client: TestClient, seats: tuple[str, str], host: str, names: str) -> None:
    """The second could never decide; with keys that differ the game is opened, as the control shows."""

    def opened(first: str, second: str, host: str) -> Response:
        digests = [digest_of(key_of(each)) for each in (first, second)]
        game = {
            "edition": "knights_duty/1",
            "components": "knights-duty-sample-1",
            "seats": [{"seat": "ash", "key": digests[0]}, {"seat": "birch", "key": digests[1]}],
            "host_key": digest_of(key_of(host)),
        }
        return client.post("/v1/games", json=game)

    refused = opened(*seats, host)

    assert refused.status_code == 400
    assert names in refused.json()["detail"]
    assert opened("ash", "birch", "table").status_code == 201


def test_what_a_seat_might_decide_after_an_earlier_position_is_told_to_it_alone(client: TestClient) -> None:
    table = Table.opened(client)
    then = table.get("/options", "ash")
    table.decide("ash", then["listed"][0])

    assert table.get("/options", "ash") != then
    assert table.get("/options?at=1", "ash") == then
    assert "listed" not in table.get("/options?at=1")
    assert problem_of(table.ask("/options?at=9", "ash"))[0] == 404
