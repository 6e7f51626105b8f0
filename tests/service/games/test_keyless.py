"""A key never stands in an address: one that does is refused, rather than passed over as if none had been sent."""

import pytest

from tests.support.serving import Table, key_of, problem_of


@pytest.mark.parametrize("name", ["key", "KEY", "k%65y", "access_token", "authorization", "token", "api-key", "Bearer"])
def test_a_key_in_an_address_is_refused_and_not_passed_over(name: str, still: Table) -> None:
    for path in ("", "/stream", "/events", "/state", "/options", "/record"):
        answered = still.ask(f"{path}?{name}={key_of('ash')}")

        assert problem_of(answered) == (422, "invalid-request"), path
        assert answered.json()["fields"][0]["field"] == f"query.{name.lower().replace('%65', 'e').replace('-', '_')}"
        assert "Authorization: Bearer" in answered.json()["detail"]
        assert key_of("ash") not in answered.text
    posted = still.client.post(f"{still.path}/decisions?{name}={key_of('ash')}", json={"decision": {}})
    assert problem_of(posted) == (422, "invalid-request")
    assert still.client.get(f"/v1/games?limit=1&{name}").status_code == 422


HIDDEN = ("/v1/games", "/v1/nowhere", "/games", "/", "/healthz", "/log/checkpoint", "/static/none.css", "/openapi.json")


@pytest.mark.parametrize("path", HIDDEN)
@pytest.mark.parametrize(
    "written", ["?x={}", "?at=1&as=Bearer%20{}", "?{}", "?{}=1", "?to={}=", "?%2561=(%41{})", "/{}/x"]
)
def test_a_key_is_known_by_its_form_wherever_it_stands_in_an_address(path: str, written: str, still: Table) -> None:
    """Also in pages, and where there is nothing; neither the answer nor its headers repeat it."""
    key = key_of("ash")
    sent = key[1:] if "%41" in written else key
    answered = still.client.get(
        f"{path.removesuffix('/')}{written.format(sent)}" if path != "/" else f"/{written.format(sent).lstrip('/')}"
    )

    assert problem_of(answered) == (422, "invalid-request")
    assert answered.json()["fields"][0]["field"] == ("query" if "?" in written else "path")
    assert key[1:] not in answered.text + str(answered.headers)


def test_a_key_in_a_page_s_address_gets_a_page_without_it(still: Table) -> None:
    answered = still.client.get(f"/games/{still.game}?seat={key_of('ash')}", headers={"Accept": "text/html"})

    assert answered.status_code == 422
    assert "Authorization: Bearer" in answered.text
    assert key_of("ash") not in answered.text


@pytest.mark.parametrize("word", [key_of("ash")[:-1], f"{key_of('ash')}A", "0" * 64, "a" * 32])
def test_what_has_not_the_form_of_a_key_is_passed_on(word: str, still: Table) -> None:
    """The controls: a digest, an id, and what is a character longer or shorter than a key."""
    assert still.client.get(f"/v1/games/{word}").status_code == 404


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
    assert "this address takes at, form, marks, seat" in still.ask("/options?x=1").text


def test_a_form_that_is_not_there_is_refused(still: Table) -> None:
    """Who takes anything, or takes JSON besides, is answered."""
    for path in ("/v1/games", "/v1/rulesets", f"{still.path}/options", "/healthz"):
        for accepted, status in (("application/x-ndjson", 406), ("text/csv, text/html;q=0.9", 406), ("*/*", 200)):
            assert still.client.get(path, headers={"Accept": accepted}).status_code == status, (path, accepted)
        assert still.client.get(path, headers={"Accept": "text/html, application/*;q=0.1"}).status_code == 200
