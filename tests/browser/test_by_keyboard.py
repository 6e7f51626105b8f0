"""A game is found, opened, walked through, asked about and passed on by keyboard alone."""

from collections.abc import Generator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.walking import LONG, TEXT, Walk, asked, tab_to, tab_to_game, walking
from tests.support.browsing import Library, in_clipboard, with_clipboard
from tests.support.playing import Json

REASONS: Final = f"""(reasons) => {{
    {TEXT}
    const all = (selector, within = reasons) => [...within.querySelectorAll(selector)];
    return {{
        derived: all(".derived").map((each) => [
            text(each.querySelector("p")),
            all("tr", each).map((row) => [row.className, ...all("td", row).map(text)]),
        ]),
        words: all("dl > div").map((each) => [text(each.querySelector("dt")), text(each.querySelector("dd"))]),
    }};
}}"""


@pytest.fixture(scope="module")
def shared(browser: Browser, library: Library) -> Generator[Walk]:
    """A game of three that was found in the catalogue."""
    game = library.games[LONG]
    with walking(browser, library, game) as walk:
        yield walk


@pytest.fixture
def walk(shared: Walk) -> Walk:
    """The same where it was opened, as the public sees it."""
    return shared.press("Escape").look("public", "the public").go(1)


@pytest.mark.journey
def test_a_game_is_opened_walked_and_left_without_a_mouse(page: Page, library: Library) -> None:
    game = library.games[LONG]
    page.goto("/")
    tab_to_game(page, game)
    page.keyboard.press("Enter")

    walk = Walk(page, game).ready().is_at(1)
    for key, position in [("j", 3), (".", 4), (".", 5), ("ArrowRight", 7), (">", 13), ("Shift+j", 45), ("]", 59)]:
        walk.press(key).is_at(position)
    for key, position in [("End", 82), (",", 81), ("k", 77), ("<", 68), ("[", 59), ("Shift+k", 45), ("0", 1)]:
        walk.press(key).is_at(position)
    walk.press(*"jjj").is_at(7)
    page.wait_for_url(f"**/games/{game}#7")

    page.go_back()
    expect(page.locator("h1")).to_have_text("Games")


@pytest.mark.parametrize(
    ("start", "key", "end"),
    [
        *((60, "Shift+j", 82), (60, "]", 82), (69, ">", 82), (82, "j", 82), (82, ".", 82)),
        *((6, "Shift+k", 1), (6, "[", 1), (12, "<", 1), (1, "k", 1), (1, ",", 1)),
    ],
)
def test_behind_the_last_stop_lies_the_end_and_before_the_first_the_beginning(
    walk: Walk, start: int, key: str, end: int
) -> None:
    walk.go(start).press(key).is_at(end)


def test_a_step_back_from_within_a_step_leads_to_the_end_of_the_one_before(walk: Walk) -> None:
    walk.go(41).press("k").is_at(39)
    walk.go(41).press("j").is_at(42)


@pytest.mark.journey
def test_a_view_is_chosen_in_its_field(walk: Walk) -> None:
    tab_to(walk.page, "#viewer")
    walk.press("ArrowDown", "ArrowDown")

    expect(walk["status"]).to_have_text("Seen by Second player")
    walk.page.wait_for_url("**?as=birch#1")


def test_views_that_are_asked_for_in_haste_end_with_the_last(walk: Walk) -> None:
    """Whatever answers overtake each other."""
    walk.go(11).press("f", "f", "j", "f").is_at(13)

    expect(walk["status"]).to_have_text("Seen by Third player")
    walk.press("k").is_at(11)
    assert [tray["down"] for tray in walk.screen["trays"]] == [[True, True], [True, True]]


def capital(sentence: str) -> str:
    """The sentence with a capital letter."""
    return sentence[:1].upper() + sentence[1:]


