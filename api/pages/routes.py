"""The pages: games, the replay of a game, its promises, a player, the editions and their rules."""

from collections.abc import Iterable
from typing import Annotated, Final, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from oathbook.api.pages import addresses
from oathbook.api.pages.assets import ASSETS, TYPES
from oathbook.api.pages.badges import FILTERS, badges_of
from oathbook.api.pages.keys import KEYS
from oathbook.api.pages.pictures import picture_address
from oathbook.api.pages.position_summary import PositionSummary, summarize_position
from oathbook.api.pages.previews import preview_of
from oathbook.api.pages.rendering import POLICY, render_page
from oathbook.api.schemas.letter_review import continuations, game_context
from oathbook.api.schemas.promises import parse_place
from oathbook.api.service import Service
from oathbook.domain.errors import NotFound
from oathbook.domain.games.game_events import BySeed
from oathbook.domain.kernel import PUBLIC
from oathbook.domain.kernel.limits import LETTER_BYTES, MOST_EXACT, WORDS
from oathbook.domain.rulesets.protocol import AnyRuleset, Edition, Ending
from oathbook.projections import clause_usage
from oathbook.projections.badges import Badge
from oathbook.projections.citations import paid_breaches
from oathbook.projections.games import CatalogueRow, catalogue, catalogue_row, neighbours
from oathbook.projections.players import FOUND, find_players, players_of_name
from oathbook.projections.promise_ledger_rows import player_word
from oathbook.projections.views_reader import ViewsReader

router = APIRouter(include_in_schema=False)

GAMES_A_PAGE: Final = 50
PROMISES_A_PAGE: Final = 50
Spoilers = Annotated[Literal["hidden", "shown"], Query()]
Filter = Annotated[str, Query(max_length=200)]
GameStatus = Annotated[Literal["running", "over", ""], Query()]
WithBadge = Annotated[Badge | Literal[""], Query()]


@router.get("/")
def games_page(  # noqa: PLR0913  # because each filter has a name of its own
    service: addresses.ServiceHere,
    *,
    edition: Filter = "",
    player: Filter = "",
    state: GameStatus = "",
    badge: WithBadge = "",
    after: Annotated[int | None, Query(ge=1, le=MOST_EXACT)] = None,
    spoilers: Spoilers = "shown",
) -> Response:
    """The games, newest first; with spoilers hidden, without their results, and whatever badges they have."""
    badge = "" if spoilers == "hidden" else badge
    called = players_of_name(service.views, player) if player else None
    found = catalogue(
        service.views,
        edition=edition or None,
        player=called,
        state=state or None,
        badge=badge or None,
        after=after,
        limit=GAMES_A_PAGE,
    )
    wanted = {"edition": edition, "player": player, "state": state, "badge": badge, "spoilers": spoilers}
    values = {
        "catalogue": found,
        "called": called or (),
        "editions": _editions(service),
        "badges": FILTERS,
        "badges_of": badges_of,
        "picture_of": picture_address,
        "wanted": wanted,
        "kept": _list_filters(edition, player, state, badge, spoilers),
        "after": after,
    }
    return render_page("games.html", values)


@router.get("/games/worker.js")
def worker_script() -> Response:
    """Return the service worker of scribes' pages. Browsers look for updates here, so the address never changes."""
    headers = {"Content-Security-Policy": POLICY, "Cache-Control": "no-cache"}
    return Response(ASSETS.text("play/worker.js"), headers=headers, media_type=TYPES[".js"])


