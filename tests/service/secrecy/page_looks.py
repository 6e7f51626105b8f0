"""Everything that a viewer can ask of the pages, which the OpenAPI document leaves out."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from oathbook.api.pages.assets import ASSETS, STATIC
from oathbook.api.pages.pictures import RUN_ID
from tests.service.asgi import Ask, get, post
from tests.service.secrecy.dispute_rows import own
from tests.service.secrecy.looks import Row, Stand

GAME_PAGE: Final = "/games/{game}"
PICTURE: Final = f"{GAME_PAGE}/board.svg"
PIXELS: Final = f"{GAME_PAGE}/board.png"
NEW_GAME_PAGE: Final = "/games/new"
TABLE_PAGE: Final = f"{GAME_PAGE}/play"
SCRIBE_PAGE: Final = f"{GAME_PAGE}/scribe"
WORKER: Final = "/games/worker.js"
INVITE_PAGE: Final = f"{GAME_PAGE}/invite"
RESULT_PAGE: Final = f"{GAME_PAGE}/result"
QR_CODES: Final = "/qr-codes"
LETTER_PAGE: Final = f"{GAME_PAGE}/promises/new"
PROMISE_PAGE: Final = f"{GAME_PAGE}/promises/{{promise}}"
PLAYERS_PAGE: Final = "/players"
PLAYER_PAGE: Final = "/players/{name:path}"
RULESETS_PAGE: Final = "/rulesets"
EDITION_PAGE: Final = "/rulesets/{ruleset}/{edition}"
CLAUSE_PAGE: Final = f"{EDITION_PAGE}/clauses/{{clause}}"
DOCKET_PAGE: Final = "/disputes"
CASE_PAGE: Final = f"{DOCKET_PAGE}/{{dispute}}"
CLAIM_PAGE: Final = f"{GAME_PAGE}/disputes/new"
FILES: Final = "/static"


def games(stand: Stand) -> Iterator[Ask]:
    """The catalogue with every filter, and with some that are none."""
    wanted: list[dict[str, object]] = [
        {},
        {"spoilers": "hidden"},
        {"edition": "knights_duty/1"},
        {"player": "Player 1", "spoilers": "shown"},
        {"player": f"canary-of-{stand.viewer}"},
        {"state": "running"},
        {"state": "over", "spoilers": "hidden"},
        {"state": "won"},
        {"badge": "broken"},
        {"badge": "open", "spoilers": "hidden"},
        {"badge": "canary"},
        {"after": 2},
        {"after": 0},
    ]
    yield from (get("/", "/", **each) for each in (wanted[:1] if stand.is_brief else wanted))


def game(stand: Stand) -> Iterator[Ask]:
    """The page of the game, what somebody might add to its address, and the page of a game that there is not."""
    path = f"/games/{stand.world.game}"
    yield get(GAME_PAGE, path)
    yield from (get(GAME_PAGE, path, spoilers=each) for each in ("hidden", "shown", "canary"))
    yield from (get(GAME_PAGE, path, as_=each) for each in stand.eyes)
    yield from (get(GAME_PAGE, path, at=each) for each in stand.places)
    yield get(GAME_PAGE, path, at=stand.last, spoilers="hidden")
    yield get(GAME_PAGE, path, edition="knights_duty/1", state="over")
    yield from (get(GAME_PAGE, path, badge=each) for each in ("broken", "corrected", "canary"))
    yield get(GAME_PAGE, path, player=f"canary-of-{stand.viewer}", state="running", spoilers="hidden")
    yield get(GAME_PAGE, f"/games/canary-of-{stand.viewer}")


def picture(stand: Stand) -> Iterator[Ask]:
    """The board as a picture at every position, as one keeps it, and of a game that there is not."""
    path = f"/games/{stand.world.game}/board.svg"
    yield get(PICTURE, path)
    yield from (get(PICTURE, path, at=each) for each in stand.places)
    yield from (get(PICTURE, path, at=1, of=each) for each in (RUN_ID, f"canary-of-{stand.viewer}"))
    yield from (get(PICTURE, path, as_=each) for each in stand.eyes)
    yield get(PICTURE, f"/games/canary-of-{stand.viewer}/board.svg")


def pixels(stand: Stand) -> Iterator[Ask]:
    """The same in pixels, which take a while: the board as it is now, and of a game that there is not."""
    path = f"/games/{stand.world.game}/board.png"
    yield get(PIXELS, path, as_=stand.eyes[-1])
    yield get(PIXELS, path, at=1, of=f"canary-of-{stand.viewer}")
    yield get(PIXELS, f"/games/canary-of-{stand.viewer}/board.png")


def new_game(stand: Stand) -> Iterator[Ask]:
    """Where a game is opened, with an edition that there is and with one that there is not."""
    yield get(NEW_GAME_PAGE, NEW_GAME_PAGE)
    yield get(NEW_GAME_PAGE, NEW_GAME_PAGE, edition=stand.world.script.edition, spoilers="hidden")
    yield get(NEW_GAME_PAGE, NEW_GAME_PAGE, edition=f"canary-of-{stand.viewer}")


def table(stand: Stand) -> Iterator[Ask]:
    """The table: the same for everybody, in this game and in one that there is not."""
    yield get(TABLE_PAGE, f"/games/{stand.world.game}/play")
    yield get(TABLE_PAGE, f"/games/canary-of-{stand.viewer}/play")


def worker(_: Stand) -> Iterator[Ask]:
    """The service worker, which is the same for everybody."""
    yield get(WORKER, WORKER)


def scribe(stand: Stand) -> Iterator[Ask]:
    """The sheet, which this game has not, nor one that there is not."""
    yield get(SCRIBE_PAGE, f"/games/{stand.world.game}/scribe")
    yield get(SCRIBE_PAGE, f"/games/canary-of-{stand.viewer}/scribe")


def invite(stand: Stand) -> Iterator[Ask]:
    """Where seats are handed out, which tells nobody who has taken one."""
    yield from (get(INVITE_PAGE, f"/games/{stand.world.game}/invite", spoilers=each) for each in ("hidden", "odd"))
    yield get(INVITE_PAGE, f"/games/canary-of-{stand.viewer}/invite")


def result(stand: Stand) -> Iterator[Ask]:
    """How the game has ended, if it has, and one that there is not."""
    yield get(RESULT_PAGE, f"/games/{stand.world.game}/result")
    yield from (get(RESULT_PAGE, f"/games/{stand.world.game}/result", spoilers=each) for each in ("hidden", "odd"))
    yield get(RESULT_PAGE, f"/games/canary-of-{stand.viewer}/result")


def qr_code(stand: Stand) -> Iterator[Ask]:
    """A code of a text that nobody else may learn, and bodies that are none."""
    for body in ({"text": f"canary-of-{stand.viewer}"}, {"text": ""}, {}):
        yield post(QR_CODES, QR_CODES, body)


def letter(stand: Stand) -> Iterator[Ask]:
    """Where a letter is written: the same for everybody, in this game and in one that there is not."""
    yield get(LETTER_PAGE, f"/games/{stand.world.game}/promises/new")
    yield from (
        get(LETTER_PAGE, f"/games/{stand.world.game}/promises/new", spoilers=each) for each in ("hidden", "odd")
    )
    yield get(LETTER_PAGE, f"/games/canary-of-{stand.viewer}/promises/new")


def promise(stand: Stand) -> Iterator[Ask]:
    """The page of a promise, of one that there is not, of what is none; and what somebody might add to its address."""
    path = f"/games/{stand.world.game}/promises"
    yield from (get(PROMISE_PAGE, f"{path}/{each}") for each in ("p1", "p999", "p0", f"canary-of-{stand.viewer}"))
    yield get(PROMISE_PAGE, f"{path}/p1", spoilers="hidden")
    yield from (get(PROMISE_PAGE, f"{path}/p1", at=2, as_=each) for each in stand.eyes)


def player(stand: Stand) -> Iterator[Ask]:
    """What became of promises of a player, of nobody, and of whoever's name is an address; from any place on."""
    for name in ("Player 1", f"canary-of-{stand.viewer}", "a/b"):
        yield get(PLAYER_PAGE, f"/players/{name}")
    yield from (get(PLAYER_PAGE, "/players/Player 1", imported=each) for each in ("true", "canary"))
    yield from (get(PLAYER_PAGE, "/players/Player 1", spoilers=each) for each in ("hidden", "odd"))
    yield from (get(PLAYER_PAGE, "/players/Player 1", after=each) for each in ("1-1-ash", "canary"))


