"""What every page says first while the records are only shown."""

from collections.abc import Callable

from starlette.types import ASGIApp, Receive, Scope, Send

from oathbook.api.pages.rendering import NOTICE


class Noticed:
    """Gives the pages of a request what is to be said at their top."""

    def __init__(self, app: ASGIApp, says: Callable[[], str]) -> None:
        """Ask this for every request; nothing is said where it is empty."""
        self._app = app
        self._says = says

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, with it."""
        NOTICE.set(self._says())
        await self._app(scope, receive, send)
