"""The catalogue of games over HTTP: filters, and pages that stay apart while games are opened."""

from collections.abc import Generator, Iterator
from urllib.parse import quote

import pytest
from fastapi.testclient import TestClient

from tests.support.playing import Json, whole_game
from tests.support.serving import Table, await_read_models, problem_of, served
from tests.unit.api.games import duel, march


def stored(client: TestClient) -> dict[str, str]:
    """Five games by a name for each: three are over, two under way."""
    witnessed = whole_game(name="witnessed", chance="witnessed")
    names = {"duel": duel(), "march": march(), "witnessed": witnessed, "long": whole_game(8, "catalogue")}
    for record in names.values():
        Table.imported(client, record)
    opened = Table.opened(client).game
    await_read_models(client)
    return {**{name: record.game for name, record in names.items()}, "opened": opened}


@pytest.fixture(scope="module")
def games(catalogue: TestClient) -> dict[str, str]:
    """Those of the catalogue."""
    return stored(catalogue)


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Generator[TestClient]:
    """A client of a service whose games stay as they are."""
    with served(tmp_path_factory.mktemp("catalogue") / "games.db") as client:
        yield client


def listed(client: TestClient, query: str = "") -> list[str]:
    """The ids of the games that a page lists."""
    answered = client.get(f"/v1/games?{query}")
    assert answered.status_code == 200, answered.text
    return [each["game"] for each in answered.json()["games"]]


def walked(client: TestClient, query: str) -> Iterator[Json]:
    """The pages of a catalogue, one after the other."""
    after, path = None, f"/v1/games?{query}"
    while True:
        page: Json = client.get(path if after is None else f"{path}&after={after}").json()
        yield page
        if page["next"] is None:
            return
        assert after is None or page["next"] < after, "the pages do not come to an end"
        after = page["next"]


def test_the_catalogue_lists_every_game_the_newest_first(catalogue: TestClient, games: dict[str, str]) -> None:
    assert listed(catalogue) == list(games.values())[::-1]


def test_a_row_says_what_the_head_of_its_game_says(catalogue: TestClient, games: dict[str, str]) -> None:
    rows = {each["game"]: each for each in catalogue.get("/v1/games").json()["games"]}

    for game in games.values():
        head, row = Table(catalogue, game).get(), rows[game]
        for name in ("edition", "position", "step", "opened_at", "last_at", "closed", "chance", "reveal", "seats"):
            assert row[name] == head[name], name
        ending = head["standing"]["ending"]
        assert (row["outcome"], row["winners"]) == ((ending["outcome"], ending["winners"]) if ending else (None, []))
        assert row["to_act"] == ([] if head["closed"] else head["to_act"])


def test_a_row_says_what_followed_last_in_a_sentence(catalogue: TestClient, games: dict[str, str]) -> None:
    """That of the timeline: not what somebody decided, nor what was drawn, revealed or closed after it."""
    rows = {each["game"]: each for each in catalogue.get("/v1/games").json()["games"]}

    for name, game in games.items():
        followed = [
            said["sentence"]
            for place in Table(catalogue, game).get("/timeline")["places"]
            if place["type"] in {"game.opened", "game.outcome"}
            for said in place["sentences"]
        ]
        assert rows[game]["said"] == followed[-1], name
    assert rows[games["duel"]]["said"] == "Bo wins"
    assert rows[games["opened"]]["said"] == "A Knight's Duty is set up for Player 1, Player 2"


FILTERS = {
    "edition=knights_duty/1": ("opened", "long", "witnessed", "march", "duel"),
    "edition=knights_duty/2": (),
    "player=Ann": ("march", "duel"),
    "player=ann": (),
    f"player={quote('Player 1')}": ("opened", "long", "witnessed"),
    "state=running": ("opened", "march"),
    "state=over": ("long", "witnessed", "duel"),
    "outcome=victory": ("long", "witnessed", "duel"),
    "outcome=defeat": (),
    "player=Ann&state=over": ("duel",),
    "player=Bo&state=running&edition=knights_duty/1": ("march",),
    "state=running&outcome=victory": (),
}


@pytest.mark.parametrize("query", FILTERS)
def test_a_filter_lets_through_what_it_names(query: str, catalogue: TestClient, games: dict[str, str]) -> None:
    assert listed(catalogue, query) == [games[name] for name in FILTERS[query]]


@pytest.mark.parametrize("query", ["state=odd", "limit=0", "limit=501", "after=0", "after=last", f"player={'x' * 201}"])
def test_what_cannot_be_asked_is_refused(query: str, catalogue: TestClient) -> None:
    assert problem_of(catalogue.get(f"/v1/games?{query}")) == (422, "invalid-request")


@pytest.mark.parametrize("narrowed", ["", "&state=over"])
@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_pages_hold_every_game_once(size: int, narrowed: str, catalogue: TestClient, games: dict[str, str]) -> None:
    pages = list(walked(catalogue, f"limit={size}{narrowed}"))

    found = [each["game"] for page in pages for each in page["games"]]
    assert found == listed(catalogue, f"limit=500{narrowed}")
    assert len(found) == (3 if narrowed else len(games))
    assert all(len(page["games"]) == size for page in pages[:-1])


def test_a_game_that_is_opened_meanwhile_shifts_no_page(client: TestClient) -> None:
    games = stored(client)
    pages = walked(client, "limit=2")
    found = [each["game"] for each in next(pages)["games"]]
    new = Table.opened(client).game
    await_read_models(client)

    found += [each["game"] for page in pages for each in page["games"]]

    assert found == list(games.values())[::-1]
    assert listed(client, "limit=1") == [new]
