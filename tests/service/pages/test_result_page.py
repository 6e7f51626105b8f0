"""The page of a result: who won, what promises came to, and what to keep; nothing of it before its time."""

import pytest
from fastapi.testclient import TestClient

from oathbook.api.cli.input_files import record_in
from tests.service.disputes.disputing import duelling
from tests.service.lines.test_exported_sheets import brought
from tests.support.checkout import GOLDEN
from tests.support.pages import Element, page_of
from tests.support.playing import CLOSE, die, setup_of
from tests.support.serving import Table
from tests.support.taking_back import BREACH_TAKEN_BACK

WON = "knights_duty/1/last-knight-standing"
PROMISED = "heirless/e1/four-players-and-their-word"


def stored_game(client: TestClient, name: str) -> Table:
    """A golden game."""
    return Table.imported(client, record_in(str(GOLDEN / f"{name}.jsonl")))


def result_of(table: Table, query: str = "") -> Element:
    """The page."""
    return page_of(table.client.get(f"/games/{table.game}/result{query}"))


def links(page: Element) -> list[str]:
    """Where the buttons lead."""
    return [each.attributes["href"] for each in page.one("p", class_="keep").all("a")]


def test_it_says_who_won_how_it_stands_and_what_to_keep(client: TestClient) -> None:
    table = stored_game(client, WON)
    page, head = result_of(table), table.get()
    (standing, *_) = page.all("ul", class_="final")

    assert page.one("p", class_="won").text == "Won by First player"
    assert [each.text for each in standing.all("li")] == [
        "First player: 2 hearts",
        "Second player: 0 hearts (out)",
        "Third player: 0 hearts (out)",
    ]
    assert "Nothing was promised." in page.text
    game = f"/games/{table.game}"
    assert links(page) == [game, f"/v1{game}/record", f"/v1{game}/sheet"]
    assert head["head"] in page.text
    assert all(client.get(each).status_code == 200 for each in links(page))
    assert [each.text for each in page.one("section", class_="signatures").all("li")] == [
        "First player",
        "Second player",
        "Third player",
    ]


def test_promises_stand_with_their_price_and_the_names_of_players(client: TestClient) -> None:
    """Where a game names no winner, its outcome stands there."""
    page = result_of(stored_game(client, PROMISED))
    rows = [each.text for each in page.one("ul", class_="final word").all("li")]

    assert page.one("p", class_="won").text == "Last season played"
    assert [row.split()[:2] for row in rows] == [["p1", "kept"], ["p2", "broken"], ["p3", "broken"], ["p4", "kept"]]
    assert rows[1].startswith("p2 broken by Bram, to Cleo; Bram pays 20 crossed-out Prestige bram promises cleo not")


def test_of_a_game_that_is_not_over_it_tells_nothing(client: TestClient) -> None:
    """Its promise is broken, and that was taken back."""
    told = brought(client, BREACH_TAKEN_BACK.encode()).json()
    page = page_of(client.get(f"/games/{told['game']}/result"))

    assert "The game is not over." in page.text
    assert not page.all("p", class_="won")
    assert not page.all("section", class_="signatures")


def test_without_spoilers_it_is_told_when_somebody_asks(client: TestClient) -> None:
    table = stored_game(client, WON)
    hidden = result_of(table, "?spoilers=hidden")
    (shown,) = (each.attributes["href"] for each in hidden.all("a") if each.text == "Show it")

    assert not hidden.all("p", class_="won")
    assert "hearts" not in hidden.text
    assert page_of(client.get(shown)).one("p", class_="won").text == "Won by First player"


@pytest.mark.parametrize(("query", "says"), [("", ["won by First player"]), ("?spoilers=hidden", [])])
def test_the_replay_leads_to_it_with_spoilers_alone(client: TestClient, query: str, says: list[str]) -> None:
    table = stored_game(client, WON)
    page = page_of(client.get(f"/games/{table.game}{query}"))

    assert [each.text for each in page.all("a", class_="won")] == says
    running = page_of(client.get(f"/games/{duelling(client, 2).game}"))
    assert not running.all("a", class_="won")


def test_the_sheet_of_a_game_that_conceals_something_is_not_offered(client: TestClient) -> None:
    """A game that reveals nothing at its end; the control is the record, which there is."""
    table = Table.opened(client, setup_of(CLOSE), reveal="none")
    for _ in table.steps(die("concealed")):
        pass

    assert links(result_of(table)) == [f"/games/{table.game}", f"/v1/games/{table.game}/record"]
    assert table.ask("/sheet").status_code == 409
