"""The page of a promise: why it stands as it does, word by word, and what its parties do with it there."""

import re
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from oathbook.domain.promises.logic.paths import label_of
from tests.browser.test_access import faults
from tests.browser.walking import TEXT, Walk, asked, tab_to
from tests.support.browsing import Library, in_every_look, on_every_screen
from tests.support.playing import SAMPLES, Json
from tests.support.promises.pledging import THREE, Promises
from tests.support.promises.promising import LETTER
from tests.support.serving import HOST, Client, Table, await_read_models, key_of

POOLED: Final = "heirless/e1/promise-pooled"
RULED_ON: Final = "heirless/e1/promise-in-plain-words"
MARKED: Final = "() => [...document.querySelectorAll('#letter .marked')].map((each) => each.textContent).join('')"
EXPLAINED: Final = f"""() => {{
    {TEXT}
    return [...document.querySelectorAll("#account .proof li")].map((item) => {{
        const copy = item.cloneNode(true);
        copy.querySelectorAll("ul").forEach((each) => each.remove());
        return text(copy).replace("→", "->");
    }});
}}"""


@pytest.fixture
def promises(client: Client) -> Promises:
    """Three at a table."""
    table = Table.opened(client, SAMPLES[THREE])
    await_read_models(client)
    return Promises(table)


def opened(page: Page, game: str, promise: str = "p1", *, query: str = "", seat: str | None = None) -> Page:
    """The page of a promise, with the key of a seat if one is named."""
    page.goto(f"/games/{game}/promises/{promise}{query}{f'#key={key_of(seat)}' if seat else ''}")
    expect(page.locator("#promise")).to_have_attribute("data-ready", "")
    return page


def test_every_line_of_the_proof_is_there_and_marks_its_words(page: Page, library: Library, client: Client) -> None:
    game = library.games[POOLED]
    (part,) = asked(client, game, "/promises/p1/audit")["audit"]["parts"]

    opened(page, game)

    lines: list[str] = page.evaluate(EXPLAINED)
    told = (f"{label_of(each['path'])}: {each['says']}" if each["path"] else each["says"] for each in part["account"])
    assert lines == [re.sub(r"\b(ash|birch|cedar)\b", lambda seat: seat[0].capitalize(), each) for each in told]
    letter = page.locator("#letter").inner_text()
    for path, words in (("c1", "clause 1"), ("c1.in", "clause 1, its time")):
        first, last = part["spans"][path]
        page.locator("#account .proof").get_by_text(words, exact=True).first.focus()
        assert page.evaluate(MARKED) == letter[first:last]
        page.evaluate("document.activeElement.blur()")
        assert page.evaluate(MARKED) == ""
    page.locator("#account .proof li", has_text="counted: Second player spends nothing at position 11").last.hover()
    assert page.evaluate(MARKED).startswith("to spend at least 5 Influence"), "a line belongs to the clause above it"


def test_who_pays_how_much_and_why_is_told_with_clauses(page: Page, library: Library) -> None:
    opened(page, library.games[POOLED])

    expect(page.locator(".price")).to_contain_text(
        "Second player pays 20 crossed-out Prestige. HT-10.4 HT-10.6 HA-17 HA-18"
    )
    expect(page.locator(".price + ul")).to_contain_text(
        "Second player could have kept it; had Second player decided to spend 3 Influence in favour of the law"
        " at position 10, it would have been kept"
    )
    expect(page.locator("#account")).to_contain_text("First player did their part")
    assert page.locator(".price a").first.get_attribute("href") == "/rulesets/heirless/e1#HT-10.4"


def test_an_event_of_the_proof_is_a_link_to_the_replay(page: Page, library: Library) -> None:
    opened(page, library.games[POOLED], query="?as=public")
    tab_to(page, "#account a[href$='#11']")
    page.keyboard.press("Enter")

    walk = Walk(page, library.games[POOLED]).ready().is_at(11)
    expect(walk["viewer"]).to_have_value("public")


