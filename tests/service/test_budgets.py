"""What a request to each route may cost."""

from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from fastapi.testclient import TestClient

from bench.budgets import LESS, MOST_MILLISECONDS, POOLED, budget_of
from oathbook.api.pages.assets import WHERE
from tests.support.serving import Table


def routes_of(app: FastAPI) -> set[str]:
    """The method and path of each route that does work; files that lie ready are no work."""
    found = (
        f"{method} {each.path}"
        for each in iter_route_contexts(app.routes)
        if not str(each.path).startswith(WHERE)
        for method in each.methods or ()
        if method != "HEAD"
    )
    return {*found}


def test_whatever_is_said_of_a_route_is_of_one_that_is_there(table: Table) -> None:
    assert isinstance(table.client, TestClient)
    app = table.client.app
    assert isinstance(app, FastAPI)

    assert {*LESS, *POOLED} - routes_of(app) == set()
    assert LESS.keys() & POOLED == set()


def test_only_what_another_process_answers_may_cost_more(table: Table) -> None:
    assert isinstance(table.client, TestClient)
    app = table.client.app
    assert isinstance(app, FastAPI)

    dear = {route for route in routes_of(app) if budget_of(route) > MOST_MILLISECONDS}

    assert dear == POOLED
    assert budget_of("GET /healthz") < budget_of("GET /v1/games") < budget_of("POST /v1/letters/check")
