"""A game at a real table, which one person writes down: each line, what was drawn, and the slips of the pen."""

from typing import Final, Self

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from oathbook.domain.games.game_events import DrawMade
from oathbook.domain.recording.format.record_file import whole_record_from
from oathbook.domain.recording.notation.sheet_writer import sheet_lines
from oathbook.domain.rulesets.registry import load_registry
from oathbook.replays.verification import verify
from tests.browser.replay.test_long_names import LEAST, NAMES
from tests.browser.table.lobby import Lobby, record_of
from tests.browser.table.players import MOST_CHOICES, Player
from tests.browser.walking import tab_to
from tests.support.browsing import (
    NARROW,
    WIDE,
    Library,
    Look,
    in_every_look,
    on_every_screen,
    serious_violations,
    watched,
)
from tests.support.serving import Client, to_open

BATTLE: Final = (
    "alex: attack 1,0 with A",
    "mike: forgo",
    "alex: prepare bonus spearman of A",
    "mike: prepare bonus cavalryman of B",
)
"""A battle up to its first draw; Alex forgets the bonus of the spearmen, or who writes it does."""

MEASURE: Final = """() => [
    document.querySelector(".stage").getBoundingClientRect().height / innerHeight,
    document.documentElement.scrollWidth - innerWidth,
    [...document.querySelectorAll("#hand button, #line, #rows button, #rows textarea, .panels button")].filter(
        each => each.checkVisibility() && each.getBoundingClientRect().height < 44).length,
]"""


ENTER_TWICE: Final = """(line, text) => {
    line.value = text;
    line.dispatchEvent(new InputEvent("input", { bubbles: true }));
    for (const key of ["Enter", "Enter"]) line.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
}"""


class Scribe(Player):
    """Who writes for all, at their page."""

    @classmethod
    def opening(cls, page: Page, edition: str, *names: str) -> Self:
        """Open a game at a real table, and come to its sheet."""
        lobby = Lobby.entered(page, edition, *names).pick("At a real table")
        expect(page.locator("[name=chance]:checked")).to_have_value("witnessed")
        lobby.opened("scribe")
        return cls.arrived(page)

    @classmethod
    def arrived(cls, page: Page) -> Self:
        """The sheet that this page shows."""
        expect(page.locator("#playing[data-ready]")).to_be_visible()
        return cls(page, "table")

    @property
    def game(self) -> str:
        """Which game it is."""
        return self.page.url.split("/")[-2]

    def writes(self, line: str) -> None:
        """Write a line, and Enter."""
        before = self.position
        self.write(line)
        self["line"].press("Enter")
        self.reaches(before + 1)

    def came(self, *cards: str) -> None:
        """Say on the pad what was drawn."""
        for each in cards:
            self["pad"].locator(".chip", has_text=each).first.click()

    def row(self, number: int) -> str:
        """What a row of the sheet says, counted from 0, or from the end."""
        return self["rows"].locator("li").nth(number).locator(".said").inner_text()

    def mends(self, says: str) -> None:
        """Begin to mend the row that says so."""
        self["rows"].get_by_role("button", name=f"Mend {says}").click()

    def button(self, says: str) -> None:
        """Press a button of the row that is mended."""
        self["rows"].get_by_role("button", name=says, exact=True).click()


def must_be_sound(client: Client, game: str) -> None:
    """The record is sound, and its sheet gives the same record."""
    record = whole_record_from(client.get(f"/v1/games/{game}/record").content, load_registry().ruleset, where="it")
    assert record.opened.entry == "scribe"
    assert verify(record).status == "sound"
    sheet = "\n".join(sheet_lines(record))
    brought = client.post("/v1/records", content=sheet, headers={"Content-Type": "text/x-oathbook"})
    head = client.get(f"/v1/games/{game}").json()["head"]
    assert (brought.status_code, brought.json()["head"]) == (200, head), brought.text


