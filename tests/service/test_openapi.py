"""The service's description of itself: valid, complete, and what it shows can be sent as it is."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from fastapi.testclient import TestClient
from jsonschema import Draft202012Validator
from schemathesis.specs.openapi.definitions import OPENAPI_31

from oathbook.api.http.openapi.document import openapi_document
from oathbook.api.http.openapi.editions import OPEN_PROPERTIES
from oathbook.api.pages import disputes as dispute_pages
from oathbook.api.pages import new_game, pictures, qr_codes, results
from oathbook.api.pages import routes as pages
from oathbook.domain.games.game_events import DecisionMade
from oathbook.domain.recording.format.cleartext import decision_text
from oathbook.domain.rulesets.registry import load_registry
from tests.service import openapi_examples
from tests.service.disputes.disputing import Disputes
from tests.service.openapi_examples import Session
from tests.support.playing import RULESET, Json, whole_game
from tests.support.serving import Response, Table, bearer, problem_of
from tests.support.tampering import JsonValue
from tests.unit.api.games import duel

Checks = Any
"""A validator; the stubs of its library leave half of it untyped."""

KD: Final = "/v1/rulesets/knights_duty/1"


@pytest.fixture
def document(client: TestClient) -> Json:
    """The description."""
    answered = client.get("/openapi.json")
    assert answered.status_code == 200
    found: Json = answered.json()
    return found


def operations(document: Json) -> Iterator[tuple[str, str, Json]]:
    """Each method of each path."""
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def references(value: JsonValue) -> Iterator[str]:
    """Every reference in a document, wherever it stands."""
    if isinstance(value, list):
        for inner in value:
            yield from references(inner)
    elif isinstance(value, dict):
        yield from (str(inner) for key, inner in value.items() if key == "$ref")
        yield from references(list(value.values()))


def schema_of(document: Json, name: str) -> Checks:
    """What checks a value against a schema of the components."""
    return Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": document["components"]})


def part_of(described: Json, name: str) -> Checks:
    """What checks a value against one of the things in a ruleset's own schema."""
    return Draft202012Validator(
        {"$ref": f"#/parts/{name}", "parts": described["properties"], "$defs": described["$defs"]}
    )


def wrong(checks: Checks, value: JsonValue) -> list[str]:
    """What does not fit."""
    return [f"{each.json_path}: {each.message[:300]}" for each in checks.iter_errors(value)]


# The document -----------------------------------------------------------------------------------------------------


@pytest.mark.gate
def test_the_document_is_openapi(document: Json) -> None:
    """The published schema of OpenAPI 3.1 says what a document may hold; a broken one is noticed."""
    checks: Checks = Draft202012Validator(OPENAPI_31)
    broken = json.loads(json.dumps(document))
    del broken["paths"]["/healthz"]["get"]["responses"]["200"]["description"]

    assert document["openapi"] == "3.1.0"
    assert wrong(checks, document) == []
    assert wrong(checks, broken) != []


def test_every_schema_is_one_and_every_reference_leads_somewhere(document: Json) -> None:
    schemas = document["components"]["schemas"]

    for name, schema in schemas.items():
        Draft202012Validator.check_schema(schema)
        assert name
    found = set(references(document))
    assert len(found) > 50
    assert {each for each in found if each.removeprefix("#/components/schemas/") not in schemas} == set()


def test_an_operation_leads_to_every_schema(document: Json) -> None:
    schemas = document["components"]["schemas"]
    reached: set[str] = set()
    waiting = {*references(document["paths"])}
    while waiting:
        reached |= waiting
        names = [each.removeprefix("#/components/schemas/") for each in waiting]
        waiting = {*references([schemas[name] for name in names])} - reached

    assert {f"#/components/schemas/{name}" for name in schemas} == reached


def schemas_in(value: JsonValue, key: str = "") -> Iterator[Json]:
    """Every schema of a document, wherever it stands; what is below ``properties`` are schemas by their names."""
    if isinstance(value, list):
        for inner in value:
            yield from schemas_in(inner)
    elif isinstance(value, dict) and key not in {"examples", "example", "default", "const", "enum"}:
        if key != "properties":
            yield value
        for name, inner in value.items():
            yield from schemas_in(inner, "" if key == "properties" else name)


