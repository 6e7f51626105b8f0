"""With spoilers hidden nothing on the page tells what is still to come; where somebody wants to know, it does."""

import re
from collections.abc import Generator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from oathbook.domain.rulesets.registry import load_registry
from tests.browser.walking import LONG, Walk, asked, tab_to, tab_to_game, walking
from tests.support.browsing import Library, in_clipboard, with_clipboard
from tests.support.playing import Json
from tests.support.serving import Client, Table, await_read_models

HIDDEN: Final = "?spoilers=hidden"
LAST: Final = 82
WON: Final = 80
NOT_YET: Final = re.compile(r"^The outcome is still to come\.$")
WHY: Final = {
    "GameOpened": re.compile("^No clause"),
    "DecisionMade": NOT_YET,
    "DrawMade": NOT_YET,
    "OutcomeFollowed": re.compile("By these clauses"),
    "SeedRevealed": re.compile("^No clause"),
    "GameEnded": re.compile("^No clause"),
}
OPEN_ALL: Final = """() => {
    for (const each of document.querySelectorAll("details")) each.setAttribute("open", "");
    document.querySelector("[aria-controls=why]").click();
}"""

EVERYTHING: Final = """() => {
    const said = ["title", "aria-label", "aria-valuetext", "href", "value", "max", "placeholder", "content"];
    const attributes = [...document.querySelectorAll("*")].flatMap(
        (element) => said.map((name) => element.getAttribute(name)).filter((value) => value !== null)
    );
    return [document.title, location.href, document.body.textContent, ...attributes].join("\\n");
}"""
"""All that the document says, seen or not."""

DRAWN: Final = """() => ({
    ticks: [...document.querySelectorAll("#marks title")].map((tick) => parseInt(tick.textContent)),
    turns: document.querySelectorAll("#lines .turn").length,
    rows: [...document.querySelectorAll("#scores tbody th")].map((row) => parseInt(row.textContent)),
    lines: [...document.querySelectorAll("#lines .score")].map(
        (line) => new Set([...line.points].map(({y}) => y)).size
    ),
    legend: document.getElementById("legend").textContent,
    max: document.getElementById("scrubber").max,
})"""
"""What the graph shows; of a line, how many different scores it goes through."""


@pytest.fixture(scope="module")
def shared(browser: Browser, library: Library) -> Generator[Walk]:
    """A game of three."""
    with walking(browser, library, library.games[LONG], HIDDEN) as walk:
        yield walk


@pytest.fixture
def hidden(shared: Walk) -> Walk:
    """The same, which nobody has seen yet, with all that can be opened on the page open."""
    walk = Walk.opened(shared.page, shared.game, HIDDEN).is_at(1)
    walk.page.evaluate(OPEN_ALL)
    return walk


def sentences(client: Client, game: str) -> dict[str, int]:
    """Every sentence of the game, and where it is said first."""
    found: dict[str, int] = {}
    for frame in asked(client, game, "/frames")["frames"]:
        for each in frame["happenings"]:
            found.setdefault(each["sentence"].lower(), frame["position"])
    return found


def test_no_position_tells_of_a_later_one(hidden: Walk, client: Client) -> None:
    """Event by event, with the reasons and the table of scores open."""
    said = sentences(client, hidden.game)
    outline = asked(client, hidden.game, "/outline")
    why = {frame["position"]: WHY[frame["type"]] for frame in asked(client, hidden.game, "/frames")["frames"]}

    for position in range(1, LAST):
        hidden.is_at(position)
        expect(hidden["reasons"]).to_have_text(why[position])
        everything, drawn = hidden.page.evaluate(EVERYTHING).lower(), hidden.page.evaluate(DRAWN)

        told = "\n".join(sentence for sentence, first in said.items() if first <= position)
        later = [sentence for sentence, first in said.items() if first > position and sentence not in told]
        assert [each for each in later if re.search(rf"\b{re.escape(each)}\b", everything)] == []
        assert not re.search(rf"\b{LAST}\b", everything)
        assert (position >= WON) == bool(re.search(r"\bvictory\b|\bwon by\b", everything))
        assert drawn["max"] == str(position)
        assert max([0, *drawn["ticks"], *drawn["rows"]]) <= position
        assert drawn["turns"] == len([at for at in outline["begins"]["turn"] if at <= position])
        assert drawn["lines"] == scores_of(outline, position)
        hidden.press(".")

    hidden.is_at(LAST)
    assert "won by First player" in hidden.text


