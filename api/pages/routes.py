"""The pages: the catalogue of games, the replay of one, its promises, a player, the editions, the rules of one."""

from typing import Annotated, Final, Literal

from fastapi import APIRouter, Query
from starlette.responses import Response

from api.pages.addresses import AfterPlace, GameId, Name, OfGame, Player, PromiseName, ServiceHere
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
State = Annotated[Literal["running", "over", ""], Query()]


@router.get("/")
def games_page(
    service: ServiceHere,
    *,
    edition: Filter = "",
    player: Filter = "",
    state: State = "",
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
    state: State = "",
    spoilers: Spoilers = "shown",
) -> Response:
    """The replay of a game, among those of the list it was opened from.

    The page itself holds what it began with; everything else it asks for as whoever looks.
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
    """Where a letter is written, read back and offered, by whoever has the key of a seat."""
    return page("letter.html", {**in_game(service, game, spoilers), "most_letters": LETTER_BYTES})


@router.get("/games/{game}/promises/{promise}")
def promise_page(service: ServiceHere, game: GameId, promise: PromiseName, spoilers: Spoilers = "shown") -> Response:
    """A promise with all that is to be known of it; like the replay it asks for that as whoever looks."""
    return page("promise.html", {**in_game(service, game, spoilers), "promise": promise, "most_said": WORDS})


@router.get("/players/{name:path}")
def player_page(service: ServiceHere, name: Player, after: AfterPlace = None, spoilers: Spoilers = "shown") -> Response:
    """What became of a player's promises, newest game first; nothing of it where spoilers are hidden."""
    word = word_of(service.views, name, after=place_of(after), limit=PROMISES_A_PAGE)
    return page("player.html", {"word": word, "after": after, "spoilers": spoilers})


@router.get("/rulesets")
def rulesets_page(service: ServiceHere, spoilers: Spoilers = "shown") -> Response:
    """The editions that are installed: what is covered of each, and the way to its rules, its games and its draws."""
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
    """Whether the draws of an edition's games look fair, or those of one of them."""
    found = service.ruleset_of(f"{ruleset}/{edition}").edition
    statistics = service.draw_statistics(found.key, game)
    values = {"edition": found, "game": game, "statistics": statistics, "spoilers": spoilers}
    return page("draws.html", values)


def in_game(service: Service, game: str, spoilers: str) -> dict[str, object]:
    """What a page about something in a game holds of the game: what it began with."""
    opening = service.opening(game)
    edition = service.ruleset_of(opening.edition).edition
    return {"game": game, "edition": edition, "seats": opening.seats, "spoilers": spoilers}


def _editions(service: Service) -> list[Edition]:
    """Those by which games are played here."""
    return [each.edition for each in service.rulesets]


def _kept(edition: str, player: str, state: str, spoilers: str = "shown") -> dict[str, str]:
    """What the address of a game keeps of the list that it was opened from."""
    wanted = {"edition": edition, "player": player, "state": state}
    hidden = {"spoilers": "hidden"} if spoilers == "hidden" else {}
    return {name: value for name, value in wanted.items() if value} | hidden


def _length(game: CatalogueRow) -> str:
    """How long a game is, as a person says it."""
    return f"{_counted(game.position, 'event')} in {_counted(game.step, 'step')}"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
