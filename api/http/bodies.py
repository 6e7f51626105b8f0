"""Reads the bodies of requests: whole, in time, bounded, and strict JSON."""

import asyncio
from collections import Counter
from collections.abc import Mapping
from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from oathbook.api.http.addresses import address_of
from oathbook.api.http.error_handlers import problem_response
from oathbook.api.schemas import problems
from oathbook.api.schemas.problems import HttpProblem
from oathbook.api.schemas.shapes import JSON, LINES, NOTATION
from oathbook.domain.errors import BadRecord, TooLarge
from oathbook.domain.kernel.limits import BODY_BYTES, RECORD_BYTES
from oathbook.domain.recording.format.strict_json import parse_json

SECONDS: Final = 10.0  # for a body to arrive, from the first read
RECORD_SECONDS: Final = 60.0  # for a record, which is far longer
RECORDS: Final = "/v1/records"  # its bodies are records, which the route parses
MOST_RECORDS: Final = 4  # records on their way at the same time: each may take hundreds of megabytes
MOST_RECORDS_EACH: Final = MOST_RECORDS // 2  # of them, those of one address

WRITING: Final = frozenset({"POST", "PUT", "PATCH", "DELETE"})


TWO_LENGTHS: Final = HttpProblem(
    problems.KIND_BY_CLASS[BadRecord],
    "Content-Length and Transfer-Encoding: a request has one of them",
    headers={"Connection": "close"},
)
"""A proxy may end the body by the other header than we do (RFC 9112, section 6.1)."""


class StrictBodies:
    """Reads a body before the app does, and refuses what cannot be taken.

    413 above ``limits.BODY_BYTES`` (records: ``RECORD_BYTES``), 408 after ``seconds``, 415 if the body is not declared
    as JSON (records: lines of JSON, or notation), 400 if it is not strict JSON or declares two lengths, 503 while
    ``MOST_RECORDS`` are on their way, 429 while half of them come from the same address.
    """

    def __init__(self, app: ASGIApp, *, seconds: float = SECONDS) -> None:
        self._app = app
        self._seconds = seconds
        self._records: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on with its body, or answers it."""
        if scope["type"] == "http" and has_two_lengths(scope):
            await problem_response(scope, TWO_LENGTHS)(scope, receive, send)
            return
        if scope["type"] != "http" or scope["method"] not in WRITING:
            await self._app(scope, receive, send)
            return
        if scope["path"] == RECORDS:
            await self._pass_record(scope, receive, send)
        else:
            await self._pass_body(scope, receive, send)

    async def _pass_record(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = address_of(scope)
        problem = _record_limit(self._records, address)
        if problem is not None:
            await problem_response(scope, problem)(scope, receive, send)
            return
        self._records[address] += 1
        try:
            await self._pass_body(scope, receive, send)
        finally:
            self._records -= Counter((address,))

    async def _pass_body(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_record = scope["path"] == RECORDS
        seconds = RECORD_SECONDS if is_record else self._seconds
        try:
            headers = Headers(scope=scope)
            is_read = scope["method"] == "POST"  # other methods take no body: the app refuses them
            if is_read:
                _must_have_type(headers, (LINES, NOTATION) if is_record else (JSON,))
            body = await read_body(receive, headers, RECORD_BYTES if is_record else BODY_BYTES, seconds)
            if is_read and not is_record:
                _must_be_json(body)
        except ClientGone:
            return
        except HttpProblem as problem:
            await problem_response(scope, problem)(scope, receive, send)
            return
        await self._app(scope, _received_again(body, receive), send)


def _record_limit(records: Counter[str], address: str) -> HttpProblem | None:
    later = {"Retry-After": "10"}
    if records.total() >= MOST_RECORDS:
        return HttpProblem(problems.BUSY, f"{MOST_RECORDS} records are being imported", headers=later)
    if records[address] >= MOST_RECORDS_EACH:
        says = f"records: one address imports {MOST_RECORDS_EACH} at once"
        return HttpProblem(problems.TOO_MANY, says, headers=later)
    return None


def has_two_lengths(scope: Scope) -> bool:
    """Returns whether a request declares the end of its body in two ways."""
    return {b"content-length", b"transfer-encoding"} <= {name for name, _ in scope["headers"]}


class ClientGone(Exception):  # noqa: N818  # nobody waits for an answer
    """The client disconnected before its body was complete."""


async def read_body(receive: Receive, headers: Mapping[str, str], most: int, seconds: float) -> bytes:
    """Returns a body; ``HttpProblem`` if it is late or too large, ``ClientGone``."""
    declared = headers.get("content-length", "")
    if declared.isascii() and declared.isdigit() and int(declared[:20]) > most:
        raise _too_large(most)
    try:
        async with asyncio.timeout(seconds):
            return await _read(receive, most)
    except TimeoutError:
        raise HttpProblem(
            problems.TOO_SLOW, f"the body did not arrive within {seconds:g} s", headers={"Connection": "close"}
        ) from None


async def _read(receive: Receive, most: int) -> bytes:
    parts = bytearray()
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientGone
        parts += message.get("body", b"")
        if len(parts) > most:
            raise _too_large(most)
        more = message.get("more_body", False)
    return bytes(parts)


def _too_large(most: int) -> HttpProblem:
    return HttpProblem(
        problems.KIND_BY_CLASS[TooLarge], f"a body has at most {most:,} bytes here", headers={"Connection": "close"}
    )


def _must_have_type(headers: Mapping[str, str], needed: tuple[str, ...]) -> None:
    """Refuses plain text, which a page of another site may send to this machine without a preflight."""
    if headers.get("content-type", "").partition(";")[0].strip().lower() not in needed:
        raise HttpProblem(problems.NOT_JSON, f"send the body with Content-Type: {' or '.join(needed)}")


def _must_be_json(body: bytes) -> None:
    try:
        parse_json(body, where="body")
    except BadRecord as problem:
        raise problems.from_exception(problem) from None


def _received_again(body: bytes, receive: Receive) -> Receive:
    """Returns the body once more, in one piece; then what else comes, such as a disconnect."""
    waiting = [body]

    async def once() -> Message:
        if waiting:
            return {"type": "http.request", "body": waiting.pop(), "more_body": False}
        return await receive()

    return once
