"""Invitations: a code, a link and a way to share it for each seat, in the browser that opened the game alone."""

import re
from typing import Final

import pytest
import segno
from playwright.sync_api import Browser, Page, Request, expect

from tests.browser.table.lobby import Lobby, head, record_of
from tests.browser.test_access import faults
from tests.support.browsing import Library, in_clipboard, on_every_screen, watched, with_clipboard
from tests.support.pages import BROWSER
from tests.support.serving import Client

NAMES: Final = ("Ada", "Bram", "Cleo")
QUIET: Final = 4
RUN: Final = re.compile(r"M(\d+) (\d+)h(\d+)v1h-\d+z")
SHARE: Final = "navigator.share = async (what) => { window.shared = what.url; };"


@pytest.fixture
def game(page: Page) -> str:
    """A game that this browser has opened: Ada sits here, Bram and Cleo are to be invited."""
    game = Lobby.entered(page, "heirless/e1", *NAMES).opened()
    ready(page)
    return game


def ready(page: Page) -> None:
    """Wait until every code is drawn."""
    expect(page.locator("#invite")).to_have_attribute("data-ready", "")


def with_key(key: str) -> dict[str, str]:
    """Returns the header of a request with a key."""
    return {"Authorization": f"Bearer {key}"}


def drawn_code(page: Page, player: str) -> list[str]:
    """The modules of the code that is drawn for a player, without what is quiet around them."""
    code = page.get_by_role("img", name=f"QR code for {player}", exact=True)
    size = int(str(code.get_attribute("viewBox")).split()[-1]) - 2 * QUIET
    rows = [["0"] * size for _ in range(size)]
    for x, y, width in RUN.findall(str(code.locator("path").get_attribute("d"))):
        for column in range(int(x), int(x) + int(width)):
            rows[int(y) - QUIET][column - QUIET] = "1"
    return ["".join(each) for each in rows]


def encoded(text: str) -> list[str]:
    """The modules of a text, by the library itself."""
    return ["".join(map(str, row)) for row in segno.make_qr(text, error="m", boost_error=False).matrix]


def copied(page: Page, player: str) -> str:
    """What is in the clipboard once a player's link was copied."""
    page.get_by_role("button", name=f"Copy link: {player}").click()
    expect(page.locator("li", has_text=player).get_by_role("status")).to_have_text("Copied")
    return in_clipboard(page)


@pytest.mark.journey
def test_a_code_says_the_link_of_its_seat_and_of_no_other(
    page: Page, game: str, client: Client, library: Library
) -> None:
    with_clipboard(page)

    bram, cleo = copied(page, "Bram"), copied(page, "Cleo")

    keys = record_of(page, game)["keys"]
    assert bram == f"{library.process.address}/games/{game}/play#key={keys['bram']}"
    assert head(client, game, bram.partition("#key=")[2])["as"] == "bram"
    assert drawn_code(page, "Bram") == encoded(bram)
    assert drawn_code(page, "Cleo") == encoded(cleo) != encoded(bram)


def test_codes_that_lead_to_this_computer_alone_say_so(page: Page, game: str) -> None:
    """The control: where there is no code, nothing is said of any."""
    expect(page.locator("#local")).to_contain_text("These codes lead to this computer alone.")
    page.evaluate("localStorage.clear()")
    page.goto(f"/games/{game}/invite")
    ready(page)
    expect(page.locator("#local")).to_be_hidden()


def test_who_sits_here_is_not_invited(page: Page, game: str) -> None:
    assert game
    card = page.locator("li", has_text="Ada")

    expect(card).to_contain_text("you, on this device")
    expect(card.get_by_role("button")).to_have_count(0)


def test_a_link_is_shared_where_the_browser_shares(page: Page) -> None:
    page.add_init_script(SHARE)
    game = Lobby.entered(page, "heirless/e1", *NAMES).opened()
    ready(page)

    page.get_by_role("button", name="Share…: Cleo").click()

    assert str(page.evaluate("window.shared")).endswith(
        f"/games/{game}/play#key={record_of(page, game)['keys']['cleo']}"
    )


def test_a_link_that_cannot_be_copied_is_there_to_be_copied_by_hand(page: Page, game: str) -> None:
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")

    page.get_by_role("button", name="Copy link: Bram").click()

    field = page.get_by_label("Link for Bram")
    assert field.input_value().endswith(record_of(page, game)["keys"]["bram"])
    expect(field).to_be_focused()


def test_an_invitation_that_is_handed_over_is_forgotten_here_and_no_other_is(page: Page, game: str) -> None:
    before = record_of(page, game)["keys"]

    page.get_by_role("button", name="forget it here: Bram").click()

    expect(page.locator("li", has_text="Bram")).to_contain_text("handed over")
    expect(page.locator("li", has_text="Bram").locator("h2")).to_be_focused()
    assert record_of(page, game)["keys"] == {seat: key for seat, key in before.items() if seat != "bram"}
    page.reload()
    ready(page)
    expect(page.locator("li", has_text="Bram").get_by_role("img")).to_have_count(0)
    assert drawn_code(page, "Cleo")


def test_a_browser_that_holds_no_invitation_says_so_and_leads_to_the_table(
    browser: Browser, game: str, library: Library
) -> None:
    with watched(browser, [], address=library.process.address) as other:
        other.goto(f"/games/{game}/invite")
        ready(other)

        expect(other.locator("#none")).to_contain_text("This browser holds no invitation to this game")
        expect(other.get_by_role("img")).to_have_count(0)
        assert other.get_by_role("link", name="Go to the table").get_attribute("href") == f"/games/{game}/play"


