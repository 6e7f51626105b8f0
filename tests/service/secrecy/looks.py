"""Everything that a viewer can GET, operation by operation."""

from collections.abc import Callable, Iterator
from enum import Enum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from oathbook.api.http.cache_control import RUN_ID
from oathbook.domain.kernel import HOLDER, PUBLIC, TABLE, Seat, Viewer
from oathbook.domain.kernel.limits import EVENTS_PER_GAME
from tests.service.asgi import Ask, get
from tests.service.secrecy.worlds import GAME, STREAM, World
from tests.support.playing import RULESET
from tests.support.serving import digest_of, key_of

LINES: Final = {"Accept": "application/x-ndjson"}
NOBODY: Final = Viewer("nobody")
EDITION: Final = "/v1/rulesets/{ruleset}/{edition}"


class Depth(Enum):
    """How much is asked of each route: each thing once or so, each in many ways, or in all."""

    BRIEF = 0
    FULL = 1
    EVERY = 2


class Stand(Struct, frozen=True):
    """Where a viewer stands who is about to ask everything; ``export`` is their own record of the game."""

    world: World
    viewer: Viewer
    export: bytes
    depth: Depth = Depth.FULL

    @property
    def path(self) -> str:
        """The address of the game."""
        return f"/v1/games/{self.world.game}"

    @property
    def last(self) -> int:
        """The position of the game."""
        return self.world.length

    @property
    def places(self) -> tuple[int, ...]:
        """The first position of the game, the last three and the next; or every one; or few."""
        places = range(1, self.last + 2)
        match self.depth:
            case Depth.BRIEF:
                return (1, 2, self.last)
            case Depth.FULL:
                return (1, *places[-4:])
            case Depth.EVERY:
                return tuple(places)

    @property
    def eyes(self) -> tuple[Viewer, ...]:
        """Everybody whose eyes one could ask to look through."""
        seats = self.world.script.seats
        return (*seats[:2], PUBLIC, HOLDER) if self.is_brief else (*seats, TABLE, PUBLIC, HOLDER, NOBODY)

    @property
    def is_brief(self) -> bool:
        """Whether each thing is asked once, and no more."""
        return self.depth == Depth.BRIEF


Row = Callable[[Stand], Iterator[Ask]]


def catalogue(stand: Stand) -> Iterator[Ask]:
    """Every filter, and one that is none."""
    wanted: list[dict[str, object]] = [
        {},
        {"edition": "knights_duty/1"},
        {"edition": "chess/1"},
        {"player": "Player 1"},
        {"player": "canary"},
        {"state": "running"},
        {"state": "over"},
        {"state": "won"},
        {"outcome": "victory"},
        {"badge": "broken"},
        {"badge": "canary"},
        {"imported": "true"},
        {"imported": "canary"},
        {"after": 2},
        {"limit": 1},
        {"limit": 501},
    ]
    yield from (get("/v1/games", "/v1/games", **each) for each in (wanted[:1] if stand.is_brief else wanted))


def head(stand: Stand) -> Iterator[Ask]:
    """The game, as it is and as somebody has it already; and a game that there is not."""
    for named in (f'"{stand.last}"', '"1"', f'W/"{stand.last}", "2"', "*"):
        yield get(GAME, stand.path, {"If-None-Match": named})
    yield get(GAME, stand.path)
    yield get(GAME, f"/v1/games/canary-of-{stand.viewer}")


def options(stand: Stand) -> Iterator[Ask]:
    """Whose turn it is and was, and what each seat may do and might."""
    route = f"{GAME}/options"
    yield get(route, f"{stand.path}/options")
    yield from (get(route, f"{stand.path}/options", at=each) for each in stand.places)
    yield from (get(route, f"{stand.path}/options", seat=each) for each in stand.eyes)
    yield get(route, f"{stand.path}/options", form="choices")
    for each in stand.places:
        yield get(route, f"{stand.path}/options", at=each, form="choices")
        yield get(route, f"{stand.path}/options", at=each, form="choices", marks="1")


def marks(stand: Stand) -> Iterator[Ask]:
    """What each option does to promises, now and before."""
    route = f"{GAME}/options/marks"
    yield from (get(route, f"{stand.path}/options/marks", at=each) for each in stand.places)
    yield from (get(route, f"{stand.path}/options/marks", seat=each) for each in stand.eyes)
    yield get(route, f"{stand.path}/options/marks", line=f"canary of {stand.viewer}")


def forms(stand: Stand) -> Iterator[Ask]:
    """How the lines of the game are written, under the name that the choices tell and under another."""
    yield get(f"{GAME}/forms", f"{stand.path}/forms")
    yield get(f"{GAME}/forms", f"{stand.path}/forms", of="canary")


