"""Parts of a service that leak: a cache, a projector, and readers of bodies that do more than read."""

import msgspec
import structlog
from msgspec import Struct
from msgspec.structs import replace
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from oathbook.api.http.bodies import StrictBodies
from oathbook.api.http.metrics import ServiceMetrics
from oathbook.api.replay_cache import Events, ReplayCache
from oathbook.api.service import Service
from oathbook.domain.games.game_events import Entry
from oathbook.domain.kernel import HOLDER, Roster, Viewer
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.format.record import Record
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.projections.definitions import PerEvent, ViewRow
from oathbook.projections.projector import PROJECTIONS, Projector
from oathbook.projections.sqlite_views.views import SqliteViews
from oathbook.projections.timeline import TIMELINE
from oathbook.replays.frames import Replay
from oathbook.replays.replay_index import ReplayIndex
from tests.contract.faulty import SHOWS_PLANS


class OpenReplay(Replay):
    """A game from the whole record, with every tracker in view."""

    def __init__(self, record: Record, viewer: Viewer) -> None:
        """Take all of it."""
        super().__init__(replace(record, ruleset=SHOWS_PLANS), HOLDER)
        self.viewer = viewer


class OpenCache(ReplayCache):
    """A cache that hands out such replays."""

    def index(self, game: str, viewer: Viewer, *, new_events: Events = (), rulings: bool = True) -> ReplayIndex:
        """All of the game."""
        del rulings
        return ReplayIndex(OpenReplay(self.record(game, new_events=new_events), viewer))

    @classmethod
    def put_into(cls, service: Service) -> None:
        """Let a service use one."""
        service.replays = cls(service.archive)


class OpenProjector(Projector):
    """A projector whose timeline has the openings of an event among its marks."""

    @classmethod
    def put_into(cls, service: Service) -> None:
        """Let a service use one."""
        leaky = replace(TIMELINE, rows=OpenPlaces(service.archive, TIMELINE).rows)
        projections = tuple(leaky if each is TIMELINE else each for each in PROJECTIONS)
        assert isinstance(service.views, SqliteViews)
        service.projector = cls(service.archive, service.views, service.ruleset_of, projections)
        service.writer.subscribe(lambda _: service.projector.prompt())


class OpenPlaces(Struct, frozen=True):
    """Makes the rows of the timeline, and puts the values of all openings where its sentences are."""

    archive: Archive
    honest: PerEvent

    def rows(self, ruleset: AnyRuleset, game: str, entry: Entry, number: int, roster: Roster) -> tuple[ViewRow, ...]:
        """The rows of an event."""
        (row,) = self.honest.rows(ruleset, game, entry, number, roster)
        *plain, _ = row.values
        (stored,) = self.archive.rows(game, after=entry.position - 1, upto=entry.position)
        openings = stored.state.partition(b"\n")[2].decode()
        return (replace(row, values=(*plain, msgspec.json.encode([openings]).decode())),)


class LogsBodies(StrictBodies):
    """Writes every body into the log."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read a body, write it down, let it through."""

        async def noted() -> Message:
            message = await receive()
            structlog.get_logger().info("request", says=str(message.get("body", b"")))
            return message

        await super().__call__(scope, noted, send)


class LabelsWithBodies(StrictBodies):
    """Counts requests by their bodies."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read a body, count it, let it through."""

        async def counted() -> Message:
            message = await receive()
            figures: ServiceMetrics = scope["app"].state.figures
            figures.requests.labels("POST", str(message.get("body", b""))[:80], "201").inc()
            return message

        await super().__call__(scope, counted, send)


class RepeatsAnybody(StrictBodies):
    """Answers an idempotency key as it was answered first, without a look at whose it is."""

    def __init__(self, app: ASGIApp) -> None:
        """Nothing has been answered yet."""
        super().__init__(app)
        self._answers: dict[bytes, list[Message]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The answer that was given before, or a new one, which is kept if it is a step."""
        key = dict(scope.get("headers", ())).get(b"idempotency-key", b"")
        for message in self._answers.get(key, ()):
            await send(message)
        if key in self._answers:
            return
        sent: list[Message] = []

        async def kept(message: Message) -> None:
            sent.append({**message, "headers": [*message.get("headers", ())]})
            await send(message)

        await super().__call__(scope, receive, kept)
        if key and sent[0]["status"] == 201:
            self._answers[key] = sent
