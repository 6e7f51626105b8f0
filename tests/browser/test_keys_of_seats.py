"""The key of a seat: held by its tab until somebody wants it forgotten, and never lost to another one's mistake."""

from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.walking import Walk
from tests.support.serving import Client, Table, await_read_models, key_of

KEPT: Final = "The key in the address does not belong to this game; this tab keeps its old key."
REFUSE: Final = """
Object.defineProperty(window, "sessionStorage", { get() { throw new DOMException("refused", "SecurityError"); } });
"""
"""What a browser does whose owner wants nothing stored."""


@pytest.fixture
def table(client: Client) -> Table:
    """Two Knights close by, of whom birch has laid a plan."""
    table = Table.opened(client, chance="witnessed")
    table.decide("birch", {"kind": "lay_plan", "slots": ["spear", "parry"]})
    await_read_models(client)
    return table


def plan_of_birch(walk: Walk) -> list[str]:
    """Birch's plan as it is shown."""
    found: list[str] = walk.screen["trays"][-1]["stacks"]
    return found


def test_a_wrong_key_does_not_take_the_place_of_a_good_one(page: Page, table: Table, troubles: list[str]) -> None:
    walk = Walk.opened(page, table.game, fragment=f"#key={key_of('birch')}").is_at(3)

    with page.expect_navigation():
        page.evaluate("location.hash = 'key=wrong'")
    expect(walk.ready()["trouble"]).to_have_text(KEPT)
    page.reload()

    assert plan_of_birch(walk.ready().is_at(3)) == ["1: spear", "2: parry"]
    assert len(troubles) == 1, "the one refusal is told on the console"
    troubles.clear()


def test_a_key_is_forgotten_by_whoever_wants_that(page: Page, table: Table) -> None:
    walk = Walk.opened(page, table.game, fragment=f"#key={key_of('birch')}").is_at(3)
    expect(walk["forget"]).to_have_text("Forget my key")

    with page.expect_navigation():
        walk["forget"].click()

    assert plan_of_birch(walk.ready().is_at(3)) == ["1: face down", "2: face down"]
    expect(walk["forget"]).to_be_hidden()
    expect(walk["trouble"]).to_be_hidden()
    assert page.evaluate("sessionStorage.length") == 0


def test_what_a_seat_may_do_covers_no_link_of_the_house(page: Page, table: Table) -> None:
    """At the least width at which both stand on a line; the control is a search that does not give way."""
    page.set_viewport_size({"width": 1248, "height": 800})
    walk = Walk.opened(page, table.game, fragment=f"#key={key_of('birch')}").is_at(3)
    for each in ("forget", "dispute"):
        expect(walk[each]).to_be_visible()
    apart = """() => document.querySelector("#settings > *").getBoundingClientRect().left
        - document.querySelector(".house nav li:last-child").getBoundingClientRect().right"""
    assert page.evaluate(apart) > 8
    walk["sought"].evaluate("each => { each.style.flexShrink = 0; each.parentElement.style.minWidth = 'auto'; }")
    assert page.evaluate(apart) < 0


def test_a_key_works_where_nothing_may_be_stored(page: Page, table: Table) -> None:
    page.add_init_script(REFUSE)

    walk = Walk.opened(page, table.game, fragment=f"#key={key_of('birch')}").is_at(3)

    assert plan_of_birch(walk) == ["1: spear", "2: parry"]
    assert "key" not in page.url
