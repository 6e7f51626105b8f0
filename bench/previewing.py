"""The table in Chromium: how long it takes from the last choice of a decision until its line is read back."""

from typing import Final

from playwright.sync_api import Browser, expect

from tests.support.browsing import watched
from tests.support.serving import Process, digest_of, key_of

PLAYERS: Final = ("Ada", "Bram", "Cleo")
CLOCK: Final = """() => {
    const reads = document.getElementById("reads");
    const taken = (window.taken = []);
    let began = null;
    addEventListener("click", ({target, timeStamp}) => {
        if (target.closest("#chips .chip")) began = timeStamp;
    }, {capture: true});
    new MutationObserver(() => {
        if (began === null || !reads.textContent.startsWith("Reads back as")) return;
        const clicked = began;
        began = null;
        requestAnimationFrame(() => setTimeout(() => taken.push(performance.now() - clicked)));
    }).observe(reads, {childList: true});
}"""
"""Notes, for each choice that makes a line whole, the milliseconds from the click to the end of the frame after."""


def previews(browser: Browser, process: Process, entries: int) -> list[float]:
    """The milliseconds of each of so many entries of a turn of Heirless, none of which is decided."""
    seats = [{"seat": name.lower(), "player": name, "key": digest_of(key_of(name.lower()))} for name in PLAYERS]
    setup = {"edition": "heirless/e1", "components": "heirless-sample-1", "seats": seats}
    with process.client() as client:
        game = str(client.post("/v1/games", json=setup).raise_for_status().json()["game"])
    with watched(browser, [], address=process.address) as page:
        page.goto(f"/games/{game}/play#key={key_of('ada')}")
        page.locator("#playing[data-ready]").wait_for()
        page.evaluate(CLOCK)
        page.get_by_role("button", name="Deploy").click()
        for number in range(entries):
            chips = page.locator("#chips .chip")
            chips.nth(number % chips.count()).click()
            page.wait_for_function("many => taken.length === many", arg=number + 1)
            page.locator("#chips .chosen").click()
            expect(page.locator("#reads")).not_to_contain_text("Reads back")
        found: list[float] = page.evaluate("taken")
        return found
