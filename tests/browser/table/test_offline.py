"""The scribe's page without a connection: no line is lost, and none is recorded twice."""

import itertools
import json
import re
import subprocess
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from oathbook.domain.chance.witnessed_chance import DrawReport
from oathbook.domain.errors import DrawMissing
from oathbook.domain.recording.format.cleartext import decision_text
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.notation.sheet_writer import sheet_lines
from oathbook.domain.recording.notation.sheets import sheet_from
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.rulesets.registry import load_registry
from tests.browser.table.cable import Cable
from tests.browser.table.test_scribe import MEASURE, Scribe
from tests.service.scribe.writing_down import BATTLE, golden, to_open
from tests.support.browsing import Library, Look, chromium, in_every_look, serious_violations, watched
from tests.support.playing import Json, decide, die, drawn, sources
from tests.support.processes import PATIENCE, started
from tests.support.serving import HOST, Client, bearer, key_of

ROUTES: Final = ("ada: deploy Valley", "bram: deploy Meadow", "cleo: deploy Thicket", "dov: deploy Hills")
OFFLINE: Final = "words are checked, rules are not until the connection is back"
OURS: Final = ("uncaught: ", "Content Security Policy")
"""Marks of troubles that a missing connection does not explain."""

WRITE: Final = """(field, line) => {
    field.focus();
    field.value = line;
    field.dispatchEvent(new Event("input"));
}"""
A_PAGE: Final = 400
"""The number of steps in one answer."""

Step = tuple[str, ...]


class Sheet(Scribe):
    """A scribe's page that is connected through a cable."""

    def write(self, line: str) -> None:
        """Set the line in one step; during ``fill`` the page may change it."""
        self["line"].evaluate(WRITE, line)

    def enter(self, *lines: str) -> None:
        """Enter lines, and wait until each is below the sheet."""
        for line in lines:
            self.write(line)
            self["line"].press("Enter")
            expect(self["line"]).not_to_have_value(line)
            expect(self["rows"].locator("li").last).to_contain_text(line)

    def enter_step(self, step: Step, *, is_cut: bool) -> None:
        """Enter a step; with a connection, its draws are entered on the pad."""
        line, *draws = step
        if not draws or is_cut:
            self.enter(*step)
            return
        self.wait_until_sent()
        self.write(line)
        self["line"].press("Enter")
        for each in draws:
            for card in each.partition(": ")[2].split(", "):
                self["pad"].locator(".chip").filter(has_text=re.compile(rf"^{re.escape(card)} ")).click()
        expect(self["decide"]).to_be_enabled()
        self["decide"].click()
        expect(self["rows"].locator("li").last).to_contain_text(line)

    @property
    def waiting(self) -> list[str]:
        """The rows that are not in the record."""
        return self["rows"].locator(".queued .said").all_inner_texts()

    def wait_until_sent(self) -> None:
        """Wait until all lines are in the record."""
        self.page.evaluate("dispatchEvent(new Event('online'))")
        expect(self["rows"].locator(".queued")).to_have_count(0)

    def wait_until_kept(self) -> None:
        """Wait until the page can start without a connection."""
        expect(self["playing"]).to_have_attribute("data-kept", "")


def open_game(client: Client, record: Record) -> str:
    """Opens a scribe's game with the setup of a record, and returns its id."""
    answered = client.post("/v1/games", json=to_open(record))
    assert answered.status_code == 201, answered.text
    return str(answered.json()["game"])


def steps_of(record: Record) -> list[Step]:
    """Returns the steps of a record as lines of a sheet."""
    text = "".join(f"{each}\n" for each in sheet_lines(record)).encode()
    return [tuple(row.text.strip() for row in rows) for rows in sheet_from(text, where="the sheet").steps]


