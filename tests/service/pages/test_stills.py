"""The page of a replay without its script: what it says is what the routes say, and its links lead on."""

from collections.abc import Generator
from typing import Final

import httpx2
import pytest
from fastapi.testclient import TestClient

from tests.support.checkout import GOLDEN
from tests.support.pages import BROWSER, Element, page_of
from tests.support.playing import read, sources
from tests.support.serving import Table, served
from tests.unit.api.games import duel, march

TITLES: Final = (
    "cube_bag/g1/siege-of-a-city",
    "gloomhaven_attack/gh1/whole-scenario",
    "heirless/e1/promise-broken-by-an-act",
    "knights_duty/1/high-ground-recovery",
)


@pytest.fixture(scope="module")
def stills(tmp_path_factory: pytest.TempPathFactory) -> Generator[TestClient]:
    """A client of a service whose games stay as they are."""
    with served(tmp_path_factory.mktemp("stills") / "games.db", sources("stills")) as client:
        yield client


@pytest.fixture(scope="module")
def over(stills: TestClient) -> str:
    """The duel, which is over after 14 events."""
    return Table.imported(stills, duel()).game


@pytest.fixture(scope="module")
def running(stills: TestClient) -> str:
    """A game of 11 events that goes on."""
    return Table.imported(stills, march()).game


def still(client: TestClient, game: str, query: str = "") -> Element:
    """What the page of a game shows without its script."""
    (_, found) = page_of(client.get(f"/games/{game}?{query}")).all("noscript")
    return found


def links(shown: Element) -> dict[str, str]:
    """The links that step, by what they say."""
    return {each.text: each.attributes["href"] for each in shown.one("nav").all("a")}


def graph(client: TestClient, path: str, **headers: str) -> dict[str, str]:
    """What the head of a page says of it to who shows a link (https://ogp.me)."""
    page = page_of(client.get(path, headers=headers))
    return {
        each.attributes["property"].removeprefix("og:"): each.attributes["content"]
        for each in page.all("meta")
        if "property" in each.attributes
    }


