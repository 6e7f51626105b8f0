"""A page that remembers what the log of the service was, and says when the service contradicts itself."""

import base64
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.walking import Walk
from tests.support.browsing import Library
from tests.support.serving import Table

SLOT: Final = "oathbook checkpoint of"
KEPT: Final = f"Object.entries(localStorage).find(([name]) => name.startsWith('{SLOT}'))"
TOLD: Final = "The service contradicts itself"


def remembered(page: Page, library: Library) -> tuple[str, str]:
    """A game that was opened here and looked at: the name of what the browser keeps of the log, and the note."""
    with library.process.client() as client:
        table = Table.opened(client)
        Walk.opened(page, table.game)
        page.wait_for_function(f"() => {KEPT} !== undefined")
        name, note = page.evaluate(KEPT)
        table.decide("ash", {"kind": "lay_plan", "slots": ["bow"]})
        page.wait_for_function(f"(note) => {KEPT}[1] !== note", arg=note)
    return name, note


def with_another_root(note: str) -> str:
    """As if the service had signed another tree of that size."""
    origin, size, _, rest = note.split("\n", 3)
    return "\n".join((origin, size, base64.b64encode(bytes(32)).decode(), rest))


@pytest.mark.parametrize("is_another", [False, True])
def test_a_log_that_does_not_go_on_from_what_was_shown_is_told_of(
    page: Page, library: Library, *, is_another: bool
) -> None:
    name, note = remembered(page, library)
    shown = with_another_root(note) if is_another else note
    page.evaluate("([name, note]) => localStorage.setItem(name, note)", [name, shown])

    page.reload()
    page.wait_for_selector("#replay[data-ready]")

    if is_another:
        expect(page.locator("#trouble")).to_contain_text(TOLD)
        assert shown in page.evaluate("Object.values(localStorage).join()"), "what convicts stays"
    else:
        page.wait_for_function(f"(note) => {KEPT}[1] !== note", arg=note)
        expect(page.locator("#trouble")).to_be_hidden()
