"""Answers that rest on a replay alone: made once for each question."""

from collections.abc import Callable, Hashable, Mapping

from starlette.responses import Response

from api.schemas.service import JSON
from api.service import Service
from domain.recording.format.cleartext import value_text
from replays.frames import Replay


def ready(
    service: Service,
    replay: Replay,
    *asked: Hashable,
    form: Callable[[], object],
    headers: Mapping[str, str] | None = None,
) -> Response:
    """The answer to what is ``asked`` about a replay; ``form`` makes it where it is not at hand."""
    body = service.ready.bytes_of(replay, asked, lambda: value_text(form()))
    return Response(body, headers=headers, media_type=JSON)
