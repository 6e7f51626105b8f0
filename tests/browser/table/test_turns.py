"""A turn at the table: chosen by clicking, by keys or by writing, read back, decided once, and seen by all."""

import json
import random
import re
from contextlib import ExitStack
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from oathbook.domain.recording.format.record_file import whole_record_from
from oathbook.domain.recording.notation.sheet_writer import sheet_lines
from oathbook.domain.rulesets.registry import load_registry
from oathbook.replays.verification import verify
from tests.browser.table.lobby import KEPT, Lobby
from tests.browser.table.players import Player, play, players
from tests.support.browsing import NARROW, WIDE, Library, Look, on_every_screen, watched
from tests.support.playing import close_by, setup_of
from tests.support.serving import Client, Table, bearer

MOST_DECISIONS: Final = 150
MOST_KEYS: Final = 1_000
FOCUSED: Final = """() => {
    const focused = document.activeElement;
    if (focused.matches("#decide:enabled")) return "decide";
    const hasChips = document.querySelector("#chips .chip") !== null;
    return focused.matches(hasChips ? "#chips .chip" : "#verbs button") ? "choice" : "";
}"""
NAMES: Final = ("Ada", "Bram", "Cleo", "Dov")
CAUTIOUS: Final = re.compile(r"agree|shield|parry|none", re.IGNORECASE)
SPACE: Final = re.compile(r"(-?\d+),(-?\d+)")


def caution(chip: str) -> int:
    """Ranks choices so that Knights move to the middle of the board and attack there."""
    if found := SPACE.search(chip):
        q, r = map(int, found.groups())
        return max(abs(q), abs(r), abs(q + r))
    return bool(CAUTIOUS.search(chip))


def duel(client: Client, *, chance: str = "seeded") -> Table:
    """A new duel of two Knights close by."""
    return Table.opened(client, chance="witnessed" if chance == "witnessed" else "seeded")


@pytest.mark.timeout(300)
def test_four_people_play_a_whole_game(browser: Browser, library: Library, client: Client) -> None:
    """Two of them play on phones. The record is valid, and its sheet reproduces it."""
    troubles, address = list[str](), library.process.address
    with ExitStack() as tabs:
        desk = tabs.enter_context(watched(browser, troubles, Look(), address))
        game = Lobby.entered(desk, "knights_duty/1", *NAMES).opened()
        keys = desk.evaluate(KEPT, game)["keys"]
        table = Table(client, game)
        seated = list[Player]()
        for name, look in zip(NAMES, (WIDE, NARROW) * 2, strict=True):
            page = tabs.enter_context(watched(browser, troubles, Look(look), address))
            page.goto(f"/games/{game}/play#key={keys[name.lower()]}")
            expect(page.locator("#playing[data-ready]")).to_be_visible()
            seated.append(Player(page, name.lower()))
        lines = list(play(seated, random.Random(7), most=400, rank=caution))  # noqa: S311  # it picks decisions, it keeps no secret
        for each in seated:
            expect(each["turn"]).to_contain_text("The game is over")
            expect(each["decide"]).to_be_disabled()

    text = table.ask("/record").content
    record = whole_record_from(text, load_registry().ruleset, where="the game")
    assert len(lines) > 40
    assert verify(record).status == "sound"
    sheet = "\n".join(sheet_lines(record))
    brought = client.post("/v1/records", content=sheet, headers={"Content-Type": "text/x-oathbook"})
    assert (brought.status_code, brought.json()["head"]) == (200, table.get()["head"]), brought.text


@pytest.mark.journey
def test_a_plan_is_chosen_read_back_and_decided(page: Page, client: Client) -> None:
    table = duel(client)
    ash = Player.seated(page, table.game, "ash")
    expect(ash["turn"]).to_have_text("Your turn, Player 1")
    for each in ("bow", "spear"):
        ash.chip(each)
    ash.reads("Reads back as Player 1 lays a plan")
    ash.decide()

    expect(ash["turn"]).to_have_text("Waiting for Player 2")
    expect(ash["steps"]).to_contain_text("Player 1 lays 2 tokens face down")
    assert table.position == ash.position == 3


