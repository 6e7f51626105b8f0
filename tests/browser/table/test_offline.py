"""A scribe whose connection breaks: nothing that was entered is lost, and nothing is in the record twice."""

import re
import subprocess
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from oathbook.domain.errors import DrawMissing
from oathbook.domain.recording.format.cleartext import decision_text
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.notation.sheet_writer import sheet_lines
from oathbook.domain.recording.notation.sheets import sheet_from
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.rulesets.registry import load_registry
from tests.browser.table.cable import Cable
from tests.browser.table.test_scribe import Scribe
from tests.service.scribe.writing_down import BATTLE, golden, record_in, to_open
from tests.support.browsing import NARROW, Library, Look, in_every_look, serious_violations, watched
from tests.support.serving import HOST, Client, bearer, key_of

ROUTES: Final = ("ada: deploy Valley", "bram: deploy Meadow", "cleo: deploy Thicket", "dov: deploy Hills")
OFFLINE: Final = "words are checked, rules are not until the connection is back"
OURS: Final = ("uncaught: ", "Content Security Policy")
"""What is in the troubles of a browser without a connection and has nothing to do with that."""

Step = tuple[str, ...]


class Sheet(Scribe):
    """A scribe's page at the end of a cable."""

    def enters(self, *lines: str) -> None:
        """Write lines, and Enter after each; wait only until each stands below the sheet."""
        for line in lines:
            self.write(line)
            self["line"].press("Enter")
            expect(self["rows"].locator("li .said", has_text=line).last).to_be_visible()

    @property
    def waiting(self) -> list[str]:
        """The rows that are not in the record."""
        return self["rows"].locator(".waiting .said").all_inner_texts()

    def has_sent(self) -> None:
        """Wait until nothing waits any more."""
        self.page.evaluate("dispatchEvent(new Event('online'))")
        expect(self["rows"].locator(".waiting")).to_have_count(0)

    @property
    def is_kept(self) -> None:
        """Wait until the page can start without a connection."""
        expect(self["playing"]).to_have_attribute("data-kept", "")


def opened(client: Client, record: Record) -> str:
    """A new game like this one, which a scribe writes down for all its seats."""
    answered = client.post("/v1/games", json=to_open(record))
    assert answered.status_code == 201, answered.text
    return str(answered.json()["game"])


def steps_of(record: Record) -> list[Step]:
    """The steps of a record as a sheet has them: the line of each, and those below it."""
    text = "".join(f"{each}\n" for each in sheet_lines(record)).encode()
    return [tuple(row.text.strip() for row in rows) for rows in sheet_from(text, where="the sheet").steps]


def written(client: Client, game: str) -> list[Step]:
    """The steps that are in the record of a game."""
    return steps_of(record_in(client.get(f"/v1/games/{game}/record", headers=bearer(HOST)).content))


def write(client: Client, game: str, *lines: str) -> None:
    """Write as somebody else with the scribe's key."""
    headers = {**bearer(HOST), "If-Match": "*"}
    answered = client.post(f"/v1/games/{game}/mend", json={"lines": [[each] for each in lines]}, headers=headers)
    assert answered.status_code == 201, answered.text


@pytest.fixture
def cable(library: Library) -> Generator[Cable]:
    """Between the browser of a test and the service."""
    with Cable.laid(library.process.address) as cable:
        yield cable


@contextmanager
def writing(browser: Browser, cable: Cable, game: str, look: Look | None = None) -> Generator[Sheet]:
    """The page of a scribe, which may start without a connection; what breaks off on the way is no trouble."""
    troubles: list[str] = []
    with watched(browser, troubles, look, cable.address) as page:
        page.goto(f"/games/{game}/scribe#key={key_of(HOST)}")
        sheet = Sheet.arrived(page)
        sheet.is_kept
        yield sheet
        troubles[:] = [each for each in troubles if any(ours in each for ours in OURS)]


@pytest.fixture
def game(client: Client) -> str:
    """A game of four that has just begun."""
    return opened(client, golden("heirless/e1/four-players-and-their-word"))


@pytest.fixture
def sheet(browser: Browser, cable: Cable, game: str) -> Generator[Sheet]:
    """Its sheet."""
    with writing(browser, cable, game) as sheet:
        yield sheet


@pytest.mark.journey
def test_lines_that_were_written_without_a_connection_are_in_the_record_once_it_is_back(
    sheet: Sheet, cable: Cable, client: Client, game: str
) -> None:
    """Also if the page was loaded anew meanwhile."""
    sheet.enters(ROUTES[0])
    sheet.has_sent()
    cable.cut()
    sheet.enters(*ROUTES[1:3])
    expect(sheet["offline"]).to_contain_text(OFFLINE)
    sheet.page.reload()
    Sheet.arrived(sheet.page)
    expect(sheet["offline"]).to_contain_text(f"2 lines wait. Offline: {OFFLINE}")
    assert (sheet.row(0), sheet.waiting) == (ROUTES[0], list(ROUTES[1:3]))
    expect(sheet["board"].locator(".piece").first).to_be_visible()
    assert written(client, game) == [(ROUTES[0],)]
    cable.join()
    sheet.has_sent()

    assert written(client, game) == [(each,) for each in ROUTES[:3]]
    expect(sheet["offline"]).to_be_hidden()
    sheet.reads("")
    expect(sheet["turn"]).to_contain_text("Dov")
