"""The pages by HTTP, as they come before any script runs: what they list, keep, hide and refuse."""

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Final

import httpx2
import pytest
from fastapi.testclient import TestClient
from msgspec.structs import replace

from oathbook.api.pages.routes import GAMES_A_PAGE
from oathbook.domain.kernel import display_seat
from oathbook.domain.recording.format.record import Record
from tests.service.games.test_catalogue import FILTERS, stored
from tests.support.pages import Element, page_of
from tests.support.playing import long_game, sources, whole_game
from tests.support.serving import Table, await_read_models, served
from tests.unit.api.games import duel


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Generator[TestClient]:
    """A client of a service whose games stay as they are."""
    with served(tmp_path_factory.mktemp("pages") / "games.db", sources("pages")) as client:
        yield client


@pytest.fixture(scope="module")
def games(pages: TestClient) -> dict[str, str]:
    """Five of them, by name; three are over."""
    return stored(pages)


def listed(page: Element) -> list[str]:
    """The ids of the games that a page of the catalogue lists."""
    return [
        httpx2.URL(link.attributes["href"]).path.removeprefix("/games/")
        for item in page.all("article")
        for link in item.one("h2").all("a")
    ]


def opened(client: TestClient, games: int) -> list[str]:
    """Games that have just been opened, the newest first."""
    found = [Table.opened(client).game for _ in range(games)]
    await_read_models(client)
    return found[::-1]


# The catalogue ----------------------------------------------------------------------------------------------------


def test_the_first_page_lists_every_game_with_who_plays_what_followed_last_and_how_it_stands(
    pages: TestClient, games: dict[str, str]
) -> None:
    page = page_of(pages.get("/"))

    assert listed(page) == list(games.values())[::-1]
    items = dict(zip(listed(page), page.all("article"), strict=True))
    assert items[games["duel"]].text == (
        "Ann Bo won over: victory imported A Knight's Duty, 6 steps, opened 2026-01-01"
    )
    assert items[games["opened"]].text == (
        "Player 1 Player 2 A Knight's Duty is set up for Player 1, Player 2 "
        "A Knight's Duty, running, Player 1 and Player 2 to act, 1 step, opened 2026-01-01"
    )


PAGE_FILTERS: Final = {query: names for query, names in FILTERS.items() if "outcome" not in query and names} | {
    "edition=&player=&state=&spoilers=shown": ("opened", "long", "witnessed", "march", "duel"),
    "player=Ann&state=over&spoilers=hidden": ("duel",),
}


@pytest.mark.parametrize("query", PAGE_FILTERS)
def test_a_filter_lets_through_what_it_names_and_stays_as_it_was_chosen(
    query: str, pages: TestClient, games: dict[str, str]
) -> None:
    page = page_of(pages.get(f"/?{query}"))

    assert listed(page) == [games[name] for name in PAGE_FILTERS[query]]
    asked = dict(httpx2.QueryParams(query))
    badges = {} if asked.get("spoilers") == "hidden" else {"badge": ""}
    assert chosen(page) == {"edition": "", "player": "", "state": "", "spoilers": "shown"} | badges | asked


def chosen(page: Element) -> dict[str, str]:
    """What the form would send if nothing were changed in it."""
    form = page.one("form", method="get", action="/")
    found = {each.attributes["name"]: each.attributes["value"] for each in form.all("input")}
    for each in form.all("select"):
        options = each.all("option")
        selected = [option for option in options if "selected" in option.attributes] or options[:1]
        found[each.attributes["name"]] = selected[0].attributes["value"]
    return found


@pytest.mark.parametrize("query", ["player=Zoe", "player=nn", "after=1", "edition=knights_duty/2"])
def test_where_no_game_is_like_that_the_page_says_so(query: str, pages: TestClient, games: dict[str, str]) -> None:
    page = page_of(pages.get(f"/?{query}"))

    assert games
    assert listed(page) == []
    assert "No game matches." in page.text


