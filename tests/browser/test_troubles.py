"""Whatever goes wrong in a page is noticed, or the other tests here would prove little."""

from typing import Final

import pytest
from playwright.sync_api import Browser, Page

from tests.support.browsing import Library, watched

TROUBLES: Final = {
    "an error on the console": ("<script>console.error('wrong')</script>", "console: wrong"),
    "a claim that does not hold": ("<script>console.assert(1 > 2, 'wrong')</script>", "console: wrong"),
    "an error that nobody catches": ("<script>throw new Error('wrong')</script>", "uncaught: wrong"),
    "a promise that nobody catches": ("<script>Promise.reject(new Error('wrong'))</script>", "uncaught: wrong"),
    "a request without an answer": ("<img src='http://127.0.0.1:9/'>", "request: GET http://127.0.0.1:9/: "),
    "a script against the policy": (
        "<meta http-equiv=Content-Security-Policy content=\"script-src 'self'\"><script>let a = 1</script>",
        "console: Executing inline script violates",
    ),
    "a style against the policy": (
        "<meta http-equiv=Content-Security-Policy content=\"style-src 'self'\"><p style='color: red'>red</p>",
        "console: Applying inline style violates",
    ),
}
QUICK: Final = "an error that nobody catches", "a request without an answer"


@pytest.mark.parametrize(
    ("html", "trouble"),
    [
        pytest.param(*each, id=name, marks=pytest.mark.journey if name in QUICK else ())
        for name, each in TROUBLES.items()
    ],
)
def test_what_goes_wrong_in_a_page_fails_in_the_end(browser: Browser, html: str, trouble: str) -> None:
    troubles: list[str] = []

    with pytest.raises(AssertionError), watched(browser, troubles) as page:
        page.set_content(html)

    assert any(each.startswith(trouble) for each in troubles), troubles


def test_what_goes_wrong_in_a_page_that_the_page_opens_fails_as_well(browser: Browser) -> None:
    troubles: list[str] = []

    with pytest.raises(AssertionError), watched(browser, troubles) as page:
        page.context.new_page().set_content("<script>console.error('wrong')</script>")

    assert [each.split(" (")[0] for each in troubles] == ["console: wrong"]


def test_only_troubles_with_a_mark_count(browser: Browser) -> None:
    """The control has the mark."""
    html, trouble = TROUBLES["a request without an answer"]

    with watched(browser, [], counting=["uncaught: "]) as page:
        page.set_content(html)
    with pytest.raises(AssertionError, match=trouble), watched(browser, [], counting=["request: "]) as page:
        page.set_content(html)


def test_a_page_in_which_nothing_goes_wrong_passes(browser: Browser) -> None:
    troubles: list[str] = []

    with watched(browser, troubles) as page:
        page.set_content("<script>console.log('right'); console.warn('mind')</script>")

    assert troubles == []


def test_a_test_sees_and_takes_out_what_it_makes_go_wrong(page: Page, troubles: list[str], library: Library) -> None:
    """An answer of 400 and above is told on the console."""
    page.goto("/v1/games/no-such-game")

    (trouble,) = troubles
    assert "404" in trouble
    assert f"{library.process.address}/v1/games/no-such-game" in trouble
    troubles.clear()


def test_a_stream_that_the_page_leaves_is_no_trouble(page: Page, library: Library) -> None:
    with library.process.client() as client:
        running = [each["game"] for each in client.get("/v1/games").json()["games"] if not each["closed"]]
    page.goto("/v1/games")

    page.evaluate(
        "path => new Promise(resolve => { new EventSource(path).onopen = resolve }).then(() => 1)",
        f"/v1/games/{running[0]}/stream",
    )
    page.goto("/v1/games")

    assert running