def test_a_code_that_is_not_drawn_leaves_the_link(page: Page, game: str, troubles: list[str]) -> None:
    assert game
    page.route("**/qr-codes", lambda route: route.fulfill(status=503, json={}))
    page.reload()
    ready(page)

    expect(page.locator("li", has_text="Bram")).to_contain_text("No code could be drawn")
    assert copied(with_clipboard(page), "Bram").startswith("http")
    assert [each for each in troubles if "503" not in each] == []
    troubles.clear()


def test_no_key_is_in_an_address_in_a_page_or_in_the_log(page: Page, client: Client, library: Library) -> None:
    """The control: they are in what this browser keeps, and the bodies of the codes went to the service."""
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request))  # noqa: PLW0108  # because Playwright marks what it is handed
    game = Lobby.entered(page, "heirless/e1", *NAMES).opened()
    ready(page)
    keys = record_of(page, game)["keys"]
    bodies = [str(each.post_data) for each in asked if each.url.endswith("/qr-codes")]
    assert len(keys) == 4
    assert [sum(key in body for body in bodies) for key in keys.values()] == [0, 0, 1, 1]

    pages = [client.get(f"/games/{game}{each}", headers=BROWSER) for each in ("", "/invite")]
    lines = library.process.log_upto(pages[-1])

    seen = [*(each.url for each in asked), *(each.text for each in pages), *map(str, lines)]
    assert [key for key in keys.values() for each in seen if key in each] == []
    assert any("/qr-codes" in str(each) for each in lines)


@pytest.mark.journey
def test_a_taken_seat_has_no_code(browser: Browser, page: Page, game: str, library: Library) -> None:
    """The control: the other seat keeps its code and is not shown as taken."""
    link = f"{library.process.address}/games/{game}/play#key={record_of(page, game)['keys']['cleo']}"
    expect(page.locator("li", has_text="Cleo")).not_to_contain_text("has sat down")
    with watched(browser, [], address=library.process.address) as phone:
        phone.goto(link)
        expect(page.locator("li", has_text="Cleo")).to_contain_text("Cleo has sat down")

    expect(page.locator("li", has_text="Cleo").get_by_role("button")).to_have_count(0)
    assert "cleo" not in record_of(page, game)["keys"], "the key is Cleo's alone now"
    assert drawn_code(page, "Bram")


@pytest.mark.journey
def test_a_new_code_replaces_the_old_one(page: Page, game: str, client: Client, library: Library) -> None:
    old = record_of(page, game)["keys"]["bram"]
    other = record_of(page, game)["keys"]["cleo"]

    page.get_by_role("button", name="New code: Bram").click()
    expect(page.locator("li", has_text="Bram").locator("h2")).to_be_focused()

    new = record_of(page, game)["keys"]["bram"]
    assert new != old
    assert drawn_code(page, "Bram") == encoded(f"{library.process.address}/games/{game}/play#key={new}")
    told = [client.get(f"/v1/games/{game}", headers=with_key(each)) for each in (old, new, other)]
    assert [each.status_code for each in told] == [401, 200, 200]


def test_an_unused_invitation_can_be_renewed(page: Page, game: str) -> None:
    card = page.locator("li", has_text="Bram")
    page.get_by_role("button", name="forget it here: Bram").click()
    expect(card).to_contain_text("handed over; nobody has sat down yet")

    page.get_by_role("button", name="New code: Bram").click()

    expect(page.get_by_role("img", name="QR code for Bram")).to_be_visible()
    assert "bram" in record_of(page, game)["keys"]


def test_a_player_who_sits_down_during_a_renewal_keeps_the_seat(
    page: Page, game: str, client: Client, troubles: list[str]
) -> None:
    """The host's browser asks for another code before it knows of the player."""
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request) if request.method == "POST" else None)
    before = client.get(f"/v1/games/{game}/seats", headers=with_key(record_of(page, game)["keys"][""])).json()
    page.route("**/seats", lambda route: route.continue_() if asked else route.fulfill(json=before))
    taken = with_key(record_of(page, game)["keys"]["bram"])
    assert client.get(f"/v1/games/{game}", headers=taken).status_code == 200

    page.get_by_role("button", name="New code: Bram").click()

    expect(page.locator("li", has_text="Bram")).to_contain_text("Bram has sat down")
    assert client.get(f"/v1/games/{game}", headers=taken).status_code == 200
    assert [each for each in troubles if "403" not in each] == []
    troubles.clear()


@pytest.mark.journey
def test_the_catalogue_lists_the_games_of_this_browser_and_of_no_other(
    browser: Browser, page: Page, game: str, library: Library
) -> None:
    page.goto("/")
    mine = page.locator("#mine")
    expect(mine.get_by_role("link", name="Heirless: Ada, Bram, Cleo")).to_have_attribute("href", f"/games/{game}/play")
    mine.get_by_role("link", name="Invite").click()
    ready(page)

    with watched(browser, [], address=library.process.address) as other:
        other.goto("/", wait_until="networkidle")
        expect(other.locator("#mine")).to_be_hidden()


@on_every_screen
def test_six_long_names_widen_neither_page_and_nobody_is_kept_out(page: Page) -> None:
    names = [f"{number}{'N' * 100}" for number in "abcdef"]
    lobby = Lobby.entered(page, "heirless/e1", *names)
    page.get_by_text("Readings, box and start position").click()
    found = {"new game": faults(page)}
    lobby.call("").press()
    expect(lobby.refusal("player-1")).to_be_visible()
    found["refused"] = faults(page)
    lobby.call(*names).opened()
    ready(page)
    found["invite"] = faults(page)
    page.goto("/", wait_until="networkidle")
    expect(page.locator("#mine")).to_be_visible()
    found["my games"] = faults(page)

    assert {what: each for what, each in found.items() if each} == {}
