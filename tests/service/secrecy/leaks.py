"""Leaks to be planted in a service, each where somebody could make the mistake; the sweep must find it there."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from typing import Any, Final

import pytest
from msgspec import UNSET, Raw
from msgspec.structs import replace
from starlette.types import Scope

from oathbook.api.app import create_app
from oathbook.api.http import metrics as observing
from oathbook.api.http import responses
from oathbook.api.http.callers import Caller
from oathbook.api.http.routes import decisions, games, log, streams
from oathbook.api.http.routes import options as choosing
from oathbook.api.queries import notations
from oathbook.api.schemas import shapes
from oathbook.api.schemas.answers import present_answer
from oathbook.api.schemas.marks import MarkedLine
from oathbook.api.service import Service
from oathbook.domain.application.lines import ParsedDecision
from oathbook.domain.application.questions import REQUEST_FIELDS, QuestionContext, RulesQuestion, parse_question
from oathbook.domain.chance.seeded_chance import SeededChance
from oathbook.domain.errors import RecordDiffers
from oathbook.domain.games.decision_results import DecisionResult, try_decision
from oathbook.domain.games.game_events import BySeed
from oathbook.domain.kernel import HOLDER, Seat, Viewer
from oathbook.domain.promises.audit.marks import OptionMark
from oathbook.domain.recording.format.cleartext import value_text
from oathbook.domain.recording.format.codec import Codec, EncodedEvent
from oathbook.domain.recording.format.envelope import StoredRow
from oathbook.domain.recording.format.record import Record, fold_record
from oathbook.domain.recording.notation.game_notation import GameNotation, option_words
from oathbook.domain.recording.writing import imports as adding
from oathbook.domain.rulesets.protocol import Options
from oathbook.replays.frames import Replay
from tests.contract.faulty import HINTS_IN_OPTIONS
from tests.service.secrecy.leaks_looking import (
    decisions_in_the_outline,
    moments_for_the_holder,
    plans_in_a_picture,
    plans_on_a_page,
    scenes_for_the_holder,
    sheets_for_the_holder,
    since_for_the_holder,
    takebacks_by_what_lies_face_down,
    tickets_for_the_holder,
)
from tests.service.secrecy.leaky import LabelsWithBodies, LogsBodies, OpenCache, OpenProjector, RepeatsAnybody
from tests.service.secrecy.page_looks import GAME_PAGE, PICTURE, PIXELS
from tests.service.secrecy.pairs import BIRCH
from tests.service.secrecy.planting import Leak, Served, changed, leak
from tests.service.secrecy.takeback_rows import ROUTE as TAKEBACK
from tests.service.secrecy.telling import LOG, METRICS, VIEWS, openings_of
from tests.service.secrecy.worlds import DECISIONS, GAME, STREAM, Parts


def whole_item(codec: Codec, event: EncodedEvent, _: Viewer) -> object:
    """An event with everything that lies beside it, whoever looks."""
    return responses.log_item(codec, event, HOLDER)


def all_openings_in_pages(patch: pytest.MonkeyPatch) -> Parts:
    """The log as a page holds everybody's openings."""
    patch.setattr(log, "responses", changed(responses, log_item=whole_item))
    return Parts()


def all_openings_of_an_event(patch: pytest.MonkeyPatch) -> Parts:
    """A single event comes with everybody's openings."""

    def whole_event(record: Record, replay: Replay, position: int) -> object:
        openings = record.events[position - 1].openings
        return replace(responses.present_event(record, replay, position), openings=Raw(openings) if openings else UNSET)

    patch.setattr(log, "responses", changed(responses, present_event=whole_event))
    return Parts()


def all_openings_in_streams(patch: pytest.MonkeyPatch) -> Parts:
    """A stream sends everybody's openings to all."""
    patch.setattr(streams, "log_item", whole_item)
    return Parts()


def whole_exports(patch: pytest.MonkeyPatch) -> Parts:
    """The export is not stripped."""

    def whole(record: Record, _: Viewer) -> Record:
        return record

    patch.setattr(log, "record_for", whole)
    return Parts()