def reasons_of(why: Json) -> Json:
    """An answer to why, as it stands on the page."""
    worked = [each for each in why["derivation"] if each["working"]]
    return {
        "derived": [
            [
                " ".join([capital(each["sentence"]), *each["cites"], *each["readings"]]),
                [
                    ["", line["says"], "", line["clause"]]
                    if line["applied"]
                    else ["idle", line["says"], "does not apply", line["clause"]]
                    for line in each["working"]
                ],
            ]
            for each in worked
        ],
        "words": [[f"{name} {each['title']}", each["words"]] for name, each in why["clauses"].items()]
        + [
            [f"{name} {each['title']}", each.get("setting", "").replace("_", " ") or each["default"]]
            for name, each in why["readings"].items()
        ],
    }


@pytest.mark.journey
def test_why_something_happened_is_said_clause_by_clause_and_line_by_line(walk: Walk, library: Library) -> None:
    walk.go(42).press("r")
    expect(walk["reasons"]).to_contain_text("By these clauses")

    shown = walk["reasons"].evaluate(REASONS)

    with library.process.client() as client:
        assert shown == reasons_of(asked(client, walk.game, "/events/42/why"))
    assert ["idle", "hearts: take 1 → 1", "does not apply", "KD-8.3"] in shown["derived"][0][1]
    assert [
        "KD-8.3 Pile of a Defending target",
        "If the target counts as Defending, the pile has 1 heart less and 1 shield more.",
    ] in shown["words"]
    walk.press("r")


def test_reasons_go_along_with_whoever_walks(walk: Walk) -> None:
    walk.go(42).press("r")
    expect(walk["reasons"]).to_contain_text("Second player builds a pile")

    walk.press("j")

    expect(walk["reasons"]).to_contain_text("Third player builds a pile")
    walk.press("r")


@pytest.mark.journey
def test_a_copied_link_leads_to_the_same_moment_and_view(walk: Walk) -> None:
    with_clipboard(walk.page)
    walk.look("cedar").go(11).press("y")
    expect(walk["status"]).to_contain_text("Copied: ")
    link = in_clipboard(walk.page)

    other = Walk(walk.page.context.new_page(), walk.game)
    other.page.goto(link)
    other.ready().is_at(11)

    assert link.endswith(f"/games/{walk.game}?at=11&as=cedar")
    assert other["viewer"].input_value() == "cedar"
    assert other.screen == walk.screen
    other.page.close()


@pytest.mark.journey
def test_a_position_a_word_and_a_clause_are_found(walk: Walk) -> None:
    walk.find("41").is_at(41)
    walk.find("Wins").is_at(80)
    walk.find("KD-8.8").is_at(30)
    walk.find("kd-8.8").is_at(45)
    walk.find("9999").is_at(82)

    walk.find("checkmate")
    expect(walk["status"]).to_have_text("Nothing matches “checkmate”")
    walk.is_at(82)


def test_a_moment_is_gone_to_in_the_address(walk: Walk) -> None:
    walk.page.evaluate("location.hash = '#30'")
    walk.is_at(30)


def test_the_log_is_walked_and_keeps_the_focus(walk: Walk) -> None:
    walk.go(42)
    tab_to(walk.page, "#steps a[href='#42']")

    walk.press("ArrowDown").is_at(45)

    assert walk.page.evaluate("document.activeElement.getAttribute('href')") == "#45"
    walk.press("j").is_at(47)
    assert walk.page.evaluate("document.activeElement.getAttribute('href')") == "#47"


def test_the_way_past_the_header_leads_to_the_content(walk: Walk) -> None:
    walk.page.wait_for_url(lambda url: url.endswith("#1"))  # the address follows a moment after the position
    before = walk.page.evaluate("[history.length, location.href]")
    walk.page.evaluate("document.querySelector('.skip').focus()")

    walk.press("Enter")

    assert walk.focused == "main"
    assert walk.page.evaluate("[history.length, location.href]") == before, "nothing is left to come Back from"
    walk.press("j").is_at(3)