@pytest.mark.journey
def test_a_battle_is_opened_written_down_and_mended(page: Page, client: Client) -> None:
    """A cube that nobody drew is mended after the losses; what was written below it is read again."""
    scribe = Scribe.opening(page, "cube_bag/g1", "Alex", "Mike")
    expect(scribe["line"]).to_have_value("alex: ")
    for line in BATTLE:
        scribe.writes(line)
    scribe.chip("3")
    expect(scribe["line"]).to_have_value("alex: draw 3")
    scribe.came("green", "purple", "purple")
    scribe.decide()
    assert "draw clash: green, purple, purple" in scribe.row(-1)
    scribe.writes("alex: assign 1 to B/cavalryman")

    scribe.mends("alex: draw 3")
    scribe["rows"].locator("textarea").first.fill("alex: draw 2\ndraw green, purple")
    expect(scribe["rows"].locator("[data-fate=same]").first).to_be_visible()
    scribe.button("Mend")

    expect(scribe["status"]).to_have_text("Mended")
    expect(scribe["rows"].locator("s").first).to_contain_text("alex: draw 3")
    scribe.writes("mike: assign 1 to A/spearman")
    expect(scribe["turn"]).to_contain_text("The game is over")
    must_be_sound(client, scribe.game)


@pytest.mark.journey
def test_the_witness_of_a_draw_is_a_chosen_player_or_the_scribe(page: Page, client: Client) -> None:
    scribe = Scribe.opening(page, "cube_bag/g1", "Alex", "Mike")
    for line in BATTLE:
        scribe.writes(line)
    scribe.chip("3")
    scribe.came("green", "green", "purple")
    expect(scribe["pad"].get_by_label("Seen by").locator("option")).to_have_text(["who writes", "Alex", "Mike"])
    scribe["pad"].get_by_label("Seen by").select_option("Mike")
    scribe.decide()
    assert "draw clash: green, green, purple seen by mike" in scribe.row(-1)
    assert witnesses_of(client, scribe.game) == [["mike"]]
    must_be_sound(client, scribe.game)

    scribe.mends("alex: draw 3")
    scribe["rows"].locator("textarea").first.fill("alex: draw 3\ndraw green, green, purple")
    scribe.button("Mend")
    expect(scribe["status"]).to_have_text("Mended")

    assert witnesses_of(client, scribe.game) == [["mike"], ["table"]]
    must_be_sound(client, scribe.game)


@pytest.mark.journey
def test_mending_asks_for_a_missing_draw_below_its_row(page: Page, client: Client) -> None:
    """The control: there is no pad below a row with its draw."""
    scribe = Scribe.opening(page, "cube_bag/g1", "Alex", "Mike")
    for line in BATTLE:
        scribe.writes(line)
    scribe.mends("mike: prepare bonus cavalryman of B")
    pad = scribe["rows"].get_by_role("group", name="What came of the draw")
    expect(scribe["rows"].locator("[data-fate=same]")).to_have_count(1)
    expect(pad).to_have_count(0)
    scribe.button("Leave it")
    scribe.chip("3")
    scribe.came("green", "green", "purple")
    scribe.decide()

    scribe.mends("alex: draw 3")
    scribe["rows"].locator("textarea").fill("alex: draw 3")
    expect(scribe["rows"].locator("[data-fate=draw-missing] .fate")).to_contain_text("draw 3 of ")
    expect(scribe["rows"].get_by_role("button", name="Mend", exact=True)).to_be_disabled()
    for each in ("green", "purple", "purple"):
        pad.locator(".chip", has_text=each).click()
    expect(scribe["rows"].locator("textarea")).to_have_value("alex: draw 3\ndraw green, purple, purple")
    expect(scribe["rows"].get_by_role("button", name="Mend", exact=True)).to_be_focused()
    page.keyboard.press("Enter")

    expect(scribe["status"]).to_have_text("Mended")
    assert "draw clash: green, purple, purple" in scribe.row(-1)
    must_be_sound(client, scribe.game)


def witnesses_of(client: Client, game: str) -> list[list[str]]:
    """Returns the witnesses of each draw of a game."""
    record = whole_record_from(client.get(f"/v1/games/{game}/record").content, load_registry().ruleset, where="it")
    return [[*entry.body.draw.witnesses] for entry in record.entries() if isinstance(entry.body, DrawMade)]


@pytest.mark.journey
def test_an_attack_with_the_cards_of_the_table_is_written_by_keys_alone(page: Page, client: Client) -> None:
    page.goto("/games/new?edition=gloomhaven_attack/gh1")
    tab_to(page, "[name=place]")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    for number, name in enumerate(("Ada", "Bram"), 1):
        tab_to(page, f"[name=player-{number}]")
        page.keyboard.type(name)
    tab_to(page, ".summary button")
    page.keyboard.press("Enter")
    page.wait_for_url("**/scribe")
    scribe = Scribe.arrived(page)
    tab_to(page, "#line")
    page.keyboard.type("attack bones with scoundrel for 3\n")
    scribe.reaches(3)
    expect(scribe["line"]).to_be_focused()
    page.keyboard.type("draw\n")
    expect(scribe["pad"].locator(".chip", has_text="+0").first).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(scribe["decide"]).to_be_focused()
    page.keyboard.press("Enter")
    scribe.reaches(6)

    expect(scribe["line"]).to_be_focused()
    assert "draw scoundrel/1: +1" in scribe.row(-1)
    must_be_sound(client, scribe.game)


