"""The form in which a claim is filed: reached from a moment of a replay, it offers what fits and leads to the case."""

import json
from typing import Final
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.every_page import FOUR
from tests.browser.test_access import faults
from tests.browser.walking import Walk, tab_to
from tests.service.disputes.disputing import Disputes, duelling
from tests.support.browsing import NARROW, Library, in_every_look, on_every_screen
from tests.support.promises.pledging import Promises
from tests.support.serving import Client, Table, await_read_models, key_of

OFFERED: Final = """() => [...document.querySelectorAll("#file .pick b")].map((each) => each.textContent)"""


@pytest.fixture(scope="module")
def table(client: Client) -> Table:
    """A duel in which ash and birch have laid their plans, and birch has declared a target."""
    table = duelling(client, 3)
    await_read_models(client)
    return table


def opened(page: Page, game: str, query: str = "", *, seat: str | None = "ash") -> Page:
    """The form, with the key of a seat."""
    page.goto(f"/games/{game}/disputes/new{query}{f'#key={key_of(seat)}' if seat else ''}")
    expect(page.locator("#claim")).to_have_attribute("data-ready", "")
    return page


def test_a_moment_of_the_replay_is_disputed_and_becomes_a_case(page: Page, table: Table) -> None:
    walk = Walk.opened(page, table.game, fragment=f"#5&key={key_of('ash')}").is_at(5)
    walk.go(7)
    tab_to(page, "#dispute")
    page.keyboard.press("Enter")
    expect(page.locator("#claim")).to_have_attribute("data-ready", "")
    assert parse_qs(urlsplit(page.url).query) == {"at": ["7"], "as": ["ash"]}
    assert "key" not in page.url

    expect(page.get_by_role("radio", checked=True)).to_have_accessible_name(
        "7: Bo points at Ann. Bo attacks next (no other attack waits). "
        "Bo attacks Ann with the bow: "
        "this is not what follows"
    )
    page.get_by_label("By which clause").select_option("KD-7.2")
    page.get_by_label("What is wrong with it").fill("It was out of range 😀")
    page.get_by_role("button", name="File the claim").click()

    expect(page.locator("#case")).to_have_attribute("data-ready", "")
    expect(page.locator("#you")).to_have_text("You see this as Ann.")
    expect(page.locator("#case blockquote").first).to_have_text("It was out of range 😀")
    told = Disputes(table, urlsplit(page.url).path.rpartition("/")[2]).get()
    assert told["claim"] == {"claim": "outcome-wrong", "at": 7, "clause": "KD-7.2"}


@pytest.mark.parametrize("viewport", [NARROW], ids=["narrow"])
def test_a_long_step_leaves_room_for_the_rest_of_the_form_in_a_hand(page: Page, library: Library) -> None:
    """Its sentences are cut, and what is to be chosen is not; who chooses it reads them one by one, and scrolls."""
    game = library.games["heirless/e1/three-seasons-of-four-players"]
    opened(page, game, "?at=457&claim=outcome-wrong", seat=None)
    words = page.locator("#file .words", has_text="The game ends: last season played")
    claims, rest = page.locator("#file fieldset").first, page.locator("#instead")

    expect(words).to_have_count(1)
    cut = words.evaluate(
        "each => [each.scrollHeight > 3 * each.clientHeight, each.nextElementSibling.offsetHeight > 0]"
    )
    heights = [each.bounding_box() for each in (claims, rest)]

    assert cut == [True, True]
    assert all(each is not None and each["height"] < NARROW["height"] / 2 for each in heights), heights
    rest.get_by_role("checkbox").last.uncheck()
    expect(page.locator("[name=follows]")).not_to_have_value("")


def test_only_claims_that_fit_the_moment_are_offered(page: Page, table: Table) -> None:
    opened(page, table.game, "?at=6")
    after = [f"After position 7 {each}" for each in ("the scores, or the end, are wrong",)]
    refused = "After position 7 a decision was refused that should have been allowed"
    assert page.evaluate(OFFERED) == ["this was not allowed", "this is not what follows", *after, refused]
    expect(page.get_by_role("radio", checked=True)).to_have_accessible_name("6: Bo points at Ann: this was not allowed")
    near = page.locator("#file optgroup").first
    expect(near.locator("option[value='KD-7.2']")).to_have_count(1)
    expect(near.locator("option[value='KD-1.1']")).to_have_count(0)

    page.get_by_label("At position").fill("1")
    page.get_by_label("At position").press("Tab")

    expect(page.locator("#file .pick")).to_have_count(2)


