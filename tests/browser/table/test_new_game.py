"""A game is opened in the page: of every title, once, with the names that were written, and by keyboard alone."""

from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.table.lobby import Lobby, games_of, head, record_of, seats_of, viewers
from tests.browser.walking import tab_to
from tests.support.browsing import watched
from tests.support.serving import Client, await_read_models, digest_of, key_of, process_on

TITLES: Final = {
    "knights_duty/1": ("KA-2", "capped", 2),
    "cube_bag/g1": ("CA-2", "unit", 2),
    "gloomhaven_attack/gh1": ("FA-2", "first", 1),
    "heirless/e1": ("HA-9", "tie_breaker", 3),
}
"""A switch of each, with another setting than the usual one, and how many play."""

NAMES: Final = ("Ada", "Bram", "Cleo")
NO_DIGESTS: Final = 'Object.defineProperty(Crypto.prototype, "subtle", { value: undefined });'
"""A page without TLS, but for this machine."""
REFUSE: Final = """
for (const each of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(window, each, { get() { throw new DOMException("refused", "SecurityError"); } });
}
"""


@pytest.mark.journey
@pytest.mark.parametrize("edition", TITLES)
def test_a_game_of_every_title_is_opened_with_its_names_switches_and_chance(
    edition: str, page: Page, client: Client
) -> None:
    switch, setting, players = TITLES[edition]
    lobby = Lobby.entered(page, edition, *NAMES[:players]).pick("Our own cards and dice")
    page.get_by_text("Readings, box and start position").click()
    lobby[switch].select_option(setting)

    game = lobby.opened("invite" if players > 1 else "play")

    told = head(client, game)
    assert told["edition"] == edition
    assert seats_of(client, game) == [(each.lower(), each) for each in NAMES[:players]]
    assert (told["switches"][switch], told["chance"]) == (setting, "witnessed")


def test_by_default_a_game_is_drawn_from_a_seed_and_read_as_usual(page: Page, client: Client) -> None:
    game = Lobby.entered(page, "heirless/e2", *NAMES).opened()

    told = head(client, game)
    assert told["chance"] == "seeded"
    assert told["reveal"] == "all"


def test_the_keys_that_were_made_here_are_those_of_the_seats_and_of_the_host(page: Page, client: Client) -> None:
    """One sits here, and the others are to be invited."""
    game = Lobby.entered(page, "heirless/e1", *NAMES).opened()

    found = record_of(page, game)
    assert found["invited"] == ["bram", "cleo"]
    assert viewers(client, game, found["keys"]) == {"": "table", "ada": "ada", "bram": "bram", "cleo": "cleo"}
    assert found["title"] == "Heirless"


def test_around_one_device_all_seats_are_this_browsers_own(page: Page, client: Client) -> None:
    game = Lobby.entered(page, "heirless/e1", *NAMES).pick("Around one device").opened("play")

    found = record_of(page, game)
    assert found["invited"] == []
    assert viewers(client, game, found["keys"]) == {"": "table", "ada": "ada", "bram": "bram", "cleo": "cleo"}


def test_where_no_digest_can_be_made_the_service_makes_the_keys(page: Page, client: Client) -> None:
    page.add_init_script(NO_DIGESTS)
    lobby = Lobby.entered(page, "knights_duty/1", "Ada", "Bram")
    expect(page.locator("#keys")).to_contain_text("The service makes the keys")

    game = lobby.opened()

    assert viewers(client, game, record_of(page, game)["keys"]) == {"": "table", "ada": "ada", "bram": "bram"}


def test_a_browser_that_stores_nothing_shows_each_link(page: Page, client: Client) -> None:
    page.add_init_script(REFUSE)

    lobby = Lobby.entered(page, "knights_duty/1", "Ada", "Bram").press()

    expect(page.locator("#links h2")).to_be_focused()
    links = [str(each.input_value()) for each in page.locator("#links input").all()]
    game = links[0].split("/")[-2]
    keys = {seat: link.partition("#key=")[2] for seat, link in zip(("ada", "bram", "table"), links, strict=True)}
    assert viewers(client, game, keys) == {"ada": "ada", "bram": "bram", "table": "table"}
    expect(page.get_by_label("Link for Bram")).to_be_visible()
    expect(lobby.page.locator("#open")).to_be_hidden()


# Once ---------------------------------------------------------------------------------------------------------------


