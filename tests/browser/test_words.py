"""What every page says is written for people: no field names, no values of a program, no id without its name."""

import re
from collections.abc import Iterable
from itertools import groupby
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.every_page import every_page
from tests.browser.walking import asked, walking
from tests.golden.disputing import disputes, record_of
from tests.service.disputes.disputing import Disputes
from tests.service.disputes.test_remedies import keyed
from tests.support.browsing import Library, watched
from tests.support.checkout import GOLDEN
from tests.support.playing import read
from tests.support.serving import Table, key_of
from tests.support.tampering import another

NAMES: Final = sorted(path.relative_to(GOLDEN).with_suffix("").as_posix() for path in GOLDEN.rglob("*.jsonl"))

LONG: Final = pytest.mark.slow
FIRST: Final = {next(names) for _, names in groupby(NAMES, key=lambda name: name.rpartition("/")[0])}
ONE_AN_EDITION: Final = [pytest.param(each, marks=() if each in FIRST else LONG) for each in NAMES]
"""A game of each edition; the others are for the long profile where each of them takes long."""

A_FIFTH: Final = [pytest.param(each, marks=LONG if number % 5 else ()) for number, each in enumerate(NAMES)]
"""The others are for the long profile."""

ADDRESSES: Final = re.compile(r"\b[a-z]+(?:_[a-z]+)?/[a-z0-9]+\b|\b[A-Z]{1,2}-\d+(?:\.\d+)?\b|\b\d{4}-\d\d-\d\d\b")
"""Editions, clauses and readings by their ids, and dates: these are what people call them."""

QUOTED: Final = re.compile(r'“[^”]*”|"[^"]*"')

CASES: Final = {ruleset: [*each] for ruleset, each in groupby(disputes(), lambda each: each["name"].partition(":")[0])}
"""The golden disputes of each ruleset."""

SEATS: Final = ("ada", "bram", "cleo", "dov", "ash", "birch")
"""Of the showcase, and of the duels that are disputed."""

UNFIT: Final = {
    "snake_case": re.compile(r"\b[a-z]+_[a-z]"),
    "a brace": re.compile(r"[{}]"),
    "a value of a program": re.compile(r"\b(?:None|undefined|NaN|True|False)\b|\[object"),
    "a figure's id": re.compile(r"\b[A-Za-z]+-\d+\b"),
}

SHOWN: Final = """() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const letters = "blockquote, q, .letter, .phrases, .remarks, [name=replaces], textarea";
    const said = [[document.title, false]];
    while (walker.nextNode()) {
        const { parentElement: within, data } = walker.currentNode;
        const shown = within.matches("option") || within.checkVisibility({ visibilityProperty: true });
        if (!shown || (within.closest("code") && !/[{}]/.test(data))) continue;
        said.push([data, Boolean(within.closest(letters))]);
    }
    return said;
}"""
"""What is written on a page, with what may be chosen there, but for the words of code that it quotes.

Each with whether it is in the words of somebody at the table: letters have names of their own.
"""


def said_badly(page: Page, seats: Iterable[str] = ()) -> list[str]:
    """What a page says as nobody would, each with the words around it; ``seats`` are ids of people who have names."""
    found: list[str] = []
    texts: list[tuple[str, bool]] = page.evaluate(SHOWN)
    nameless = {"a seat's id": re.compile(rf"\b(?:{'|'.join(seats)})\b")} if seats else {}
    for text, is_quoted in texts:
        own = QUOTED.sub("", ADDRESSES.sub("", text))
        unfit = UNFIT if is_quoted else UNFIT | nameless
        found.extend(f"{what}: {text.strip()}" for what, looks in unfit.items() if looks.search(own))
    return found