def salts_without_values(patch: pytest.MonkeyPatch) -> Parts:
    """Salts alone tell a secret to whoever tries the few values there are; both worlds have the same salts."""

    def page(*fields: object) -> dict[str, object]:
        return dict(zip(shapes.LogPage.__struct_fields__, fields, strict=True))

    def salted(_: Codec, event: EncodedEvent, viewer: Viewer) -> object:
        del viewer
        return {"event": Raw(event.line), "salts": [opening.salt for opening in openings_of(event)]}

    patch.setattr(log, "responses", changed(responses, log_item=salted))
    patch.setattr(log, "shapes", changed(shapes, LogPage=page))
    return Parts()


def eyes_of_anybody(patch: pytest.MonkeyPatch) -> Parts:
    """Whoever asks looks through any eyes they name."""

    def looking_as(caller: Caller, named: str | None) -> Viewer:
        return caller.viewer if named is None else Viewer(named)

    patch.setattr(Caller, "view_as", looking_as)
    return Parts()


def conflicts_with_what_is_stored(patch: pytest.MonkeyPatch) -> Parts:
    """Whoever brings another record of a game is told which one is there."""

    def differs(_: Record, rows: Sequence[StoredRow]) -> bool:
        raise RecordDiffers("\n".join(row.state.decode() for row in rows))

    patch.setattr(adding, "_is_there", differs)
    return Parts()


def full_state(_: pytest.MonkeyPatch) -> Parts:
    """Replays are made of the whole record, and the view is careless, too."""
    return Parts(service=Served(OpenCache.put_into))


def options_of_the_full_state(patch: pytest.MonkeyPatch) -> Parts:
    """Options are computed from everything, and hint at what a neighbour plans."""
    served = Served()

    def hinting(_: Replay, seat: Seat, __: int) -> Options[Any]:
        return HINTS_IN_OPTIONS.options(fold_record(served.record).state, seat)

    for each in (choosing, decisions):
        patch.setattr(each, "options_at", hinting)
    return Parts(service=served)


def lines_of_the_full_state(patch: pytest.MonkeyPatch) -> Parts:
    """What could stand in a line is taken from everything, and hints at what a neighbour plans."""
    served = Served()

    def hinting(_: object, __: object, seat: Seat, notation: GameNotation) -> tuple[str, ...]:
        return option_words(HINTS_IN_OPTIONS, fold_record(served.record).state, seat, notation)

    patch.setattr(notations, "option_words", hinting)
    return Parts(service=served)


def marks_for_the_holder(patch: pytest.MonkeyPatch) -> Parts:
    """Which decisions break a promise depends on what is hidden."""
    served = Served()

    def knowing(*_: object) -> Iterator[MarkedLine]:
        hidden = b"".join(event.openings for event in served.record.events)
        mark = OptionMark(f"p{len(hidden)}", "c1", "breaks", None, might=False)
        yield MarkedLine(0, "plan", (mark,))

    patch.setattr(choosing, "present_marks", knowing)
    return Parts(service=served)


def dry_runs_of_the_full_state(patch: pytest.MonkeyPatch) -> Parts:
    """What would follow is computed from everything: the last plan turns up everybody's first token."""

    def knowing(service: Service, caller: Caller, made: ParsedDecision, seat: Seat) -> dict[str, object]:
        record = service.replays.record(caller.game)
        game = fold_record(record)
        asked = QuestionContext(record.ruleset, game, game.position)
        dry = parse_question(asked, {**made.value, "by": seat}, made.reports, service.sources, named=REQUEST_FIELDS)
        return present_answer(dry, dry.result())

    patch.setattr(decisions, "_answer_dry_run", knowing)
    return Parts()


def draws_of_the_seed(patch: pytest.MonkeyPatch) -> Parts:
    """Questions are answered with what the seed will give."""
    served = Served()

    def foreseen(question: RulesQuestion) -> DecisionResult:
        chance = served.record.opened.chance
        assert isinstance(chance, BySeed)
        drawn = SeededChance(chance.seed.look(), question.game.id, question.game.position + 1)
        return try_decision(question.ruleset, question.game.state, question.decision, drawn)

    patch.setattr(RulesQuestion, "result", foreseen)
    return Parts(service=served)


