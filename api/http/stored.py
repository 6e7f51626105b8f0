"""The answer to a step that is stored: always 201, whatever else goes wrong."""

from collections.abc import Callable

import structlog
from starlette.responses import Response

from api.http.receipts import receipted
from api.http.responses import answer, etag, step_bare
from api.schemas.service import StepTold
from api.service import Service
from domain.errors import CorruptRecord
from domain.kernel.seats import Seat
from domain.recording.writing.batch import StoredStep
from replays.frames import Replay


def stored_answer(
    service: Service, step: StoredStep, seat: Seat, told: Callable[[Replay], StepTold], *, where: str
) -> Response:
    """A step as its seat sees it; ``told`` makes that of the game after it, and ``where`` is its address.

    Where the rest of the record is damaged, so that the game after it cannot be told, the answer says so in ``fault``,
    and the game takes no more steps.
    """
    headers = {**etag(step.position), "Location": where, **receipted(service, step.events[-1])}
    try:
        found: StepTold = told(service.replays.after(step, seat))
    except Exception as problem:  # noqa: BLE001  # because it is stored, and nothing else that is answered may deny it
        structlog.get_logger().error("fault", kind=type(problem).__name__, where=["after a step was stored"])
        if isinstance(problem, CorruptRecord):
            service.writer.close_game(step.game, problem)
        found = step_bare(step, str(problem) if isinstance(problem, CorruptRecord) else type(problem).__name__)
    return answer(found, 201, headers=headers)
