"""The witness as an ASGI application."""

import re
from http import HTTPStatus
from typing import Final

import structlog
from anyio import to_thread
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from oathbook.api.http import bodies
from oathbook.api.http.error_handlers import problem_json
from oathbook.api.schemas import problems
from oathbook.api.schemas.problems import HttpProblem
from oathbook.api.witness.witness import LogWitness
from oathbook.domain.evidence.submissions import MOST_BYTES

ADD: Final = "/add-checkpoint"
_CHECKPOINT: Final = re.compile(r"/([0-9a-f]{64})/checkpoint")


class WitnessApp:
    """Answers ``POST /add-checkpoint``, and ``GET /<SHA-256 of a log's name>/checkpoint``."""

    def __init__(self, witness: LogWitness, *, seconds: float = bodies.SECONDS) -> None:
        self._witness = witness
        self._seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request; its body has ``seconds`` to arrive."""
        if scope["type"] != "http":
            return
        try:
            response = await self._answer(scope, receive)
        except bodies.ClientGone:
            return
        except HttpProblem as problem:
            response = problem_json(problem)
        except OSError as problem:
            structlog.get_logger().error("fault", kind=type(problem).__name__, says=problem.strerror)
            response = Response("what was cosigned cannot be kept now\n", HTTPStatus.SERVICE_UNAVAILABLE)
        await response(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive) -> Response:
        if bodies.has_two_lengths(scope):
            raise bodies.TWO_LENGTHS
        if scope["path"] == ADD:
            _must_be(scope, "POST")
            body = await bodies.read_body(receive, Headers(scope=scope), MOST_BYTES, self._seconds)
            answer = await to_thread.run_sync(self._witness.add_checkpoint, body)
        elif found := _CHECKPOINT.fullmatch(scope["path"]):
            _must_be(scope, "GET", "HEAD")
            answer = self._witness.checkpoint(found[1])
        else:
            raise HttpProblem(problems.NO_ADDRESS, f"there is nothing at this address: a witness takes POST {ADD}")
        # As a header: to a media type Starlette adds a charset, and clients compare the whole value.
        return Response(answer.body, answer.status, {"Content-Type": answer.media_type, "Cache-Control": "no-store"})


def _must_be(scope: Scope, *methods: str) -> None:
    if scope["method"] not in methods:
        allowed = ", ".join(methods)
        raise HttpProblem(problems.NO_METHOD, f"this address takes {allowed}", headers={"Allow": allowed})