def test_a_choice_is_taken_back_by_its_chip(page: Page, client: Client) -> None:
    ash = Player.seated(page, duel(client).game, "ash")
    ash.chip("bow")
    ash.chip("spear")
    expect(ash["line"]).to_have_value("plan bow, spear")
    expect(ash["decide"]).to_be_enabled()
    page.get_by_role("button", name="Take back slots: bow").click()

    expect(ash["line"]).to_have_value("plan ")
    expect(ash["decide"]).to_be_disabled()


@on_every_screen
def test_a_whole_turn_is_done_by_keys_alone(page: Page, client: Client) -> None:
    ash = Player.seated(page, duel(client).game, "ash")
    page.locator("#chips .chip", has_text="bow").first.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(ash["decide"]).to_be_focused()
    before = ash["line"].input_value()
    ash["line"].focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("plan spear, parry")
    ash.reads("Reads back as")
    page.keyboard.press("Enter")

    ash.reaches(3)
    assert before.startswith("plan bow, ")
    expect(ash["line"]).to_have_value("")


def decide_by_keys(player: Player, picks: random.Random) -> None:
    """Go on by Tab, choose some of what has the focus by Enter, and decide once that is possible."""
    page, before = player.page, player.position
    for _ in range(MOST_KEYS):
        focused = page.evaluate(FOCUSED)
        if (focused == "choice" and picks.random() < 0.5) or focused == "decide":
            page.keyboard.press("Enter")
        else:
            page.keyboard.press("Tab")
        if focused == "decide":
            return player.reaches(before + 1)
    raise AssertionError(page.inner_text("#hand"))


@pytest.mark.timeout(240)
def test_two_people_play_a_whole_game_by_keyboard_alone(
    browser: Browser, library: Library, client: Client, troubles: list[str]
) -> None:
    table, picks = Table.opened(client, setup_of(8)), random.Random(1)  # noqa: S311  # it picks decisions, it keeps no secret
    with players(browser, library.process.address, table.game, "ash birch", troubles=troubles) as seated:
        for _ in range(MOST_DECISIONS):
            if "over" in seated[0]["turn"].inner_text():
                break
            player = next(each for each in seated if each.is_to_act)
            decide_by_keys(player, picks)
            for each in seated:
                each.reaches(player.position)
        for each in seated:
            expect(each["turn"]).to_contain_text("The game is over")

    record = whole_record_from(table.ask("/record").content, load_registry().ruleset, where="the game")
    assert verify(record).status == "sound"


def test_a_typed_line_is_completed_word_by_word(page: Page, client: Client) -> None:
    ash = Player.seated(page, duel(client).game, "ash")
    ash.write("plan bo")
    ash.chip("bow")
    expect(ash["line"]).to_have_value("plan bow ")
    ash.reads("Reads back as")
    ash.write("plan bwo")
    expect(page.locator("#chips .chip").first).to_have_text("Did you mean bow?")
    ash.reads("“bwo” cannot stand here")
    expect(ash["decide"]).to_be_disabled()


def test_what_the_rules_refuse_is_said_with_its_clause(page: Page, client: Client) -> None:
    ash = Player.seated(page, duel(client).game, "ash")
    ash.write("plan bow, shield, movement")
    ash.reads("KD-2.2")

    expect(ash["decide"]).to_be_disabled()
    expect(ash["reads"].get_by_role("link")).to_have_attribute("href", "/rulesets/knights_duty/1#KD-2.2")


def test_a_decision_pressed_twice_or_sent_again_is_one(page: Page, client: Client, troubles: list[str]) -> None:
    """The first answer is lost on its way."""
    table = duel(client)
    ash = Player.seated(page, table.game, "ash")
    lost: list[Route] = []

    def once(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route)
        route.fetch()
        route.abort()

    page.route("**/decisions", once)
    ash.write("plan bow")
    ash.reads("Reads back as")
    ash["decide"].dblclick()
    ash.reaches(3)
    expect(ash["turn"]).to_have_text("Waiting for Player 2")

    assert table.position == 3
    assert len(lost) == 1
    troubles.clear()


