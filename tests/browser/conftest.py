"""A Chromium and a service for the whole run, and a page for each test that asks for one.

A test chooses how it looks at ``page`` by parameters of the name ``viewport``, ``colour_scheme`` or ``scripts``.
"""

import os
from collections.abc import Generator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.support.browsing import (
    NO_CHROMIUM,
    WIDE,
    ColourScheme,
    Library,
    Look,
    chromium,
    launched,
    library_in,
    watched,
)
from tests.support.serving import Client

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave these tests to the gate, but for the journeys: of each page what somebody comes to it for."""
    for item in items:
        if item.path.is_relative_to(HERE) and not item.get_closest_marker("journey"):
            item.add_marker(pytest.mark.gate)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_finish(session: pytest.Session) -> None:
    """Let these tests come last, however they were put in order: while Chromium runs, nobody else can run a loop."""
    session.items.sort(key=lambda item: item.path.is_relative_to(HERE))


@pytest.fixture(scope="session")
def browser() -> Generator[Browser]:
    """Chromium. Where there is none its tests are skipped, but not in continuous integration: there they fail."""
    path = chromium()
    if path is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(NO_CHROMIUM)
    with launched(path) as browser:
        yield browser


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Generator[Library]:
    """A service with every golden record, which all tests share: they may add games, and change none of these."""
    with library_in(tmp_path_factory.mktemp("library")) as library:
        yield library


@pytest.fixture(scope="module")
def client(library: Library) -> Generator[Client]:
    """A client of that service, without a browser."""
    with library.process.client() as client:
        yield client


@pytest.fixture
def viewport() -> ViewportSize:
    """How large the page is."""
    return WIDE


@pytest.fixture
def colour_scheme() -> ColourScheme:
    """Whether somebody prefers light pages or dark ones."""
    return "light"


@pytest.fixture
def scripts() -> bool:
    """Whether the page may run scripts."""
    return True


@pytest.fixture
def look(viewport: ViewportSize, colour_scheme: ColourScheme, scripts: bool) -> Look:  # noqa: FBT001  # because fixtures are handed over by name
    """The three together."""
    return Look(viewport, colour_scheme, scripts)


@pytest.fixture
def troubles() -> list[str]:
    """What went wrong in ``page`` so far; a test takes out what it meant to go wrong."""
    return []


@pytest.fixture
def page(browser: Browser, library: Library, look: Look, troubles: list[str]) -> Generator[Page]:
    """A page of the service, with nothing in it yet, in which nothing may go wrong."""
    with watched(browser, troubles, look, library.process.address) as page:
        yield page
