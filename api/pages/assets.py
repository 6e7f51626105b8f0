"""The scripts, styles and pictures of the pages, read once and kept for ever by whoever has them."""

import gzip
from hashlib import sha256
from pathlib import Path
from typing import Final

from msgspec import Struct
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from oathbook.api.pages.script_modules import entry_scripts, join_modules

STATIC: Final = Path(__file__).parent / "static"
WHERE: Final = "/static"
FOREVER: Final = "public, max-age=31536000, immutable"
"""A year, within which nobody asks whether it has changed (RFC 8246): another content has another address."""

TYPES: Final = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
DIGITS: Final = 16


class Asset(Struct, frozen=True):
    """A file as it is sent."""

    media_type: str
    plain: bytes
    packed: bytes


class Assets:
    """The files of a folder, below a digest of them all: an ASGI application.

    A script that pages name is sent with all the modules that it imports, as each would be a request of its own.
    Relative addresses in scripts and styles lead to files of the same digest.
    """

    def __init__(self, folder: Path) -> None:
        """Read them; ``KeyError`` for a file of a kind that no page has, ``ValueError`` as ``joined``."""
        paths = sorted(each for each in folder.rglob("*") if each.is_file() and not each.is_symlink())
        texts = {each.relative_to(folder).as_posix(): each.read_text("utf-8") for each in paths}
        modules = {name: text for name, text in texts.items() if name.endswith(".js")}
        texts |= {name: join_modules(name, modules) for name in entry_scripts(modules)}
        plain = {name: text.encode() for name, text in texts.items()}
        self._files = {
            name: Asset(TYPES[Path(name).suffix], content, gzip.compress(content, mtime=0))
            for name, content in plain.items()
        }
        digest = sha256()
        for name, each in self._files.items():
            digest.update(b"%s\n%d\n%s" % (name.encode(), len(each.plain), each.plain))
        self._below = f"/{digest.hexdigest()[:DIGITS]}/"

    def address(self, name: str) -> str:
        """Where a file is; ``KeyError`` if there is none."""
        if name not in self._files:
            raise KeyError(name)
        return f"{WHERE}{self._below}{name}"

    def text(self, name: str) -> bytes:
        """Returns the content of a file; raises ``KeyError`` if there is no such file."""
        return self._files[name].plain

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send a file, as gzip where the request names that: one that refuses it has been read by then."""
        path = scope["path"].removeprefix(WHERE)
        found = self._files.get(path.removeprefix(self._below)) if path.startswith(self._below) else None
        if scope["method"] != "GET":
            raise HTTPException(405, headers={"Allow": "GET, HEAD"})
        if found is None:
            raise HTTPException(404)
        headers = {"Cache-Control": FOREVER}
        if packed := "gzip" in Headers(scope=scope).get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
        response = Response(found.packed if packed else found.plain, headers=headers, media_type=found.media_type)
        await response(scope, receive, send)


ASSETS: Final = Assets(STATIC)
