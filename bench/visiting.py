"""A replay opened in Chromium: what comes over the wire, and how long it takes until the board shows."""

from collections.abc import Generator
from contextlib import contextmanager
from statistics import median
from typing import Any, Final

from msgspec import Struct
from playwright.sync_api import Browser, BrowserContext, Page

BOARD: Final = "#board:not([hidden]) .cell"
SHOWN: Final = f"""() => {{
    const note = () => {{
        if (!document.querySelector("{BOARD}")) return void requestAnimationFrame(note);
        requestAnimationFrame(() => setTimeout(() => {{
            window.shown = performance.timeOrigin + performance.now();
        }}));
    }};
    requestAnimationFrame(note);
    addEventListener("click", ({{timeStamp}}) => {{
        sessionStorage.setItem("clicked", performance.timeOrigin + timeStamp);
    }}, {{capture: true}});
}}"""
"""Notes when somebody clicked, and when the frame with the first board has ended, in milliseconds of one clock."""

QUIET_MS: Final = 1_000
"""Without a request, after which a page has all that it will have."""


class Visit(Struct, frozen=True):
    """What one visit took: bytes, with those of headers, and requests until the board showed."""

    bytes: float
    requests: int


class Visits(Struct, frozen=True):
    """The first visit of somebody, the second, and how long they waited for the board when they came by a click."""

    first: Visit
    second: Visit
    waited_ms: float


def visits(browser: Browser, address: str, game: str, runs: int) -> Visits:
    """Somebody new opens a replay by its address, and once more; others click on it in the catalogue."""
    with _somebody(browser, address) as (context, page):
        first, second = (_visited(context, page, f"/games/{game}") for _ in range(2))
    return Visits(first, second, median(_waited(browser, address, game) for _ in range(runs)))


@contextmanager
def _somebody(browser: Browser, address: str) -> Generator[tuple[BrowserContext, Page]]:
    """A browser of somebody who was never here, and keeps what may be kept."""
    with browser.new_context(base_url=address, viewport={"width": 1280, "height": 800}) as context:
        context.add_init_script(f"({SHOWN})()")
        yield context, context.new_page()


def _visited(context: BrowserContext, page: Page, path: str) -> Visit:
    """Open a page and let it come to rest; what browsers count themselves counts, not what the service says."""
    wire = context.new_cdp_session(page)
    lengths: list[float] = []
    asked: list[float] = []

    def sent(event: dict[str, Any]) -> None:
        asked.append(event["wallTime"] * 1_000)

    def ended(event: dict[str, Any]) -> None:
        lengths.append(event["encodedDataLength"])

    wire.on("Network.requestWillBeSent", sent)
    wire.on("Network.loadingFinished", ended)
    wire.send("Network.enable")
    page.goto(path)
    shown = _shown(page)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(QUIET_MS)
    wire.detach()
    page.goto("about:blank")
    return Visit(sum(lengths), sum(each <= shown for each in asked))


def _waited(browser: Browser, address: str, game: str) -> float:
    """The milliseconds from the click in the catalogue to the board, for somebody new."""
    with _somebody(browser, address) as (_, page):
        page.goto("/")
        page.locator(f'a[href^="/games/{game}"]').first.click()
        return _shown(page) - float(page.evaluate("sessionStorage.getItem('clicked')"))


def _shown(page: Page) -> float:
    """When the board of the page showed, once it does."""
    page.locator(BOARD).first.wait_for(state="attached")
    while (found := page.evaluate("window.shown")) is None:
        page.wait_for_timeout(1)
    return float(found)
