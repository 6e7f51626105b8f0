"""One device that is passed round: nothing of a seat stays on the page once the curtain has fallen."""

import json
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table.players import Player
from tests.support.browsing import on_every_screen
from tests.support.serving import Client, Table, key_of

KEEP: Final = """([game, keys]) => localStorage.setItem(`oathbook keys of ${game}`, JSON.stringify(
    {title: "A Knight's Duty", seats: [], keys, invited: [], since: 1}))"""
HELD: Final = """() => JSON.stringify([document.documentElement.outerHTML, {...sessionStorage}, history.state,
    location.href])"""
"""What the page holds, but for the keys of this device."""


@pytest.fixture
def table(client: Client) -> Table:
    """A duel."""
    return Table.opened(client)


@pytest.fixture
def device(page: Page, table: Table) -> Page:
    """A browser that keeps the keys of both seats, at the table."""
    page.goto("/")
    page.evaluate(KEEP, [table.game, {seat: key_of(seat) for seat in ("", "ash", "birch")}])
    page.goto(f"/games/{table.game}/play")
    return page


def taken(device: Page, name: str) -> Player:
    """Say who has the device now."""
    device.get_by_role("button", name=f"I am {name}").click()
    expect(device.locator("#playing[data-ready]")).to_be_visible()
    return Player(device, name)


@on_every_screen
def test_the_device_is_passed_to_who_is_to_act(device: Page, table: Table) -> None:
    expect(device.locator("#curtain h2")).to_have_text("Pass it to Player 1 or Player 2")
    ash = taken(device, "Player 1")
    ash.write("plan spear, parry")
    ash.reads("Reads back as Player 1 lays a plan: spear and parry")
    ash["decide"].click()
    expect(device.locator("#curtain h2")).to_have_text("Pass it to Player 2")
    birch = taken(device, "Player 2")

    expect(birch["turn"]).to_have_text("Your turn, Player 2")
    assert table.position == 3


def test_behind_the_curtain_nothing_is_left_of_a_seat(device: Page) -> None:
    ash = taken(device, "Player 1")
    ash.write("plan spear, parry")
    ash.reads("spear and parry")
    shown = device.evaluate(HELD)
    ash["decide"].click()
    expect(device.locator("#curtain h2")).to_be_visible()
    left = device.evaluate(HELD)
    device.go_back()
    expect(device.get_by_role("link", name="Oathbook")).to_be_visible()
    device.go_forward()
    expect(device.locator("#curtain h2")).to_be_visible()

    assert key_of("ash") in shown
    assert "spear" in shown
    for each in (left, device.evaluate(HELD)):
        assert key_of("ash") not in each
        assert "spear" not in each


def heap(page: Page) -> str:
    """Returns a heap snapshot of a page after garbage collection."""
    parts = list[str]()

    def add(event: dict[str, str]) -> None:
        parts.append(event["chunk"])

    session = page.context.new_cdp_session(page)
    session.on("HeapProfiler.addHeapSnapshotChunk", add)  # pyright: ignore[reportUnknownMemberType]  # because Playwright says no more
    session.send("HeapProfiler.takeHeapSnapshot")  # pyright: ignore[reportUnknownMemberType]  # as above
    session.detach()
    return "".join(parts)


def test_no_data_of_a_seat_is_in_memory_behind_the_curtain(device: Page) -> None:
    ash = taken(device, "Player 1")
    ash.write("plan spear, parry")
    ash.reads("spear and parry")
    secrets = ("plan spear, parry", "spear and parry")
    shown = heap(device)
    assert all(each in shown for each in secrets)
    ash["decide"].click()
    expect(device.locator("#curtain h2")).to_have_text("Pass it to Player 2")

    left = heap(device)
    assert "Pass it to Player 2" in left
    assert not any(each in left for each in secrets)


def test_the_next_seat_sees_what_it_may_and_no_more(device: Page) -> None:
    ash = taken(device, "Player 1")
    ash.write("plan spear, parry")
    ash.reads("Reads back as")
    ash["decide"].click()
    birch = taken(device, "Player 2")
    birch["playing"].get_by_role("button", name="Table").click()

    assert "1: spear" not in json.dumps(device.locator("#trays").inner_text())
    assert "face down" in device.locator("#trays").inner_text()


def test_the_curtain_falls_when_the_page_is_left_alone(device: Page) -> None:
    device.clock.install()
    device.reload()
    taken(device, "Player 1")
    device.clock.fast_forward(50_000)
    expect(device.locator("#playing")).to_be_visible()
    device.clock.fast_forward(61_000)

    expect(device.locator("#curtain h2")).to_be_visible()


def test_a_device_with_one_seat_takes_it_and_needs_no_curtain(page: Page, table: Table) -> None:
    page.goto("/")
    page.evaluate(KEEP, [table.game, {"ash": key_of("ash")}])
    page.goto(f"/games/{table.game}/play")
    ash = Player(page, "ash")
    expect(ash["turn"]).to_have_text("Your turn, Player 1")
    ash.write("plan bow")
    ash.reads("Reads back as")
    ash.decide()

    expect(ash["turn"]).to_have_text("Waiting for Player 2")


def test_a_seat_is_kept_for_another_tab_where_its_player_says_so(page: Page, table: Table) -> None:
    ash = Player.seated(page, table.game, "ash")
    ash["keep"].check()
    later = page.context.new_page()
    later.goto("/")
    later.get_by_role("link", name="A Knight's Duty: Player 1, Player 2").click()
    expect(later.locator("#turn")).to_have_text("Your turn, Player 1")
    later.locator("#keep").uncheck()
    last = page.context.new_page()
    last.goto(f"/games/{table.game}/play")

    expect(last.locator("#visitor")).to_contain_text("This browser holds no key of a seat in this game.")
