"""A reverse proxy that offers a service below a path of its host, and has nothing else."""

from collections.abc import Generator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Final
from urllib.parse import urlsplit

from tests.support.processes import PATIENCE

HOP: Final = frozenset({"connection", "keep-alive", "transfer-encoding", "content-length"})
"""Headers between two neighbours (RFC 9110, section 7.6.1), and the length, which the end of the connection tells."""


@contextmanager
def offered(address: str, root: str, *, strips: bool) -> Generator[str]:
    """The address of a proxy that passes on what is asked below ``root``; ``strips`` if it takes the root off."""
    there = urlsplit(address).netloc

    class Passing(BaseHTTPRequestHandler):
        """Passes a request on, and its answer back."""

        def do_GET(self) -> None:
            """Pass it on, if it is below the root."""
            if not self.path.startswith(f"{root}/"):
                self.send_error(404)
                return
            path = self.path.removeprefix(root) if strips else self.path
            body = self.rfile.read(int(self.headers.get("content-length", "0")))
            headers = {name: value for name, value in self.headers.items() if name.lower() not in HOP}
            with closing(HTTPConnection(there, timeout=PATIENCE)) as connection:
                connection.request(self.command, path, body, headers)
                self._pass_back(connection.getresponse())

        do_POST = do_GET  # noqa: N815  # as the library asks for them

        def _pass_back(self, answer: HTTPResponse) -> None:
            self.send_response_only(answer.status)
            for name, value in answer.headers.items():
                if name.lower() not in HOP:
                    self.send_header(name, value)
            self.send_header("Connection", "close")
            self.end_headers()
            with suppress(OSError, HTTPException, ValueError):  # whichever neighbour goes away, its answer ends
                while part := answer.read1():
                    self.wfile.write(part)
                    self.wfile.flush()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # as the library calls it
            """Say nothing."""
            del format, args

    server = ThreadingHTTPServer(("127.0.0.1", 0), Passing)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