@pytest.mark.parametrize("name", A_FIFTH)
def test_a_replay_is_written_for_people(browser: Browser, library: Library, name: str) -> None:
    """At the beginning, in the middle and at the end, with every panel shown."""
    found: dict[str, list[str]] = {}
    with walking(browser, library, library.games[name]) as walk:
        steps = walk.page.request.get(f"/v1/games/{walk.game}/outline").json()["steps"]
        seats = [each["seat"] for each in walk.page.request.get(f"/v1/games/{walk.game}").json()["seats"]]
        for position in sorted({steps[0], steps[len(steps) // 2], steps[-1]}):
            walk.go(position)
            for button in walk.page.locator(".panels button:visible").all():
                panel = str(button.get_attribute("aria-controls"))
                walk.beside(panel)
                found[f"{panel} at {position}"] = said_badly(walk.page, seats)

    assert {where: each for where, each in found.items() if each} == {}


def test_every_other_page_is_written_for_people(browser: Browser, library: Library) -> None:
    """A letter that is not begun is not sent: it would be refused, and the console says so.

    The catalogue is that of one player: other tests bring games with names that are no words.
    """
    found: dict[str, list[str]] = {}
    troubles: list[str] = []
    with watched(browser, troubles, address=library.process.address) as page:
        for name, path in {**every_page(library), "catalogue": "/?player=Ada"}.items():
            page.goto(path, wait_until="networkidle")
            found[name] = said_badly(page, SEATS)

    assert len(found) == 21
    assert {name: each for name, each in found.items() if each} == {}


@pytest.mark.parametrize("name", NAMES)
def test_every_promise_is_written_for_people(browser: Browser, library: Library, name: str) -> None:
    """Its proof, its price and its history, as they are in the end; few golden games have any."""
    game = library.games[name]
    found: dict[str, list[str]] = {}
    with library.process.client() as client:
        promises = [each["promise"] for each in asked(client, game, "/promises")["promises"]]
        seats = [each["seat"] for each in asked(client, game, "")["seats"]]
    with watched(browser, [], address=library.process.address) as page:
        for promise in promises:
            page.goto(f"/games/{game}/promises/{promise}")
            expect(page.locator("#promise")).to_have_attribute("data-ready", "")
            found[promise] = said_badly(page, seats)

    assert {promise: each for promise, each in found.items() if each} == {}


@pytest.mark.parametrize("name", ONE_AN_EDITION)
def test_every_claim_form_is_written_for_people(browser: Browser, library: Library, name: str) -> None:
    """At the beginning, in the middle and at the end: each claim that may be made there is chosen once.

    Whoever files it has to decide there, if anybody has: what they could decide is offered in words.
    """
    found: dict[str, list[str]] = {}
    with library.process.client() as client:
        record = another(keyed(read((GOLDEN / f"{name}.jsonl").read_bytes())), f"claimed: {name}")
        game = Table.imported(client, record).game
        steps = asked(client, game, "/outline")["steps"]
        seats = [each["seat"] for each in asked(client, game, "")["seats"]]
        places = sorted({steps[0], steps[len(steps) // 2], steps[-1]})
        asked_there = [asked(client, game, "/options", at=at)["to_act"] for at in places]
    with watched(browser, [], address=library.process.address) as page:
        for position, to_act in zip(places, asked_there, strict=True):
            by = next((each for each in to_act if each in seats), seats[0])
            page.goto("about:blank")  # or a key alone would not load the page anew
            page.goto(f"/games/{game}/disputes/new?at={position}#key={key_of(by)}")
            expect(page.locator("#claim")).to_have_attribute("data-ready", "")
            claims = page.locator("[name=what]")
            assert claims.count() >= 2, "what follows, and the standing, may be disputed anywhere"
            for number, claim in enumerate(claims.all()):
                claim.check()
                found[f"claim {number} at {position}"] = said_badly(page, seats)

    assert {where: each for where, each in found.items() if each} == {}


@pytest.mark.parametrize("ruleset", sorted(CASES))
def test_every_case_is_written_for_people(browser: Browser, library: Library, ruleset: str) -> None:
    """The golden disputes, each with what the record answers to its claim, all of it unfolded."""
    found: dict[str, list[str]] = {}
    with library.process.client() as client, watched(browser, [], address=library.process.address) as page:
        for dispute in CASES[ruleset]:
            table = Table.imported(client, another(keyed(record_of(dispute)), dispute["name"]))
            seats = [each["seat"] for each in asked(client, table.game, "")["seats"]]
            by = dispute["seen_by"] if dispute.get("seen_by") in seats else seats[0]
            filed = Disputes.filed(table, by=by, claim=dispute["claim"])
            filed.does(by, "finding")
            page.goto(filed.path.removeprefix("/v1"))
            expect(page.locator("#case")).to_have_attribute("data-ready", "")
            page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true })")
            found[dispute["name"]] = said_badly(page, seats)

    assert len(found) == len(CASES[ruleset]) > 0
    assert {name: each for name, each in found.items() if each} == {}


@pytest.mark.parametrize(
    ("planted", "found"),
    [
        ("Ash lays a plan: lay_plan", ["snake_case"]),
        ('Ash offers {"giver": 1}', ["a brace"]),
        ("None attacks Ash", ["a value of a program"]),
        ("undefined of 42", ["a value of a program"]),
        ("NaN Prestige", ["a value of a program"]),
        ("[object Object]", ["a value of a program"]),
        ("sure: True", ["a value of a program"]),
        ("Bram's bram-1 flees", ["a figure's id", "a seat's id"]),
        ("to blame: bram", ["a seat's id"]),
        ("Bram offers “bram promises cleo to rest”", []),
        ("Ash takes 2 Influence by HT-10.4 of heirless/e1 on 2026-11-20", []),
    ],
)
def test_words_of_a_program_are_found_on_a_page(browser: Browser, planted: str, found: list[str]) -> None:
    """The control: a page on which they stand; what clauses, editions and days are called is no such word."""
    with watched(browser, []) as page:
        page.set_content("<title>Any</title><p></p>")
        page.locator("p").evaluate("(each, text) => { each.textContent = text }", planted)
        assert [each.split(":")[0] for each in said_badly(page, SEATS)] == found
