"""A key never stands in an address: one that does is refused, rather than passed over as if none had been sent."""

import pytest

from tests.support.serving import Table, key_of, problem_of


@pytest.mark.parametrize("name", ["key", "KEY", "k%65y", "access_token", "authorization"])
def test_a_key_in_an_address_is_refused_and_not_passed_over(name: str, still: Table) -> None:
    for path in ("", "/stream", "/events", "/state", "/options", "/record"):
        answered = still.ask(f"{path}?{name}={key_of('ash')}")

        assert problem_of(answered) == (422, "invalid-request"), path
        assert answered.json()["fields"][0]["field"] == f"query.{name.lower().replace('%65', 'e')}"
        assert "Authorization: Bearer" in answered.json()["detail"]
        assert key_of("ash") not in answered.text
    posted = still.client.post(f"{still.path}/decisions?{name}={key_of('ash')}", json={"decision": {}})
    assert problem_of(posted) == (422, "invalid-request")
    assert still.client.get(f"/v1/games?limit=1&{name}").status_code == 422


def test_a_parameter_that_is_no_key_is_refused_by_its_name(still: Table) -> None:
    """The controls: it is told of no header, and an address without parameters is answered."""
    for query in ("?keys=1", "?monkey=1", "?key1=1"):
        answered = still.ask(query)

        assert problem_of(answered) == (422, "invalid-request")
        assert answered.json()["fields"][0]["field"] == f"query.{query[1:-2]}"
        assert "Authorization" not in answered.text
    assert still.ask("?&&").status_code == 200


def test_what_a_parameter_may_have_meant_is_said(still: Table) -> None:
    answered = still.client.get("/v1/games?edtion=knights_duty/1")

    assert answered.json()["fields"] == [
        {"field": "query.edtion", "says": "there is no such parameter; did you mean edition?"}
    ]
    assert "this address takes at, seat" in still.ask("/options?x=1").text


def test_a_form_that_is_not_there_is_refused(still: Table) -> None:
    """Who takes anything, or takes JSON besides, is answered."""
    for path in ("/v1/games", "/v1/rulesets", f"{still.path}/options", "/healthz"):
        for accepted, status in (("application/x-ndjson", 406), ("text/csv, text/html;q=0.9", 406), ("*/*", 200)):
            assert still.client.get(path, headers={"Accept": accepted}).status_code == status, (path, accepted)
        assert still.client.get(path, headers={"Accept": "text/html, application/*;q=0.1"}).status_code == 200