def recorded_steps(client: Client, game: str) -> list[Step]:
    """Returns the recorded steps of a game as its scribe sees them."""
    found: list[Json] = []
    start = 1
    while (
        len(rows := client.get(f"/v1/games/{game}/lines?from={start}", headers=bearer(HOST)).json()["rows"]) == A_PAGE
    ):
        found += rows[:-1]
        start = rows[-1]["at"]
    return [tuple(line.strip() for line in each["lines"]) for each in (*found, *rows)]


def write(client: Client, game: str, *lines: str) -> None:
    """Write lines from elsewhere with the scribe's key."""
    headers = {**bearer(HOST), "If-Match": "*"}
    answered = client.post(f"/v1/games/{game}/mend", json={"lines": [[each] for each in lines]}, headers=headers)
    assert answered.status_code == 201, answered.text


@pytest.fixture
def cable(library: Library) -> Generator[Cable]:
    """A cable between the browser and the service."""
    with Cable.open(library.process.address) as cable:
        yield cable


@contextmanager
def scribe_page(browser: Browser, cable: Cable, game: str, look: Look | None = None) -> Generator[Sheet]:
    """Yields a scribe's page that can start without a connection; ignores troubles from the network."""
    with watched(browser, [], look, cable.address, counting=OURS) as page:
        page.goto(f"/games/{game}/scribe#key={key_of(HOST)}")
        sheet = Sheet.arrived(page)
        sheet.wait_until_kept()
        yield sheet


@pytest.fixture
def game(client: Client) -> str:
    """A game of four that has just begun."""
    return open_game(client, golden("heirless/e1/four-players-and-their-word"))


@pytest.fixture
def sheet(browser: Browser, cable: Cable, game: str) -> Generator[Sheet]:
    """The sheet of ``game``."""
    with scribe_page(browser, cable, game) as sheet:
        yield sheet


@pytest.mark.journey
def test_offline_lines_are_recorded_when_the_connection_is_back(
    sheet: Sheet, cable: Cable, client: Client, game: str
) -> None:
    """Even if the page was reloaded meanwhile."""
    sheet.enter(ROUTES[0])
    sheet.wait_until_sent()
    cable.cut()
    sheet.enter(*ROUTES[1:3])
    expect(sheet["offline"]).to_have_text(f"2 lines wait. Offline: {OFFLINE}.")
    sheet.page.reload()
    Sheet.arrived(sheet.page)
    expect(sheet["offline"]).to_have_text(f"2 lines wait. Offline: {OFFLINE}.")
    assert (sheet.row(0), sheet.waiting) == (ROUTES[0], list(ROUTES[1:3]))
    expect(sheet["board"].locator(".piece").first).to_be_visible()
    assert recorded_steps(client, game) == [(ROUTES[0],)]
    cable.join()
    sheet.wait_until_sent()

    assert recorded_steps(client, game) == [(each,) for each in ROUTES[:3]]
    expect(sheet["offline"]).to_be_hidden()
    expect(sheet["turn"]).to_contain_text("Dov")


NO_NAME: Final = (rb"Idempotency-Key", rb"X-Nobody-Reads-")
NO_PLACE: Final = (rb'If-Match: "[0-9]+"', rb"If-Match: *")


@pytest.mark.parametrize("control", [False, True], ids=["named", "without a name"])
def test_a_line_is_recorded_once_if_its_answer_was_lost(
    sheet: Sheet, cable: Cable, client: Client, game: str, *, control: bool
) -> None:
    """The same letter can be offered twice. The control sends it without an idempotency key, at any position."""
    line = 'ada: offer promise: ada promises bram in plain words "to be kind" judged by the table.'
    if control:
        cable.rewrite(NO_NAME, NO_PLACE)
    cable.lose_answers(b"/mend ")
    sheet.enter(line)
    expect(sheet["offline"]).to_contain_text("One line waits.")
    assert (sheet.waiting, recorded_steps(client, game)[:1]) == ([line], [(line,)])
    cable.join()
    sheet.wait_until_sent()

    assert (recorded_steps(client, game) == [(line,)]) is not control
    assert set(recorded_steps(client, game)) == {(line,)}


