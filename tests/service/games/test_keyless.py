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


def test_other_parameters_that_mean_nothing_are_passed_over(still: Table) -> None:
    """The control."""
    for query in ("?keys=1", "?monkey=1", "?key1=1", "?&&=&;key"):
        assert still.ask(query).status_code == 200
