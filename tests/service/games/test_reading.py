"""The log read over HTTP: in pages, as lines, event by event, and why."""

from functools import cache
from typing import Final

import httpx2
import pytest
from fastapi.testclient import TestClient

from oathbook.domain.kernel.limits import EVENTS_PER_GAME, PAGE
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import record_text
from tests.support.playing import FAR, Json, die, long_game, opened, steps
from tests.support.serving import Table, lines_in, problem_of
from tests.support.tampering import canonical, events_in, hash_of
from tests.unit.api.games import DUEL, duel

LINES: Final = {"Accept": "application/x-ndjson"}


@cache
def game_of(events: int) -> Record:
    """A game under way that has exactly so many events."""
    for number in range(100):
        scribe = opened(FAR, f"{events} events, {number}")
        for length in steps(scribe, die(f"{events} events, {number}")):
            if length == events and not scribe.game.closed:
                return scribe.record
            if length >= events:
                break
    message = f"no game of this kind stops at {events} events"
    raise LookupError(message)


def public_lines(record: Record) -> list[Json]:
    """The events as the record file has them."""
    return [event.public for event in events_in(record_text(record))]


# Pages ------------------------------------------------------------------------------------------------------------


@pytest.mark.gate
def test_a_page_holds_five_hundred_events_and_says_where_the_next_begins(client: TestClient) -> None:
    table = Table.imported(client, game_of(PAGE + 1))

    answered = table.ask("/events")
    first = answered.json()
    link = httpx2.URL(answered.headers["link"].partition(">")[0].removeprefix("<"))
    second = client.get(link)

    assert answered.headers["link"].endswith('>; rel="next"')
    assert (len(first["events"]), first["next"], first["position"]) == (500, 500, 501)
    assert (len(second.json()["events"]), second.json()["next"]) == (1, None)
    assert "link" not in second.headers
    found = [each["event"] for each in (*first["events"], *second.json()["events"])]
    assert found == public_lines(game_of(PAGE + 1))


def test_the_next_page_is_looked_at_through_the_same_eyes(client: TestClient) -> None:
    table = Table.imported(client, duel())

    answered = table.ask("/events?limit=2&as=ash")

    way = answered.headers["link"].partition(">")[0].removeprefix(f"<{table.path}")
    assert table.get(way) == table.get("/events?after=2&limit=2&as=ash") != table.get("/events?after=2&limit=2")


@pytest.mark.gate
def test_a_log_that_fills_one_page_has_no_next_one(client: TestClient) -> None:
    answered = Table.imported(client, game_of(PAGE)).ask("/events")

    assert (len(answered.json()["events"]), answered.json()["next"]) == (500, None)
    assert "link" not in answered.headers


@pytest.mark.parametrize("limit", [1, 5, 14, 500])
def test_a_log_is_walked_in_pages_of_any_size(limit: int, client: TestClient) -> None:
    table = Table.imported(client, duel())
    found: list[Json] = []
    after: int | None = 0
    while after is not None:
        answered = table.ask(f"/events?after={after}&limit={limit}")
        page = answered.json()
        assert 0 < len(page["events"]) <= limit
        assert ("link" in answered.headers) == (page["next"] is not None)
        assert page["next"] is None or page["next"] > after, "the pages do not come to an end"
        found, after = [*found, *page["events"]], page["next"]

    assert [each["event"] for each in found] == public_lines(duel())
    assert all(each["hash"] == hash_of(canonical(each["event"])) for each in found)


def test_behind_the_last_event_there_is_nothing(client: TestClient) -> None:
    table = Table.imported(client, duel())

    for after in (14, 15, EVENTS_PER_GAME):
        page = table.get(f"/events?after={after}")
        assert (page["events"], page["next"], page["position"]) == ([], None, 14)


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=501", "limit=ten", "after=-1", f"after={EVENTS_PER_GAME + 1}", "after="]
)
def test_a_page_that_cannot_be_is_refused(query: str, still: Table) -> None:
    assert problem_of(still.ask(f"/events?{query}")) == (422, "invalid-request")


# Lines ------------------------------------------------------------------------------------------------------------


