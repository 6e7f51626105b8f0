"""Every route says what a request to it may cost."""

from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from fastapi.testclient import TestClient

from oathbook.api.http.budgets import BUDGETS, MOST_MILLISECONDS
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


def test_every_route_has_a_budget_and_every_budget_a_route(table: Table) -> None:
    assert isinstance(table.client, TestClient)
    app = table.client.app
    assert isinstance(app, FastAPI)

    assert routes_of(app) == {*BUDGETS}
    assert len(BUDGETS) > 70


def test_no_request_may_cost_more_where_decisions_are_taken() -> None:
    dear = {route for route, budget in BUDGETS.items() if budget.milliseconds > MOST_MILLISECONDS}

    assert dear == {route for route, budget in BUDGETS.items() if budget.pooled}
    assert "POST /v1/letters/check" in dear
