"""Addresses: below a path of a host, as a proxy offers the service there, and each spelt in one way."""

from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from oathbook.api.http.error_handlers import problem_response
from oathbook.api.schemas import problems
from oathbook.api.schemas.problems import HttpProblem

LOCATION: Final = b"location"
LINK: Final = b"link"
LINE_FEED: Final = "\n"


class RootPath:
    """Takes the path off the addresses that are asked for, and puts it before those that answers lead to.

    Proxies may have taken it off: an address without it means the same.
    """

    def __init__(self, app: ASGIApp, *, root: str) -> None:
        """Wrap the app; the path is one of ``RootPath``, and not empty."""
        self._app = app
        self._root = root
        self._before = root.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path = scope["path"]
        if _is_below(path, self._root):
            path = path[len(self._root) :] or "/"

        async def placed(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [(name, self._prefixed(name, value)) for name, value in message["headers"]]
            await send(message)

        await self._app({**scope, "path": path, "root_path": self._root}, receive, placed)

    def _prefixed(self, name: bytes, value: bytes) -> bytes:
        header = name.lower()
        if header == LOCATION and value.startswith(b"/"):
            return self._before + value
        if header == LINK and value.startswith(b"</"):
            return b"<" + self._before + value[1:]
        return value


class RejectAmbiguousPaths:
    """Answers 404 at an address that a route would take for another one, while what stands before it would not.

    The pattern of a route also matches where a line feed follows the address, and the router takes the root off once
    more, where it is written twice.
    """

    def __init__(self, app: ASGIApp, *, root: str) -> None:
        """Wrap the app; the root is taken off the addresses already, and empty where there is none."""
        self._app = app
        self._root = root

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] == "http" and self._is_ambiguous(scope["path"]):
            nowhere = HttpProblem(problems.NO_ADDRESS, "there is nothing at this address")
            await problem_response(scope, nowhere)(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _is_ambiguous(self, path: str) -> bool:
        return path.endswith(LINE_FEED) or (self._root != "" and _is_below(path, self._root))


def _is_below(path: str, root: str) -> bool:
    return path == root or path.startswith(f"{root}/")