def test_generators_find_nothing_that_they_cannot_take(document: Json) -> None:
    """No titles that repeat, no ``items`` after a whole tuple, no two schemas that are the same."""
    schemas = document["components"]["schemas"]
    every = [*schemas_in(schemas)]

    assert len(every) > 1_000
    assert [each["title"] for each in every if isinstance(each.get("title"), str)] == []
    assert [each for each in every if each.get("items") is False] == []
    assert len({json.dumps(each, sort_keys=True) for each in schemas.values()}) == len(schemas)
    assert [name for name in schemas if not re.fullmatch(r"[A-Z][A-Za-z0-9]*", name)] == []


@pytest.mark.parametrize("place", OPEN_PROPERTIES)
def test_what_a_ruleset_brings_is_typed_wherever_it_stands(document: Json, place: str) -> None:
    """Views, decisions and events are those of any edition; of each edition there are some among them."""
    where, _, field = place.partition(".")
    schema = document["components"]["schemas"][where]["properties"][field.removesuffix("[]")]
    what, _ = OPEN_PROPERTIES[place]

    assert f"#/components/schemas/{what}" in {*references(schema)}
    kinds = {*references(document["components"]["schemas"][what])}
    assert len(kinds) > 3 or what == "Openings"


def test_operations_have_short_names_and_stand_in_groups_that_are_described(document: Json) -> None:
    groups = [each["name"] for each in document["tags"]]

    assert all(each["description"] for each in document["tags"])
    assert {tag for _, _, operation in operations(document) for tag in operation["tags"]} == {*groups}
    for _, _, operation in operations(document):
        assert re.fullmatch(r"[a-z]+(_[a-z]+){0,3}", operation["operationId"])


def test_the_description_says_where_the_service_is(client: TestClient, document: Json) -> None:
    app = client.app
    assert isinstance(app, FastAPI)
    app.openapi_schema = None

    assert [each["url"] for each in document["servers"]] == ["/"]
    assert [
        each["url"] for each in openapi_document(app, load_registry().by_key.values(), "/games/oathbook")["servers"]
    ] == ["/games/oathbook"]


@pytest.mark.parametrize("name", ["decision", "letter", "conflict", "field", "draw"])
def test_every_member_of_a_problem_is_described(client: TestClient, document: Json, name: str) -> None:
    """Each kind has members of its own; they fit what is said of them."""
    table = Table.opened(client, chance="witnessed")
    way, letter = f"{table.path}/decisions", {"letter": "ash promises birch some thing."}
    headers = {**bearer("ash"), "If-Match": "*"}
    asked: dict[str, Response] = {
        "decision": client.post(way, json={"decision": {"kind": "move", "to": "1,0"}}, headers=headers),
        "letter": client.post(f"{table.path}/promises", json=letter, headers=headers),
        "conflict": client.post(way, json={"decision": {}}, headers={**headers, "If-Match": '"99"'}),
        "field": client.post(way, json={"draws": 3}, headers=headers),
        "draw": client.post("/v1/ask", json={"draws": [{"label": "x", "drawn": "y"}]}),
    }

    problem = asked[name].json()

    assert problem["status"] >= 400
    assert len(problem) > 4
    assert {*problem} <= {*document["components"]["schemas"]["Problem"]["properties"]}
    assert wrong(schema_of(document, "Problem"), problem) == []


def test_every_route_but_the_pages_is_described(client: TestClient, document: Json) -> None:
    """Pages are for people; whoever writes a program asks what the pages ask."""
    app = client.app
    assert isinstance(app, FastAPI)
    routers = (pages.router, pictures.router, dispute_pages.router, new_game.router, qr_codes.router, results.router)
    for_people = [route for each in routers for route in each.routes]
    routes = {
        (str(route.path).replace(":path}", "}"), method.lower())
        for route in iter_route_contexts(app.routes)
        for method in route.methods or ()
        if route.path != app.openapi_url and route.original_route not in for_people and method != "HEAD"
    }

    assert {(path, method) for path, method, _ in operations(document)} == routes
    assert len(routes) > 20