def test_as_lines_the_whole_log_comes_with_a_trailer(client: TestClient) -> None:
    record = game_of(PAGE + 1)

    answered = Table.imported(client, record).ask("/events", headers=LINES)

    *events, trailer = lines_in(answered)
    assert [each["event"] for each in events] == public_lines(record)
    assert trailer == {"oathbook": "end/1", "events": 501, "position": 501, "head": record.head}
    assert events[-1]["hash"] == record.head


@pytest.mark.parametrize(
    ("query", "count"), [("after=3", 11), ("after=3&limit=2", 2), ("after=13&limit=2", 1), ("after=20", 0)]
)
def test_lines_can_be_narrowed_as_pages_can(query: str, count: int, client: TestClient) -> None:
    table = Table.imported(client, duel())

    *events, trailer = lines_in(table.ask(f"/events?{query}", headers=LINES))

    assert events == table.get(f"/events?{query}")["events"]
    assert trailer == {"oathbook": "end/1", "events": count, "position": 14, "head": duel().head}


ACCEPTED = {
    "*/*": "json",
    "application/*": "json",
    "application/json": "json",
    "application/json, application/x-ndjson": "json",
    "application/x-ndjson": "lines",
    "Application/X-NDJSON; charset=utf-8": "lines",
    "application/x-ndjson, */*;q=0.5": "lines",
    "application/x-ndjson;q=0.4, application/json;q=0.5": "json",
    "application/x-ndjson;q=0.5,application/json; q=0.4": "lines",
    "application/json;q=0, */*": "lines",
    "application/json;q=0.1, application/*;q=0.2": "lines",
    "application/x-ndjson;q=0, */*;q=0.1": "json",
    "text/html, application/xhtml+xml, */*;q=0.8": "json",
    "text/html": "neither",
    "text/*": "neither",
    "application/json;q=0": "neither",
    "application/x-ndjson;q=0.0, application/json;q=0.000": "neither",
    "application/json;q=much": "neither",
}
"""What a client accepts (RFC 9110, section 12.5.1), and the form that it gets."""


@pytest.mark.parametrize(("accepted", "form"), ACCEPTED.items())
def test_the_form_is_the_one_that_the_client_prefers(accepted: str, form: str, still: Table) -> None:
    for path in ("/events", "/frames"):
        answered = still.ask(path, headers={"Accept": accepted})

        if form == "neither":
            assert problem_of(answered) == (406, "not-acceptable")
        else:
            kind = {"json": "application/json", "lines": "application/x-ndjson"}[form]
            assert answered.headers["content-type"].partition(";")[0] == kind


def test_a_preference_may_stand_on_several_lines(table: Table) -> None:
    named = [("Accept", "application/json;q=0.5"), ("Accept", "application/x-ndjson")]

    answered = table.client.get(f"{table.path}/events", headers=named)

    assert answered.headers["content-type"].startswith("application/x-ndjson")


# What is there already --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["", "/record"])
def test_what_the_client_has_is_not_sent_again(path: str, table: Table) -> None:
    table.decide("ash", {"kind": "lay_plan", "slots": ["bow", "parry"]})
    answered = table.ask(path, "ash")
    assert answered.headers["etag"] == '"3"'

    for named in ('"3"', 'W/"3"', '"1", "3"', '"1" , W/"3"', "*"):
        again = table.ask(path, "ash", {"If-None-Match": named})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == '"3"'
        assert again.headers["cache-control"] == answered.headers["cache-control"]
        assert again.headers["vary"] == answered.headers["vary"]
    for named in ('"1"', "3", '"33"', ""):
        assert table.ask(path, "ash", {"If-None-Match": named}).content == answered.content


@pytest.mark.parametrize("path", ["", "/record"])
@pytest.mark.parametrize("seat", [None, "ash"])
def test_no_browser_stores_what_another_caller_gets_at_the_same_position(
    path: str, seat: str | None, table: Table
) -> None:
    """It would ask for another caller whether that is still so, and be told that nothing has changed."""
    answered = table.ask(path, seat)
    again = table.ask(path, seat, {"If-None-Match": answered.headers["etag"]})

    assert (answered.headers["cache-control"], again.status_code) == ("no-store", 304)


