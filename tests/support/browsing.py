"""The pages as somebody sees them: in the Chromium of this machine, with everything that goes wrong there noticed."""

import shutil
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final, Literal, NamedTuple
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Request,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests.support.checkout import GOLDEN
from tests.support.processes import PATIENCE
from tests.support.serving import ARBITERS, Process, await_read_models, bring, process_on

CHROMIUMS: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""What a Chromium is called on the machines that have one; without windows of its own it takes half as long."""

NO_CHROMIUM: Final = f"no Chromium here: install one that is found as {', '.join(CHROMIUMS)} (Debian: the first)"

ColourScheme = Literal["light", "dark"]

WIDE: Final = ViewportSize(width=1280, height=800)
NARROW: Final = ViewportSize(width=390, height=844)

on_every_screen: Final = pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["wide", "narrow"])
"""A test of ``page`` on a desk and in a hand."""
in_every_scheme: Final = pytest.mark.parametrize("colour_scheme", ["light", "dark"])
"""A test of ``page`` by day and by night."""
in_every_look: Final = pytest.mark.parametrize(
    ("viewport", "colour_scheme"),
    [
        pytest.param(WIDE, "light", id="light-wide"),
        pytest.param(NARROW, "dark", id="dark-narrow"),
        pytest.param(WIDE, "dark", id="dark-wide", marks=pytest.mark.slow),
        pytest.param(NARROW, "light", id="light-narrow", marks=pytest.mark.slow),
    ],
)
"""A test of ``page`` in all four, the quick ones in two: every screen and every scheme once."""

A_TURN: Final = """() => new Promise(resolve => {
    const {port1, port2} = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage("");
})"""
"""A turn of the page's event loop, also where its clock is not running."""

AXE_SAYS: Final = """async (also) => {
    const rules = Object.fromEntries(also.map((rule) => [rule, {enabled: true}]));
    const {violations} = await axe.run(document, {resultTypes: ["violations"], rules});
    return violations
        .filter(each => ["serious", "critical"].includes(each.impact))
        .flatMap(each => each.nodes.map(node => `${each.id}: ${node.target.flat().join(" ")}: ${each.help}`));
}"""


class Look(NamedTuple):
    """With what somebody looks at the pages."""

    viewport: ViewportSize = WIDE
    colour_scheme: ColourScheme = "light"
    scripts: bool = True
    touch: bool = False


class Library(NamedTuple):
    """A service that has every golden record, and the game of each by the record's name, as in ``edition/1/name``."""

    process: Process
    games: dict[str, str]


def chromium() -> str | None:
    """Where the Chromium of this machine is, if it has one."""
    return next((path for path in map(shutil.which, CHROMIUMS) if path), None)


@contextmanager
def launched(path: str) -> Generator[Browser]:
    """This Chromium, without a window. While it runs, this thread can run no event loop of its own."""
    expect.set_options(timeout=PATIENCE * 1000)
    with (
        sync_playwright() as playwright,
        # Its sandbox refuses to work for root and in most containers; the pages are ours.
        playwright.chromium.launch(executable_path=path, chromium_sandbox=False) as browser,
    ):
        yield browser


@contextmanager
def watched(
    browser: Browser,
    troubles: list[str],
    look: Look | None = None,
    address: str | None = None,
    *,
    counting: Sequence[str] = ("",),
) -> Generator[Page]:
    """A page of somebody who was never here before; afterwards nothing may be left in ``troubles``.

    A trouble is an error on the console (which tells of every refusal by the content security policy and of every
    answer of 400 and above), an error that nothing caught, or a request without an answer. Pages that the page opens
    are watched as well. What a test causes on purpose it takes out of ``troubles``; most is there once the next
    call to the page has returned. Only troubles with one of the marks in ``counting`` count. Paths are relative to
    ``address``.
    """
    look = look or Look()
    with browser.new_context(
        base_url=address,
        viewport=look.viewport,
        color_scheme=look.colour_scheme,
        java_script_enabled=look.scripts,
        has_touch=look.touch,
        locale="en-GB",
        timezone_id="UTC",
    ) as context:
        _watch(context, troubles)
        yield context.new_page()
        if look.scripts:
            for page in context.pages:
                _let_end(page)
    counted = [each for each in troubles if any(mark in each for mark in counting)]
    assert not counted, "\n".join(counted)


def _let_end(page: Page) -> None:
    """Let the page end what it is doing: only then does it say which promises nobody caught."""
    with suppress(Error):  # a page that is on its way elsewhere cannot answer
        page.evaluate(A_TURN)


def _watch(context: BrowserContext, troubles: list[str]) -> None:
    def console(said: ConsoleMessage) -> None:
        # Chromium asks for an icon when it likes, also of answers that are no pages and cannot name theirs.
        unasked = urlsplit(said.location["url"]).path == "/favicon.ico"
        if said.type in {"error", "assert"} and not unasked:
            troubles.append(f"console: {said.text} ({said.location['url']}:{said.location['lineNumber']})")

    def failed(request: Request) -> None:
        # A page that is left, or closed, breaks off its own requests: a stream of events always ends so.
        if request.failure != "net::ERR_ABORTED":
            troubles.append(f"request: {request.method} {request.url}: {request.failure}")

    context.on("console", console)
    context.on("requestfailed", failed)
    context.on("weberror", lambda uncaught: troubles.append(f"uncaught: {uncaught.error}"))


@contextmanager
def library_in(folder: Path) -> Generator[Library]:
    """A service in a process of its own that has taken in every golden record, and knows arbiters."""
    with process_on(folder / "games.db", "--arbiters", str(_arbiters_in(folder))) as process:
        with process.client() as client:
            brought = {path: bring(client, path.read_bytes()) for path in sorted(GOLDEN.rglob("*.jsonl"))}
            assert {answered.status_code for answered in brought.values()} == {201}
            await_read_models(client)
        named = {
            path.relative_to(GOLDEN).with_suffix("").as_posix(): each.json()["game"] for path, each in brought.items()
        }
        yield Library(process, named)


def _arbiters_in(folder: Path) -> Path:
    """A file that names those of ``ARBITERS``."""
    named = folder / "arbiters.toml"
    each = (f'[[arbiter]]\nname = "{one.name}"\nkey = "{digest}"\n' for digest, one in ARBITERS.by_digest.items())
    named.write_text("".join(each), "utf-8")
    return named


@cache
def _axe() -> str:
    return (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")


def serious_violations(page: Page, *also: str) -> list[str]:
    """What axe finds that keeps people out (serious or critical): rule, element, and what would help.

    ``also`` are rules that axe asks only where it is told to.
    The page must be allowed to run scripts: axe waits for promises.
    """
    page.evaluate(_axe())
    found: list[str] = page.evaluate(AXE_SAYS, also)
    return found


def with_clipboard(page: Page) -> Page:
    """The page, whose origin may use the clipboard from now on; nothing is in it."""
    address = urlsplit(page.url)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=f"{address.scheme}://{address.netloc}")
    page.evaluate("navigator.clipboard.writeText('')")
    return page


def in_clipboard(page: Page) -> str:
    """The text in the clipboard of a page that may read it."""
    text: str = page.evaluate("navigator.clipboard.readText()")
    return text
