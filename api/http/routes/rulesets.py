"""The rules: what is installed, how its values are written, and each clause with where it was applied."""

from typing import Annotated

import msgspec
from fastapi import APIRouter, Query
from starlette.responses import Response

from oathbook.api.http.api_route import ApiRoute
from oathbook.api.http.callers import Name, ServiceHere
from oathbook.api.http.responses import json_response
from oathbook.api.schemas.editions import clause_in, present_edition
from oathbook.api.schemas.json_schemas import ruleset_schema
from oathbook.api.schemas.shapes import describe_response
from oathbook.api.service import Service
from oathbook.domain.kernel.limits import MOST_EXACT, PAGE
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.projections import clause_usage
from oathbook.projections.citations import citations
from oathbook.projections.draw_statistics.statistics import DrawStatistics
from oathbook.projections.precedents import Precedents, clause_disputes, precedents

OfGame = Annotated[str | None, Query(max_length=64, description="The id of a game; all games by default.")]
After = Annotated[int | None, Query(ge=1, le=MOST_EXACT, description="`next` from the previous page.")]
Limit = Annotated[int, Query(ge=1, le=PAGE)]

router = APIRouter(route_class=ApiRoute, tags=["rules"], prefix="/rulesets")


@router.get("", operation_id="list_rulesets", summary="List editions")
def rulesets(service: ServiceHere) -> Response:
    """Every installed edition."""
    return json_response({"rulesets": [present_edition(each.edition) for each in service.rulesets]})


@router.get("/{ruleset}/{edition}", operation_id="ruleset", summary="Get an edition")
def ruleset_of(service: ServiceHere, ruleset: Name, edition: Name) -> Response:
    """An edition: its clauses and readings in our own words, its switches, its components."""
    found = _ruleset_named(service, ruleset, edition)
    book = found.edition.rulebook
    return json_response(
        {**present_edition(found.edition), "rulebook": {"clauses": book.clauses, "readings": book.readings}}
    )


@router.get("/{ruleset}/{edition}/schema", operation_id="ruleset_schema", summary="Get the schemas of an edition")
def schema(service: ServiceHere, ruleset: Name, edition: Name) -> Response:
    """JSON Schemas of setups, decisions, draws, events and views."""
    return json_response(ruleset_schema(_ruleset_named(service, ruleset, edition)))


@router.get("/{ruleset}/{edition}/clauses/{clause}", operation_id="clause", summary="Get a clause")
def clause_of(
    service: ServiceHere, ruleset: Name, edition: Name, clause: Name, after: After = None, limit: Limit = 50
) -> Response:
    """A clause: its words, its readings, how often it was applied and disputed, and the events that cite it.

    The events are newest first; `after` and `limit` page through them.
    """
    found = _ruleset_named(service, ruleset, edition)
    each, key = clause_in(found.edition, clause), found.edition.key
    readings = [one for one in found.edition.rulebook.readings if clause in one.where]
    usage, disputes = clause_usage.usage(service.views, key, clause), clause_disputes(service.views, key, clause)
    cited = citations(service.views, found, clause, after=after, limit=limit)
    told = {**msgspec.structs.asdict(each), "about_it": readings, "usage": usage, "disputes": disputes, "cited": cited}
    return json_response({"edition": key, **told})


@router.get(
    "/{ruleset}/{edition}/clauses/{clause}/precedents",
    responses=describe_response(Precedents),
    operation_id="precedents",
    summary="List rulings on a clause",
)
def precedents_of(  # because an address has its parts
    service: ServiceHere, ruleset: Name, edition: Name, clause: Name, after: After = None, limit: Limit = 50
) -> Response:
    """The rulings on a clause with their reasons, newest dispute first."""
    found = _ruleset_named(service, ruleset, edition)
    clause_in(found.edition, clause)
    return json_response(precedents(service.views, found.edition.key, clause, after=after, limit=limit))


@router.get(
    "/{ruleset}/{edition}/draws",
    responses=describe_response(DrawStatistics),
    operation_id="draw_statistics",
    summary="Check draws for fairness",
)
def draws(service: ServiceHere, ruleset: Name, edition: Name, game: OfGame = None) -> Response:
    """Whether draws look fair, in all stored games of an edition or in one of them."""
    return json_response(service.draw_statistics(_ruleset_named(service, ruleset, edition).edition.key, game))


def _ruleset_named(service: Service, ruleset: str, edition: str) -> AnyRuleset:
    return service.ruleset_of(f"{ruleset}/{edition}")