def test_what_came_in_between_is_shown_before_it_is_sent_again(page: Page, client: Client, troubles: list[str]) -> None:
    table = duel(client)
    page.route("**/stream", lambda route: route.abort())
    ash = Player.seated(page, table.game, "ash")
    ash.write("plan bow")
    ash.reads("Reads back as")
    table.decide("birch", {"kind": "lay_plan", "slots": ["spear"]})
    ash["decide"].click()
    expect(ash["status"]).to_have_text("Something happened meanwhile. Look again, and decide again.")
    expect(ash["steps"]).to_contain_text("Player 2 lays 1 token face down")
    assert table.position == 3
    ash.reads("Reads back as")
    ash.decide()

    assert table.position > 3
    troubles.clear()


def test_a_seat_sees_at_once_what_another_decides(page: Page, client: Client) -> None:
    """What it has chosen by then stays."""
    table = duel(client)
    ash = Player.seated(page, table.game, "ash")
    ash.chip("bow")
    table.decide("birch", {"kind": "lay_plan", "slots": ["spear"]})
    ash.reaches(3)

    expect(ash["line"]).to_have_value("plan bow, ")
    expect(page.locator("#chips .chosen")).to_contain_text("bow")
    assert "Your turn" in page.title()


def test_draws_of_a_table_with_its_own_cards_are_told_on_the_pad(page: Page, client: Client) -> None:
    table = Table.opened(client, close_by(inspiration="face_down"), chance="witnessed")
    for seat, line in (("ash", "plan bow"), ("birch", "plan bow")):
        decide(table, seat, line)
    for seat, other in (("ash", "birch"), ("birch", "ash")):
        decide(table, seat, json.dumps({"kind": "declare_target", "target": other}))
    decide(table, "ash", json.dumps({"kind": "name_attacker", "attacker": "ash"}))
    birch = Player.seated(page, table.game, "birch")
    birch.write(json.dumps({"kind": "name_attacker", "attacker": "birch"}))
    pad = birch["pad"]
    expect(pad).to_contain_text("what came?")
    pad.get_by_role("button", name="birch").click()
    pad.get_by_role("button", name="heart").click()
    expect(birch["decide"]).to_be_enabled()
    pad.get_by_role("button", name="Take back heart").click()
    expect(birch["decide"]).to_be_disabled()
    pad.get_by_role("button", name="heart").click()
    birch.decide()

    data = [each["event"]["data"] for each in table.get("/events")["events"]]
    drawn = [each["draw"]["drawn"] for each in data if "draw" in each]
    assert drawn == [["birch"], ["heart"]]


def test_draws_that_are_being_told_stay_when_somebody_else_does_something(page: Page, client: Client) -> None:
    """A promise is offered meanwhile. The first of two draws is whole by then."""
    table = Table.opened(client, close_by(inspiration="face_down"), chance="witnessed")
    for seat, line in (("ash", "plan bow"), ("birch", "plan bow")):
        decide(table, seat, line)
    for seat, other in (("ash", "birch"), ("birch", "ash")):
        decide(table, seat, json.dumps({"kind": "declare_target", "target": other}))
    decide(table, "ash", json.dumps({"kind": "name_attacker", "attacker": "ash"}))
    birch = Player.seated(page, table.game, "birch")
    birch.write(json.dumps({"kind": "name_attacker", "attacker": "birch"}))
    birch["pad"].get_by_role("button", name="birch").click()

    letter = {"letter": "ash promises birch not to attack birch."}
    offered = client.post(f"{table.path}/promises", headers={**bearer("ash"), "If-Match": "*"}, json=letter)
    assert offered.status_code == 201, offered.text
    birch.reaches(table.position)

    birch["pad"].get_by_role("button", name="heart").click()
    expect(birch["pad"].get_by_role("button", name="Take back birch")).to_be_visible()
    expect(birch["decide"]).to_be_enabled()
    birch.decide()


def decide(table: Table, seat: str, line: str) -> None:
    """A decision that is made elsewhere."""
    answered = table.client.post(
        f"{table.path}/decisions", headers={**bearer(seat), "If-Match": "*"}, json={"line": line}
    )
    assert answered.status_code == 201, answered.text
