"""The service below a path of a host, as a proxy offers it there."""

from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOCATION: Final = b"location"


class Below:
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
        if path == self._root or path.startswith(f"{self._root}/"):
            path = path[len(self._root) :] or "/"

        async def placed(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [(name, self._placed(name, value)) for name, value in message["headers"]]
            await send(message)

        await self._app({**scope, "path": path, "root_path": self._root}, receive, placed)

    def _placed(self, name: bytes, value: bytes) -> bytes:
        return self._before + value if name.lower() == LOCATION and value.startswith(b"/") else value