def events(stand: Stand) -> Iterator[Ask]:
    """The log from every position, a few events or all, as a page and as lines, through everybody's eyes."""
    route, path = f"{GAME}/events", f"{stand.path}/events"
    yield from (get(route, path, as_=each) for each in stand.eyes)
    yield get(route, path, LINES, as_=PUBLIC)
    for headers in ({}, LINES):
        yield get(route, path, headers)
        yield from (get(route, path, headers, after=after - 1) for after in stand.places)
        yield get(route, path, headers, after=stand.last - 2, limit=1)
    yield get(route, path, {"Accept": "text/html"})
    yield get(route, path, after=-1)


def event(stand: Stand) -> Iterator[Ask]:
    """Each event."""
    yield from _each_event(stand, "")


def why(stand: Stand) -> Iterator[Ask]:
    """Why each event followed."""
    yield from _each_event(stand, "/why")


def _each_event(stand: Stand, what: str) -> Iterator[Ask]:
    route = f"{GAME}/events/{{position}}{what}"
    for number in (*stand.places, EVENTS_PER_GAME, 0):
        yield get(route, f"{stand.path}/events/{number}{what}")
    yield from (get(route, f"{stand.path}/events/{stand.last}{what}", as_=each) for each in stand.eyes)
    yield from (get(route, f"{stand.path}/events/{number}{what}", as_=PUBLIC) for number in stand.places)


def record(stand: Stand) -> Iterator[Ask]:
    """The record, through everybody's eyes, or not again."""
    route, path = f"{GAME}/record", f"{stand.path}/record"
    yield get(route, path)
    yield from (get(route, path, as_=each) for each in stand.eyes)
    yield from (get(route, path, {"If-None-Match": f'"{each}"'}) for each in (1, stand.last))


def sheet(stand: Stand) -> Iterator[Ask]:
    """The sheet, which tells everything or nothing, through everybody's eyes, or not again."""
    route, path = f"{GAME}/sheet", f"{stand.path}/sheet"
    yield get(route, path)
    yield from (get(route, path, as_=each) for each in stand.eyes)
    yield get(route, path, {"If-None-Match": f'"{stand.last}"'})


def state(stand: Stand) -> Iterator[Ask]:
    """The game at every position, and through everybody's eyes."""
    route, path = f"{GAME}/state", f"{stand.path}/state"
    yield get(route, path)
    yield from (get(route, path, at=at) for at in stand.places)
    yield from (get(route, path, as_=each) for each in stand.eyes)
    yield from (get(route, path, at=at, as_=PUBLIC) for at in stand.places)


def frames(stand: Stand) -> Iterator[Ask]:
    """Frames, all or from and to any position, as a page and as lines, through everybody's eyes."""
    route, path = f"{GAME}/frames", f"{stand.path}/frames"
    yield from (get(route, path, as_=each) for each in stand.eyes)
    yield get(route, path, LINES, as_=PUBLIC)
    for headers in ({}, LINES):
        yield get(route, path, headers)
        yield from (get(route, path, headers, from_=at, to=at + 1) for at in stand.places)
    yield get(route, path, from_=3, to=2)


def _named(stand: Stand, route: str, path: str) -> Iterator[Ask]:
    """Through everybody's eyes, by a name that the game would have if it were over, and by one that it never had."""
    for name in (f"{RUN_ID}-{stand.last}", f"canary-of-{stand.viewer}"):
        yield from (get(route, path, as_=each, of=name) for each in stand.eyes)


def _without_rulings(stand: Stand, route: str, path: str) -> Iterator[Ask]:
    """Through everybody's eyes, without what rulings on disputes take."""
    yield from (get(route, path, as_=each, rulings="left-out") for each in stand.eyes)


def scenes(stand: Stand) -> Iterator[Ask]:
    """Scenes, all or from and to any position, through everybody's eyes."""
    route, path = f"{GAME}/scenes", f"{stand.path}/scenes"
    yield get(route, path)
    yield from (get(route, path, as_=each) for each in stand.eyes)
    yield from (get(route, path, from_=at, to=at + 1) for at in stand.places)
    yield from (get(route, path, from_=at, to=at, as_=PUBLIC) for at in stand.places)
    yield from _named(stand, route, path)
    yield from _without_rulings(stand, route, path)
    yield get(route, path, from_=3, to=2)


def steps(stand: Stand) -> Iterator[Ask]:
    """Steps in sentences, all or from and to any position, through everybody's eyes."""
    route, path = f"{GAME}/steps", f"{stand.path}/steps"
    yield get(route, path)
    yield from (get(route, path, as_=each) for each in stand.eyes)
    yield from (get(route, path, from_=at, to=at + 1) for at in stand.places)
    yield from (get(route, path, from_=at, to=at, as_=PUBLIC) for at in stand.places)
    yield from _named(stand, route, path)


