"""The pages about disputes: the docket, one case, the form for a claim, and a clause with its rulings."""

from typing import Annotated, Final, Literal

from fastapi import APIRouter, Query
from starlette.responses import Response

from api.pages.addresses import DisputeId, GameId, Name, ServiceHere
from api.pages.rendering import page
from api.pages.routes import Filter, Spoilers, in_game
from api.schemas.editions import clause_in
from api.service import Service
from domain.disputes.dispute import DisputeState
from domain.disputes.procedure import CORRECTABLE
from domain.kernel.limits import EVENTS_PER_GAME, MOST_EXACT, WORDS
from projections import clause_usage
from projections.docket import Docket, Sought, docket
from projections.games import CatalogueRow, catalogued
from projections.precedents import disputed, precedents

router = APIRouter(include_in_schema=False)

DISPUTES_A_PAGE: Final = 50
RULINGS_A_PAGE: Final = 50
STATES: Final[tuple[DisputeState, ...]] = ("open", "ruled", "appealed", "settled", "withdrawn")
AfterNumber = Annotated[int | None, Query(ge=1, le=MOST_EXACT)]


@router.get("/disputes")
def docket_page(  # noqa: PLR0913  # because each filter has a name of its own
    service: ServiceHere,
    *,
    game: Annotated[str, Query(max_length=64)] = "",
    edition: Filter = "",
    clause: Filter = "",
    state: DisputeState | Literal[""] = "",
    arbiter: Filter = "",
    after: AfterNumber = None,
    spoilers: Spoilers = "shown",
) -> Response:
    """The docket, newest first; empty while spoilers are hidden."""
    wanted = {"game": game, "edition": edition, "clause": clause, "state": state, "arbiter": arbiter}
    sought = Sought(
        game=game or None,
        edition=edition or None,
        clause=clause or None,
        state=state or None,
        arbiter=arbiter or None,
        after=after,
    )
    found = docket(service.views, sought, limit=DISPUTES_A_PAGE)
    values = {
        "docket": found,
        "games": _games(service, found),
        "editions": [each.edition for each in service.rulesets],
        "states": STATES,
        "wanted": wanted,
        "kept": {name: value for name, value in wanted.items() if value},
        "after": after,
        "spoilers": spoilers,
    }
    return page("docket.html", values)


@router.get("/disputes/{dispute}")
def case_page(service: ServiceHere, dispute: DisputeId, spoilers: Spoilers = "shown") -> Response:
    """A dispute: the page holds the claim, and its script requests the rest with the viewer's key."""
    found = service.disputes.hearing(dispute).dispute
    about = {"dispute": found, "correctable": CORRECTABLE, "most_said": WORDS, "most_events": EVENTS_PER_GAME}
    return page("case.html", {**in_game(service, found.game, spoilers), **about})


@router.get("/games/{game}/disputes/new")
def claim_page(service: ServiceHere, game: GameId, spoilers: Spoilers = "shown") -> Response:
    """The form in which a player with the key of a seat files a claim about an event."""
    return page("claim.html", {**in_game(service, game, spoilers), "most_said": WORDS, "most_events": EVENTS_PER_GAME})


@router.get("/rulesets/{ruleset}/{edition}/clauses/{clause}")
def clause_page(
    service: ServiceHere,
    ruleset: Name,
    edition: Name,
    clause: Name,
    after: AfterNumber = None,
    spoilers: Spoilers = "shown",
) -> Response:
    """A clause in our words, its readings, how often it was applied and disputed, and the rulings that read it."""
    found = service.ruleset_of(f"{ruleset}/{edition}").edition
    key, usage = found.key, clause_usage.usage(service.views, found.key)
    values = {
        "edition": found,
        "clause": clause_in(found, clause),
        "used": next((each for each in usage.clauses if each.clause == clause), None),
        "readings": {each.reading: each for each in usage.readings},
        "disputed": disputed(service.views, key, clause),
        "precedents": precedents(service.views, key, clause, after=after, limit=RULINGS_A_PAGE),
        "after": after,
        "spoilers": spoilers,
    }
    return page("clause.html", values)


def _games(service: Service, found: Docket) -> dict[str, CatalogueRow]:
    """The games on a page of the docket, as far as the catalogue has them."""
    games = {each.game for each in found.disputes}
    return {game: row for game in games if (row := catalogued(service.views, game)) is not None}