def test_an_attack_is_written_by_touch(browser: Browser, library: Library, client: Client, troubles: list[str]) -> None:
    with watched(browser, troubles, Look(NARROW, touch=True), library.process.address) as page:
        scribe = Scribe.opening(page, "gloomhaven_attack/gh1", "Ada", "Bram")
        for _ in range(MOST_CHOICES):
            expect(page.locator("#decide:enabled, #chips .chip").first).to_be_visible()
            if scribe["decide"].is_enabled():
                break
            scribe.chips.first.tap()
        scribe["decide"].tap()
        scribe.reaches(3)
        scribe["verbs"].get_by_role("button", name="Draw").tap()
        scribe["pad"].locator(".chip", has_text="null").first.tap()
        scribe["decide"].tap()
        scribe.reaches(6)
        assert "null" in scribe.row(-1)
        must_be_sound(client, scribe.game)


def test_a_player_is_picked_by_the_first_letter(page: Page) -> None:
    """Who is not to act may be written for, too."""
    scribe = Scribe.opening(page, "heirless/e1", "Ada", "Bram", "Cleo")
    scribe["line"].press_sequentially("c:")
    expect(scribe["line"]).to_have_value("cleo: ")
    scribe.write("b:")
    expect(scribe["line"]).to_have_value("bram: ")


def test_enter_pressed_again_before_the_answer_writes_a_line_once(page: Page) -> None:
    scribe = Scribe.opening(page, "heirless/e1", "Ada", "Bram", "Cleo")
    scribe["line"].evaluate(ENTER_TWICE, "ada: deploy Valley")
    scribe.reaches(2)

    expect(scribe["line"]).to_have_value("bram: ")
    assert scribe["rows"].locator("li").count() == 1


@on_every_screen
def test_the_cursor_comes_after_the_seat_in_the_line(page: Page) -> None:
    """By a tap or by Tab, which selects the whole field."""
    scribe = Scribe.opening(page, "heirless/e1", "Ada", "Bram", "Cleo")
    expect(scribe["line"]).to_have_value("ada: ")
    scribe["line"].click(position={"x": 12, "y": 12})
    page.keyboard.type("deploy ")
    expect(scribe["line"]).to_have_value("ada: deploy ")
    scribe.write("ada: ")
    scribe["line"].blur()
    tab_to(page, "#line")
    page.keyboard.type("idle")
    expect(scribe["line"]).to_have_value("ada: idle")


def test_what_mending_comes_to_is_said_of_every_row_before_anything_changes(page: Page, client: Client) -> None:
    scribe = Scribe.opening(page, "heirless/e1", "Ada", "Bram", "Cleo")
    for line in ("ada: deploy Valley", "bram: deploy Meadow", "cleo: deploy Thicket"):
        scribe.writes(line)
    before = scribe.position
    scribe.mends("ada: deploy Valley")
    scribe["rows"].locator("textarea").fill("ada: propose Open Gates")
    stopped = scribe["rows"].locator("[data-fate=refused]").first
    expect(stopped).to_contain_text("not allowed: Bram is not asked for this now")
    expect(stopped.get_by_role("link")).to_have_attribute("href", "/rulesets/heirless/e1#HT-1.1")
    expect(stopped.locator("textarea")).to_have_value("bram: deploy Meadow")
    expect(scribe["rows"].get_by_role("button", name="Mend", exact=True)).to_be_disabled()
    scribe["rows"].locator("textarea").first.fill("ada: idle")
    expect(scribe["rows"].locator(".fate")).to_have_text(["otherwise", "the same", "otherwise"])
    expect(scribe["rows"].get_by_role("button", name="Mend", exact=True)).to_be_enabled()
    page.keyboard.press("Escape")

    expect(scribe["rows"].locator("textarea")).to_have_count(0)
    assert scribe.row(0) == "ada: deploy Valley"
    assert client.get(f"/v1/games/{scribe.game}").json()["position"] == before


