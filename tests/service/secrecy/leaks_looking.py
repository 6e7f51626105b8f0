"""Leaks to be planted where a game is drawn, outlined and shown on a page."""

import html
from collections.abc import Iterator, Mapping, Sequence

import pytest
from msgspec.structs import replace
from starlette.responses import HTMLResponse, Response

from oathbook.api.http import stream_callers
from oathbook.api.http.routes import takebacks
from oathbook.api.http.stream_callers import StreamCaller
from oathbook.api.pages import pictures, rendering, routes
from oathbook.api.pages.drawing.picture import picture
from oathbook.api.pages.position_summary import PositionSummary, summarize_position
from oathbook.api.queries import replay_queries as looking
from oathbook.api.schemas import replays as drawing
from oathbook.api.schemas.replays import SceneTold
from oathbook.api.service import Service
from oathbook.domain.games.game import Game
from oathbook.domain.games.game_events import DecisionMade
from oathbook.domain.games.takeback_rules import Entries, Promisees, TakebackTerms, takeback_terms
from oathbook.domain.kernel import HOLDER, Seat
from oathbook.domain.recording.format.cleartext import decision_text, value_text
from oathbook.domain.recording.format.record import fold_record
from oathbook.domain.recording.notation.game_notation import GameNotation
from oathbook.domain.recording.notation.sheet_writer import step_lines
from oathbook.domain.rulesets.protocol import AnyRuleset, Scene
from oathbook.replays.frames import Replay
from oathbook.replays.last_changes import ChangeTracker, LastChanges, TraySince
from oathbook.replays.outline import MarkedPosition, Outline
from oathbook.replays.replay_index import ReplayIndex
from tests.service.secrecy.planting import Served, changed
from tests.service.secrecy.worlds import Parts


def takebacks_by_what_lies_face_down(patch: pytest.MonkeyPatch) -> Parts:
    """What it would take to go back depends on what is hidden."""
    served = Served()

    def terms(game: Game, entries: Entries, by: Seat, start: int, promisees: Promisees) -> TakebackTerms:
        hidden = b"".join(event.openings for event in served.record.events)
        return replace(takeback_terms(game, entries, by, start, promisees), decisions=len(hidden))

    patch.setattr(takebacks, "takeback_terms", terms)
    return Parts(service=served)


def sheets_for_the_holder(patch: pytest.MonkeyPatch) -> Parts:
    """Every viewer gets the sheet of the whole record."""
    served = Served()

    def lines(ruleset: AnyRuleset, game: Game, entries: Entries, step: Entries, speech: GameNotation) -> Iterator[str]:
        whole = served.record.entries()
        return step_lines(ruleset, game, entries, tuple(whole[each.position - 1] for each in step), speech)

    patch.setattr(looking, "step_lines", lines)
    return Parts(service=served)


def scenes_for_the_holder(patch: pytest.MonkeyPatch) -> Parts:
    """Scenes are drawn of the whole record, whoever looks."""
    served = Served()

    def drawn(replay: Replay, *, first: int, last: int) -> Iterator[SceneTold]:
        del replay
        return drawing.present_scenes(Replay(served.record, HOLDER), first=first, last=last)

    patch.setattr(looking, "replays", changed(drawing, present_scenes=drawn))
    return Parts(service=served)


def since_for_the_holder(patch: pytest.MonkeyPatch) -> Parts:
    """What changed is found in scenes of the whole record, whoever looks, and says what it was."""
    served = Served()

    def telling(index: ReplayIndex, position: int) -> LastChanges:
        del index
        whole = Replay(served.record, HOLDER)
        drawn = whole.scene(whole.game_at(position)).trays
        honest = ChangeTracker().at(whole, position)
        trays = tuple(
            TraySince(" ".join(stack.label for stack in tray.stacks), each.since, each.stacks)
            for tray, each in zip(drawn, honest.trays, strict=True)
        )
        return replace(honest, trays=trays)

    patch.setattr(ReplayIndex, "last_changes", telling)
    return Parts(service=served)


def decisions_in_the_outline(patch: pytest.MonkeyPatch) -> Parts:
    """The outline marks decisions, and says which, as they stand in the whole record."""
    served = Served()

    outline = ReplayIndex.outline

    def telling(index: ReplayIndex, *, after: int) -> Outline:
        decided = tuple(
            MarkedPosition(entry.position, (decision_text(entry.body.decision).decode(),))
            for entry in served.record.entries()
            if isinstance(entry.body, DecisionMade)
        )
        honest = outline(index, after=after)
        return replace(honest, marks=(*honest.marks, *decided))

    patch.setattr(ReplayIndex, "outline", telling)
    return Parts(service=served)


def plans_on_a_page(patch: pytest.MonkeyPatch) -> Parts:
    """The template of a game is handed the state, and puts the plans into the heading."""
    served = Served()
    block = "{% extends 'replay.html' %}{% block title %}{{ plans }}{% endblock %}"

    def page(template: str, values: Mapping[str, object], status: int = 200) -> Response:
        if template != "replay.html":
            return rendering.render_page(template, values, status)
        plans = value_text(fold_record(served.record).state.field.plans).decode()
        return HTMLResponse(rendering.TEMPLATES.from_string(block).render(values, plans=plans), status)

    patch.setattr(routes, "render_page", page)
    return Parts(service=served)


def moments_for_the_holder(patch: pytest.MonkeyPatch) -> Parts:
    """What a page and a shared link say of a moment is taken from the whole record, whoever reads them."""
    served = Served()

    def telling(replay: Replay, position: int, *, is_end_hidden: bool) -> PositionSummary:
        del replay
        return summarize_position(Replay(served.record, HOLDER), position, is_end_hidden=is_end_hidden)

    patch.setattr(routes, "summarize_position", telling)
    return Parts(service=served)


def tickets_for_the_holder(patch: pytest.MonkeyPatch) -> Parts:
    """Whoever comes with a ticket is shown everything."""
    asked = stream_callers.stream_caller_from_ticket

    def as_holder(service: Service, game: str, text: str) -> StreamCaller:
        return replace(asked(service, game, text), viewer=HOLDER)

    patch.setattr(stream_callers, "stream_caller_from_ticket", as_holder)
    return Parts()


def plans_in_a_picture(patch: pytest.MonkeyPatch) -> Parts:
    """The board is drawn with the plans of the whole record written across it."""
    served = Served()

    def drawn(scene: Scene, seats: Sequence[Seat], title: str) -> str:
        plans = value_text(fold_record(served.record).state.field.plans).decode()
        shown = f"<text y='500' font-size='300'>{html.escape(plans)}</text>"
        return picture(scene, seats, title).replace("</svg>", f"{shown}</svg>")

    patch.setattr(pictures, "picture", drawn)
    return Parts(service=served)