def test_where_there_is_no_game_at_all_the_page_says_so(client: TestClient) -> None:
    assert "No game is stored yet." in page_of(client.get("/")).text


@pytest.mark.parametrize("more", [0, 1, 3])
def test_older_games_are_on_further_pages(more: int, client: TestClient) -> None:
    """None is missing, none stands twice, and the last page leads no further."""
    games = opened(client, GAMES_A_PAGE + more)

    walked = list(turned(client, "/?player=Player+1&spoilers=hidden"))

    assert [game for page in walked for game in listed(page)] == games
    assert [len(listed(page)) for page in walked] == [GAMES_A_PAGE] + [more] * bool(more)
    assert {tuple(chosen(page).values()) for page in walked} == {("Player 1", "", "", "hidden")}
    back = [link.attributes["href"] for page in walked[1:] for link in page.one("p", class_="paging").all("a")]
    assert [listed(page_of(client.get(each)))[0] for each in back] == games[:1] * bool(more)


def turned(client: TestClient, path: str) -> Iterator[Element]:
    """The pages of the catalogue, one after the other."""
    seen: set[str] = set()
    while path not in seen:
        seen.add(path)
        page = page_of(client.get(path))
        yield page
        path = next((link.attributes["href"] for link in page.all("a", rel="next")), path)


# Spoilers ---------------------------------------------------------------------------------------------------------


def html_of(folder: Path, record: Record, path: str) -> str:
    """A page of a service that has this record alone."""
    with served(folder, sources("spoilers")) as client:
        table = Table.imported(client, record)
        await_read_models(client)
        answered = client.get(path.format(game=table.game))
        assert answered.status_code == 200
        return answered.text


@pytest.mark.parametrize(
    "record",
    [duel(), *(pytest.param(each, marks=pytest.mark.gate) for each in (long_game(), whole_game(8, "catalogue")))],
    ids=["duel", "long", "three"],
)
@pytest.mark.parametrize(("path", "events"), [("/?spoilers=hidden", 1), ("/games/{game}?spoilers=hidden", 3)])
def test_without_spoilers_a_game_that_is_over_looks_as_it_did_when_it_began(
    path: str, events: int, record: Record, tmp_path: Path
) -> None:
    """Byte for byte, so that no end, no length, and nothing that happened is in it; but that it goes on at all."""
    beginning = replace(record, events=record.events[:events], head=record.events[events - 1].hash)

    assert html_of(tmp_path / "over", record, path) == html_of(tmp_path / "begun", beginning, path)


@pytest.mark.parametrize("path", ["/", "/games/{game}"])
def test_with_spoilers_a_game_that_is_over_looks_otherwise(path: str, tmp_path: Path) -> None:
    """The control."""
    beginning = replace(duel(), events=duel().events[:3], head=duel().events[2].hash)

    assert html_of(tmp_path / "over", duel(), path) != html_of(tmp_path / "begun", beginning, path)


def test_without_spoilers_one_stays_without_them(client: TestClient) -> None:
    """Whatever leads from one of these pages to another keeps them hidden."""
    games = opened(client, GAMES_A_PAGE + 1)
    rules = "/rulesets/knights_duty/1"

    for path in (
        *("/?", f"/?after={GAMES_A_PAGE}&", f"/games/{games[1]}?"),
        *("/rulesets?", f"{rules}?", f"{rules}/draws?", f"{rules}/draws?game={games[1]}&"),
        f"/games/{games[1]}?player=Player+1&",
    ):
        page = page_of(client.get(f"{path}spoilers=hidden"))
        links = [httpx2.URL(each.attributes["href"]) for each in page.all("a")]
        ours = [each for each in links if not each.fragment and each.path not in {"/openapi.json", "/v1/problems"}]
        assert len(ours) > 2
        assert {each.params.get("spoilers") for each in ours} == {"hidden"}, path