def players(stand: Stand) -> Iterator[Ask]:
    """The list of the players of a name, of a part of one, and of none."""
    for name in ("Player 1", "play", f"canary-of-{stand.viewer}", ""):
        yield get(PLAYERS_PAGE, "/players", name=name)
    yield from (get(PLAYERS_PAGE, "/players", name="play", spoilers=each) for each in ("hidden", "odd"))


def rulesets(stand: Stand) -> Iterator[Ask]:
    """The editions, which are the same for everybody."""
    del stand
    yield get(RULESETS_PAGE, RULESETS_PAGE)
    yield get(RULESETS_PAGE, RULESETS_PAGE, spoilers="hidden")


def edition(stand: Stand) -> Iterator[Ask]:
    """The rules, and those that nobody has."""
    yield get(EDITION_PAGE, "/rulesets/knights_duty/1")
    yield get(EDITION_PAGE, "/rulesets/knights_duty/1", spoilers="hidden")
    yield get(EDITION_PAGE, f"/rulesets/canary-of-{stand.viewer}/1")


def draws(stand: Stand) -> Iterator[Ask]:
    """Whether draws look fair: those of all games, of this one, and of one that there is not."""
    route, path = f"{EDITION_PAGE}/draws", f"/rulesets/{stand.world.script.edition}/draws"
    yield get(route, path)
    yield get(route, path, spoilers="hidden")
    yield from (get(route, path, game=each) for each in (stand.world.game, f"canary-of-{stand.viewer}"))