def since(stand: Stand) -> Iterator[Ask]:
    """Since when everything in each scene is so, through everybody's eyes."""
    route, path = f"{GAME}/scenes/{{position}}/since", f"{stand.path}/scenes"
    yield from (get(route, f"{path}/{number}/since") for number in (*stand.places, EVENTS_PER_GAME, 0))
    yield from (get(route, f"{path}/{stand.last}/since", as_=each) for each in stand.eyes)
    yield from (get(route, f"{path}/{number}/since", as_=PUBLIC) for number in stand.places)
    yield from _named(stand, route, f"{path}/{stand.last}/since")
    yield from _without_rulings(stand, route, f"{path}/{stand.last}/since")


def outline(stand: Stand) -> Iterator[Ask]:
    """The game at a glance behind every position, through everybody's eyes."""
    route, path = f"{GAME}/outline", f"{stand.path}/outline"
    yield get(route, path)
    yield from (get(route, path, as_=each) for each in stand.eyes)
    yield from (get(route, path, after=after) for after in stand.places)
    yield get(route, path, after=-1)
    yield from _named(stand, route, path)
    yield from _without_rulings(stand, route, path)


def timeline(stand: Stand) -> Iterator[Ask]:
    """The sentences behind every position, or those that say something; waited for, too, and in vain."""
    route, path = f"{GAME}/timeline", f"{stand.path}/timeline"
    yield get(route, path)
    yield from (get(route, path, after=after) for after in stand.places)
    yield from (get(route, path, limit=2, after=after) for after in stand.places)
    yield from (get(route, path, says=says) for says in ("face down", "KD-2.1", "bow", f"canary-of-{stand.viewer}"))
    yield from (get(route, path, wait=position) for position in (stand.last, stand.last + 1))


def standing(stand: Stand) -> Iterator[Ask]:
    """Where the game stands, at every position, through everybody's eyes."""
    route, path = f"{GAME}/standing", f"{stand.path}/standing"
    yield get(route, path)
    yield from (get(route, path, at=at) for at in stand.places)
    yield from (get(route, path, as_=each) for each in stand.eyes)
    yield from (get(route, path, at=at, as_=PUBLIC) for at in stand.places)


def odds(stand: Stand) -> Iterator[Ask]:
    """How likely what followed from every decision was, through everybody's eyes."""
    route, path = f"{GAME}/odds", f"{stand.path}/odds"
    yield get(route, path)
    yield from (get(route, path, at=at) for at in stand.places)
    yield from (get(route, path, at=at, as_=each) for at in stand.places for each in stand.eyes)


def stream(stand: Stand) -> Iterator[Ask]:
    """The finished part of the stream from every position, through everybody's eyes."""
    path = f"{stand.path}/stream"

    def all_told(so_far: bytes) -> bool:
        return b"id: %d\n" % stand.last in so_far and so_far.endswith(b"\n\n")

    def begun(so_far: bytes) -> bool:
        return so_far.startswith(b"retry: ")

    yield replace(get(STREAM, path), enough=all_told)
    yield from (replace(get(STREAM, path, as_=each), enough=all_told) for each in stand.eyes)
    for after in stand.places:
        seen = {"Last-Event-ID": str(after)}
        yield replace(get(STREAM, path, seen), enough=all_told if after < stand.last else begun)
    yield get(STREAM, path, {"Last-Event-ID": "canary"})
    yield from (replace(get(STREAM, path, ticket=each), enough=all_told) for each in _tickets(stand))
    yield get(STREAM, path, ticket="canary")


def _tickets(stand: Stand) -> Iterator[str]:
    """Tickets that were got with one's own key, for one's own eyes and for the public's."""
    if stand.viewer != PUBLIC:
        key, seat = digest_of(key_of(stand.viewer)), Seat(stand.viewer)
        for each in (stand.viewer, PUBLIC):
            yield stand.world.service.tickets.issue(stand.world.game, key, seat, each, 0)


def letter_choices(stand: Stand) -> Iterator[Ask]:
    """What letters of this game, of its edition and of the examples are put together from."""
    route = "/v1/letters/choices"
    yield get(route, route)
    yield get(route, route, game=stand.world.game)
    yield get(route, route, edition="knights_duty/1")
    yield get(route, route, game=f"canary-of-{stand.viewer}")
    yield get(route, route, game=stand.world.game, edition="canary")


def rulesets(stand: Stand) -> Iterator[Ask]:
    """What is installed."""
    yield get("/v1/rulesets", "/v1/rulesets")
    del stand


def ruleset(stand: Stand) -> Iterator[Ask]:
    """An edition, and one that there is not."""
    yield get(EDITION, "/v1/rulesets/knights_duty/1")
    yield get(EDITION, f"/v1/rulesets/canary-of-{stand.viewer}/1")