def scores_of(outline: Json, position: int) -> list[int]:
    """How many heights each seat has had by then, in each unit: one for a score and who has the same."""
    had: dict[tuple[str, str], set[tuple[object, ...]]] = {}
    for each in outline["scores"]:
        if each["position"] <= position:
            for score in each["scores"]:
                alike = [one["seat"] for one in each["scores"] if one["after"] == score["after"]]
                height = score["after"], alike.index(score["seat"]) - (len(alike) - 1) / 2
                had.setdefault((score["unit"], score["seat"]), set()).add(height)
    return [len(heights) for heights in had.values()]


def test_what_has_been_seen_stays_in_reach(hidden: Walk) -> None:
    hidden.press("]", "]").is_at(45).press("0").is_at(1)

    assert hidden["scrubber"].get_attribute("max") == "45"
    hidden.press("End").is_at(45)


def test_nothing_is_found_that_is_still_to_come(hidden: Walk) -> None:
    hidden.find("wins")
    expect(hidden["status"]).to_have_text("Nothing so far matches “wins”")
    hidden.is_at(1).press("]", "]", "]").is_at(59)

    hidden.find("defeats second player").is_at(42)


def test_no_number_that_is_sought_leads_behind_what_has_been_seen(hidden: Walk) -> None:
    hidden.press("]", "]").is_at(45).press("0").is_at(1)

    hidden.find("9999").is_at(45)

    assert "won by" not in hidden.text


def test_whose_view_is_open_does_not_tell_that_the_game_is_over(hidden: Walk) -> None:
    open_views = hidden["viewer"].locator("option:not([disabled])")
    expect(open_views).to_have_text(["the public"])
    hidden.press("1", "f")
    expect(hidden["viewer"]).to_have_value("public")

    hidden.press("]", "]", "]", "]").is_at(LAST)

    expect(open_views).to_have_text(
        ["the public", "First player", "Second player", "Third player", "the table", "everything"]
    )


def test_a_link_to_a_view_that_is_not_open_before_the_end_is_refused_as_in_a_running_game(
    page: Page, library: Library
) -> None:
    walk = Walk.opened(page, library.games[LONG], "?as=ash&spoilers=hidden").is_at(1)

    expect(walk["trouble"]).to_have_text("Before the end of the game, only First player may see this view.")
    expect(walk["viewer"]).to_have_value("public")


@pytest.mark.journey
def test_the_end_is_hidden_and_shown_again(hidden: Walk) -> None:
    hidden.press("]", "]").is_at(45).press("s")
    expect(hidden["where"]).to_have_text(f"Position 45 of {LAST}")
    shown = hidden.page.evaluate(DRAWN)
    hidden.page.wait_for_url(f"**/games/{hidden.game}#45")
    hidden.press("s")
    expect(hidden["where"]).to_have_text("Position 45")
    again = hidden.page.evaluate(DRAWN)
    hidden.page.wait_for_url(f"**/games/{hidden.game}{HIDDEN}#45")

    assert (shown["max"], max(shown["ticks"]), max(shown["rows"])) == (str(LAST), 80, LAST)
    assert (again["max"], max(again["ticks"]), max(again["rows"])) == ("45", 45, 45)
    assert not re.search(rf"\b{LAST}\b", hidden.page.evaluate(EVERYTHING))