def test_a_promise_is_disputed_by_its_letter(page: Page, client: Client) -> None:
    table = duelling(client, 1)
    Promises(table).bound()

    opened(page, table.game, "?claim=promise")

    label = page.locator("#file .pick", has=page.get_by_role("radio", checked=True))
    expect(label).to_contain_text("the letter of this was not kept")


def test_an_empty_claim_is_not_sent(page: Page, table: Table) -> None:
    before = table.client.get("/v1/disputes").json()["upto"]
    opened(page, table.game, "?at=7").get_by_role("button", name="File the claim").click()
    expect(page.get_by_label("By which clause")).to_be_focused()
    page.get_by_label("By which clause").select_option("-")

    page.get_by_role("button", name="File the claim").click()

    expect(page.get_by_label("What is wrong with it")).to_be_focused()
    assert urlsplit(page.url).path.endswith("/disputes/new")
    assert table.client.get("/v1/disputes").json()["upto"] == before


def test_a_refused_decision_is_claimed_and_what_cannot_be_read_is_said_at_its_field(
    page: Page, table: Table, troubles: list[str]
) -> None:
    opened(page, table.game, "?at=7&claim=decision-refused")
    page.get_by_label("The decision that was refused").select_option("another one, as data")
    decision = page.get_by_label("As it was sent")
    page.get_by_label("By which clause").select_option("-")
    page.get_by_label("What is wrong with it").fill("I was asked.")
    decision.fill("inspire")
    page.get_by_role("button", name="File the claim").click()
    expect(decision).to_have_accessible_description('This is not JSON, such as {"by": …, "kind": …}')

    decision.fill('{"by": "ash", "kind": "dance"}')
    page.get_by_role("button", name="File the claim").click()
    expect(decision).to_be_focused()
    expect(page.locator("#file .refused")).to_contain_text("claim: decision")
    assert len(troubles) == 1
    troubles.clear()

    decision.fill('{"by": "ash", "kind": "inspire", "use": true}')
    page.get_by_role("button", name="File the claim").click()
    expect(page.locator("#case .claimed")).to_contain_text("After position 7 a decision was refused")


def test_a_refused_decision_is_chosen_from_those_that_could_be_taken_there(page: Page, table: Table) -> None:
    """By keyboard; how it is sent stays out of sight until somebody wants to see it."""
    opened(page, table.game, "?at=5&claim=decision-refused", seat="birch")
    decision = page.locator("[name=decision]")
    expect(decision).to_be_hidden()
    options = page.get_by_label("The decision that was refused").locator("option")
    expect(options).to_have_text(["choose", "Bo points at Ann", "Bo points at nobody", "another one, as data"])

    tab_to(page, "[name=like]")
    page.keyboard.type("Bo points at n")

    expect(decision).to_have_value('{ "by": "birch", "kind": "declare_target", "target": null }')
    page.get_by_label("At position").fill("1")
    page.get_by_label("At position").press("Tab")
    page.get_by_role("radio").last.check()
    expect(options.nth(1)).to_contain_text("lays a plan")


def test_what_follows_instead_is_what_is_recorded_changed_line_by_line(
    page: Page, table: Table, troubles: list[str]
) -> None:
    opened(page, table.game, "?at=7")
    follows = page.get_by_label("change what is recorded")
    expect(follows).to_be_hidden()
    page.get_by_text("What follows instead, as data").click()
    lines = follows.input_value().split("\n")
    assert lines[0] == '{ "kind": "target_declared", "seat": "birch", "target": "ash" }'
    assert len(lines) == 3
    page.get_by_label("By which clause").select_option("KD-7.2")
    page.get_by_label("What is wrong with it").fill("It was nobody.")

    for written, refused in (("nobody", "This is not JSON"), ('{"kind": "dance"}', "claim: follows")):
        follows.fill(written)
        page.get_by_role("button", name="File the claim").click()
        expect(follows).to_be_focused()
        expect(page.locator("#file .refused")).to_contain_text(refused)
    assert len(troubles) == 1
    troubles.clear()
    follows.fill('{ "kind": "target_declared", "seat": "birch", "target": null }\n')
    page.get_by_role("button", name="File the claim").click()

    expect(page.locator("#case")).to_have_attribute("data-ready", "")
    told = Disputes(table, urlsplit(page.url).path.rpartition("/")[2]).get()
    assert [each["event"]["target"] for each in told["claim"]["follows"]] == [None]