def test_a_refused_line_stops_the_lines_after_it(sheet: Sheet, cable: Cable, client: Client, game: str) -> None:
    """The page shows the reason, and sends the others after the line is mended."""
    cable.cut()
    sheet.enter(ROUTES[0], "ada: deploy Meadow", ROUTES[2])
    cable.join()
    sheet.page.evaluate("dispatchEvent(new Event('online'))")
    stopped = sheet["rows"].locator("[data-fate=refused]")
    expect(stopped).to_contain_text("Ada is not asked for this now")
    expect(sheet["offline"]).to_contain_text("2 lines wait. The first of them is stopped")
    expect(sheet["rows"].locator("li")).to_have_count(3)
    assert (recorded_steps(client, game), sheet.waiting) == ([(ROUTES[0],)], ["ada: deploy Meadow", ROUTES[2]])
    stopped.get_by_role("button", name="Mend it").click()
    expect(sheet["line"]).to_have_value("ada: deploy Meadow")
    expect(sheet["offline"]).to_contain_text("takes the place of the one that stopped")
    sheet.write(ROUTES[1])
    sheet["line"].press("Enter")
    sheet.wait_until_sent()

    assert recorded_steps(client, game) == [(each,) for each in ROUTES[:3]]


def test_a_struck_out_line_is_not_recorded(sheet: Sheet, cable: Cable, client: Client, game: str) -> None:
    """It is also gone after a reload."""
    cable.cut()
    sheet.enter("bram: deploy Meadow", ROUTES[0])
    cable.join()
    sheet.page.evaluate("dispatchEvent(new Event('online'))")
    sheet["rows"].locator("[data-fate=refused]").get_by_role("button", name="Strike it out").click()
    sheet.wait_until_sent()
    sheet.page.reload()

    assert Sheet.arrived(sheet.page).waiting == []
    assert recorded_steps(client, game) == [(ROUTES[0],)]


@pytest.mark.parametrize("control", [False, True], ids=["asked", "on any position"])
def test_lines_of_somebody_else_are_shown_before_a_line_is_sent(
    sheet: Sheet, cable: Cable, client: Client, game: str, *, control: bool
) -> None:
    """The control sends a line at any position, and the page does not ask."""
    cable.cut()
    sheet.enter(ROUTES[1], ROUTES[2])
    write(client, game, ROUTES[0])
    if control:
        cable.rewrite(NO_PLACE)
    cable.join()
    sheet.page.evaluate("dispatchEvent(new Event('online'))")
    if not control:
        expect(sheet["rows"].locator("[data-fate=refused]")).to_contain_text("Somebody else wrote meanwhile")
        expect(sheet["rows"].locator("li:not(.queued) .said")).to_have_text([ROUTES[0]])
        assert recorded_steps(client, game) == [(ROUTES[0],)]
        sheet["rows"].get_by_role("button", name="Write it down all the same").click()
    sheet.wait_until_sent()

    assert recorded_steps(client, game) == [(each,) for each in ROUTES[:3]]


def test_an_offline_draw_is_a_line_or_is_entered_on_the_pad_later(
    browser: Browser, cable: Cable, client: Client
) -> None:
    battle = golden(BATTLE)
    *before, drawing, assigning, _ = steps_of(battle)
    game = open_game(client, battle)
    with scribe_page(browser, cable, game) as sheet:
        sheet.enter(*(line for (line,) in before))
        sheet.wait_until_sent()
        cable.cut()
        sheet.enter(drawing[0], "draw green, green, purple", assigning[0])
        assert sheet.waiting == [f"{drawing[0]}\ndraw green, green, purple", assigning[0]]
        cable.join()
        sheet.wait_until_sent()
        assert recorded_steps(client, game) == [*before, drawing, assigning]

    game = open_game(client, battle)
    with scribe_page(browser, cable, game) as sheet:
        cable.cut()
        sheet.enter(*(line for (line,) in before), drawing[0], assigning[0])
        cable.join()
        sheet.page.evaluate("dispatchEvent(new Event('online'))")
        expect(sheet["rows"].locator("[data-fate=refused]")).to_contain_text("The draw “clash” is missing")
        sheet["rows"].get_by_role("button", name="Mend it").click()
        sheet.came("green", "green", "purple")
        sheet["decide"].click()
        sheet.wait_until_sent()
        assert recorded_steps(client, game) == [*before, drawing, assigning]