def test_the_catalogue_hides_how_games_end_and_hands_that_on(page: Page, library: Library) -> None:
    page.goto("/")
    tab_to(page, "select[name=spoilers]")
    page.keyboard.press("ArrowDown")
    tab_to(page, "form.filters button")
    page.keyboard.press("Enter")
    page.wait_for_url("**spoilers=hidden**")

    listed = page.inner_text("ol.games")
    assert page.locator("ol.games > li").count() > 1
    titles = sorted((each.edition.title for each in load_registry().by_key.values()), key=len, reverse=True)
    untitled = re.sub("|".join(map(re.escape, titles)), "", listed)
    assert not re.search("over|running|victory|draw|wins|turn|events|steps", untitled)
    tab_to_game(page, library.games[LONG], HIDDEN)
    page.keyboard.press("Enter")
    walk = Walk(page, library.games[LONG]).ready().is_at(1)
    assert page.url.endswith(f"{HIDDEN}#1")

    for key in ("n", "p"):
        with page.expect_navigation():
            walk.press(key)
        expect(walk.ready()["spoilers"]).to_have_attribute("aria-pressed", "true")
    page.evaluate("document.querySelector('.house .name').focus()")
    page.keyboard.press("Enter")
    expect(page.locator("select[name=spoilers]")).to_have_value("hidden")
    for link in page.locator(".house [data-goes]").all():
        assert link.get_attribute("href") == f"/{HIDDEN}"


def test_links_follow_what_somebody_wants_to_know(hidden: Walk) -> None:
    """Those to a clause, which come and go, as well."""
    hidden.press("]", "]").is_at(45)
    expect(hidden["reasons"]).to_contain_text("By these clauses")

    def queries() -> set[str]:
        found: list[str] = hidden.page.locator("a[href^='/']").evaluate_all("all => all.map((link) => link.search)")
        assert sum("imported=true" in each for each in found) == 3, "the players, who are those of imported records"
        found = [each.replace("imported=true&", "").replace("?imported=true", "") for each in found]
        assert hidden.page.locator("#happenings .clause").count()
        assert hidden.page.locator("#reasons .clause").count()
        return set(found)

    before = queries()
    hidden.press("s")

    assert (before, queries()) == ({HIDDEN}, {""})
    hidden.press("s")
    assert queries() == {HIDDEN}


@pytest.mark.parametrize(("name", "path"), [("draws", "/rulesets/knights_duty/1/draws"), ("disputes", "/disputes")])
def test_what_tells_of_all_of_a_game_is_to_be_had_where_its_end_may_be_known(
    name: str, path: str, page: Page, library: Library
) -> None:
    """How its draws look tells how much of the game there is, and its disputes what happened."""
    game = library.games[LONG]
    link = page.locator("[data-tells]", has_text=name)
    walk = Walk.opened(page, game)
    expect(link).to_have_attribute("href", f"{path}?game={game}")

    walk.press("s")
    expect(walk["spoilers"]).to_have_attribute("aria-pressed", "true")
    assert link.get_attribute("href") is None
    walk.press("s")
    expect(link).to_have_attribute("href", f"{path}?game={game}")


def test_the_list_that_a_game_was_opened_from_stays_in_the_address_and_in_no_link_that_is_copied(
    page: Page, library: Library
) -> None:
    game = library.games[LONG]
    walk = Walk.opened(page, game, "?edition=knights_duty%2F1&state=over&as=ash")

    walk.press("j", "s")
    page.wait_for_url(f"**/games/{game}?edition=knights_duty%2F1&state=over&as=ash&spoilers=hidden#3")
    with_clipboard(page)
    walk.press("y")

    expect(walk["status"]).to_contain_text("Copied: http")
    assert in_clipboard(page).endswith(f"/games/{game}?at=3&as=ash&spoilers=hidden")
    (back,) = page.locator("[data-goes=list]").evaluate_all("all => all.map((link) => link.search)")
    assert back == "?edition=knights_duty%2F1&state=over&spoilers=hidden"


def test_a_running_game_begins_at_its_beginning(page: Page, client: Client) -> None:
    table = Table.opened(client)
    table.decide("ash", {"kind": "lay_plan", "slots": ["bow"]})
    await_read_models(client)

    walk = Walk.opened(page, table.game, HIDDEN).is_at(1)
    walk.press("j").is_at(3)
    Walk.opened(page, table.game).is_at(3)
