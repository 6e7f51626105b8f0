"""Two Seasons on one device, line by line: trades, votes, battles, a word that is kept and words that are broken."""

from collections.abc import Iterator
from itertools import takewhile
from typing import Final

import msgspec
import pytest
from playwright.sync_api import Page, expect

from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import whole_record_from
from oathbook.domain.recording.notation.sheet_writer import sheet_lines
from oathbook.domain.rulesets.registry import load_registry
from oathbook.replays.verification import verify
from tests.browser.table.players import Player
from tests.support.checkout import GOLDEN
from tests.support.serving import HOST, Client, Table, digest_of, key_of

RECORD: Final = GOLDEN / "heirless" / "e1" / "four-players-and-their-word.jsonl"
KEEP: Final = """([game, keys]) => localStorage.setItem(`oathbook keys of ${game}`, JSON.stringify(
    {title: "Heirless", seats: [], keys, invited: [], since: 1}))"""


def record_in(text: bytes) -> Record:
    """A record, to be verified and written as a sheet."""
    return whole_record_from(text, load_registry().ruleset, where="the game")


def steps_of(record: Record) -> Iterator[list[str]]:
    """The line of each step, with the lines of its draws."""
    lines = list(sheet_lines(record))
    step = list[str]()
    for line in takewhile(lambda each: not each.startswith("#"), lines[lines.index("") + 1 :]):
        if not line.startswith(" ") and step:
            yield step
            step = []
        step = [*step, *([line.strip()] if line else [])]
    yield from [step] if step else []


def opened(client: Client, record: Record) -> Table:
    """A new game like it, in which chance is at the table."""
    setup = record.opened.setup()
    seats = [{"seat": each.seat, "player": each.player, "key": digest_of(key_of(each.seat))} for each in setup.seats]
    body = {
        "edition": record.ruleset.edition.key,
        "components": msgspec.to_builtins(setup.components),
        "seats": seats,
        "chance": "witnessed",
        "host_key": digest_of(key_of(HOST)),
    }
    answered = client.post("/v1/games", json=body)
    assert answered.status_code == 201, answered.text
    return Table(client, answered.json()["game"])


class Device:
    """One device, which its players pass round."""

    def __init__(self, page: Page, table: Table, seats: list[str]) -> None:
        """A browser that has the keys of all of them, at the table."""
        page.goto("/")
        page.evaluate(KEEP, [table.game, {seat: key_of(seat) for seat in (HOST, *seats)}])
        page.goto(f"/games/{table.game}/play")
        self.page, self.table, self.holder = page, table, ""
        self.broke = list[str]()

    def passed(self, seat: str) -> Player:
        """The page of a seat, whose player takes the device unless they have it."""
        if self.holder and self.holder != seat:
            self.page.get_by_role("button", name="Pass the device").click()
        if self.holder != seat:
            self.page.get_by_role("button", name=f"I am {seat.capitalize()}").click()
            self.holder = seat
        expect(self.page.locator("#playing[data-ready]")).to_be_visible()
        return Player(self.page, seat)

    def write_down(self, line: str, *draws: str) -> None:
        """Write a line for the seat that it begins with, its draws by the pad, and decide."""
        seat, _, words = line.partition(": ")
        player, before = self.passed(seat), self.table.position
        player.write(words)
        for draw in draws:
            for card in draw.partition(": ")[2].split(", "):
                player["pad"].locator(".chip", has_text=card).click()
        expect(player["decide"]).to_be_enabled()
        is_breach = player["reads"].locator(".breach").count() > 0
        player["decide"].click()
        if is_breach:
            self.break_word()
            self.broke.append(line)
        while self.table.position == before:
            self.page.wait_for_timeout(10)
        if self.table.get()["closed"] or seat in self.table.get("/options")["to_act"]:
            player.reaches(self.table.position)
        else:
            expect(self.page.locator("#curtain h2")).to_be_visible()
            self.holder = ""

    def break_word(self) -> None:
        """Decide although it breaks a promise."""
        dialog = self.page.locator("#breach")
        expect(dialog.get_by_role("button", name="Choose something else")).to_be_focused()
        dialog.get_by_label("I know, and I break my word").check()
        dialog.get_by_role("button", name="Break my word").click()


@pytest.mark.timeout(600)
def test_two_seasons_are_played_on_one_device(page: Page, client: Client) -> None:
    """They are those of the showcase: the record is sound, and what happened is the same line by line."""
    known = record_in(RECORD.read_bytes())
    table = opened(client, known)
    device = Device(page, table, [each.seat for each in known.opened.seats])
    for step in steps_of(known):
        device.write_down(*step)
    record = record_in(table.ask("/record").content)

    assert device.broke == ["bram: deploy Valley", "dov: deploy Cordillera"]
    assert verify(record).status == "sound"
    assert list(steps_of(record)) == list(steps_of(known))
