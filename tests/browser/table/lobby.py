"""A game as somebody opens it on its page, and what then lies in the browser."""

from collections.abc import Sequence
from typing import Any, Final, Self

from playwright.sync_api import Locator, Page, Route, expect

from tests.support.playing import Json
from tests.support.serving import Client

KEPT: Final = """game => {
    const slot = `oathbook keys of ${game}`;
    return JSON.parse(localStorage.getItem(slot) ?? sessionStorage.getItem(slot));
}"""


class Lobby:
    """A page on which a game is about to be opened."""

    def __init__(self, page: Page) -> None:
        """Take the page as it is."""
        self.page = page

    @classmethod
    def entered(cls, page: Page, edition: str = "", *names: str) -> Self:
        """The page with an edition and names; of the table, which is another page, nothing is asked."""
        page.route("**/games/*/play", _show_table)
        page.goto(f"/games/new{f'?edition={edition}' if edition else ''}")
        expect(page.locator("#lobby")).to_have_attribute("data-ready", "")
        return cls(page).call(*names)

    def call(self, *names: str) -> Self:
        """Write the players' names, in order."""
        for number, name in enumerate(names, 1):
            self.name(number).fill(name)
        return self

    def name(self, number: int) -> Locator:
        """The field of a player's name."""
        return self.page.locator(f"[name=player-{number}]")

    def __getitem__(self, field: str) -> Locator:
        """The field of that name."""
        return self.page.locator(f"#open [name='{field}']")

    def pick(self, title: str) -> Self:
        """Choose an answer by its words."""
        self.page.get_by_role("radio", name=title).check(force=True)
        return self

    def press(self) -> Self:
        """Press the one button."""
        self.page.get_by_role("button", name="Open the game").click()
        return self

    def opened(self, to: str = "invite") -> str:
        """Press it, and say which game that has opened."""
        self.press()
        return self.arrived(to)

    def arrived(self, to: str = "invite") -> str:
        """The game to whose page this has led."""
        self.page.wait_for_url(f"**/games/*/{to}")
        return self.page.url.split("/")[-2]

    def refusal(self, field: str) -> Locator:
        """What is said about a field, which has the focus."""
        expect(self[field]).to_have_attribute("aria-invalid", "true")
        return self.page.locator(f"#{self[field].get_attribute('aria-describedby')}")


def record_of(page: Page, game: str) -> Json:
    """What this browser keeps of a game."""
    found: Json = page.evaluate(KEPT, game)
    return found


def head(client: Client, game: str, key: str = "") -> Json:
    """How a game stands, for whoever has this key."""
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    answered = client.get(f"/v1/games/{game}", headers=headers)
    assert answered.status_code == 200, answered.text
    found: Json = answered.json()
    return found


def seats_of(client: Client, game: str) -> list[tuple[str, str]]:
    """The seats of a game with their players."""
    return [(each["seat"], each["player"]) for each in head(client, game)["seats"]]


def viewers(client: Client, game: str, keys: dict[str, str]) -> dict[str, str]:
    """As whom the service knows each key."""
    return {name: head(client, game, key)["as"] for name, key in keys.items()}


def games_of(client: Client, player: str) -> Sequence[Any]:
    """The games of a player, as the catalogue has them."""
    found: Sequence[Any] = client.get("/v1/games", params={"player": player}).json()["games"]
    return found


def _show_table(route: Route) -> None:
    route.fulfill(status=200, content_type="text/html", body="<!doctype html><title>The table</title>")