def test_every_operation_says_what_it_answers_and_that_all_else_is_a_problem(document: Json) -> None:
    names: list[str] = []
    for path, method, operation in operations(document):
        assert operation["responses"]["default"]["content"].keys() == {"application/problem+json"}, path
        assert "422" not in operation["responses"]
        assert operation["responses"].keys() & {"200", "201"}, (path, method)
        assert operation["summary"]
        assert operation["description"]
        names.append(operation["operationId"])

    assert len(set(names)) == len(names)


def test_every_place_in_a_path_is_a_parameter(document: Json) -> None:
    for path, _, operation in operations(document):
        named = {part[1:-1] for part in path.split("/") if part.startswith("{")}
        assert {each["name"] for each in operation.get("parameters", ()) if each["in"] == "path"} == named


def test_a_key_is_asked_for_as_bearer_wherever_a_game_is_clarifying_question(document: Json) -> None:
    assert document["components"]["securitySchemes"]["seat"]["scheme"] == "bearer"
    for path, method, operation in operations(document):
        is_of_a_dispute = "{dispute}" in path or (path, method) == ("/v1/disputes", "post")
        makes_a_stream = (path, method) in {("/v1/games", "post"), ("/v1/records", "post")}
        takes_a_key = (
            makes_a_stream
            or is_of_a_dispute
            or "{game}" in path
            or path in {"/v1/ask", "/v1/letters/check", "/v1/letters/choices"}
        )
        assert ("security" in operation) == takes_a_key, path
        assert "authorization" not in {each["name"].lower() for each in operation.get("parameters", ())}


# Examples ---------------------------------------------------------------------------------------------------------


def examples(document: Json, name: str) -> list[Json]:
    """The examples of a body."""
    found: list[Json] = document["components"]["schemas"][name]["examples"]
    return found


def test_every_body_of_json_has_examples_that_fit_its_schema(document: Json) -> None:
    names: set[str] = set()
    for _, _, operation in operations(document):
        for kind, body in operation.get("requestBody", {"content": {}})["content"].items():
            if kind == "application/json":
                names.add(body["schema"]["$ref"].removeprefix("#/components/schemas/"))

    promised = {"LetterToOffer", "NothingMore", "ClaimToMake", "AnswerToGive", "RulingToMake"}
    withdrawn = {"TakebackToAsk", "AnswerToTakeback", "LinesToWrite"}
    heard = {"ClaimToFile", "EvidenceToAdd", "FieldsToUnseal", "RulingToEnter", "EditToTry", "AppealToMake"}
    assert names == {
        "GameToOpen",
        "KeyToReplace",
        "StreamToFollow",
        "DecisionToMake",
        "QuestionToAsk",
        "LetterToCheck",
        "LineToRead",
        *withdrawn,
        *promised,
        *heard,
    }
    for name in names:
        assert examples(document, name)
        for example in examples(document, name):
            assert wrong(schema_of(document, name), example) == []
        assert wrong(schema_of(document, name), {"more": 1}) != []


def test_every_example_of_an_opening_and_of_a_decision_can_be_sent(client: TestClient, document: Json) -> None:
    """They stand in the same order: a decision is one in the game of the opening beside it."""
    openings, decisions = examples(document, "GameToOpen"), examples(document, "DecisionToMake")
    assert len(openings) == len(decisions) > 0

    for opening, made in zip(openings, decisions, strict=True):
        opened = client.post("/v1/games", json=opening)
        assert opened.status_code == 201
        (seat, *_) = client.get(opened.headers["location"]).json()["to_act"]
        key = opened.json()["keys"]["seats"][seat]
        headers = {"Authorization": f"Bearer {key}", "If-Match": opened.headers["etag"], "Idempotency-Key": "example"}
        way = f"{opened.headers['location']}/decisions"
        assert client.post(f"{way}?dry_run=1", json=made, headers=headers).json()["answer"] == "allowed"
        assert client.post(way, json=made, headers=headers).status_code == 201


def test_every_example_of_a_question_can_be_asked(client: TestClient, document: Json) -> None:
    assert examples(document, "QuestionToAsk")
    for question in examples(document, "QuestionToAsk"):
        answered = client.post("/v1/ask", json=question)
        assert (answered.status_code, answered.json()["answer"]) == (200, "allowed")


