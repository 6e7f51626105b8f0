"""The answers to questions about a game."""

from collections.abc import Callable, Hashable, Mapping

from starlette.responses import Response

from oathbook.api.asking.questions import Answer, Question
from oathbook.api.http.callers import Caller
from oathbook.api.schemas.service import JSON
from oathbook.api.service import Service
from oathbook.domain.kernel.seats import Viewer


async def answered(
    service: Service, caller: Caller, viewer: Viewer, form: Callable[..., bytes], *about: Hashable, rulings: bool = True
) -> Answer:
    """What a form tells the caller, who looks as this viewer; see ``Question``."""
    return await service.asked(Question(caller.game, viewer, form, about, rulings), caller.head.position)


def as_response(told: Answer, headers: Mapping[str, str] | None = None) -> Response:
    """An answer as JSON."""
    return Response(told.body, headers=headers, media_type=JSON)