@pytest.mark.parametrize("path", ["", "/record"])
def test_when_the_game_has_gone_on_it_is_sent_anew(path: str, table: Table) -> None:
    before = table.ask(path)
    table.decide("ash", {"kind": "lay_plan", "slots": ["bow", "parry"]})

    after = table.ask(path, headers={"If-None-Match": before.headers["etag"]})

    assert after.status_code == 200
    assert (before.headers["etag"], after.headers["etag"]) == ('"1"', '"3"')


def test_a_record_is_a_file_that_has_the_name_of_the_game(client: TestClient) -> None:
    answered = Table.imported(client, duel()).ask("/record")

    assert answered.content == record_text(duel())
    assert answered.headers["content-type"].startswith("application/x-ndjson")
    assert answered.headers["content-disposition"] == f'attachment; filename="{duel().game}.jsonl"'


# One event, and why -----------------------------------------------------------------------------------------------


def test_an_event_by_itself_is_that_of_the_log_with_what_happened_in_it(client: TestClient) -> None:
    table = Table.imported(client, duel())
    log, frames = table.get("/events")["events"], table.get("/frames")["frames"]

    for position, (item, frame) in enumerate(zip(log, frames, strict=True), 1):
        told = table.get(f"/events/{position}")
        assert {key: told.get(key) for key in item} == item
        assert (told["position"], told["step"]) == (position, frame["step"])
        assert told["happenings"] == frame["happenings"]


@pytest.mark.parametrize("way", ["/events/{}", "/events/{}/why"])
def test_an_event_that_is_not_there_is_not_found(way: str, table: Table) -> None:
    assert table.ask(way.format(1)).status_code == 200
    for position in (2, EVENTS_PER_GAME):
        assert problem_of(table.ask(way.format(position))) == (404, "not-found")
    for odd in (0, -1, EVENTS_PER_GAME + 1, "last"):
        assert problem_of(table.ask(way.format(odd))) == (422, "invalid-request")


def test_a_decision_and_its_draw_are_answered_with_what_followed_from_them(client: TestClient) -> None:
    """The last decision of the duel stands at 10, its draw at 11, its outcome at 12."""
    table = Table.imported(client, duel())
    told = {position: table.get(f"/events/{position}/why") for position in (10, 11, 12)}

    assert {position: each["outcome"] for position, each in told.items()} == {10: 12, 11: 12, 12: 12}
    assert told[10]["derivation"] == told[11]["derivation"] == told[12]["derivation"]
    assert told[12]["derivation"] == [
        {**told[12]["derivation"][number], **{key: value for key, value in each.items() if key != "working"}}
        for number, each in enumerate(table.get("/events/12")["happenings"])
    ]


def test_what_follows_is_told_in_words_clause_by_clause_and_line_by_line(client: TestClient) -> None:
    table = Table.imported(client, duel())

    told = table.get("/events/12/why")

    cited = {clause for each in told["derivation"] for clause in each["cites"]}
    worked = [line for each in told["derivation"] for line in each["working"]]
    assert DUEL[-1]["kind"] == "inspire"
    assert {"KD-8.2", "KD-10.1"} <= told["clauses"].keys() == cited | {line["clause"] for line in worked}
    assert worked
    assert all(line["says"] for line in worked)
    for clause, words in told["clauses"].items():
        known = client.get(f"/v1/rulesets/knights_duty/1/clauses/{clause}").json()
        assert words == {"title": known["title"], "words": known["words"]}
    named = {reading for each in told["derivation"] for reading in each["readings"]}
    assert named == told["readings"].keys()
    assert all(each["title"] and ("setting" in each or "default" in each) for each in told["readings"].values())


def test_what_follows_from_nothing_is_told_without_a_clause(table: Table) -> None:
    told = table.get("/events/1/why")

    assert (told["outcome"], told["clauses"]) == (1, {})


def test_a_long_record_is_the_same_in_every_form(client: TestClient) -> None:
    record = long_game()
    table = Table.imported(client, record)

    pages = [*table.get("/events?limit=200")["events"], *table.get("/events?after=200")["events"]]

    *lines, _ = lines_in(table.ask("/events", headers=LINES))
    assert len(record.events) > 200
    assert pages == lines
    assert [each["event"] for each in lines] == public_lines(record)