def test_claims_answers_and_rulings_are_told_with_who_made_them(page: Page, library: Library) -> None:
    opened(page, library.games[RULED_ON])

    told = page.locator("#claims > ol > li")
    expect(told.nth(0)).to_contain_text("Second player claims that clause 1 was breached at position 7: ash laughed.")
    expect(told.nth(0).locator("li")).to_contain_text("First player answers: At the Bond.")
    expect(told.nth(1)).to_contain_text(
        "the table rules that clause 1 has failed, to blame: First player: All heard it."
    )


@pytest.mark.journey
def test_warnings_are_read_then_all_sign_and_it_binds(page: Page, promises: Promises) -> None:
    game = promises.table.game
    promises.does("ash", "", {"letter": "ash promises birch to attack birch."})
    opened(page, game, seat="ash")
    assert "key" not in page.url
    expect(page.locator("#warnings li")).to_contain_text("there is no deadline")
    above, below = page.locator("#warnings").bounding_box(), page.locator("[data-act=signatures]").bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] < below["y"], "whoever signs has come past the warnings"
    assert shown(page) == ["signatures", "declines", "withdrawal"]

    tab_to(page, "[data-act=signatures]")
    page.keyboard.press("Enter")

    expect(page.locator("#done")).to_have_text("You have signed it")
    expect(page.locator("#life")).to_contain_text("Player 1 signs it")
    assert shown(page) == ["declines", "withdrawal"]
    promises.does("birch", "/p1/signatures")
    expect(page.locator("#how")).to_have_text("pending lapsed if the game ended now")
    expect(page.locator("#warnings")).to_be_hidden()
    assert shown(page) == ["consents"]


def shown(page: Page) -> list[str]:
    """The buttons that are offered."""
    return [str(each.get_attribute("data-act")) for each in page.locator("[data-act]:visible").all()]


@pytest.mark.parametrize(
    ("seat", "act", "how"),
    [("birch", "declines", "void a signer declined it"), ("ash", "withdrawal", "void it was withdrawn")],
)
def test_an_offer_is_declined_or_withdrawn(page: Page, promises: Promises, seat: str, act: str, how: str) -> None:
    promises.does("ash", "", {"letter": LETTER})

    opened(page, promises.table.game, seat=seat).locator(f"[data-act={act}]").click()

    expect(page.locator("#how")).to_have_text(how)
    expect(page.locator("#done")).to_be_focused()
    assert shown(page) == []


def test_a_promise_is_released_by_the_last_consent(page: Page, promises: Promises) -> None:
    promises.bound()
    promises.does("birch", "/p1/consents")

    opened(page, promises.table.game, seat="ash").locator("[data-act=consents]").click()

    expect(page.locator("#how")).to_have_text("released")
    expect(page.locator("#life")).to_contain_text("Player 2 consents to its release")


def test_a_promise_that_was_released_after_its_breach_says_that_the_breach_stays(
    page: Page, promises: Promises
) -> None:
    promises.bound()
    promises.does("birch", "/p1/claims", {"path": "c1", "claims": "breached"})
    promises.does(HOST, "/p1/rulings", {"path": "c1", "value": "failed", "reason": "All saw it."})
    promises.does("ash", "/p1/consents")
    promises.does("birch", "/p1/consents")

    opened(page, promises.table.game, seat="ash")

    expect(page.locator("#how")).to_have_text("broken it was released after that")
    expect(page.locator("#life")).to_contain_text(
        "It was released after it was broken: the duties that still ran have ended, and the breach stays"
    )


