"""Leaks to be planted where a game is drawn, outlined and shown on a page."""

import html
from collections.abc import Iterator, Mapping, Sequence

import pytest
from msgspec.structs import replace
from starlette.responses import HTMLResponse, Response

from oathbook.api.asking import replay_forms as looking
from oathbook.api.http import following
from oathbook.api.http.following import Following
from oathbook.api.pages import pictures, rendering, routes
from oathbook.api.pages.drawing.picture import picture
from oathbook.api.pages.moments import Moment, moment_at
from oathbook.api.schemas import replays as drawing
from oathbook.api.schemas.replays import SceneTold
from oathbook.api.service import Service
from oathbook.domain.games.events import DecisionMade
from oathbook.domain.kernel.seats import HOLDER, Seat
from oathbook.domain.recording.format.cleartext import decision_text, value_text
from oathbook.domain.recording.format.record import folded
from oathbook.domain.rulesets.protocol import Scene
from oathbook.replays.frames import Replay
from oathbook.replays.index import ReplayIndex
from oathbook.replays.outline import MarkedPosition, Outline
from oathbook.replays.since import Changes, Since, TraySince
from tests.service.secrecy.planting import Served
from tests.service.secrecy.worlds import Parts


def scenes_for_the_holder(patch: pytest.MonkeyPatch) -> Parts:
    """Scenes are drawn of the whole record, whoever looks."""
    served = Served()

    def drawn(replay: Replay, *, first: int, last: int) -> Iterator[SceneTold]:
        del replay
        return drawing.scenes(Replay(served.record, HOLDER), first=first, last=last)

    patch.setattr(looking, "scenes", drawn)
    return Parts(service=served)


def since_for_the_holder(patch: pytest.MonkeyPatch) -> Parts:
    """What changed is found in scenes of the whole record, whoever looks, and says what it was."""
    served = Served()

    def telling(index: ReplayIndex, position: int) -> Since:
        del index
        whole = Replay(served.record, HOLDER)
        drawn = whole.scene(whole.game_at(position)).trays
        honest = Changes().at(whole, position)
        trays = tuple(
            TraySince(" ".join(stack.label for stack in tray.stacks), each.since, each.stacks)
            for tray, each in zip(drawn, honest.trays, strict=True)
        )
        return replace(honest, trays=trays)

    patch.setattr(ReplayIndex, "since", telling)
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
            return rendering.page(template, values, status)
        plans = value_text(folded(served.record).state.field.plans).decode()
        return HTMLResponse(rendering.TEMPLATES.from_string(block).render(values, plans=plans), status)

    patch.setattr(routes, "page", page)
    return Parts(service=served)


def moments_for_the_holder(patch: pytest.MonkeyPatch) -> Parts:
    """What a page and a shared link say of a moment is taken from the whole record, whoever reads them."""
    served = Served()

    def telling(replay: Replay, position: int, *, is_end_hidden: bool) -> Moment:
        del replay
        return moment_at(Replay(served.record, HOLDER), position, is_end_hidden=is_end_hidden)

    patch.setattr(routes, "moment_at", telling)
    return Parts(service=served)


def tickets_for_the_holder(patch: pytest.MonkeyPatch) -> Parts:
    """Whoever comes with a ticket is shown everything."""
    asked = following.with_ticket

    def as_holder(service: Service, game: str, text: str) -> Following:
        return replace(asked(service, game, text), viewer=HOLDER)

    patch.setattr(following, "with_ticket", as_holder)
    return Parts()


def plans_in_a_picture(patch: pytest.MonkeyPatch) -> Parts:
    """The board is drawn with the plans of the whole record written across it."""
    served = Served()

    def drawn(scene: Scene, seats: Sequence[Seat], title: str) -> str:
        plans = value_text(folded(served.record).state.field.plans).decode()
        shown = f"<text y='500' font-size='300'>{html.escape(plans)}</text>"
        return picture(scene, seats, title).replace("</svg>", f"{shown}</svg>")

    patch.setattr(pictures, "picture", drawn)
    return Parts(service=served)
