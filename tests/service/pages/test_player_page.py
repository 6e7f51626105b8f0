"""The page of a player: what became of their promises, with the way to each."""

from typing import Final

import pytest
from fastapi.testclient import TestClient

from oathbook.api.pages import routes
from tests.support.pages import Element, page_of
from tests.support.playing import SAMPLES
from tests.support.promises.pledging import THREE, Promises, golden
from tests.support.serving import Table, await_read_models

PLEDGES: Final = "pledges games cards"


def totals_of(page: Element) -> list[str]:
    """What is counted."""
    return [each.text for each in page.one("ul", class_="totals").all("li")]


def test_a_player_is_told_by_what_became_of_their_promises(client: TestClient) -> None:
    """Second player is birch: of the pool in one game, promised to in the other."""
    pooled, _ = (Table.kept(client, golden(name)) for name in ("promise-pooled", "promise-kept"))
    await_read_models(client)

    page = page_of(client.get("/players/Second player"))

    assert page.one("h1").text == "Second player and what became of their promises"
    paid = "20 crossed-out Prestige paid"
    assert totals_of(page) == ["1 made", "0 kept", "1 broken", "0 released", paid]
    (item,) = page.one("ol", class_=PLEDGES).all("li")
    assert [each.attributes["href"] for each in item.all("a")] == [
        f"/games/{pooled.game}/promises/p1",
        f"/games/{pooled.game}#13",
        f"/games/{pooled.game}",
    ]
    assert item.one("span").text == "broken"
    assert "p1 broken at position 13, to blame, pays 20 crossed-out Prestige" in item.text
    assert item.one("p", class_="about").text == "In the game of First player, Second player, Third player, as Birch"


def test_without_spoilers_nothing_of_it_is_told_until_somebody_asks(client: TestClient) -> None:
    pooled = Table.kept(client, golden("promise-pooled"))
    await_read_models(client)
    name = pooled.get()["seats"][1]["player"]
    replay = page_of(client.get(f"/games/{pooled.game}?spoilers=hidden"))
    (link,) = (each.attributes["href"] for each in replay.one("h1").all("a") if each.text == name)

    hidden = page_of(client.get(link))

    assert link.endswith("?spoilers=hidden")
    assert not hidden.all("ul", class_="totals")
    assert not hidden.all("ol", class_=PLEDGES)
    (shown,) = (each.attributes["href"] for each in hidden.all("a") if each.text == "Show it")
    assert page_of(client.get(shown)).all("ol", class_=PLEDGES)


@pytest.mark.parametrize("name", ["nobody", "a/b", "<b>", "' OR 1=1 --"])
def test_nobody_of_a_name_says_so(client: TestClient, name: str) -> None:
    page = page_of(client.get(f"/players/{name}"))

    assert page.one("h1").all("bdi")[0].text == name
    assert "No player of that name has made a promise." in page.one("main").text


def test_many_promises_come_in_pages(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    promises = Promises(Table.opened(client, SAMPLES[THREE]))
    for _ in range(3):
        promises.bound()
    await_read_models(client)
    name = promises.table.get()["seats"][0]["player"]
    monkeypatch.setattr(routes, "PROMISES_A_PAGE", 2)

    first = page_of(client.get(f"/players/{name}"))
    rest = page_of(client.get(first.one("a", rel="next").attributes["href"]))

    told = [each.all("a")[0].text for each in first.one("ol").all("li")]
    assert told == ["p3", "p2"]
    assert [each.all("a")[0].text for each in rest.one("ol").all("li")] == ["p1"]
    assert totals_of(rest)[0] == "3 made", "of all, whatever page it is"


def test_a_player_is_found_however_the_name_is_typed(client: TestClient) -> None:
    """In the list of players and in the catalogue, where a name that is nobody's is looked for as a part of one."""
    table = Table.kept(client, golden("promise-kept"))
    await_read_models(client)
    seats = {each["player"] for each in table.get()["seats"]}
    one = next(each for each in seats if each.startswith("Second"))

    listed = page_of(client.get("/players?name=PLAYER")).one("ul", class_="games").all("bdi")
    found = page_of(client.get("/players?name=sEcOnD&spoilers=hidden")).one("ul", class_="games")
    by_case, by_name = (page_of(client.get(f"/?player={each}")) for each in (one.upper(), one))

    assert {each.text for each in listed} == seats
    assert [each.text for each in found.all("bdi")] == [one]
    assert found.all("a")[0].attributes["href"] == "/players/Second%20player?spoilers=hidden"
    for page in (by_case, by_name):
        assert len(page.one("ol", class_="games cards pictured").all("h2")) == 1
        assert [each.text for each in page.one("p", class_="about", id="called").all("bdi")] == [one]
    for nobody in ("/players?name=econd", "/?player=econd"):
        text = page_of(client.get(nobody)).one("main").text
        assert "No player has a name like that." in text or "No game matches." in text