# Answers ----------------------------------------------------------------------------------------------------------


def fits(document: Json, answered: Response, path: str, method: str = "get") -> list[str]:
    """What in an answer does not fit what is said of it."""
    responses = document["paths"][path][method]["responses"]
    said = responses.get(str(answered.status_code), responses["default"])["content"]
    schema = said[answered.headers["content-type"].partition(";")[0]]["schema"]
    return wrong(Draft202012Validator({**schema, "components": document["components"]}), answered.json())


def test_every_answer_fits_its_schema(client: TestClient, document: Json) -> None:
    running = Table.opened(client)
    running.decide("ash", {"kind": "lay_plan", "slots": ["bow", "parry"]})
    over = Table.imported(client, duel())
    dispute = Disputes.filed(running, claim={"claim": "standing", "at": 3})
    dispute.does("ash", "finding")
    dispute.ruled(answer="rejected")
    named = {"clause": "KD-8.2", "promise": "p1", "dispute": dispute.path.rpartition("/")[2], "name": "Player 1"}
    places = {"ruleset": "knights_duty", "edition": "1", **named}
    files = {
        "/v1/games/{game}/record",
        "/v1/games/{game}/sheet",
        "/v1/games/{game}/bundle",
        "/v1/disputes/{dispute}/record",
    }
    notes = {"/log/checkpoint", "/log/keys", "/log/tile/{tile}", "/log/proof/{leaf}", "/log/consistency/{old}/{new}"}
    receipt = "/v1/games/{game}/events/{position}/receipt"
    text = {"/metrics", "/v1/games/{game}/stream", receipt, *notes, *files}
    asked = 0

    for path, method, _ in operations(document):
        for table, position, seat in ((running, 3, "ash"), (running, 2, None), (over, 12, None), (over, 99, None)):
            if method == "get" and path not in text:
                way = path.format(game=table.game, position=position, **places)
                answered = table.ask(way.removeprefix(table.path), seat) if "{game}" in path else client.get(way)
                assert fits(document, answered, path) == [], way
                asked += 1

    assert asked > 60


def test_what_is_answered_to_a_decision_fits_its_schema(client: TestClient, document: Json) -> None:
    table, way = Table.opened(client), "/v1/games/{game}/decisions"
    made = {"decision": {"kind": "lay_plan", "slots": ["bow", "parry"]}}
    moved = {"decision": {"kind": "move", "to": "1,0"}}
    headers = {**bearer("ash"), "If-Match": "*"}

    for query, body, status in (
        ("?dry_run=1", made, 200),
        ("", made, 201),
        ("?dry_run=1", moved, 200),
        ("", moved, 422),
    ):
        answered = client.post(f"{table.path}/decisions{query}", json=body, headers=headers)
        assert answered.status_code == status
        assert fits(document, answered, way, "post") == []


# The ruleset's own ------------------------------------------------------------------------------------------------


def test_the_rulesets_schemas_take_every_decision_event_and_view_of_whole_games(client: TestClient) -> None:
    described = client.get(f"{KD}/schema").json()
    checks = {name: part_of(described, name) for name in ("decision", "event", "view")}
    record = whole_game(12, "service")
    table = Table.imported(client, record)

    made = [
        json.loads(decision_text(each.body.decision))
        for each in record.entries()
        if isinstance(each.body, DecisionMade)
    ]
    outcomes = [each["event"] for each in table.get("/events")["events"] if each["event"]["type"] == "game.outcome/1"]
    events = [one["event"] for each in outcomes for one in each["data"]["consequences"]]
    views = [frame["view"] for frame in table.get("/frames?as=holder")["frames"]]

    for name, values in {"decision": made, "event": events, "view": views}.items():
        assert len(values) > 10
        for value in values:
            assert wrong(checks[name], value) == []
            assert wrong(checks[name], {**value, "more": 1}) != []