def test_only_words_are_checked_offline(sheet: Sheet, cable: Cable) -> None:
    """A doubtful line needs a second Enter, because the page may not know every word."""
    cable.cut()
    sheet.enter("dov: build Bakery on 4")  # it is not Dov's turn
    for line, says in (
        ("zoe: deploy Valley", "“zoe” is not a player in this game"),
        ("ada: dance", "“dance” does not begin like any line of this game"),
        ("ada: deploy Nowhere", "“nowhere” is not a word of this line"),
        ("ada: take back", "You can take something back once"),
        ("deploy Valley", "A line begins with its player"),
    ):
        sheet.write(line)
        sheet["line"].press("Enter")
        sheet.reads(says)
        expect(sheet["line"]).to_have_value(line)
    sheet["line"].press("Enter")

    expect(sheet["rows"].locator("li .said")).to_have_text(["dov: build Bakery on 4", "deploy Valley"])


@pytest.mark.parametrize("control", [False, True], ids=["stored", "stored nowhere"])
def test_waiting_lines_survive_closing_the_page(browser: Browser, cable: Cable, game: str, *, control: bool) -> None:
    """The control is a browser without storage, in which the page shows a warning."""
    with scribe_page(browser, cable, game) as sheet:
        if control:
            sheet.page.add_init_script("IDBFactory.prototype.open = () => { throw new Error('no'); }")
            sheet.page.reload()
            Sheet.arrived(sheet.page).wait_until_kept()
        assert sheet["trouble"].is_visible() is control
        cable.cut()
        sheet.enter(ROUTES[0])
        sheet.page.reload()

        assert Sheet.arrived(sheet.page).waiting == ([] if control else [ROUTES[0]])


KEPT: Final = """async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return [...names, ...requests.flat().map(({url}) => url)];
}"""


def test_caches_belong_to_one_key_and_are_deleted_with_the_game(browser: Browser, cable: Cable, client: Client) -> None:
    """No name of a cache contains a key, no other page uses the worker, and without the key nothing is shown."""
    battle = golden(BATTLE)
    *most, (last,) = steps_of(battle)
    game = open_game(client, battle)
    with scribe_page(browser, cable, game) as sheet:
        for step in most:
            sheet.enter_step(step, is_cut=False)
        sheet.wait_until_sent()
        kept = sheet.page.evaluate(KEPT)
        assert [each for each in kept if key_of(HOST) in each] == []
        assert len([each for each in kept if each.startswith("oathbook")]) == 2
        sheet.page.goto(f"/games/{game}/play")
        assert sheet.page.evaluate("navigator.serviceWorker.controller") is None

        cable.cut()
        sheet.page.evaluate("sessionStorage.clear()")
        sheet.page.goto(f"/games/{game}/scribe")
        expect(sheet["trouble"]).to_contain_text("does not answer")
        assert sheet["rows"].locator("li").count() == 0
        cable.join()
        sheet.page.goto(f"/games/{game}/scribe#key={key_of(HOST)}")
        Sheet.arrived(sheet.page).enter(last)
        expect(sheet["turn"]).to_contain_text("The game is over")
        expect(sheet["rows"].locator(".queued")).to_have_count(0)
        sheet.page.wait_for_function("async () => (await caches.keys()).length === 0")


