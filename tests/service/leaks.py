"""Leaks to be planted in a service, each where somebody could make the mistake; the sweep must find it there."""

from collections.abc import Callable, Mapping
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import pytest
from msgspec import UNSET, Raw, Struct
from msgspec.structs import replace
from starlette.types import Scope

from api import observing
from api.callers import Caller
from api.forms import event_form, item_of
from api.main import create_app
from api.questions import SENT, Asked, Question, question
from api.replies import reply
from api.routers import decisions, games, log, streams
from api.routers.decisions import DecisionToMake
from api.service import Service
from api.shapes import LogPage
from domain.chance.seeded import Seeded
from domain.errors import RecordDiffers
from domain.games.events import BySeed
from domain.games.recompute import Answer, answer
from domain.kernel.seats import HOLDER, Seat, Viewer
from domain.recording.clear import value_text
from domain.recording.codec import Codec, Sealed
from domain.recording.record import Record, folded
from domain.recording.sources import Sources
from domain.recording.writer import Writer
from domain.rulesets.protocol import Options
from domain.rulesets.registry import Registry
from replays.frames import Replay
from tests.contract.faulty import HintsInOptions
from tests.service.leaky import (
    LabelsWithBodies,
    LogsBodies,
    OpenProjector,
    OpenShelf,
    RepeatsAnybody,
)
from tests.service.pairs import ASH, BIRCH
from tests.service.telling import LOG, METRICS, VIEWS, openings_of
from tests.service.worlds import DECISIONS, GAME, STREAM, Parts

Plant = Callable[[pytest.MonkeyPatch], Parts]


class Leak(Struct, frozen=True):
    """How it is planted, which pair of worlds it lets a viewer tell apart, and where exactly."""

    plant: Plant
    places: frozenset[str]
    pair: str
    viewer: Viewer


class Served:
    """Makes a service and keeps it at hand, for a leak in a place that has none."""

    def __init__(self, then: Callable[[Service], None] = lambda _: None) -> None:
        """Take what is done to the service when it has been made."""
        self._then = then
        self.service: Service | None = None

    def __call__(self, db: Path, registry: Registry, sources: Sources, *, address: str) -> Service:
        """Make it."""
        self.service = Service(db, registry, sources, address=address)
        self._then(self.service)
        return self.service

    @property
    def record(self) -> Record:
        """The whole record of the first game."""
        assert self.service is not None
        return self.service.archive.record(next(self.service.archive.games()))


def whole_item(codec: Codec, event: Sealed, _: Viewer) -> object:
    """An event with everything that lies beside it, whoever looks."""
    return item_of(codec, event, HOLDER)


def all_openings_in_pages(patch: pytest.MonkeyPatch) -> Parts:
    """The log as a page holds everybody's openings."""
    patch.setattr(log, "item_of", whole_item)
    return Parts()


def all_openings_of_an_event(patch: pytest.MonkeyPatch) -> Parts:
    """A single event comes with everybody's openings."""

    def whole_event(record: Record, replay: Replay, position: int) -> object:
        openings = record.events[position - 1].openings
        return replace(event_form(record, replay, position), openings=Raw(openings) if openings else UNSET)

    patch.setattr(log, "event_form", whole_event)
    return Parts()


def all_openings_in_streams(patch: pytest.MonkeyPatch) -> Parts:
    """A stream sends everybody's openings to all."""
    patch.setattr(streams, "item_of", whole_item)
    return Parts()


def whole_exports(patch: pytest.MonkeyPatch) -> Parts:
    """The export is not stripped."""

    def whole(record: Record, _: Viewer) -> Record:
        return record

    patch.setattr(log, "as_seen_by", whole)
    return Parts()


def salts_without_values(patch: pytest.MonkeyPatch) -> Parts:
    """Salts alone tell a secret to whoever tries the few values there are; both worlds have the same salts."""

    def page(*fields: object) -> dict[str, object]:
        return dict(zip(LogPage.__struct_fields__, fields, strict=True))

    def salted(_: Codec, event: Sealed, viewer: Viewer) -> object:
        del viewer
        return {"event": Raw(event.line), "salts": [opening.salt for opening in openings_of(event)]}

    patch.setattr(log, "item_of", salted)
    patch.setattr(log, "LogPage", page)
    return Parts()


def eyes_of_anybody(patch: pytest.MonkeyPatch) -> Parts:
    """Whoever asks looks through any eyes they name."""

    def looking_as(caller: Caller, named: str | None) -> Viewer:
        return caller.viewer if named is None else Viewer(named)

    patch.setattr(Caller, "looking_as", looking_as)
    return Parts()


def conflicts_with_what_is_stored(patch: pytest.MonkeyPatch) -> Parts:
    """Whoever brings another record of a game is told which one is there."""

    def differs(writer: Writer, record: Record) -> bool:
        there = [row.state.decode() for row in writer.archive.rows(record.game)]
        if there:
            raise RecordDiffers("\n".join(there))
        return True

    patch.setattr(Writer, "_is_new", differs)
    return Parts()


def full_state(_: pytest.MonkeyPatch) -> Parts:
    """Replays are made of the whole record, and the view is careless, too."""
    return Parts(service=Served(OpenShelf.put_into))