def test_without_the_key_of_a_seat_nothing_is_filed(page: Page, table: Table) -> None:
    walk = Walk.opened(page, table.game)
    expect(walk["dispute"]).to_be_hidden()

    opened(page, table.game, "?at=7", seat=None)

    expect(page.get_by_role("button", name="File the claim")).to_be_disabled()
    expect(page.locator("#you")).to_contain_text("you need the key of a seat")


def test_a_seat_is_told_no_secret_of_another_in_the_form(page: Page, table: Table) -> None:
    opened(page, table.game, "?at=2", seat="ash")

    expect(page.locator("#file .pick").first).to_contain_text("lays a plan: a token face down and a token face down")
    for shown in page.locator("#file fieldset").all():
        assert "parry" not in shown.inner_html()
    assert "parry" not in page.locator("[name=follows]").input_value()


@in_every_look
def test_nobody_is_kept_out_of_the_form(page: Page, table: Table) -> None:
    opened(page, table.game, "?at=7&claim=decision-refused")

    assert faults(page) == []


@on_every_screen
def test_nobody_is_kept_out_of_the_docket_and_of_a_clause(page: Page, table: Table) -> None:
    dispute = Disputes.filed(table, claim={"claim": "outcome-wrong", "at": 7, "clause": "KD-5.1"})
    dispute.does("ash", "finding")
    dispute.ruled(reasons="x" * 400)
    await_read_models(table.client)
    found: dict[str, list[str]] = {}
    for path in ("/disputes", "/disputes?arbiter=Nobody", "/rulesets/knights_duty/1/clauses/KD-5.1"):
        page.goto(path)
        found[path] = faults(page)

    assert {path: each for path, each in found.items() if each} == {}


def test_what_does_not_follow_is_left_out_by_a_tick_and_said_in_words(page: Page, table: Table) -> None:
    """Birch points at Ash, attacks next and attacks."""
    opened(page, table.game, "?at=7")
    listed = page.locator("#instead > li")
    expect(listed.locator(".pick")).to_have_text(
        ["Bo points at Ann", "Bo attacks next (no other attack waits)", "Bo attacks Ann with the bow"]
    )
    page.get_by_role("checkbox", name="Bo attacks Ann with the bow").uncheck()
    page.get_by_label("By which clause").select_option("KD-7.2")
    page.get_by_label("What is wrong with it").fill("Nobody attacked.")
    page.get_by_role("button", name="File the claim").click()

    expect(page.locator("#case")).to_have_attribute("data-ready", "")
    expect(page.locator("#instead > li")).to_have_text(["Bo points at Ann", "Bo attacks next (no other attack waits)"])
    expect(page.locator("#case code").filter(has_text="kind")).to_have_count(0)
    told = Disputes(table, urlsplit(page.url).path.rpartition("/")[2]).get()
    assert [each["event"]["kind"] for each in told["claim"]["follows"]] == ["target_declared", "attacker_chosen"]


def test_a_number_of_what_follows_is_changed_beside_its_sentence(page: Page, library: Library) -> None:
    """In the last battle of the showcase 2 Wounds are added; what is not changed stays as it is recorded."""
    page.goto(f"/games/{library.games[FOUR]}/disputes/new?at=243&claim=outcome-wrong")
    item = page.locator("#instead > li", has_text="Ada 1 attacks Dov 2: hit, 2 Wounds added, 4 now")
    follows = page.locator("[name=follows]")
    expect(item).to_have_count(1)
    before = follows.input_value().split("\n")

    item.get_by_role("spinbutton", name="added").fill("3")

    after = follows.input_value().split("\n")
    ((one, other),) = [(one, other) for one, other in zip(before, after, strict=True) if one != other]
    assert json.loads(other) == {**json.loads(one), "added": 3}
