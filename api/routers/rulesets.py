"""The rules: what is installed, how its values are written, and each clause with where it was applied."""

import msgspec
from fastapi import APIRouter
from starlette.responses import Response

from api.callers import Name, ServiceHere
from api.draws import OfGame, draws_of
from api.editions import about
from api.forms import answer
from api.schemas import schema_of
from api.service import Service
from api.shapes import answers
from domain.errors import NotFound
from domain.rulesets.protocol import AnyRuleset
from projections import clause_usage
from projections.draw_statistics import DrawStatistics

router = APIRouter(tags=["rules"], prefix="/rulesets")


@router.get("")
def rulesets(service: ServiceHere) -> Response:
    """Every edition that is installed."""
    return answer({"rulesets": [about(each.edition) for each in service.rulesets]})


@router.get("/{ruleset}/{edition}")
def ruleset_of(service: ServiceHere, ruleset: Name, edition: Name) -> Response:
    """An edition: its clauses and readings in our own words, its switches, its components."""
    found = _found(service, ruleset, edition)
    book = found.edition.rulebook
    return answer({**about(found.edition), "rulebook": {"clauses": book.clauses, "readings": book.readings}})


@router.get("/{ruleset}/{edition}/schema")
def schema(service: ServiceHere, ruleset: Name, edition: Name) -> Response:
    """JSON Schemas of setups, decisions, draws, events and views."""
    return answer(schema_of(_found(service, ruleset, edition)))


@router.get("/{ruleset}/{edition}/clauses/{clause}")
def clause_of(service: ServiceHere, ruleset: Name, edition: Name, clause: Name) -> Response:
    """A clause: its words, the readings about it, and how often it was applied in the games that are stored."""
    found = _found(service, ruleset, edition)
    book, key = found.edition.rulebook, found.edition.key
    for each in book.clauses:
        if each.id == clause:
            readings = [one for one in book.readings if clause in one.where]
            usage = clause_usage.usage(service.views, key, clause)
            return answer({"edition": key, **msgspec.structs.asdict(each), "about_it": readings, "usage": usage})
    msg = f"{key} has no clause {clause!r}"
    raise NotFound(msg)


@router.get("/{ruleset}/{edition}/draws", responses=answers(DrawStatistics))
def draws(service: ServiceHere, ruleset: Name, edition: Name, game: OfGame = None) -> Response:
    """Whether draws look fair, over all games stored that are played by an edition, or in one of them."""
    return answer(draws_of(service, _found(service, ruleset, edition).edition.key, game))


def _found(service: Service, ruleset: str, edition: str) -> AnyRuleset:
    return service.ruleset_of(f"{ruleset}/{edition}")
