"""Badges on the page of the catalogue: what they say, where they lead, and who is told of none."""

from collections.abc import Generator
from pathlib import Path

import httpx2
import pytest
from fastapi.testclient import TestClient

from tests.service.disputes.disputing import Disputes, duelling
from tests.service.disputes.test_remedies import CORRECT, UPHELD, correctable, found_wrong
from tests.service.pages.test_pages import listed
from tests.support.pages import Element, page_of
from tests.support.playing import Json, sources
from tests.support.promises.pledging import golden
from tests.support.serving import Table, await_read_models, served
from tests.unit.projections.test_badges import unseen

TWICE = "promise-together-broken-by-both"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Generator[TestClient]:
    """A client of a service whose games stay as they are."""
    with served(tmp_path_factory.mktemp("badges") / "games.db", sources("badges")) as client:
        yield client


@pytest.fixture(scope="module")
def games(client: TestClient) -> dict[str, str]:
    """A game with a broken promise, one corrected, one with an open dispute, one with nothing."""
    broken = Table.imported(client, golden(TWICE))
    corrected = found_wrong(client, correctable())
    corrected.does("Ada", "ruling", {**UPHELD, "remedy": CORRECT})
    disputed = Disputes.filed(duelling(client, 3))
    plain = Table.imported(client, golden("promise-kept"))
    await_read_models(client)
    tables = {"broken": broken, "corrected": corrected.table, "open": disputed.table, "plain": plain}
    return {name: table.game for name, table in tables.items()}


def cards(client: TestClient, query: str = "") -> dict[str, Element]:
    """The games on a page of the catalogue."""
    page = page_of(client.get(f"/?{query}"))
    return dict(zip(listed(page), page.all("article"), strict=True))


def badges(card: Element) -> dict[str, str]:
    """What a card says of its game's badges, and where each leads."""
    return {link.text: link.attributes["href"] for link in card.all("a") if "data-badge" in link.attributes}


def test_badges_say_what_stands_out_and_lead_there(client: TestClient, games: dict[str, str]) -> None:
    """Birch breaks the promise at 9, and ash breaks its own share at 13: the badge leads to the first."""
    found = {name: badges(cards(client)[game]) for name, game in games.items()}

    at = Table(client, games["corrected"]).position
    assert found == {
        "broken": {"1 promise broken": f"/games/{games['broken']}?at=9"},
        "corrected": {
            "1 dispute upheld": f"/disputes?game={games['corrected']}",
            "corrected": f"/games/{games['corrected']}?at={at}",
        },
        "open": {"1 dispute open": f"/disputes?game={games['open']}"},
        "plain": {},
    }


@pytest.mark.parametrize(
    ("badge", "name"), [("broken", "broken"), ("upheld", "corrected"), ("corrected", "corrected"), ("open", "open")]
)
def test_page_and_answer_list_the_same_games_with_a_badge(
    badge: str, name: str, client: TestClient, games: dict[str, str]
) -> None:
    rows: list[Json] = client.get("/v1/games", params={"badge": badge}).json()["games"]

    assert [row["game"] for row in rows] == list(cards(client, f"badge={badge}")) == [games[name]]


def test_the_answer_tells_what_the_page_says(client: TestClient, games: dict[str, str]) -> None:
    rows = {row["game"]: row["badges"] for row in client.get("/v1/games").json()["games"]}

    nothing = {"broken": 0, "broken_at": None, "upheld": 0, "open": 0, "corrected_at": None}
    at = Table(client, games["corrected"]).position
    assert rows == {
        games["broken"]: {**nothing, "broken": 1, "broken_at": 9},
        games["corrected"]: {**nothing, "upheld": 1, "corrected_at": at},
        games["open"]: {**nothing, "open": 1},
        games["plain"]: nothing,
    }


def test_a_badge_leads_to_the_breach_without_a_script_too_and_keeps_the_list(
    client: TestClient, games: dict[str, str]
) -> None:
    (card,) = cards(client, "badge=broken").values()
    (link,) = badges(card).values()

    there = page_of(client.get(link))

    assert link == f"/games/{games['broken']}?badge=broken&at=9"
    assert any("p1 is broken" in each.text for each in there.all("noscript"))
    assert there.one("a", data_goes="list").text == "a broken promise"


def test_a_badge_that_there_is_not_is_refused(client: TestClient) -> None:
    assert client.get("/v1/games?badge=won").status_code == 422
    assert client.get("/?badge=won").status_code == 422


def test_the_list_of_a_badge_is_kept_in_the_replay(client: TestClient, games: dict[str, str]) -> None:
    """It leads back to the list, which says what the games have, and to no game beside it."""
    (link,) = (each.one("h2").one("a").attributes["href"] for each in cards(client, "badge=corrected").values())
    replay = page_of(client.get(link))

    back = replay.one("a", data_goes="list")
    assert (back.attributes["href"], back.text) == ("/?badge=corrected", "a correction")
    assert not [each for each in replay.all("a") if each.attributes.get("data-goes") in {"next-game", "previous-game"}]
    assert page_of(client.get(f"/games/{games['corrected']}")).all("a", data_goes="next-game"), "the control"


# Without spoilers -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("badge", ["broken", "upheld", "open", "corrected"])
def test_without_spoilers_no_badge_is_shown_and_none_can_be_asked_for(
    badge: str, client: TestClient, games: dict[str, str]
) -> None:
    """Not by the filter either: the list is the same with it, and the games beside one are."""
    plain = client.get("/?spoilers=hidden").text
    asked = client.get(f"/?spoilers=hidden&badge={badge}").text

    assert asked == plain
    assert page_of(client.get("/?spoilers=hidden")).all("select", name="badge") == []
    assert "data-badge" not in plain
    for game in games.values():
        path = f"/games/{game}?spoilers=hidden"
        assert client.get(f"{path}&badge={badge}").text == client.get(path).text


def test_the_picture_is_of_the_last_board_and_without_spoilers_of_the_first(
    client: TestClient, games: dict[str, str]
) -> None:
    def pictured(query: str) -> dict[str, int]:
        sources = {game: card.one("img").attributes["src"] for game, card in cards(client, query).items()}
        assert {httpx2.URL(each).path for each in sources.values()} == {f"/games/{each}/board.svg" for each in sources}
        return {game: int(httpx2.URL(each).params["at"]) for game, each in sources.items()}

    ends = {game: Table(client, game).position for game in games.values()}
    assert pictured("") == ends
    assert pictured("spoilers=hidden") == dict.fromkeys(ends, 1)


# As everyone may know ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("which", "says"), [(0, []), (1, ["1 promise broken"])], ids=["running", "over"])
def test_a_breach_by_a_hidden_card_is_on_no_page_until_all_is_shown(
    which: int, says: list[str], tmp_path: Path
) -> None:
    """The second is the control: the same breach, at the end of the game."""
    with served(tmp_path / "games.db", sources("unseen")) as client:
        table = Table.imported(client, unseen()[which])
        await_read_models(client)

        (card,) = cards(client).values()
        assert list(badges(card)) == says
        assert list(cards(client, "badge=broken")) == [table.game] * len(says)
        assert len(client.get("/v1/games?badge=broken").json()["games"]) == len(says)