def clause(stand: Stand) -> Iterator[Ask]:
    """A clause with its rulings, without them, from behind some, and one that there is not."""
    path = "/rulesets/knights_duty/1/clauses"
    yield get(CLAUSE_PAGE, f"{path}/KD-5.1")
    yield get(CLAUSE_PAGE, f"{path}/KD-5.1", spoilers="hidden")
    yield get(CLAUSE_PAGE, f"{path}/KD-5.1", after=2)
    yield from (get(CLAUSE_PAGE, f"{path}/{each}", events=9) for each in ("KD-2.1", "KD-7.2", "KD-8.2"))
    yield get(CLAUSE_PAGE, f"{path}/canary-of-{stand.viewer}")


def docket(stand: Stand) -> Iterator[Ask]:
    """The docket, all of it and by every filter."""
    canary = f"canary-of-{stand.viewer}"
    yield get(DOCKET_PAGE, DOCKET_PAGE)
    yield get(DOCKET_PAGE, DOCKET_PAGE, spoilers="hidden")
    yield get(DOCKET_PAGE, DOCKET_PAGE, game=stand.world.game, edition="knights_duty/1", state="open")
    yield get(DOCKET_PAGE, DOCKET_PAGE, clause="KD-5.1", arbiter=canary, after=1)
    yield get(DOCKET_PAGE, DOCKET_PAGE, state=canary)


def case(stand: Stand) -> Iterator[Ask]:
    """The pages of one's own disputes, and of some that there are not."""
    for each in (*own(stand), f"canary-of-{stand.viewer}", stand.world.game):
        yield get(CASE_PAGE, f"{DOCKET_PAGE}/{each}")
        yield get(CASE_PAGE, f"{DOCKET_PAGE}/{each}", spoilers="hidden")


def claim(stand: Stand) -> Iterator[Ask]:
    """Where a claim is written, about a moment and about none."""
    path = f"/games/{stand.world.game}/disputes/new"
    yield get(CLAIM_PAGE, path)
    yield get(CLAIM_PAGE, path, at=1, spoilers="hidden")
    yield get(CLAIM_PAGE, f"/games/canary-of-{stand.viewer}/disputes/new")


def files(stand: Stand) -> Iterator[Ask]:
    """What the pages are made of, and what lies beside it."""
    yield from (get(FILES, ASSETS.address(name)) for name in _names(STATIC))
    yield get(FILES, f"{FILES}/../rendering.py")
    yield get(FILES, f"{FILES}/canary-of-{stand.viewer}.js")


def _names(folder: Path) -> list[str]:
    return sorted(each.relative_to(folder).as_posix() for each in folder.rglob("*") if each.is_file())


PAGES: Final[dict[str, Row]] = {
    "GET /": games,
    f"GET {PLAYERS_PAGE}": players,
    f"GET {GAME_PAGE}": game,
    f"GET {PICTURE}": picture,
    f"GET {PIXELS}": pixels,
    f"GET {NEW_GAME_PAGE}": new_game,
    f"GET {TABLE_PAGE}": table,
    f"GET {SCRIBE_PAGE}": scribe,
    f"GET {WORKER}": worker,
    f"GET {INVITE_PAGE}": invite,
    f"GET {RESULT_PAGE}": result,
    f"POST {QR_CODES}": qr_code,
    f"GET {LETTER_PAGE}": letter,
    f"GET {PROMISE_PAGE}": promise,
    f"GET {PLAYER_PAGE}": player,
    f"GET {RULESETS_PAGE}": rulesets,
    f"GET {EDITION_PAGE}": edition,
    f"GET {EDITION_PAGE}/draws": draws,
    f"GET {CLAUSE_PAGE}": clause,
    f"GET {DOCKET_PAGE}": docket,
    f"GET {CASE_PAGE}": case,
    f"GET {CLAIM_PAGE}": claim,
    f"GET {FILES}": files,
}
