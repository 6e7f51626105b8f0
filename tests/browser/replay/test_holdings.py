"""The players by what they have: the table says what the scene of the position says, and what the step changed."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.walking import Walk, asked
from tests.support.browsing import Library
from tests.support.playing import Json
from tests.support.serving import Client

ROWS = """() => [...document.querySelectorAll("#held table")].map((table) => [...table.tBodies[0].rows].map((row) => [
    row.cells[0].textContent, ...[...row.cells].slice(1).map((cell) => cell.textContent)
]))"""
SHOWCASE = "heirless/e1/four-players-and-their-word"
STRETCHES = {SHOWCASE: (60, 85), "cube_bag/g1/siege-of-a-city": (1, 31)}


def counts(scene: Json) -> list[dict[str, dict[str, int]]]:
    """Of each player's first tray of counts, of each one's second: how many of what, by its label."""
    tables: list[dict[str, dict[str, int]]] = []
    for tray in scene["trays"]:
        if tray["kind"] == "counts":
            number = sum(tray["seat"] in table for table in tables)
            tables.extend([{}] if number == len(tables) else [])
            tables[number][tray["seat"]] = {stack["label"]: stack["count"] for stack in tray["stacks"]}
    return tables


def shown(now: Json, before: Json) -> list[list[list[str]]]:
    """The tables as text: a row a thing, a column a player, with what changed behind the number."""
    tables: list[list[list[str]]] = []
    for players, then in zip(counts(now), counts(before), strict=True):
        things = list(dict.fromkeys(thing for held in players.values() for thing in held))
        tables.append([])
        for thing in things:
            row = [thing[:1].upper() + thing[1:]]
            for seat, held in players.items():
                change = held.get(thing, 0) - then[seat].get(thing, 0)
                row.append(f"{held.get(thing, '')}" + (f"{change:+}".replace("-", "\u2212") if change else ""))
            tables[-1].append(row)
    return tables


@pytest.mark.parametrize("name", STRETCHES)
def test_the_table_of_players_is_the_scene_s_at_every_position(page: Page, library: Library, name: str) -> None:
    first, last = STRETCHES[name]
    with library.process.client() as client:
        scenes = scenes_of(client, library.games[name], first, last)
    walk = Walk.opened(page, library.games[name], fragment=f"#{first}").is_at(first).beside("table")

    changed = 0
    for position in range(first + 1, last + 1):
        walk.press(".").is_at(position)
        wanted = shown(scenes[position], scenes[position - 1])
        assert page.evaluate(ROWS) == wanted
        changed += sum("+" in cell or "\u2212" in cell for table in wanted for row in table for cell in row[1:])
    assert changed > 1


def scenes_of(client: Client, game: str, first: int, last: int) -> dict[int, Json]:
    """The scenes of these positions."""
    told = asked(client, game, f"/scenes?from={first}&to={last}")
    return {each["position"]: each["scene"] for each in told["scenes"]}


def test_a_figure_leads_to_the_event_that_changed_it(page: Page, library: Library) -> None:
    """The first player's Influence at 85: 5 since the event 73."""
    game = library.games[SHOWCASE]
    with library.process.client() as client:
        influence = {at: counts(scene)[0]["ada"]["Influence"] for at, scene in scenes_of(client, game, 60, 85).items()}
    assert max(at for at in range(61, 86) if influence[at] != influence[at - 1]) == 73
    Walk.opened(page, game, fragment="#85").is_at(85).beside("table")

    figure = page.locator("#held td a[data-since]").first
    expect(figure).to_have_text("5")
    expect(figure).to_have_attribute("href", "#73")


def test_a_link_to_a_moment_and_a_way_back_mark_what_the_step_changed(page: Page, library: Library) -> None:
    """At 43 Bram deploys a Knight, at 45 Cleo does; nothing else is marked, wherever somebody comes from."""
    new = page.locator("#board .piece.new > title")
    walk = Walk.opened(page, library.games[SHOWCASE], fragment="#45").is_at(45)
    expect(new).to_have_text([re.compile("^Cleo 2, Wolf")])

    walk.go(43)

    expect(new).to_have_text([re.compile("^Bram 1, Valley")])


def test_a_game_without_counts_has_no_table_and_cards_lie_as_cards(page: Page, library: Library) -> None:
    Walk.opened(page, library.games["gloomhaven_attack/gh1/for-another-edition"], fragment="#60").is_at(60)

    expect(page.locator("#held")).to_be_hidden()
    card = page.locator("[data-kind=cards] .stack").first.bounding_box()
    assert card is not None
    assert card["height"] > 40