def test_mending_does_not_repeat_an_offer(page: Page, client: Client) -> None:
    """Mending takes back only decisions."""
    scribe = Scribe.opening(page, "heirless/e1", "Ada", "Bram", "Cleo")
    scribe.writes("ada: deploy Valley")
    scribe.writes('ada: offer promise: ada promises bram in plain words "to be kind".')
    scribe.writes("bram: deploy Meadow")
    scribe.mends("ada: deploy Valley")
    scribe["rows"].locator("textarea").fill("ada: deploy Thicket")
    expect(scribe["rows"].locator("[data-fate=same]")).to_have_count(1)
    scribe.button("Mend")
    expect(scribe["status"]).to_have_text("Mended")

    assert len(client.get(f"/v1/games/{scribe.game}/promises").json()["promises"]) == 1
    assert scribe.row(-1) == "bram: deploy Meadow"


def test_the_last_row_is_struck_out(page: Page) -> None:
    scribe = Scribe.opening(page, "heirless/e1", "Ada", "Bram", "Cleo")
    for line in ("ada: deploy Valley", "bram: deploy Meadow"):
        scribe.writes(line)
    scribe.mends("bram: deploy Meadow")
    scribe.button("Strike it out")
    expect(scribe["rows"].locator("[data-fate=struck]")).to_contain_text("struck out")
    scribe.button("Mend")

    expect(scribe["line"]).to_have_value("bram: ")
    expect(scribe["rows"].locator("s")).to_have_text("bram: deploy Meadow")
    assert scribe.row(-1) == "table: take back"


def test_what_the_table_did_otherwise_is_written_below_its_line(page: Page, client: Client) -> None:
    """The record keeps it, and says that the rules have it otherwise."""
    scribe = Scribe.opening(page, "cube_bag/g1", "Alex", "Mike")
    for line in BATTLE[:2]:
        scribe.writes(line)
    scribe.mends("mike: forgo")
    scribe["rows"].locator("textarea").fill("mike: forgo\nthen nothing")
    scribe.button("Mend")

    expect(scribe["status"]).to_have_text("Mended")
    assert scribe.row(-1) == "mike: forgo\nthen nothing"
    found = client.get(f"/v1/games/{scribe.game}/record").content
    assert verify(whole_record_from(found, load_registry().ruleset, where="it")).status == "discrepancy"


def test_who_holds_no_key_is_told_so_and_other_games_have_no_sheet(
    page: Page, browser: Browser, library: Library, client: Client, troubles: list[str]
) -> None:
    own = Scribe.opening(page, "knights_duty/1", "Ada", "Bram").game
    assert list(record_of(page, own)["keys"]) == [""]
    with watched(browser, troubles, address=library.process.address) as other:
        other.goto(page.url)
        expect(other.locator("#visitor")).to_contain_text("does not have the scribe's key for this game")
    game = client.post("/v1/games", json=to_open()).json()["game"]
    assert client.get(f"/games/{game}/scribe").status_code == 404
    page.get_by_role("link", name="Replay").click()
    page.get_by_role("link", name="To the table").click()
    Scribe.arrived(page)
    page.goto("/")
    assert page.locator("#mine a").first.get_attribute("href") == f"/games/{own}/scribe"


@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("names", ["long", "60 letters", "scripts"])
def test_the_board_has_its_room_and_every_control_its_size(names: str, page: Page, viewport: ViewportSize) -> None:
    scribe = Scribe.opening(page, "heirless/e1", *NAMES[names])
    for _ in range(2):
        scribe.writes(f"{scribe['line'].input_value()}deploy Valley")
    scribe.verb("Deploy")
    part, over, small = page.evaluate(MEASURE)
    assert (over, small) == (0, 0)
    assert part >= LEAST, viewport


@in_every_look
def test_no_state_of_the_sheet_keeps_anybody_out(page: Page) -> None:
    """Of a new line, the pad, and a row that is mended."""
    scribe = Scribe.opening(page, "cube_bag/g1", "Alex", "Mike")
    for line in BATTLE:
        scribe.writes(line)
    assert serious_violations(page) == []
    scribe.write("alex: draw 3")
    expect(scribe["pad"]).to_be_visible()
    assert serious_violations(page) == []
    scribe.mends("alex: prepare bonus spearman of A")
    scribe["rows"].locator("textarea").first.fill("alex: prepare bonus")
    expect(scribe["rows"].locator("[data-fate=unreadable]")).to_be_visible()
    assert serious_violations(page) == []
