"""Root paths: the service below a path of a host, as a proxy offers it."""

from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from oathbook.api.http.error_handlers import NOTHING_HERE
from oathbook.api.schemas.problems import HttpProblem

LOCATION: Final = b"location"
LINK: Final = b"link"
LINE_FEED: Final = "\n"


class RootPath:
    """Removes the root path from requested addresses, and prepends it to the addresses in answers.

    A proxy may have removed it already: an address without it means the same.
    """

    def __init__(self, app: ASGIApp, *, root: str) -> None:
        self._app = app
        self._root = root
        self._before = root.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on."""
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


def ambiguous_path(scope: Scope, *, root: str) -> HttpProblem | None:
    """Returns 404 for a path that ends in a line feed or repeats the root path.

    The router would match it as another path, the middlewares would not. The root path was already removed once.
    """
    path = scope["path"]
    return NOTHING_HERE if path.endswith(LINE_FEED) or (root and _is_below(path, root)) else None


def _is_below(path: str, root: str) -> bool:
    return path == root or path.startswith(f"{root}/")