def schema(stand: Stand) -> Iterator[Ask]:
    """How values are written."""
    yield get(f"{EDITION}/schema", "/v1/rulesets/knights_duty/1/schema")
    del stand


def clauses(stand: Stand) -> Iterator[Ask]:
    """How often every clause was applied."""
    book = RULESET.edition.rulebook.clauses
    for each in book if stand.viewer == PUBLIC and not stand.is_brief else book[:2]:
        yield get(f"{EDITION}/clauses/{{clause}}", f"/v1/rulesets/knights_duty/1/clauses/{each.id}")
        yield get(f"{EDITION}/clauses/{{clause}}", f"/v1/rulesets/knights_duty/1/clauses/{each.id}", after=9, limit=2)


def plain(route: str) -> Row:
    """A route without anything to choose."""

    def row(stand: Stand) -> Iterator[Ask]:
        del stand
        yield get(route, route)

    return row


def tiles(stand: Stand) -> Iterator[Ask]:
    """Leaves and what they are hashes of; more of them than there are."""
    for path in ("0/000.p/1", "entries/000.p/1", "entries/000.p/9", "entries/000", f"canary-of-{stand.viewer}"):
        yield get("/log/tile/{tile}", f"/log/tile/{path}")


def proofs(stand: Stand) -> Iterator[Ask]:
    """Proofs of leaves, and of one that there is not."""
    yield from (get("/log/proof/{leaf}", f"/log/proof/{leaf}") for leaf in (0, 1, 10_000))
    del stand


def grown(stand: Stand) -> Iterator[Ask]:
    """That the log has only grown, and of trees that there are not."""
    trees = ((1, 1), (1, 2), (2, 1), (1, 10_000), (0, 1))
    yield from (get("/log/consistency/{old}/{new}", f"/log/consistency/{old}/{new}") for old, new in trees)
    del stand


def receipt(stand: Stand) -> Iterator[Ask]:
    """The receipts of events."""
    route = f"{GAME}/events/{{position}}/receipt"
    yield from (get(route, f"{stand.path}/events/{at}/receipt") for at in stand.places)


def bundle(stand: Stand) -> Iterator[Ask]:
    """The record with what is signed of it, through everybody's eyes."""
    route, path = f"{GAME}/bundle", f"{stand.path}/bundle"
    yield get(route, path)
    yield from (get(route, path, as_=each) for each in stand.eyes)


def draws(stand: Stand) -> Iterator[Ask]:
    """Whether draws look fair: those of all games, of this one, and of one that there is not."""
    route, path = f"{EDITION}/draws", f"/v1/rulesets/{stand.world.script.edition}/draws"
    yield get(route, path)
    yield from (get(route, path, game=each) for each in (stand.world.game, f"canary-of-{stand.viewer}"))


OPERATIONS: Final = ("/healthz", "/readyz", "/metrics", "/v1/problems")
LOG: Final = ("/log/checkpoint", "/log/keys", "/log/statements")

LOOKS: Final[dict[str, Row]] = {
    "GET /v1/games": catalogue,
    f"GET {GAME}": head,
    f"GET {GAME}/options": options,
    f"GET {GAME}/options/marks": marks,
    f"GET {GAME}/forms": forms,
    f"GET {GAME}/events": events,
    f"GET {GAME}/events/{{position}}": event,
    f"GET {GAME}/events/{{position}}/why": why,
    f"GET {GAME}/events/{{position}}/receipt": receipt,
    f"GET {GAME}/bundle": bundle,
    "GET /log/tile/{tile}": tiles,
    "GET /log/proof/{leaf}": proofs,
    "GET /log/consistency/{old}/{new}": grown,
    f"GET {GAME}/record": record,
    f"GET {GAME}/sheet": sheet,
    f"GET {GAME}/state": state,
    f"GET {GAME}/frames": frames,
    f"GET {GAME}/scenes": scenes,
    f"GET {GAME}/scenes/{{position}}/since": since,
    f"GET {GAME}/steps": steps,
    f"GET {GAME}/outline": outline,
    f"GET {GAME}/timeline": timeline,
    f"GET {GAME}/standing": standing,
    f"GET {GAME}/odds": odds,
    f"GET {STREAM}": stream,
    "GET /v1/letters/choices": letter_choices,
    "GET /v1/rulesets": rulesets,
    f"GET {EDITION}/draws": draws,
    f"GET {EDITION}": ruleset,
    f"GET {EDITION}/schema": schema,
    f"GET {EDITION}/clauses/{{clause}}": clauses,
    **{f"GET {each}": plain(each) for each in (*OPERATIONS, *LOG)},
}
