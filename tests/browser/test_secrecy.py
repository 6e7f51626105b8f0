"""Law 5 for the page: whoever may not see a plan can tell it from nothing that the page asks for, gets or shows."""

import re
from collections.abc import Generator
from typing import Final, NamedTuple

import pytest
from playwright.sync_api import Browser, Response, expect

from tests.browser.walking import BOUND, HEAR, Walk, until
from tests.support.browsing import Library, watched
from tests.support.playing import SAMPLES
from tests.support.serving import Table, await_read_models, key_of

ONE: Final = ("spear", "parry")
OTHER: Final = ("sword", "shield")
LAST: Final = 9
GOING: Final = {"next-game", "previous-game"}
"""What leads to another game, of which other tests take care."""
ONE_EACH: Final = [*{does: (does, key) for does, key in reversed(BOUND) if does not in GOING}.values()]
"""A key of each binding."""
LEADING_ELSEWHERE: Final = {"search", "help", "changes"}
"""What leads to a field or a list, in which keys do nothing until Escape."""

TOLD: Final = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
    r"|\b[0-9a-f]{32,64}\b"
    r"|\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+Z| UTC)"
    r'|(?<=^\{"disputes":\[\],"next":null,"upto":)\d+'
    r'|(?<=,"position":)\d+(?=,"scenes":)'
    r'|(?<=<g class=")(still)?(?=">)'
)
"""What is never the same in two games.

Ids, digests with their salts, times, how far the docket is in all games, how far the game was when early scenes were
requested, and whether a step was shown within a quarter of a second of the one before, so that no piece moved.
"""
CHECKPOINT: Final = re.compile(r"event: checkpoint\ndata: .*\n\n")
"""Word that the log of all games was signed, which comes when the clock says so."""
OFFERED: Final = ' selected=""'
"""As whom somebody looked when views were offered last: chance, where keys are pressed faster than views come."""


class Seen(NamedTuple):
    """What came with every request of a page, the events it was told of, and the page in the end."""

    answers: dict[tuple[str, str], set[str]]
    stream: str
    page: str


def same(text: str) -> str:
    """What of a text can be the same in two games."""
    return TOLD.sub("…", CHECKPOINT.sub("", text.replace(OFFERED, "")))


def seen(browser: Browser, library: Library, table: Table, viewer: str | None, plan: tuple[str, str]) -> Seen:
    """A page of a seat, or of the public, while birch lays a plan, and every key is used then."""
    answered: list[Response] = []
    with watched(browser, [], address=library.process.address) as page:
        page.add_init_script(HEAR)
        page.clock.install()
        page.on("response", lambda response: answered.append(response))  # noqa: PLW0108  # because Playwright marks what it is handed
        walk = Walk.opened(page, table.game, fragment=f"#key={key_of(viewer)}" if viewer else "").is_at(LAST - 2)
        table.decide("birch", {"kind": "lay_plan", "slots": list(plan)})
        walk.is_at(LAST)
        until(page, f"window.heard.includes('id: {LAST}\\n')")
        use_every_key(walk)
        for eyes in (viewer or "public", "public", viewer or "public"):
            walk.look(eyes, "the public" if eyes == "public" else None)
        for word in (*ONE, *OTHER):
            walk.find(word)
            expect(walk["status"]).to_have_text(f"Nothing matches “{word}”")
        if walk["play"].get_attribute("aria-pressed") == "true":  # a link that was followed in time has ended it
            walk.press("Space")
        walk.press("r").go(LAST - 1).go(LAST)
        expect(walk["reasons"]).to_contain_text("By these clauses")
        expect(walk["trays"].locator("a").last).to_have_attribute("href", re.compile("#"))
        page.clock.run_for(20_000)  # until the last notice has faded
        return Seen(same_answers(answered), same(page.evaluate("window.heard")), same(page.content()))


def use_every_key(walk: Walk) -> None:
    """Everything that keys do; in the end all is open or shut as it was."""
    for _ in ("there", "and back"):
        for does, key in ONE_EACH:
            walk.press(key, *(["Escape"] if does in LEADING_ELSEWHERE else []))
        walk.page.clock.run_for(20_000)


def same_answers(answered: list[Response]) -> dict[tuple[str, str], set[str]]:
    """What came with each request that was answered whole, by its address and where the game stood then.

    How many are, and how soon, is a matter of time. But for streams, and the log of all games, of which other tests
    take care.
    """
    found: dict[tuple[str, str], set[str]] = {}
    for response in answered:
        if not (response.url.endswith("/stream") or "/log/" in response.url) and response.request.failure is None:
            text = same(response.text())
            position = re.match(r'\{"as":[^\[]*"position":(\d+)', text)
            found.setdefault((same(response.url), position[1] if position else ""), set()).add(text)
    return found


@pytest.fixture(scope="module")
def tables(library: Library) -> Generator[list[Table]]:
    """Games of three that are about to plan, and between games, so that each has one before and one behind it."""
    with library.process.client() as client:
        games = [Table.opened(client, SAMPLES[1]) for _ in range(6)]
        for table in games:
            for seat, clan in (("ash", "red"), ("birch", "blue"), ("cedar", "green")):
                table.decide(seat, {"kind": "choose_clan", "clan": clan})
        await_read_models(client)
        yield games[:-1]


@pytest.mark.parametrize("viewer", [None, pytest.param("ash", marks=pytest.mark.gate)])
def test_two_games_that_differ_in_a_hidden_plan_are_the_same_to_others(
    browser: Browser, library: Library, tables: list[Table], viewer: str | None
) -> None:
    one = seen(browser, library, tables.pop(), viewer, ONE)
    other = seen(browser, library, tables.pop(), viewer, OTHER)

    assert one.page == other.page
    assert one.stream == other.stream
    both = one.answers.keys() & other.answers.keys()
    assert {each: one.answers[each] for each in both} == {each: other.answers[each] for each in both}
    asked = {address.partition("/games/")[2].partition("?")[0] for address, _ in both}
    assert {"…", "…/scenes", "…/outline", "…/timeline", f"…/scenes/{LAST}/since", f"…/events/{LAST}/why"} <= asked


def test_its_owner_is_asked_told_and_shown_the_plan(browser: Browser, library: Library, tables: list[Table]) -> None:
    """Or the test above would prove nothing."""
    own = seen(browser, library, tables.pop(), "birch", ONE)

    assert "1: spear" in own.page
    assert '"openings"' in own.stream
    assert "spear" in own.stream
    assert any(
        '"spear"' in text for (address, _), texts in own.answers.items() if "/scenes" in address for text in texts
    )
