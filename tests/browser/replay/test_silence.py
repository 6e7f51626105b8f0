"""While the service is silent, what is pressed waits for the game, and what is said ends with the silence."""

from typing import Final

from playwright.sync_api import Browser, Route, expect

from tests.browser.walking import SCRUB, Walk
from tests.support.browsing import Library, watched

GAME: Final = "heirless/e1/four-players-and-their-word"


def test_a_key_that_is_pressed_before_the_game_is_there_is_obeyed_then(browser: Browser, library: Library) -> None:
    """The control is the position at which the page opens without it."""
    game, held, released = library.games[GAME], list[Route](), list[bool]()
    with watched(browser, [], address=library.process.address) as page:
        Walk.opened(page, game, "?at=136").is_at(136)
        page.route(f"**/v1/games/{game}", lambda route: route.continue_() if released else held.append(route))
        with page.expect_request(f"**/v1/games/{game}"):
            page.goto(f"/games/{game}?at=136")
        page.keyboard.press("Home")
        page.keyboard.press("b")
        released.append(True)
        for route in held:
            route.continue_()

        expect(page.locator("#moment")).to_contain_text("Promise p2 is broken")


def test_the_service_does_not_answer_stands_there_until_it_does(browser: Browser, library: Library) -> None:
    """Whatever it answers: here that nothing matches."""
    troubles = list[str]()
    with watched(browser, troubles, address=library.process.address) as page:
        walk = Walk.opened(page, library.games[GAME])
        walk.go(43)
        page.route("**/timeline*", lambda route: route.abort())
        page.locator("#sought").fill("Xyzzy")
        page.locator("#find button").click()
        expect(page.locator("#trouble")).to_have_text("the service does not answer")
        page.unroute("**/timeline*")

        page.locator("#find button").click()

        expect(page.locator("#trouble")).to_be_hidden()
        assert [each for each in troubles if "/timeline" in each]
        troubles.clear()


def test_a_jump_that_failed_is_made_once_the_service_answers(browser: Browser, library: Library) -> None:
    """Nothing is pressed again; the control is that it stays where it was while nothing answers."""
    troubles = list[str]()
    with watched(browser, troubles, address=library.process.address) as page:
        walk = Walk.opened(page, library.games[GAME], "?at=20").is_at(20)
        page.route("**/scenes?*", lambda route: route.abort())
        with page.expect_event("requestfailed"):
            walk["scrubber"].evaluate(SCRUB, 140)
        expect(page.locator("#trouble")).to_have_text("the service does not answer")
        walk.is_at(20)

        page.unroute("**/scenes?*")

        walk.is_at(140)
        expect(page.locator("#trouble")).to_be_hidden()
        troubles.clear()


def test_who_went_elsewhere_is_not_taken_to_where_a_jump_failed(browser: Browser, library: Library) -> None:
    """The clock is put forward by more than the longest wait."""
    troubles = list[str]()
    with watched(browser, troubles, address=library.process.address) as page:
        page.clock.install()
        walk = Walk.opened(page, library.games[GAME], "?at=20").is_at(20)
        page.route("**/scenes?*", lambda route: route.abort())
        walk["scrubber"].evaluate(SCRUB, 140)
        expect(page.locator("#trouble")).to_be_visible()
        page.unroute("**/scenes?*")
        walk.go(22)

        page.clock.run_for(40_000)

        walk.is_at(22)
        troubles.clear()


def test_what_was_said_ends_with_the_next_thing_that_is_done(browser: Browser, library: Library) -> None:
    with watched(browser, [], address=library.process.address) as page:
        walk = Walk.opened(page, library.games[GAME]).go(132)
        walk.press(")").is_at(136)
        expect(walk["status"]).to_be_visible()

        walk.press("j").is_at(138)

        expect(walk["status"]).to_be_hidden()