@pytest.mark.gate
def test_the_rulesets_schemas_take_every_option_and_nothing_like_it(client: TestClient, document: Json) -> None:
    checks = schema_of(document, "KnightsDuty1Decision")
    for setup in RULESET.samples():
        table = Table.opened(client, setup)
        for seat in table.get()["to_act"]:
            for option in table.get("/options", seat)["listed"][:20]:
                assert wrong(checks, option) == []
                assert wrong(checks, {**option, "kind": "dance"}) != []
                assert wrong(checks, {key: value for key, value in option.items() if key != "by"}) != []


# Examples and headers of answers ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Session:
    """Every operation, asked once."""
    return openapi_examples.run(tmp_path_factory.mktemp("session"))


def test_every_answer_in_json_has_an_example_that_fits_its_schema(session: Session) -> None:
    """The control is an example without one of its fields."""
    checked = 0
    for _, _, operation in operations(session.document):
        for response in operation["responses"].values():
            content = response.get("content", {}).get("application/json")
            if content is None or operation["operationId"] in openapi_examples.WITHOUT:
                continue
            schema = {**content["schema"], "components": session.document["components"]}
            assert wrong(Draft202012Validator(schema), content["example"]) == [], operation["operationId"]
            checked += 1
    head = session.document["paths"]["/v1/games/{game}"]["get"]["responses"]["200"]["content"]["application/json"]
    less = {name: value for name, value in head["example"].items() if name != "position"}

    assert checked > 50
    assert wrong(schema_of(session.document, "Head"), less) != []


def test_the_examples_are_what_the_service_answers(session: Session) -> None:
    """``python -m tests.service.openapi_examples`` writes them again; times, ids and hashes are fixed there."""
    stored = json.loads(openapi_examples.FILE.read_text("utf-8"))
    answered = openapi_examples.examples(session)

    assert {(name, *statuses) for name, statuses in answered.items()} == {
        (name, *each) for name, each in stored.items()
    }
    for name in ("game", "options", "decide", "audit_promise", "find", "clause", "check_letter", "ask"):
        assert answered[name] == stored[name], name


def test_an_answer_has_the_headers_that_are_described(session: Session) -> None:
    described = {
        (operation["operationId"], status): set(response.get("headers", {}))
        for _, _, operation in operations(session.document)
        for status, response in operation["responses"].items()
    }
    told = ("X-Request-Id", "ETag", "Location", "Oathbook-Receipt")

    for (name, what), answered in session.kept.items():
        found = {each for each in told if each in answered.headers}
        assert found == described[name, what[:3]] & {*told}, (name, what)
    assert {each for headers in described.values() for each in headers} >= {*told, "Retry-After"}


def test_if_match_is_required_where_428_says_so_and_nothing_in_an_address_is_null(document: Json, table: Table) -> None:
    for path, _, operation in operations(document):
        for parameter in operation.get("parameters", []):
            assert {"type": "null"} not in parameter["schema"].get("anyOf", []), (path, parameter)
            if parameter["name"] == "if-match":
                assert parameter["required"], path
    assert table.client.post(f"{table.path}/decisions", json={"decision": {}}, headers=bearer("ash")).status_code == 428


def test_a_decision_needs_no_seat_and_its_edition_is_that_of_the_game(document: Json, table: Table) -> None:
    """The request of the README fits, which says neither; what names another edition is refused."""
    plan: Json = {"kind": "lay_plan", "slots": ["bow", "parry"]}
    checks = schema_of(document, "DecisionToMake")

    bodies: list[Json] = [
        {"decision": plan},
        {"decision": plan, "edition": "knights_duty/1"},
        {"decision": {**plan, "by": "ash"}},
    ]
    for body in bodies:
        assert wrong(checks, body) == []
    assert wrong(checks, {"decision": plan, "edition": "heirless/e1"}) != []
    sent = {**bearer("ash"), "If-Match": "*"}
    wrong_one = table.client.post(f"{table.path}/decisions", json={"decision": plan, "edition": "x/1"}, headers=sent)
    assert problem_of(wrong_one) == (400, "bad-input")
    assert "this game is of knights_duty/1, not of x/1" in wrong_one.text
    named = table.client.post(
        f"{table.path}/decisions", json={"decision": plan, "edition": "knights_duty/1"}, headers=sent
    )
    assert named.status_code == 201
