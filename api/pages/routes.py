"""The pages: games, the replay of a game, its promises, a player, the editions and their rules."""

from typing import Annotated, Final, Literal

from fastapi import APIRouter, Query
from starlette.responses import Response

from api.pages.addresses import AfterPlace, GameId, Name, OfGame, PlayerName, PromiseName, ServiceHere
from api.pages.keys import KEYS
from api.pages.rendering import page
from api.schemas.promises import place_of
from api.service import Service
from domain.games.events import BySeed
from domain.kernel.limits import LETTER_BYTES, MOST_EXACT, WORDS
from domain.rulesets.protocol import Edition
from projections import clause_usage
from projections.games import CatalogueRow, catalogue, neighbours
from projections.words import word_of

router = APIRouter(include_in_schema=False)

GAMES_A_PAGE: Final = 50
PROMISES_A_PAGE: Final = 50
Spoilers = Annotated[Literal["hidden", "shown"], Query()]
Filter = Annotated[str, Query(max_length=200)]
GameStatus = Annotated[Literal["running", "over", ""], Query()]


@router.get("/")
def games_page(
    service: ServiceHere,
    *,
    edition: Filter = "",
    player: Filter = "",
    state: GameStatus = "",
    after: Annotated[int | None, Query(ge=1, le=MOST_EXACT)] = None,
    spoilers: Spoilers = "shown",
) -> Response:
    """The games, newest first; with spoilers hidden, without their results."""
    found = catalogue(
        service.views,
        edition=edition or None,
        player=player or None,
        state=state or None,
        after=after,
        limit=GAMES_A_PAGE,
    )
    wanted = {"edition": edition, "player": player, "state": state, "spoilers": spoilers}
    values = {
        "catalogue": found,
        "editions": _editions(service),
        "wanted": wanted,
        "kept": _kept(edition, player, state, spoilers),
        "after": after,
        "length": _length,
    }
    return page("games.html", values)


@router.get("/games/{game}")
def replay_page(
    service: ServiceHere,
    game: GameId,
    edition: Filter = "",
    player: Filter = "",
    state: GameStatus = "",
    spoilers: Spoilers = "shown",
) -> Response:
    """The replay of a game, with the games before and after it in the list.

    The page holds how the game began; its script requests everything else with the viewer's key.
    """
    opening = service.opening(game)
    ruleset = service.ruleset_of(opening.edition)
    newer, older = neighbours(service.views, game, edition=edition or None, player=player or None, state=state or None)
    values = {
        "game": game,
        "edition": ruleset.edition,
        "seats": opening.seats,
        "chance": "seeded" if isinstance(opening.chance, BySeed) else "witnessed",
        "keys": KEYS,
        "neighbours": {"previous": newer, "next": older},
        "chosen": tuple(_kept(edition, player, state).values()),
        "kept": _kept(edition, player, state, spoilers),
        "spoilers": spoilers,
    }
    return page("replay.html", values)


@router.get("/games/{game}/promises/new")
def letter_page(service: ServiceHere, game: GameId, spoilers: Spoilers = "shown") -> Response:
    """The form in which a player with the key of a seat writes and offers a letter."""
    return page("letter.html", {**in_game(service, game, spoilers), "most_letters": LETTER_BYTES})


@router.get("/games/{game}/promises/{promise}")
def promise_page(service: ServiceHere, game: GameId, promise: PromiseName, spoilers: Spoilers = "shown") -> Response:
    """A promise; like the replay, its script requests everything with the viewer's key."""
    return page("promise.html", {**in_game(service, game, spoilers), "promise": promise, "most_said": WORDS})


@router.get("/players/{name:path}")
def player_page(
    service: ServiceHere, name: PlayerName, after: AfterPlace = None, spoilers: Spoilers = "shown"
) -> Response:
    """What became of a player's promises, newest game first; empty while spoilers are hidden."""
    word = word_of(service.views, name, after=place_of(after), limit=PROMISES_A_PAGE)
    return page("player.html", {"word": word, "after": after, "spoilers": spoilers})


@router.get("/rulesets")
def rulesets_page(service: ServiceHere, spoilers: Spoilers = "shown") -> Response:
    """The installed editions, with what each covers and links to its rules, games and draws."""
    return page("rulesets.html", {"editions": _editions(service), "spoilers": spoilers})


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
    return page("edition.html", values)


@router.get("/rulesets/{ruleset}/{edition}/draws")
def draws_page(
    service: ServiceHere, ruleset: Name, edition: Name, game: OfGame = None, spoilers: Spoilers = "shown"
) -> Response:
    """Whether the draws of an edition's games, or of one game, look fair."""
    found = service.ruleset_of(f"{ruleset}/{edition}").edition
    statistics = service.draw_statistics(found.key, game)
    values = {"edition": found, "game": game, "statistics": statistics, "spoilers": spoilers}
    return page("draws.html", values)


def in_game(service: Service, game: str, spoilers: str) -> dict[str, object]:
    """What every page about a game holds: its id, edition and seats."""
    opening = service.opening(game)
    edition = service.ruleset_of(opening.edition).edition
    return {"game": game, "edition": edition, "seats": opening.seats, "spoilers": spoilers}


def _editions(service: Service) -> list[Edition]:
    """The installed editions."""
    return [each.edition for each in service.rulesets]


def _kept(edition: str, player: str, state: str, spoilers: str = "shown") -> dict[str, str]:
    """The filters of the list that a game was opened from, for its address."""
    wanted = {"edition": edition, "player": player, "state": state}
    hidden = {"spoilers": "hidden"} if spoilers == "hidden" else {}
    return {name: value for name, value in wanted.items() if value} | hidden


def _length(game: CatalogueRow) -> str:
    """The length of a game in words."""
    return f"{_counted(game.position, 'event')} in {_counted(game.step, 'step')}"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
