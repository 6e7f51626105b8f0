"""The marks of promises, disputes and rulings on the timeline, and the list that says them in words."""

from contextlib import suppress
from functools import cache
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from oathbook.domain.errors import RemedyRefused
from oathbook.domain.recording.format.record_file import record_text
from tests.browser.disputes.test_case_page import brought
from tests.browser.test_access import faults
from tests.browser.walking import TEXT, Walk, tab_to
from tests.service.disputes.disputing import Disputes
from tests.service.disputes.test_remedies import CORRECT, UPHELD, correctable, mistaken_games
from tests.support.browsing import Library, in_every_scheme, on_every_screen
from tests.support.disputing import Mistaken
from tests.support.ruling import after_correction
from tests.support.serving import Client, await_read_models

POOLED: Final = "heirless/e1/promise-pooled"
REVISED: Final = "knights_duty/1/in-plain-words"
LISTED: Final = f"""() => {{
    {TEXT}
    return [...document.querySelectorAll("#noted li")].map((item) => [item.value, text(item)]);
}}"""
DRAWN: Final = """() => [...new Set([...document.querySelectorAll("#marks :is(.promise, .broken, .dispute) title")].map(
    (title) => parseInt(title.textContent)
))].sort((one, other) => one - other)"""


@cache
def mended() -> Mistaken:
    """A game without promises that can be corrected, and another one than those that other tests correct."""
    for game in mistaken_games():
        if game.record.game == correctable().record.game or "promise." in record_text(game.record).decode():
            continue
        with suppress(RemedyRefused):
            after_correction(game.record, game.at)
            return game
    raise LookupError


@pytest.fixture(scope="module")
def corrected(client: Client) -> Disputes:
    """A dispute after which the outcome that it is about is corrected."""
    game = mended()
    dispute = Disputes.filed(brought(client, game), claim={"claim": "outcome-wrong", "at": game.at})
    dispute.does("ash", "finding")
    dispute.does("Ada", "ruling", {**UPHELD, "remedy": CORRECT})
    await_read_models(client)
    return dispute


def opened(page: Page, game: str, query: str = "", fragment: str = "") -> Walk:
    """A replay with the list open."""
    walk = Walk.opened(page, game, query, fragment).beside("promised")
    page.evaluate("document.getElementById('noted').setAttribute('open', '')")
    return walk


def listed(walk: Walk) -> list[tuple[int, str]]:
    """What the list says, by positions."""
    return [(at, says) for at, says in walk.page.evaluate(LISTED)]


def test_what_becomes_of_a_promise_is_marked_where_it_does(page: Page, library: Library) -> None:
    walk = opened(page, library.games[POOLED])

    letter = 'ash and birch jointly promise cedar to spend at least 5 Influence in favour of law "Muster"'
    assert listed(walk) == [
        (2, f'First player offers p1: “{letter} in the next vote on law "Muster".”'),
        (3, "First player signs p1"),
        (4, "Second player signs p1"),
        (5, "Third player signs p1, which binds from here on"),
        (13, "Promise p1 is broken: Second player pays 20 crossed-out Prestige"),
    ]
    assert walk.page.evaluate(DRAWN) == [2, 3, 4, 5, 13]
    expect(walk["noted"].locator("summary")).to_have_text("Promises, disputes and rulings: 5")


def test_every_mark_of_the_timeline_is_named_in_words(page: Page, library: Library) -> None:
    titles = Walk.opened(page, library.games[POOLED]).page.locator("#marks title").all_text_contents()

    assert "7: vote opens" in titles
    assert [each for each in titles if "_" in each] == []


@pytest.mark.journey
def test_an_entry_of_the_list_leads_there_by_keyboard(page: Page, library: Library) -> None:
    walk = opened(page, library.games[POOLED])
    walk["noted"].locator("summary").focus()
    tab_to(page, "#noted a[data-position='13']", most=8)
    page.keyboard.press("Enter")

    walk.is_at(13)


def test_a_verdict_that_is_revised_is_told_where_it_was_known_and_the_other_one_behind_it(
    page: Page, library: Library
) -> None:
    told = [each for each in listed(opened(page, library.games[REVISED])) if "Promise p3" in each[1]]

    assert told == [(30, "Promise p3 is undetermined"), (31, "Promise p3 is broken"), (32, "Promise p3 is kept")]


@pytest.mark.parametrize("name", [POOLED, REVISED])
def test_no_mark_tells_what_is_still_to_come(page: Page, library: Library, name: str) -> None:
    everything = listed(opened(page, library.games[name]))
    walk = opened(page, library.games[name], "?spoilers=hidden").is_at(1)
    assert everything

    for position in range(1, max(at for at, _ in everything) + 1):
        walk.is_at(position)
        known = [each for each in everything if each[0] <= position]
        assert listed(walk) == known
        assert walk.page.evaluate(DRAWN) == sorted({at for at, _ in known})
        walk.press(".")


def test_a_dispute_and_what_came_of_it_are_marked_and_lead_to_the_case(page: Page, corrected: Disputes) -> None:
    game = mended()
    end = len(game.record.events) + 1
    walk = opened(page, corrected.table.game)

    assert listed(walk) == [
        (game.at, "Disputed: this is not what follows; ruled upheld · the dispute"),
        (end, f"The outcome at {game.at} is corrected by a ruling · the dispute"),
    ]
    assert walk.page.evaluate(DRAWN) == [game.at, end]
    walk["noted"].get_by_role("link", name=f"The dispute about position {game.at}").click()
    expect(page.locator("#case")).to_have_attribute("data-ready", "")


def test_an_outcome_that_was_corrected_says_so_and_leads_to_the_dispute(page: Page, corrected: Disputes) -> None:
    game = mended()
    walk = opened(page, corrected.table.game, fragment=f"#{game.at}").is_at(game.at)
    end = len(game.record.events) + 1

    notice = walk.beside("why")["happenings"].locator(".notice")
    expect(notice).to_have_text(f"This was corrected at position {end} by the ruling in a dispute.")
    link = notice.get_by_role("link", name="the ruling in a dispute")
    assert link.get_attribute("href") == corrected.path.removeprefix("/v1")
    notice.get_by_role("link", name=f"position {end}").click()
    walk.is_at(end)
    expect(notice).to_have_count(0)


def test_without_spoilers_nothing_tells_of_a_dispute_nor_of_a_correction_before_it(
    page: Page, corrected: Disputes
) -> None:
    game = mended()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    walk = opened(page, corrected.table.game, "?spoilers=hidden", f"#{game.at}").is_at(game.at)

    assert listed(walk) == []
    expect(walk["noted"]).to_be_hidden()
    expect(walk["happenings"].locator(".notice")).to_have_count(0)
    assert [each for each in asked if "/v1/disputes" in each] == []

    for position in range(game.at + 1, len(game.record.events) + 2):
        walk.press(".").is_at(position)
    assert [at for at, _ in listed(walk)] == [len(game.record.events) + 1]
    walk.press("s")
    expect(walk["noted"].locator("summary")).to_have_text("Promises, disputes and rulings: 2")


@on_every_screen
@in_every_scheme
def test_nobody_is_kept_out_of_the_marks(page: Page, corrected: Disputes) -> None:
    opened(page, corrected.table.game, fragment=f"#{mended().at}")

    assert faults(page) == []
