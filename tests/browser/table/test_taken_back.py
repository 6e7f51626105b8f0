"""What was taken back stays in sight: struck through in the news and in the log, bent back on the timeline."""

from collections.abc import Generator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.table.players import Player, players
from tests.browser.walking import walking
from tests.support.browsing import Library, Look, watched
from tests.support.serving import Client, to_open
from tests.support.taking_back import BREACH_TAKEN_BACK

BROKEN, BACK, END = 6, 9, 11
"""Where the promise of the sheet is broken, where that is taken back, and where the game stands."""

STRUCK = "each => getComputedStyle(each).textDecorationLine"


@pytest.fixture
def duellists(client: Client, browser: Browser, library: Library, troubles: list[str]) -> Generator[list[Player]]:
    """Both at the table of a game in which decisions may go back; both have laid a plan."""
    answered = client.post("/v1/games", json=to_open() | {"takebacks": "by-consent"})
    assert answered.status_code == 201, answered.text
    with players(browser, library.process.address, answered.json()["game"], "ash birch", troubles=troubles) as both:
        for player, plan in zip(both, ("plan bow", "plan spear"), strict=True):
            say(player, plan)
        both[0].reaches(both[1].position)
        yield both


@pytest.fixture(scope="module")
def game(client: Client) -> str:
    """A game in which a breach was taken back."""
    headers = {"content-type": "text/x-oathbook"}
    brought = client.post("/v1/records", content=BREACH_TAKEN_BACK.encode(), headers=headers)
    assert brought.status_code in {200, 201}, brought.text
    found: str = brought.json()["game"]
    return found


def say(player: Player, line: str) -> None:
    """Write a line and press Decide."""
    player.write(line)
    player.reads("Reads back as")
    player.decide()


def struck(row: Locator) -> str:
    """How the words of a row are decorated."""
    found: str = row.evaluate(STRUCK)
    return found


# At the table ------------------------------------------------------------------------------------------------------


def test_it_is_asked_and_agreed_in_lines_and_the_news_strike_what_counts_no_longer(duellists: list[Player]) -> None:
    """For both at once, and for who comes back later; the words stay, and say where it was taken back."""
    ash, birch = duellists
    say(ash, "take back because a slip")
    birch.reaches(ash.position)
    say(birch, "agree to take back")
    back = birch.position
    ash.reaches(back)
    birch.page.reload()
    birch.reaches(back)

    for player in (ash, birch):
        rows = player["steps"].locator("li")
        gone = rows.filter(has=player.page.locator("s"))
        expect(gone).to_have_count(2)
        assert struck(gone.first.locator("s")) == "line-through"
        expect(gone.last).to_contain_text(f", taken back at {back}")
        expect(rows.first).to_contain_text("Player 1 takes back what was decided at 2")
    expect(ash["turn"]).to_have_text("Your turn, Player 1")


def test_a_line_that_takes_nothing_back_says_why(duellists: list[Player]) -> None:
    """The control: nobody has asked Ash anything."""
    ash, _ = duellists
    ash.write("agree to take back")

    expect(ash["reads"]).to_contain_text("Nobody has asked to take anything back")
    expect(ash["decide"]).to_be_disabled()


# In the replay -----------------------------------------------------------------------------------------------------


def test_the_log_strikes_what_was_taken_back_and_its_promise(browser: Browser, library: Library, game: str) -> None:
    """The control is the next step, which stands."""
    with walking(browser, library, game) as walk:
        row = walk["steps"].locator(f"li[value='{BROKEN}']")
        expect(row.locator(".became.withdrawn")).to_have_text(f"Taken back at {BACK}")
        assert struck(row.locator("a")) == struck(row.locator(".became.broken")) == "line-through"
        assert struck(row.locator(".became.withdrawn")) == "none"
        assert struck(walk["steps"].locator(f"li[value='{END}'] a")) == "none"


def test_the_board_goes_back_when_one_steps_past(browser: Browser, library: Library, game: str) -> None:
    with walking(browser, library, game) as walk:
        boards: dict[int, list[str]] = {}
        for position in (4, BROKEN, BACK, END):
            walk.go(position)
            pieces = walk["pieces"].locator("li").all_text_contents()
            boards[position] = pieces
        assert boards[4] == boards[BACK]
        assert len({*map(str, boards.values())}) == 3


def test_the_timeline_bends_back_to_where_it_went(browser: Browser, library: Library, game: str) -> None:
    with walking(browser, library, game) as walk:
        arrow = walk["marks"].locator(".taken-back")
        expect(arrow).to_have_count(1)
        expect(arrow.locator("title")).to_have_text(f"{BACK}: taken back to before 5")
        box = arrow.evaluate("each => { const {x, width} = each.getBBox(); return [x, x + width]; }")
        assert box[1] == pytest.approx(1000 * (BACK - 1) / (END - 1), abs=1)
        assert box[0] == pytest.approx(1000 * (5 - 1) / (END - 1), abs=5)


def test_without_spoilers_nothing_is_struck_before_it_is_taken_back(
    browser: Browser, library: Library, game: str
) -> None:
    for position, gone in ((BROKEN, 0), (BACK, 1)):
        with walking(browser, library, game, f"?spoilers=hidden#{position}") as walk:
            walk.is_at(position)
            expect(walk["steps"].locator(f"li[value='{BROKEN}'] .became.broken")).to_be_visible()
            expect(walk["steps"].locator("li.withdrawn")).to_have_count(gone)
            expect(walk["marks"].locator(".taken-back")).to_have_count(gone)


def test_the_promise_says_that_its_breach_was_taken_back(page: Page, game: str) -> None:
    page.goto(f"/games/{game}/promises/p1")

    expect(page.locator("#how .stands")).to_have_text("pending")
    expect(page.locator("#life")).to_contain_text(f"Position {BROKEN}: broken; taken back at {BACK}")
    page.goto(f"/games/{game}/promises/p1?at={BROKEN}")
    expect(page.locator("#how .stands")).to_have_text("broken")
    expect(page.locator("#life")).not_to_contain_text("taken back")


def test_without_a_script_the_log_strikes_it_as_well(browser: Browser, library: Library, game: str) -> None:
    with watched(browser, [], Look(scripts=False), library.process.address) as page:
        page.goto(f"/games/{game}?at={END}")
        row = page.locator(f".still .log li[value='{BROKEN}']")
        expect(row).to_contain_text(f"Taken back at {BACK}.")
        assert row.locator("s").evaluate(STRUCK) == "line-through"