def test_a_claim_is_made_answered_and_ruled_on(page: Page, promises: Promises) -> None:
    promises.bound()
    game = promises.table.game
    opened(page, game, seat="birch")
    page.locator("#claim").get_by_label("Clause").select_option("c1")
    page.get_by_label("at positions").fill("3, 2")
    page.locator("#claim textarea").fill("He laughed 😀 at me")
    page.get_by_role("button", name="Claim").click()
    expect(page.locator("#claims")).to_contain_text(
        "Player 2 claims that clause 1 was breached at position 2, position 3: He laughed 😀"
    )
    expect(page.locator("#claim textarea")).to_have_value("")
    expect(page.locator("#answer")).to_be_hidden()

    with page.expect_navigation():
        page.evaluate("key => { location.hash = `key=${key}` }", key_of("ash"))
    expect(page.locator("#you")).to_have_text("Player 1")
    page.locator("#answer textarea").fill("At a joke.")
    page.get_by_role("button", name="Answer").click()

    expect(page.locator("#claims")).to_contain_text("Player 1 answers: At a joke.")
    expect(page.locator("#answer")).to_be_hidden()
    promises.does(HOST, "/p1/rulings", {"path": "c1", "value": "met", "reason": "It was a good one."})
    expect(page.locator("#how")).to_have_text("kept")
    expect(page.locator("#claims")).to_contain_text("table rules that clause 1 is met: It was a good one.")


def test_what_is_being_written_stays_while_the_game_goes_on(page: Page, promises: Promises) -> None:
    promises.bound()
    opened(page, promises.table.game, seat="birch").locator("#claim textarea").fill("He laugh")

    promises.does("ash", "", {"letter": LETTER})

    expect(page.locator("#asof")).to_contain_text("position 5")
    expect(page.locator("#claim textarea")).to_have_value("He laugh")
    expect(page.locator("#claim textarea")).to_be_focused()


def test_what_is_refused_is_said_and_nothing_is_lost(page: Page, promises: Promises, troubles: list[str]) -> None:
    promises.bound()
    opened(page, promises.table.game, seat="birch").locator("#claim textarea").fill("Soon.")
    page.get_by_label("at positions").fill("99")

    page.get_by_role("button", name="Claim").click()

    expect(page.get_by_label("at positions")).to_be_focused()
    expect(page.get_by_label("at positions")).to_have_accessible_description(re.compile("position 99"))
    expect(page.locator("#claim textarea")).to_have_value("Soon.")
    assert len(troubles) == 1
    troubles.clear()


def test_whoever_has_no_key_can_do_nothing(page: Page, promises: Promises) -> None:
    promises.does("ash", "", {"letter": LETTER})

    opened(page, promises.table.game)

    expect(page.locator("#acts")).to_be_hidden()
    expect(page.locator("#how")).to_have_text("offered")


def test_the_past_is_looked_at_and_not_dealt_with(page: Page, promises: Promises) -> None:
    promises.bound()

    opened(page, promises.table.game, query="?at=2", seat="ash")

    expect(page.locator("#asof")).to_contain_text("As it stood at position 2")
    expect(page.locator("#acts")).to_be_hidden()
    assert "sign" not in page.locator("#life li").first.inner_text()


def test_a_promise_that_there_is_not_says_so(page: Page, promises: Promises, troubles: list[str]) -> None:
    with page.expect_response("**/v1/*/*/promises/p9*"), page.expect_response("**/promises/p9/audit*"):
        page.goto(f"/games/{promises.table.game}/promises/p9")

    expect(page.locator("#trouble")).to_contain_text("there is no promise “p9”")
    assert len(troubles) == 2
    troubles.clear()


@in_every_look
@pytest.mark.parametrize("name", [POOLED, RULED_ON])
def test_nobody_is_kept_out_of_the_page(page: Page, library: Library, name: str) -> None:
    opened(page, library.games[name]).locator("#account .proof a.clause").first.focus()

    assert faults(page) == []


@on_every_screen
def test_nobody_is_kept_out_of_what_can_be_done(page: Page, promises: Promises) -> None:
    name: Json = {"letter": "ash promises birch to attack birch."}
    promises.does("ash", "", name)
    promises.bound()
    promises.does("ash", "/p2/claims", {"path": "c1", "claims": "breached", "says": "x" * 300})

    assert faults(opened(page, promises.table.game, seat="birch")) == []
    assert faults(opened(page, promises.table.game, "p2")) == []