@pytest.mark.parametrize("name", TITLES)
def test_the_page_says_what_the_routes_say_of_that_position(name: str, stills: TestClient) -> None:
    table = Table.imported(stills, read((GOLDEN / f"{name}.jsonl").read_bytes()))
    length = table.get()["position"]
    for at in {1, length // 2, length}:
        shown = still(stills, table.game, f"at={at}")
        scores = table.get(f"/standing?at={at}&as=public")["scores"]
        steps = {each["position"]: each["says"] for each in table.get("/steps?as=public")["steps"]}

        assert shown.one("nav").one("p").text == f"Position {at} of {length}"
        said = shown.one("section", class_="stand").text
        assert [each["says"] for each in scores if each["says"] not in said] == []
        log = {int(each.attributes["value"]): each.one("a").text for each in shown.one("ol").all("li")}
        assert all(log[at] == " ".join(f"{one[:1].upper()}{one[1:]}." for one in steps[at]) for at in log)
        (now,) = shown.all("a", aria_current="true")
        assert now.text == log[min(each for each in steps if each >= at)]
        picture = shown.one("img").attributes
        assert picture["src"].startswith(f"/games/{table.game}/board.svg?at={at}&")
        assert stills.get(picture["src"]).status_code == 200
        assert picture["alt"].startswith("The board: ")


def test_its_links_walk_through_the_whole_game_and_back(stills: TestClient, over: str) -> None:
    """Steps of the duel end at 1, 3, 5, 7, 9 and 14."""
    walked = ["/games/x?at=1"]
    while (shown := links(still(stills, over, walked[-1].partition("?")[2]))).get("On"):
        walked.append(shown["On"])

    assert [httpx2.URL(each).params["at"] for each in walked] == ["1", "3", "5", "7", "9", "14"]
    assert {says: httpx2.URL(each).params["at"] for says, each in shown.items()} == {"First": "1", "Back": "9"}


def test_links_keep_the_list_and_the_spoilers_hidden(stills: TestClient, over: str) -> None:
    shown = still(stills, over, "at=5&spoilers=hidden&player=Ann&state=over")

    for each in (*links(shown).values(), *(one.attributes["href"] for one in shown.one("ol").all("a"))):
        kept = dict(httpx2.URL(each).params)
        assert kept.pop("at").isdigit()
        assert kept == {"player": "Ann", "state": "over", "spoilers": "hidden"}


@pytest.mark.parametrize(("query", "at"), [("", 1), ("spoilers=hidden", 1), ("at=9", 9)])
def test_a_game_that_is_over_begins_at_its_beginning(query: str, at: int, stills: TestClient, over: str) -> None:
    assert still(stills, over, query).one("nav").one("p").text.startswith(f"Position {at}")


def test_a_running_game_begins_at_its_end_unless_spoilers_are_hidden(stills: TestClient, running: str) -> None:
    assert still(stills, running).one("nav").one("p").text == "Position 11 of 11"
    assert still(stills, running, "spoilers=hidden").one("nav").one("p").text == "Position 1"


def test_while_spoilers_are_hidden_there_is_no_length_and_no_way_to_the_end(stills: TestClient, over: str) -> None:
    hidden, shown = (still(stills, over, f"at=9&spoilers={each}") for each in ("hidden", "shown"))

    assert (hidden.one("nav").one("p").text, set(links(hidden))) == ("Position 9", {"First", "Back", "On"})
    assert (shown.one("nav").one("p").text, set(links(shown))) == ("Position 9 of 14", {"First", "Back", "On", "Last"})


@pytest.mark.parametrize("spoilers", ["hidden", "shown"])
def test_a_position_that_there_is_not_is_refused_without_saying_how_many_there_are(
    spoilers: str, stills: TestClient, over: str
) -> None:
    path = f"/games/{over}?spoilers={spoilers}"
    page = page_of(stills.get(f"{path}&at=15", headers=BROWSER), 404)

    assert "this game has no position 15" in page.text
    assert "14" not in page.text
    for odd in ("0", "-1", "x", "1.5", "", "99999999999999999999"):
        assert page_of(stills.get(f"{path}&at={odd}", headers=BROWSER), 422).one("h1").text


# A shared link -----------------------------------------------------------------------------------------------------


def test_a_shared_moment_has_its_sentence_who_plays_and_how_it_stood(stills: TestClient, over: str) -> None:
    found = graph(stills, f"/games/{over}?at=9&as=ash")

    assert found["title"] == "A Knight's Duty: Ann, Bo, position 9"
    assert found["description"] == (
        "Birch has decided about Inspiration. Ann (Ash): 1 heart, to act; Bo (Birch): 1 heart."
    )
    assert found["url"] == f"http://test/games/{over}?at=9"
    assert found["image"].startswith(f"http://test/games/{over}/board.png?at=9&of=")
    assert stills.get(found["image"]).headers["content-type"] == found["image:type"] == "image/png"
    assert found["image:alt"] == "Ash at 1,0; Birch at 0,1"


def test_a_shared_game_has_its_players_and_while_spoilers_are_hidden_only_the_beginning(
    stills: TestClient, over: str, running: str
) -> None:
    assert graph(stills, f"/games/{over}")["title"] == "A Knight's Duty: Ann, Bo"
    hidden = graph(stills, f"/games/{running}?spoilers=hidden")
    assert hidden["url"].endswith(f"/games/{running}?spoilers=hidden")
    assert "/board.png?at=1&" in hidden["image"]
    assert "/board.png?at=11&" in graph(stills, f"/games/{running}")["image"]


@pytest.mark.parametrize(
    ("host", "base"),
    [
        ("games.example", "http://games.example"),
        ("[::1]:8000", "http://[::1]:8000"),
        ("[", ""),
        ('games.example"><script>', ""),
        ("games.example/elsewhere", ""),
        ("user@games.example", ""),
        ("games.example:port", ""),
    ],
)
def test_addresses_are_those_by_which_the_service_was_called(
    host: str, base: str, stills: TestClient, over: str
) -> None:
    """What is no host is left out, and the address is one on this service."""
    assert graph(stills, f"/games/{over}?at=9", Host=host)["url"] == f"{base}/games/{over}?at=9"