@router.get("/games/{game}", dependencies=[addresses.FOLD_LIMIT])
def replay_page(  # noqa: PLR0913  # because each filter has a name of its own
    service: addresses.ServiceHere,
    request: Request,
    game: addresses.GameId,
    *,
    at: addresses.At = None,
    edition: Filter = "",
    player: Filter = "",
    state: GameStatus = "",
    badge: WithBadge = "",
    spoilers: Spoilers = "shown",
) -> Response:
    """The replay of a game, with the games before and after it in the list.

    The page holds the opening and a moment as everybody saw it, for those who run no script; its script requests
    everything else with the viewer's key. ``NotFound`` where the game has no such position.
    """
    opening = service.opening(game)
    moment = _moment(service, game, at, is_end_hidden=spoilers == "hidden")
    ruleset = service.ruleset_of(opening.edition)
    badge = "" if spoilers == "hidden" else badge
    called = players_of_name(service.views, player) if player else None
    newer, older = neighbours(
        service.views, game, edition=edition or None, player=called, state=state or None, badge=badge or None
    )
    query = urlencode({**({"at": at} if at else {}), **_list_filters("", "", "", "", spoilers)})
    path = f"/games/{game}?{query}" if query else f"/games/{game}"
    values = {
        **game_values(service, game, spoilers),
        "imported": service.is_imported(game),
        "chance": "seeded" if isinstance(opening.chance, BySeed) else "witnessed",
        "keys": KEYS,
        "neighbours": {"previous": newer, "next": older},
        "chosen": tuple(each for each in (edition, player, state, FILTERS[badge] if badge else "") if each),
        "kept": _list_filters(edition, player, state, badge, spoilers),
        "moment": moment,
        "ending": None if spoilers == "hidden" else _ending(service, game),
        "preview": preview_of(
            moment, ruleset.edition, opening.seats, base=addresses.base_url(request), path=path, is_named=at is not None
        ),
    }
    return render_page("replay.html", values)


@router.get("/games/{game}/play")
def play_page(service: addresses.ServiceHere, game: addresses.GameId) -> Response:
    """The table of a game for who holds the key of a seat; its script requests everything with that key."""
    return render_page("play.html", {**table_values(service, game), "is_scribe": False})


@router.get("/games/{game}/scribe")
def scribe_page(service: addresses.ServiceHere, game: addresses.GameId) -> Response:
    """The sheet of a game that one person writes down, for who holds the host's key; ``NotFound`` for other games."""
    if service.opening(game).entry != "scribe":
        msg = "this game has no scribe: each seat decides with a key of its own"
        raise NotFound(msg)
    return render_page("play.html", {**table_values(service, game), "is_scribe": True})


@router.get("/games/{game}/promises/new")
def letter_page(service: addresses.ServiceHere, game: addresses.GameId, spoilers: Spoilers = "shown") -> Response:
    """Return the page on which a player with the key of a seat writes and offers a letter."""
    return render_page(
        "letter.html", {**game_values(service, game, spoilers), **draft_values(service, game, at_table=False)}
    )


@router.get("/games/{game}/promises/{promise}")
def promise_page(
    service: addresses.ServiceHere, game: addresses.GameId, promise: addresses.PromiseName, spoilers: Spoilers = "shown"
) -> Response:
    """A promise; like the replay, its script requests everything with the viewer's key."""
    return render_page("promise.html", {**game_values(service, game, spoilers), "promise": promise, "most_said": WORDS})


@router.get("/players")
def players_page(service: addresses.ServiceHere, name: Filter = "", spoilers: Spoilers = "shown") -> Response:
    """The players whose names are so, or have a word in them that begins so, in any case."""
    found = find_players(service.views, name)
    return render_page("players.html", {"name": name, "found": found, "most": FOUND, "spoilers": spoilers})


@router.get("/players/{name:path}")
def player_page(
    service: addresses.ServiceHere,
    name: addresses.PlayerName,
    *,
    imported: bool = False,
    after: addresses.AfterPlace = None,
    spoilers: Spoilers = "shown",
) -> Response:
    """What became of a player's promises, newest game first; empty while spoilers are hidden.

    Who is called so in imported records is another player, with a page of their own.
    """
    word = player_word(service.views, name, imported=imported, after=parse_place(after), limit=PROMISES_A_PAGE)
    games = catalogue_rows(service, (each.game for each in word.promises))
    return render_page("player.html", {"word": word, "games": games, "after": after, "spoilers": spoilers})


@router.get("/rulesets")
def rulesets_page(service: addresses.ServiceHere, spoilers: Spoilers = "shown") -> Response:
    """The installed editions, with what each covers and links to its rules, games and draws."""
    return render_page("rulesets.html", {"editions": _editions(service), "spoilers": spoilers})


