"""The pages: the catalogue of games, the replay of one, the rules of an edition."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Query
from starlette.responses import Response

from api.callers import GameId, Name, ServiceHere
from api.draws import OfGame, draws_of
from api.pages.keys import KEYS
from api.pages.rendering import page
from api.service import Service
from domain.games.events import BySeed
from domain.kernel.limits import MOST_EXACT
from projections import clause_usage
from projections.games import CatalogueRow, catalogue, neighbours

router = APIRouter(include_in_schema=False)

GAMES_A_PAGE: Final = 50
Spoilers = Annotated[Literal["hidden", "shown"], Query()]
Filter = Annotated[str, Query(max_length=200)]


@router.get("/")
def games_page(
    service: ServiceHere,
    *,
    edition: Filter = "",
    player: Filter = "",
    state: Annotated[Literal["running", "over", ""], Query()] = "",
    after: Annotated[int | None, Query(ge=1, le=MOST_EXACT)] = None,
    spoilers: Spoilers = "shown",
) -> Response:
    """The catalogue, newest first; with spoilers hidden it tells no game's end."""
    found = catalogue(
        service.views,
        edition=edition or None,
        player=player or None,
        state=state or None,
        after=after,
        limit=GAMES_A_PAGE,
    )
    wanted = {"edition": edition, "player": player, "state": state, "spoilers": spoilers}
    values = {"catalogue": found, "wanted": wanted, "after": after, "length": _length}
    return page("games.html", _framed(service, values))


@router.get("/games/{game}")
def replay_page(service: ServiceHere, game: GameId, spoilers: Spoilers = "shown") -> Response:
    """The replay of a game. The page itself holds what it began with; everything else it asks for as whoever looks."""
    opening = service.opening(game)
    ruleset = service.ruleset_of(opening.edition)
    newer, older = neighbours(service.views, game)
    values = {
        "game": game,
        "edition": ruleset.edition,
        "seats": opening.seats,
        "chance": "seeded" if isinstance(opening.chance, BySeed) else "witnessed",
        "keys": KEYS,
        "neighbours": {"previous": newer, "next": older},
        "spoilers": spoilers,
    }
    return page("replay.html", _framed(service, values))


@router.get("/rulesets/{ruleset}/{edition}")
def edition_page(service: ServiceHere, ruleset: Name, edition: Name, spoilers: Spoilers = "shown") -> Response:
    """The clauses of an edition in our words, its readings and switches, and how often each was applied."""
    found = service.ruleset_of(f"{ruleset}/{edition}").edition
    usage = clause_usage.usage(service.views, found.key)
    values = {
        "edition": found,
        "clauses": {each.clause: each for each in usage.clauses},
        "readings": {each.reading: each for each in usage.readings},
        "spoilers": spoilers,
    }
    return page("edition.html", _framed(service, values))


@router.get("/rulesets/{ruleset}/{edition}/draws")
def draws_page(
    service: ServiceHere, ruleset: Name, edition: Name, game: OfGame = None, spoilers: Spoilers = "shown"
) -> Response:
    """Whether the draws of an edition's games look fair, or those of one of them."""
    found = service.ruleset_of(f"{ruleset}/{edition}").edition
    statistics = draws_of(service, found.key, game)
    values = {"edition": found, "game": game, "statistics": statistics, "spoilers": spoilers}
    return page("draws.html", _framed(service, values))


def _framed(service: Service, values: Mapping[str, object]) -> Mapping[str, object]:
    """What a page shows, and the rules, to which every page leads."""
    return {"editions": [each.edition for each in service.rulesets], **values}


def _length(game: CatalogueRow) -> str:
    """How long a game is, as a person says it."""
    return f"{_counted(game.position, 'event')} in {_counted(game.step, 'step')}"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
