"""What the page for a new game offers: for every edition that is installed, and nothing that the service refuses."""

import json
from collections.abc import Generator
from typing import Final

import pytest
from fastapi.testclient import TestClient

from oathbook.api.service import Service
from oathbook.domain.kernel.seats import is_seat_name
from oathbook.domain.rulesets.registry import Registry, load_registry
from tests.handgame.ruleset import HANDGAME
from tests.support.pages import Element, page_of
from tests.support.playing import Json, sources
from tests.support.serving import app_over

EDITIONS: Final = (*load_registry().by_key, "handgame/1")


@pytest.fixture(scope="module")
def lobby(tmp_path_factory: pytest.TempPathFactory) -> Generator[TestClient]:
    """A service to which another package has brought a game."""
    db = tmp_path_factory.mktemp("lobby") / "games.db"
    rulesets = Registry(*load_registry().by_key.values(), HANDGAME)
    with app_over(Service(db, rulesets, sources("lobby"), address="http://test")) as app, TestClient(app) as client:
        yield client


def page_for(lobby: TestClient, query: str = "") -> Element:
    """The page."""
    return page_of(lobby.get(f"/games/new{query}"))


def offered(lobby: TestClient, edition: str) -> Json:
    """What it offers for an edition."""
    choices: list[Json] = json.loads(page_for(lobby).named("lobby").attributes["data-choices"])
    return next(each for each in choices if each["key"] == edition)


def test_every_edition_is_offered_with_its_title(lobby: TestClient) -> None:
    radios = page_for(lobby).all("input", name="edition")

    assert tuple(each.attributes["value"] for each in radios) == EDITIONS
    assert "The game of hands" in page_for(lobby).text


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_box_opens_with_the_fewest_and_the_most_players_that_are_said(edition: str, lobby: TestClient) -> None:
    """And with one more it does not, where a game begins from the beginning."""
    choice = offered(lobby, edition)

    for box in choice["boxes"]:
        for players in (box["least"], box["most"]):
            names = choice["seats"] or [f"p{number}" for number in range(players)]
            assert opens(lobby, choice, box, names) == 201
        most = [f"p{number}" for number in range(box["most"] + 1)]
        assert opens(lobby, choice, box, most) in {400, 422}


def opens(lobby: TestClient, choice: Json, box: Json, seats: list[str]) -> int:
    """How the service answers to these seats at a box."""
    body = {"edition": choice["key"], "components": box["name"], "start": choice["start"]}
    return lobby.post("/v1/games", json={**body, "seats": [{"seat": each} for each in seats]}).status_code


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_setting_of_every_switch_is_one_that_the_edition_takes(edition: str, lobby: TestClient) -> None:
    choice = offered(lobby, edition)
    box = choice["boxes"][0]
    seats = choice["seats"] or [f"p{number}" for number in range(box["least"])]
    body = {"edition": edition, "components": box["name"], "start": choice["start"]}

    for last in (False, True):
        switches = {each["id"]: each["settings"][-1 if last else 0] for each in choice["switches"]}
        seated = [{"seat": each} for each in seats]
        answered = lobby.post("/v1/games", json={**body, "seats": seated, "switches": switches})
        assert answered.status_code == 201, answered.text
        assert lobby.get(f"/v1/games/{answered.json()['game']}").json()["switches"] == switches


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_usual_settings_are_those_of_the_first_sample(edition: str, lobby: TestClient) -> None:
    """Where characters of Gloomhaven leave the board at zero hit points, as a game that is played needs it."""
    switches = offered(lobby, edition)["switches"]

    turned = {each["id"]: each["usual"] for each in switches if each["usual"] != each["settings"][0]}

    assert turned == ({"FA-17": "every_figure"} if edition.startswith("gloomhaven") else {})


def test_no_word_that_means_something_else_becomes_a_seat(lobby: TestClient) -> None:
    words: list[str] = json.loads(page_for(lobby).named("lobby").attributes["data-words"])

    assert [each for each in words if is_seat_name(each)] == []
    assert is_seat_name("ada")


@pytest.mark.parametrize(
    ("query", "edition"),
    [("", EDITIONS[0]), ("?edition=heirless/e2", "heirless/e2"), ("?edition=chess/1", EDITIONS[0])],
)
def test_an_edition_is_chosen_by_the_address(query: str, edition: str, lobby: TestClient) -> None:
    (chosen,) = [each for each in page_for(lobby, query).all("input", name="edition") if "checked" in each.attributes]

    assert chosen.attributes["value"] == edition


def test_the_page_of_invitations_names_the_seats_and_has_no_key(lobby: TestClient) -> None:
    seats = [{"seat": "ada", "player": "Ada"}, {"seat": "bram"}]
    body = {"edition": "knights_duty/1", "components": "knights-duty-sample-1", "seats": seats}
    opened = lobby.post("/v1/games", json=body).json()

    answered = lobby.get(f"/games/{opened['game']}/invite")

    assert [
        each.attributes["data-player"] for each in page_of(answered).all("li") if "data-name" in each.attributes
    ] == ["Ada", "Bram"]
    assert [key for key in opened["keys"]["seats"].values() if key in answered.text] == []


def test_there_are_no_invitations_to_a_game_that_there_is_not(lobby: TestClient) -> None:
    assert lobby.get("/games/nobody/invite").status_code == 404
