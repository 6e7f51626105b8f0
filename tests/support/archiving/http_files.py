"""A folder served over HTTP, with parts of files, as a store does."""

import re
from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Final

RANGE: Final = re.compile(r"bytes=(\d+)-(\d+)$")


class Handler(SimpleHTTPRequestHandler):
    """Answers GET, also for a part, and HEAD; says nothing."""

    def do_GET(self) -> None:
        asked = RANGE.match(self.headers.get("Range", ""))
        path = Path(self.translate_path(self.path))
        if asked is None or not path.is_file():
            super().do_GET()
            return
        text = path.read_bytes()
        part = text[int(asked[1]) : int(asked[2]) + 1]
        self.send_response(206)
        self.send_header("Content-Range", f"bytes {asked[1]}-{int(asked[1]) + len(part) - 1}/{len(text)}")
        self.send_header("Content-Length", str(len(part)))
        self.end_headers()
        self.wfile.write(part)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # as the library names it
        del format, args


@contextmanager
def http_files(folder: Path) -> Generator[str]:
    """The address of the folder while it is served, on loopback."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder))) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()
