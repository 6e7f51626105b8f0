"""Answers requests whose step is stored: always with 201."""

from collections.abc import Callable

import structlog
from starlette.responses import Response

from oathbook.api.http.receipts import receipt_header
from oathbook.api.http.responses import etag, json_response, present_bare_step
from oathbook.api.schemas.shapes import StepTold
from oathbook.api.service import Service
from oathbook.domain.errors import CorruptRecord
from oathbook.domain.kernel import Seat
from oathbook.domain.recording.writing.writer_batch import StoredStep
from oathbook.replays.frames import Replay


def step_response(
    service: Service, step: StoredStep, seat: Seat, present: Callable[[Replay], StepTold], *, where: str
) -> Response:
    """Returns 201 with a stored step as its seat may see it, presented by ``present``; ``where`` is its address.

    If the record is damaged, the answer says so in ``fault``, and the game takes no more steps.
    """
    headers = {**etag(step.position), "Location": where, **receipt_header(service, step.events[-1])}
    try:
        found: StepTold = present(service.replays.replay_after(step, seat))
    except Exception as problem:  # noqa: BLE001  # because it is stored, and nothing else that is answered may deny it
        found = present_bare_step(step, report_fault_after_store(service, step.game, problem))
    return json_response(found, 201, headers=headers)


def report_fault_after_store(service: Service, game: str, problem: Exception) -> str:
    """Logs a problem after a step was stored and returns its description; closes the game if its record is damaged."""
    structlog.get_logger().error("fault", kind=type(problem).__name__, where=["after a step was stored"])
    if not isinstance(problem, CorruptRecord):
        return type(problem).__name__
    service.writer.close_game(game, problem)
    return str(problem)