def test_with_spoilers_no_address_says_anything_about_them(client: TestClient) -> None:
    """The control."""
    (game,) = opened(client, 1)

    for path in (
        f"/games/{game}",
        f"/games/{game}?state=running",
        "/rulesets",
        "/rulesets/knights_duty/1",
        "/rulesets/knights_duty/1/draws",
    ):
        links = [httpx2.URL(each.attributes["href"]) for each in page_of(client.get(path)).all("a")]
        assert {each.params.get("spoilers") for each in links} == {None}


def test_a_game_leads_to_how_its_draws_look_but_not_where_spoilers_are_hidden(client: TestClient) -> None:
    """They tell how much of the game there is."""
    (game,) = opened(client, 1)
    draws = f"/rulesets/knights_duty/1/draws?game={game}"

    shown, hidden = (page_of(client.get(f"/games/{game}?spoilers={each}")) for each in ("shown", "hidden"))

    assert shown.one("a", href=draws).text == "seeded draws"
    assert "this game" in page_of(client.get(draws)).one("main").text
    assert not [each for each in hidden.all("a") if "/draws" in each.attributes["href"]]


# A game -----------------------------------------------------------------------------------------------------------


def test_the_page_of_a_game_says_who_plays_what(pages: TestClient, games: dict[str, str]) -> None:
    """Everything else it asks for as whoever looks."""
    for name, chance in (("duel", "seeded"), ("witnessed", "witnessed")):
        page = page_of(pages.get(f"/games/{games[name]}"))

        seats = Table(pages, games[name]).get()["seats"]
        players = ", ".join(f"{each['player']} ({display_seat(each['seat'])})" for each in seats)
        assert page.one("h1").text == f"imported {players}"
        assert page.one("title").text.startswith(", ".join(each["player"] for each in seats))
        replay = page.named("replay").attributes
        assert (replay["data-game"], replay["data-edition"]) == (games[name], "knights_duty/1")
        assert f"(knights_duty/1), {chance} draws" in page.text


def test_one_goes_from_game_to_game_in_the_order_of_the_catalogue(pages: TestClient, games: dict[str, str]) -> None:
    order = list(games.values())[::-1]
    beside: list[list[str]] = []
    for game in order:
        links = page_of(pages.get(f"/games/{game}")).all("a")
        named = {each.attributes.get("rel", ""): each.attributes for each in links}
        found = [named.get(rel, {"href": ""}) for rel in ("prev", "next")]
        beside.append([each["href"].removeprefix("/games/") for each in found])
        assert [each.get("data-goes") for each in found if each["href"]] == [
            goes for goes, each in zip(("previous-game", "next-game"), found, strict=True) if each["href"]
        ]

    assert beside == [list(each) for each in zip(["", *order], [*order[1:], ""], strict=False)]


@pytest.mark.parametrize(
    "query", ["player=Ann&state=over", "state=running&spoilers=hidden", "edition=knights_duty%2F1"]
)
def test_one_goes_through_the_list_that_a_game_was_opened_from(
    query: str, pages: TestClient, games: dict[str, str]
) -> None:
    """Game by game, and back to the list."""
    assert games
    listing = page_of(pages.get(f"/?{query}"))
    walked = [listing.all("article")[0].one("a").attributes["href"]]
    while found := page_of(pages.get(walked[-1])).all("a", rel="next"):
        walked.append(found[0].attributes["href"])
        assert len(walked) <= len(games), "the games do not come to an end"

    assert walked == [f"/games/{game}?{query}" for game in listed(listing)]
    for path in walked:
        back = page_of(pages.get(path)).one("a", data_goes="list").attributes["href"]
        assert listed(page_of(pages.get(back))) == listed(listing)
        assert chosen(page_of(pages.get(back))) == chosen(listing)


def test_a_game_that_is_not_in_the_catalogue_yet_has_a_page(client: TestClient) -> None:
    """The read models are stopped, so that they stay behind."""
    client.app.state.service.projector.close()  # type: ignore[attr-defined]  # because the client knows its app
    table = Table.opened(client)

    page = page_of(client.get(f"/games/{table.game}"))

    assert page.all("a", data_goes="next-game") == []
    assert listed(page_of(client.get("/"))) == []