def test_a_double_click_opens_one_game(page: Page, client: Client) -> None:
    lobby = Lobby.entered(page, "knights_duty/1", "Twice", "Bram")

    page.get_by_role("button", name="Open the game").dblclick()

    lobby.arrived()
    await_read_models(client)
    assert len(games_of(client, "Twice")) == 1


def test_a_lost_answer_opens_one_game(page: Page, client: Client, troubles: list[str]) -> None:
    """The service has opened it when the answer is lost, and pressing again leads to the same one."""
    lost: list[str] = []

    def lose(route: Route) -> None:
        lost.append(route.fetch().json()["game"])
        route.abort()

    lobby = Lobby.entered(page, "knights_duty/1", "Lost", "Bram")
    page.route("**/v1/games", lose)
    lobby.press()
    expect(page.locator(".summary .refused")).to_contain_text("Press the button again")
    page.unroute("**/v1/games")

    game = lobby.opened()

    await_read_models(client)
    assert lost == [game] == [each["game"] for each in games_of(client, "Lost")]
    assert viewers(client, game, record_of(page, game)["keys"]) == {"": "table", "lost": "lost", "bram": "bram"}
    assert [each for each in troubles if "ERR_FAILED" not in each] == []
    troubles.clear()


# Names --------------------------------------------------------------------------------------------------------------


def test_a_seat_has_the_letters_of_its_player(page: Page, client: Client) -> None:
    """What would be taken twice, is a word of its own, or has no Latin letter, is another seat."""
    names = ("Ada", "  ÁDA! ", "\u042f\u043d", "Host", "3 Øyvind", "Ada 2")

    game = Lobby.entered(page, "knights_duty/1", *names).opened()

    assert seats_of(client, game) == [
        ("ada", "Ada"),
        ("ada2", "ÁDA!"),
        ("seat3", "\u042f\u043d"),
        ("host2", "Host"),
        ("oyvind", "3 Øyvind"),
        ("ada3", "Ada 2"),
    ]


@pytest.mark.parametrize(
    ("names", "number", "says"),
    [
        (("Ada",), 2, "A Knight's Duty takes 2 players or more: name each"),
        (("", "Bram"), 1, "A player has no name"),
        (("Ada", "", "Cleo"), 2, "A player has no name"),
        (("Ada", "Bram", " ada"), 3, "Another player is called ada, too"),
    ],
)
def test_names_that_are_missing_or_alike_are_refused_at_their_fields(
    names: tuple[str, ...], number: int, says: str, page: Page
) -> None:
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    lobby = Lobby.entered(page, "knights_duty/1", *(each or "nobody" for each in names)).call(*names).press()

    expect(lobby.refusal(f"player-{number}")).to_have_text(says)
    expect(lobby.name(number)).to_be_focused()
    assert "POST" not in sent


@pytest.fixture
def refused(page: Page, troubles: list[str]) -> Generator[None]:
    """What the service refuses is told on the console; nothing else may go wrong in the page."""
    del page
    yield
    assert [each for each in troubles if "400" not in each and "422" not in each] == []
    troubles.clear()


@pytest.mark.usefixtures("refused")
def test_a_name_that_the_service_refuses_is_said_at_its_field_and_mended(page: Page, client: Client) -> None:
    lobby = Lobby.entered(page, "knights_duty/1", "Ada", "Br\u200bam").press()
    expect(lobby.refusal("player-2")).to_contain_text("it has characters that do not show")

    game = lobby.call("Ada", "Bram").opened()

    assert seats_of(client, game) == [("ada", "Ada"), ("bram", "Bram")]


def test_somebody_is_taken_out_and_those_behind_move_up(page: Page, client: Client) -> None:
    lobby = Lobby.entered(page, "heirless/e1", *NAMES, "Dov")

    page.get_by_role("button", name="Remove Bram").click()

    expect(lobby.name(2)).to_be_focused()
    assert seats_of(client, lobby.opened()) == [("ada", "Ada"), ("cleo", "Cleo"), ("dov", "Dov")]


def test_there_are_as_many_fields_as_the_box_has_seats(page: Page) -> None:
    lobby = Lobby.entered(page, "knights_duty/1", "Ada", "Bram", "Cleo", "Dov")
    expect(lobby.name(5)).to_be_visible()

    lobby["components"].select_option("knights-duty-square-1", force=True)

    expect(lobby.name(5)).to_be_hidden()
    expect(page.locator("#what")).to_contain_text("with the box “Knights duty square 1”")


# The rest of it -----------------------------------------------------------------------------------------------------