@router.get("/rulesets/{ruleset}/{edition}")
def edition_page(
    service: addresses.ServiceHere, ruleset: addresses.Name, edition: addresses.Name, spoilers: Spoilers = "shown"
) -> Response:
    """The clauses of an edition in our words, its readings and switches, and how often each was applied."""
    rules = service.ruleset_of(f"{ruleset}/{edition}")
    found = rules.edition
    usage = clause_usage.usage(service.views, found.key)
    values = {
        "edition": found,
        **penalty_values(rules, service.views),
        "clauses": {each.clause: each for each in usage.clauses},
        "readings": {each.reading: each for each in usage.readings},
        "spoilers": spoilers,
    }
    return render_page("edition.html", values)


@router.get("/rulesets/{ruleset}/{edition}/draws")
def draws_page(
    service: addresses.ServiceHere,
    ruleset: addresses.Name,
    edition: addresses.Name,
    game: addresses.OfGame = None,
    spoilers: Spoilers = "shown",
) -> Response:
    """Whether the draws of an edition's games, or of one game, look fair."""
    found = service.ruleset_of(f"{ruleset}/{edition}").edition
    statistics = service.draw_statistics(found.key, game)
    values = {"edition": found, "game": game, "statistics": statistics, "spoilers": spoilers}
    return render_page("draws.html", values)


def table_values(service: Service, game: str) -> dict[str, object]:
    """Returns the values for the template of the table and of the sheet."""
    return {**game_values(service, game, "shown"), **draft_values(service, game, at_table=True)}


def draft_values(service: Service, game: str, *, at_table: bool) -> dict[str, object]:
    """Returns the values for the form of a new letter: first words, maximum length, and whether it is at the table."""
    opening = service.opening(game)
    begins = continuations("", game_context(service.ruleset_of(opening.edition), opening.setup()))
    return {"begins": begins, "most_letters": LETTER_BYTES, "at_table": at_table}


def game_values(service: Service, game: str, spoilers: str) -> dict[str, object]:
    """Returns the values for every page about a game: its id, edition, seats, roster and the names of players."""
    opening = service.opening(game)
    edition, roster = service.ruleset_of(opening.edition).edition, opening.roster
    people = "\n".join(f"{each.seat} {roster.call(each.seat)}" for each in opening.seats)
    of_game = {"edition": edition, "seats": opening.seats, "roster": roster, "people": people}
    return {"game": game, "spoilers": spoilers, **of_game}


def catalogue_rows(service: Service, games: Iterable[str]) -> dict[str, CatalogueRow]:
    """Games by their ids, as far as the catalogue has them."""
    return {game: row for game in {*games} if (row := catalogue_row(service.views, game)) is not None}


def _moment(service: Service, game: str, at: int | None, *, is_end_hidden: bool) -> PositionSummary:
    """The moment of an address: by default where its script begins, the end of a running game or else the start."""
    replay = service.replays.replay(game, PUBLIC, rulings=not is_end_hidden)
    begins = is_end_hidden or service.head(game).closed
    position = addresses.position_in(replay, 1 if at is None and begins else at)
    return summarize_position(replay, position, is_end_hidden=is_end_hidden)


def _ending(service: Service, game: str) -> Ending | None:
    """How a game has ended, as everybody saw it; None while it runs."""
    replay = service.replays.replay(game, PUBLIC)
    return replay.standing(replay.game_at(len(replay))).ending if service.head(game).closed else None


def penalty_values(rules: AnyRuleset, views: ViewsReader) -> dict[str, object]:
    """The clauses and readings by which a broken promise costs, and how often one was to be paid for."""
    penalty = rules.vocabulary.penalty
    price = () if penalty is None else (*penalty.cites, *penalty.readings)
    return {"price": price, "paid": paid_breaches(views, rules.edition.key) if price else None}


def _editions(service: Service) -> list[Edition]:
    """The installed editions."""
    return [each.edition for each in service.rulesets]


def _list_filters(edition: str, player: str, state: str, badge: str, spoilers: str) -> dict[str, str]:
    """The filters of the list that a game was opened from, for its address."""
    wanted = {"edition": edition, "player": player, "state": state, "badge": badge}
    hidden = {"spoilers": "hidden"} if spoilers == "hidden" else {}
    return {name: value for name, value in wanted.items() if value} | hidden
