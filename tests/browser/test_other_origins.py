"""A page of another origin follows a game with the browser's EventSource, as the documentation says it can."""

import re
from collections.abc import Generator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Final

import pytest
from playwright.sync_api import Browser, Page

from tests.support.browsing import watched
from tests.support.checkout import ROOT
from tests.support.playing import Json
from tests.support.serving import Process, Table, bearer, key_of, process_of, process_on

FOLLOW: Final = re.search(r"```js\n(.*?)```", (ROOT / "docs" / "service.md").read_text("utf-8"), re.DOTALL)
SEEN: Final = "window.seen.map((each) => each.event.n)"
OPENED: Final = "window.seen.filter((each) => each.openings).map((each) => each.event.n)"


def plan(*slots: str | None) -> Json:
    """The decision to lay these tokens."""
    return {"kind": "lay_plan", "slots": list(slots)}


class Club(BaseHTTPRequestHandler):
    """The site of a club: one page, with nothing in it."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>Club</title><link rel=icon href=data:,>")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the library's name
        """Nobody reads it."""


@pytest.fixture(scope="module")
def club() -> Generator[str]:
    """Its origin."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Club) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def at_the_club(page: Page, club: str) -> None:
    """The page of the club, with the function of the documentation."""
    assert FOLLOW is not None
    page.goto(f"{club}/")
    page.add_script_tag(content=f"{FOLLOW[1]}\nwindow.seen = [];")


def follow(page: Page, process: Process, table: Table, key: str) -> None:
    """Begin to follow a game with a key."""
    begin = "([game, key]) => { follow(game, key, (each) => window.seen.push(each)); }"
    page.evaluate(begin, [f"{process.address}{table.path}", key])


def until_seen(page: Page, *positions: int) -> None:
    """Wait until the page has been told these events, each once and in order."""
    page.wait_for_function(f"{SEEN}.length >= {len(positions)}")
    assert page.evaluate(SEEN) == [*positions]


def test_a_page_of_another_origin_follows_as_a_seat_and_comes_back(browser: Browser, club: str, tmp_path: Path) -> None:
    """Also through a restart of the service: it goes on after what it has, with another ticket."""
    db, troubles = tmp_path / "games.db", list[str]()
    with process_on(db, "--cors", club) as process, process.client() as client, watched(browser, troubles) as page:
        table = Table.opened(client)
        at_the_club(page, club)
        follow(page, process, table, key_of("ash"))
        until_seen(page, 1)
        table.decide("ash", plan("bow", "parry"))
        until_seen(page, 1, 2, 3)
        assert page.evaluate(OPENED) == [2, 3]
        port = process.address.rpartition(":")[2]
        process.told()
        process.ended()
        begin = ("serve", "--port", port, "--db", str(db), "--cors", club)

        with process_of(tmp_path / "again.log", *begin) as again, again.client() as client_again:
            assert again.address == process.address
            Table(client_again, table.game).decide("birch", plan("spear"))

            until_seen(page, 1, 2, 3, 4, 5)
            assert page.evaluate(OPENED) == [2, 3]
            page.close()
        troubles.clear()  # of the time when nobody answered


@pytest.mark.parametrize("replaced", [True, False])
def test_with_the_key_the_following_ends(browser: Browser, club: str, tmp_path: Path, *, replaced: bool) -> None:
    """The control: it goes on while the key counts."""
    db, troubles = tmp_path / "games.db", list[str]()
    with process_on(db, "--cors", club) as process, process.client() as client, watched(browser, troubles) as page:
        table = Table.opened(client)
        at_the_club(page, club)
        follow(page, process, table, key_of("ash"))
        until_seen(page, 1)
        if replaced:
            with page.expect_response("**/stream/tickets") as answered:
                assert client.post(f"{table.path}/key", json={}, headers=bearer("ash")).status_code == 201
            assert answered.value.status == 401
        table.decide("birch", plan("spear"))

        if replaced:
            page.wait_for_timeout(200)
            until_seen(page, 1)
        else:
            until_seen(page, 1, 2, 3)
        page.close()
        troubles.clear()