def tags_of_openings(patch: pytest.MonkeyPatch) -> Parts:
    """An entity tag is made of whatever is stored, openings and all."""
    served = Served()

    def tag(position: int) -> dict[str, str]:
        stored = b"".join(event.openings for event in served.record.events)
        return {"ETag": f'"{position}-{sha256(stored).hexdigest()[:16]}"'}

    for each in ("etag", "unstored_etag"):
        patch.setattr(games, each, tag)
    return Parts(service=served)


def problems_with_the_plan(patch: pytest.MonkeyPatch) -> Parts:
    """A refusal says what is planned."""

    def telling(service: Service, caller: Caller, _: Seat) -> dict[str, object]:
        state = fold_record(service.replays.record(caller.game)).state
        return {"stored": Raw(value_text(state.field.plans))}

    patch.setattr(decisions, "_refusal_details", telling)
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


_KEPT: Final = tuple(f"GET {GAME}{what}" for what in ("/events", "/events/{position}", "/record", "/stream"))
_REPLAYED: Final = tuple(f"GET {GAME}{what}" for what in ("/state", "/frames", "/scenes", "/odds"))
_DECIDING: Final = f"POST {DECISIONS}"
_WRITTEN: Final = f"GET {GAME}/lines", f"GET {GAME}/sheet"
LEAKS: Final[Mapping[str, Leak]] = {
    each.plant.__name__: each
    for each in (
        leak(all_openings_in_pages, f"GET {GAME}/events"),
        leak(all_openings_of_an_event, f"GET {GAME}/events/{{position}}", pair="movement"),
        leak(all_openings_in_streams, f"GET {STREAM}", pair="Inspiration"),
        leak(whole_exports, f"GET {GAME}/record", pair="start"),
        leak(eyes_of_anybody, *_KEPT, f"GET {GAME}/sheet", f"GET {GAME}/bundle", *_REPLAYED),
        leak(conflicts_with_what_is_stored, "POST /v1/records"),
        leak(full_state, *_REPLAYED, *_WRITTEN, _DECIDING, "POST /v1/ask"),
        leak(options_of_the_full_state, f"GET {GAME}/options", _DECIDING),
        leak(lines_of_the_full_state, f"POST {GAME}/lines"),
        leak(marks_for_the_holder, f"GET {GAME}/options", pair="promised"),
        leak(dry_runs_of_the_full_state, _DECIDING),
        leak(draws_of_the_seed, _DECIDING, "POST /v1/ask", pair="seed", viewer=BIRCH),
        leak(tags_of_openings, f"GET {GAME}", "POST /v1/games"),
        leak(problems_with_the_plan, _DECIDING),
        leak(bodies_in_the_log, LOG),
        leak(decisions_in_the_metrics, METRICS),
        leak(openings_in_the_timeline, f"GET {GAME}/timeline", VIEWS),
        leak(answers_to_anybody, _DECIDING),
        leak(scenes_for_the_holder, f"GET {GAME}/scenes"),
        leak(sheets_for_the_holder, f"GET {GAME}/lines"),
        leak(takebacks_by_what_lies_face_down, f"GET {TAKEBACK}", pair="promised"),
        leak(since_for_the_holder, f"GET {GAME}/scenes/{{position}}/since"),
        leak(decisions_in_the_outline, f"GET {GAME}/outline"),
        leak(plans_on_a_page, f"GET {GAME_PAGE}"),
        leak(moments_for_the_holder, f"GET {GAME_PAGE}", pair="promised"),
        leak(tickets_for_the_holder, f"GET {STREAM}", pair="Inspiration"),
        leak(plans_in_a_picture, f"GET {PICTURE}", f"GET {PIXELS}"),
    )
}
"""Leaks that let two worlds be told apart in these places, and in no others."""