def test_a_battle_begins_from_its_own_position_with_the_names_of_its_players(page: Page) -> None:
    lobby = Lobby.entered(page, "cube_bag/g1", "Alex", "Bram")

    assert '"seat": "bram"' in lobby["start"].input_value()
    assert "laura" not in lobby["start"].input_value()


@pytest.mark.usefixtures("refused")
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "This is not JSON"),
        ('{"a": 1}', "“a” has no place here"),
        ("7", "body.start: Input should be a valid dictionary"),
        ("", "a battle begins from a position: name players, armies and finished maneuvers"),
    ],
)
def test_a_start_position_that_is_none_is_refused_at_its_field(text: str, says: str, page: Page) -> None:
    lobby = Lobby.entered(page, "cube_bag/g1", "Ada", "Bram")
    page.get_by_text("Readings, box and start position").click()
    lobby["start"].fill(text)
    page.get_by_text("Readings, box and start position").click()

    lobby.press()

    expect(lobby.refusal("start")).to_have_text(says)
    expect(lobby["start"]).to_be_focused()


@pytest.mark.usefixtures("refused")
def test_a_start_position_for_others_is_refused_at_its_field(page: Page) -> None:
    """Whoever writes one may have it for more players, and then it has to name them."""
    lobby = Lobby.entered(page, "cube_bag/g1", "Ada", "Bram")
    expect(lobby.name(3)).to_be_hidden()
    page.get_by_text("Readings, box and start position").click()
    lobby["start"].press_sequentially(" ")

    lobby.call("Ada", "Bram", "Cleo").press()

    expect(lobby.refusal("start")).to_have_text("start.players: not one for each seat")


@pytest.mark.parametrize(("query", "title"), [("heirless/e1", "Heirless"), ("chess/1", "A Knight's Duty")])
def test_an_edition_is_chosen_by_the_address_if_it_is_there(query: str, title: str, page: Page) -> None:
    Lobby.entered(page, query)

    expect(page.locator("#what b")).to_have_text(title)


def test_from_the_rules_one_comes_to_a_game_of_them(page: Page) -> None:
    page.goto("/rulesets/heirless/e2")

    page.get_by_role("link", name="Open a game").click()

    expect(page.locator("[name=edition]:checked")).to_have_value("heirless/e2")


@pytest.mark.journey
def test_a_game_is_opened_by_keyboard_alone(page: Page, client: Client) -> None:
    page.goto("/")
    tab_to(page, "a[href='/games/new']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/games/new")
    tab_to(page, "[name=edition]")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#what b")).to_have_text("Gloomhaven, first edition: the attack")
    for number, name in enumerate(("Ada", "Bram"), 1):
        tab_to(page, f"[name=player-{number}]")
        page.keyboard.type(name)
    tab_to(page, ".summary button")
    page.keyboard.press("Enter")

    game = Lobby(page).arrived()

    assert head(client, game)["edition"] == "gloomhaven_attack/gh1"
    assert seats_of(client, game) == [("ada", "Ada"), ("bram", "Bram")]


# Where opening needs a key --------------------------------------------------------------------------------------------


def test_where_opening_needs_a_key_it_is_asked_for_and_kept_for_the_tab(browser: Browser, tmp_path: Path) -> None:
    listed = f'[[key]]\nname = "club"\nkey = "{digest_of(key_of("club"))}"\nmay = ["open"]\n'
    (tmp_path / "keys.toml").write_text(listed, "utf-8")
    troubles: list[str] = []
    options = ("--keys", str(tmp_path / "keys.toml"), "--open-to", "key")
    with (
        process_on(tmp_path / "games.db", *options) as process,
        process.client() as client,
        watched(browser, troubles, address=process.address) as page,
    ):
        lobby = Lobby.entered(page, "knights_duty/1", "Ada", "Bram")
        expect(lobby["operator"]).to_be_hidden()
        lobby.press()
        expect(lobby.refusal("operator")).to_contain_text("Only holders of a key may open games here")
        lobby["operator"].fill(key_of("nobody"))
        lobby.press()
        expect(lobby.refusal("operator")).to_be_visible()
        lobby["operator"].fill(key_of("club"))
        first = lobby.opened()

        second = Lobby.entered(page, "knights_duty/1", "Ada", "Bram").opened()

        assert first != second
        assert viewers(client, second, record_of(page, second)["keys"]) == {"": "table", "ada": "ada", "bram": "bram"}
        assert len([each for each in troubles if "401" in each]) == len(troubles) == 2
        troubles.clear()