@in_every_look
def test_every_state_of_the_queue_is_accessible(browser: Browser, cable: Cable, game: str, look: Look) -> None:
    """With waiting lines, and with a refused one."""
    with scribe_page(browser, cable, game, look) as sheet:
        cable.cut()
        sheet.enter(ROUTES[0], "ada: deploy Meadow", ROUTES[2])
        expect(sheet["offline"]).to_contain_text(OFFLINE)
        assert serious_violations(sheet.page) == []
        cable.join()
        sheet.page.evaluate("dispatchEvent(new Event('online'))")
        expect(sheet["rows"].locator("[data-fate=refused]")).to_be_visible()
        assert serious_violations(sheet.page) == []
        assert sheet.page.evaluate(MEASURE)[1:] == [0, 0]


# The whole evening ------------------------------------------------------------------------------------------------

STEPS: Final = 420
CUT: Final = (range(50, 90), range(150, 190), range(250, 290), range(350, 390))
"""The steps during which the network is cut."""
KILLED: Final = (120, 270)
"""The steps after which the browser is killed, once with a connection and once without."""


def long_game() -> Record:
    """Returns a witnessed game of five players with many decisions."""
    ruleset, picks = load_registry().ruleset("heirless/e1"), die("a long evening")
    game = MemoryWriter.open(ruleset, ruleset.samples()[2], sources("a long evening"), chance="witnessed")
    for _ in range(STEPS):
        seat = picks.choice(ruleset.to_act(game.game.state))
        decision = json.loads(decision_text(picks.choice(ruleset.options(game.game.state, seat).listed)))
        reports: list[DrawReport] = []
        while True:
            try:
                decide(game, decision, *reports)
            except DrawMissing as missing:
                reports.append(DrawReport(missing.request.label, drawn(missing.request, picks)))
            else:
                break
    return game.record


@contextmanager
def chromium_on(profile: Path, browser: Browser) -> Generator[Page]:
    """Yields a page in a separate Chromium with this profile folder, and kills it at the end."""
    path = chromium()
    assert path is not None
    port = profile / "DevToolsActivePort"
    port.unlink(missing_ok=True)
    command = [path, "--headless", "--no-sandbox", "--remote-debugging-port=0", f"--user-data-dir={profile}"]
    with started(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL):
        until = time.monotonic() + PATIENCE
        while not port.exists() or "\n" not in port.read_text():
            assert time.monotonic() < until
            time.sleep(0.05)
        number, _ = port.read_text().split("\n")
        yield browser.browser_type.connect_over_cdp(f"http://127.0.0.1:{number}").contexts[0].new_page()


@pytest.mark.timeout(600)
def test_a_long_game_with_cuts_and_kills_is_recorded_exactly(
    browser: Browser, cable: Cable, client: Client, tmp_path: Path
) -> None:
    """More than 400 decisions; the network is cut four times, and the browser killed twice."""
    record = long_game()
    steps, game = steps_of(record), open_game(client, record)
    address = f"{cable.address}/games/{game}/scribe"
    bounds = (0, *KILLED, STEPS)
    for begin, end in itertools.pairwise(bounds):
        with chromium_on(tmp_path / "profile", browser) as page:
            page.goto(address if begin else f"{address}#key={key_of(HOST)}")
            sheet = Sheet.arrived(page)
            if not begin:
                sheet.wait_until_kept()
                page.get_by_role("button", name="Standing").click()
                sheet["keep"].check()
            for number in range(begin, end):
                if any(number == each.start for each in CUT):
                    cable.cut()
                if any(number == each.stop for each in CUT):
                    cable.join()
                    sheet.wait_until_sent()
                sheet.enter_step(steps[number], is_cut=any(number in each for each in CUT))
            if end == STEPS:
                sheet.wait_until_sent()

    assert recorded_steps(client, game) == steps