def options_of_the_full_state(patch: pytest.MonkeyPatch) -> Parts:
    """Options are computed from everything, and hint at what a neighbour plans."""
    served = Served()

    def hinting(_: Replay, seat: Seat) -> Options[Any]:
        return HintsInOptions().options(folded(served.record).state, seat)

    patch.setattr(decisions, "_options", hinting)
    return Parts(service=served)


def dry_runs_of_the_full_state(patch: pytest.MonkeyPatch) -> Parts:
    """What would follow is computed from everything: the last plan turns up everybody's first token."""

    def knowing(service: Service, caller: Caller, body: DecisionToMake, seat: Seat) -> dict[str, object]:
        record = service.shelf.record(caller.game)
        game = folded(record)
        asked = Asked(record.ruleset, game, game.position)
        dry = question(asked, {**body.decision, "by": seat}, body.reports(), service.sources, named=SENT)
        return reply(dry, dry.answered())

    patch.setattr(decisions, "_dry", knowing)
    return Parts()


def draws_of_the_seed(patch: pytest.MonkeyPatch) -> Parts:
    """Questions are answered with what the seed will give."""
    served = Served()

    def foreseen(question: Question) -> Answer:
        chance = served.record.opened.chance
        assert isinstance(chance, BySeed)
        drawn = Seeded(chance.seed.look(), question.game.id, question.game.position + 1)
        return answer(question.ruleset, question.game.state, question.decision, drawn)

    patch.setattr(Question, "answered", foreseen)
    return Parts(service=served)


def tags_of_openings(patch: pytest.MonkeyPatch) -> Parts:
    """An entity tag is made of whatever is stored, openings and all."""
    served = Served()

    def tag(position: int) -> dict[str, str]:
        stored = b"".join(event.openings for event in served.record.events)
        return {"ETag": f'"{position}-{sha256(stored).hexdigest()[:16]}"'}

    patch.setattr(games, "etag", tag)
    return Parts(service=served)


def problems_with_the_plan(patch: pytest.MonkeyPatch) -> Parts:
    """A refusal says what is planned."""

    def telling(service: Service, caller: Caller, _: Seat) -> dict[str, object]:
        state = folded(service.shelf.record(caller.game)).state
        return {"stored": Raw(value_text(state.field.plans))}

    patch.setattr(decisions, "_refused", telling)
    return Parts()


def bodies_in_the_log(_: pytest.MonkeyPatch) -> Parts:
    """A line of the log has the body."""
    return Parts(app=partial(create_app, strict=LogsBodies))


def decisions_in_the_metrics(_: pytest.MonkeyPatch) -> Parts:
    """Requests are counted by what is decided."""
    return Parts(app=partial(create_app, strict=LabelsWithBodies))


def addresses_in_the_metrics(patch: pytest.MonkeyPatch) -> Parts:
    """Requests are counted and logged by address, and not by route."""

    def address(scope: Scope) -> str:
        return str(scope["path"])

    patch.setattr(observing, "_route", address)
    return Parts()


def openings_in_the_timeline(_: pytest.MonkeyPatch) -> Parts:
    """The timeline is made of everything that is stored."""
    return Parts(service=Served(OpenProjector.put_into))


def answers_to_anybody(_: pytest.MonkeyPatch) -> Parts:
    """The same idempotency key gets the same answer, whoever sends it."""
    return Parts(app=partial(create_app, strict=RepeatsAnybody))


def _leak(plant: Plant, *places: str, pair: str = "plan", viewer: Viewer = ASH) -> Leak:
    return Leak(plant, frozenset(places), pair, viewer)


_KEPT: Final = tuple(f"GET {GAME}{what}" for what in ("/events", "/events/{position}", "/record", "/stream"))
_REPLAYED: Final = (f"GET {GAME}/state", f"GET {GAME}/frames")
_DECIDING: Final = f"POST {DECISIONS}"
LEAKS: Final[Mapping[str, Leak]] = {
    leak.plant.__name__: leak
    for leak in (
        _leak(all_openings_in_pages, f"GET {GAME}/events"),
        _leak(all_openings_of_an_event, f"GET {GAME}/events/{{position}}", pair="movement"),
        _leak(all_openings_in_streams, f"GET {STREAM}", pair="Inspiration"),
        _leak(whole_exports, f"GET {GAME}/record", pair="start"),
        _leak(eyes_of_anybody, *_KEPT, *_REPLAYED),
        _leak(conflicts_with_what_is_stored, "POST /v1/records"),
        _leak(full_state, *_REPLAYED, _DECIDING, "POST /v1/ask"),
        _leak(options_of_the_full_state, f"GET {GAME}/options", _DECIDING),
        _leak(dry_runs_of_the_full_state, _DECIDING),
        _leak(draws_of_the_seed, _DECIDING, "POST /v1/ask", pair="seed", viewer=BIRCH),
        _leak(tags_of_openings, f"GET {GAME}", "POST /v1/games"),
        _leak(problems_with_the_plan, _DECIDING),
        _leak(bodies_in_the_log, LOG),
        _leak(decisions_in_the_metrics, METRICS),
        _leak(openings_in_the_timeline, f"GET {GAME}/timeline", VIEWS),
        _leak(answers_to_anybody, _DECIDING),
    )
}
"""Leaks that let two worlds be told apart in these places, and in no others."""
