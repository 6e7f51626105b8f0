"""The colour of alarm is for a breach, a loss and what is refused: brand, links and badges have others."""

from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.walking import walking
from tests.support.browsing import ColourScheme, Library, Look, in_every_scheme, watched

GAME: Final = "heirless/e1/four-players-and-their-word"
ALARMING: Final = (
    "[data-status='broken'], [data-badge='broken'], .broken, .refused, .reject, .alike, [aria-invalid], mark"
)
OF_ALARM: Final = """alarming => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = "var(--alarm)";
    const alarm = getComputedStyle(probe).color;
    probe.remove();
    const has = (each) => ["color", "backgroundColor", "borderLeftColor", "borderBottomColor", "stroke", "fill"].some(
        (name) => getComputedStyle(each)[name] === alarm);
    const shown = [...document.querySelectorAll("body, body *")].filter(has);
    return [shown.length, shown.filter((each) => !each.closest(alarming)).map((each) => each.outerHTML.slice(0, 120))];
}"""


@in_every_scheme
@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/games/new",
        "/games/{game}/invite",
        "/disputes",
        "/games/{game}/promises/p2",
        "/games/{game}/result",
        "/rulesets/heirless/e1",
    ],
)
def test_a_page_alarms_by_what_is_alarming_alone(
    browser: Browser, library: Library, path: str, colour_scheme: ColourScheme
) -> None:
    look = Look(colour_scheme=colour_scheme)
    with watched(browser, [], look, address=library.process.address) as page:
        page.goto(path.replace("{game}", library.games[GAME]))

        assert page.evaluate(OF_ALARM, ALARMING)[1] == []


def test_a_breach_alarms_and_nothing_else_of_a_replay_does(browser: Browser, library: Library) -> None:
    """The control: what is to act counts where it has that colour, too."""
    with walking(browser, library, library.games[GAME]) as walk:
        walk.page.keyboard.press("b")
        expect(walk["moment"]).to_contain_text("is broken")
        shown, others = walk.page.evaluate(OF_ALARM, ALARMING)
        assert (shown > 3, others) == (True, [])
        walk.page.locator("#standing .badge").first.evaluate("each => { each.style.background = 'var(--alarm)'; }")
        assert len(walk.page.evaluate(OF_ALARM, ALARMING)[1]) == 1
