"""The board from the server: every position of every golden title, everybody's view alone, kept for ever."""

from collections.abc import Generator
from typing import Final

import pytest
from fastapi.testclient import TestClient

from api.pages.pictures import picture_of
from tests.support.checkout import GOLDEN
from tests.support.pages import BROWSER, Element, page_of, parsed
from tests.support.playing import read, sources
from tests.support.serving import Response, Table, served
from tests.unit.api.games import duel

TITLES: Final = (
    "cube_bag/g1/siege-of-a-city",
    "gloomhaven_attack/gh1/whole-scenario",
    "heirless/e1/attack-hits",
    "knights_duty/1/high-ground-recovery",
)


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Generator[TestClient]:
    """A client of a service whose games stay as they are."""
    with served(tmp_path_factory.mktemp("pictures") / "games.db", sources("pictures")) as client:
        yield client


@pytest.fixture(scope="module")
def game(pictures: TestClient) -> str:
    """The duel, which is over."""
    return Table.imported(pictures, duel()).game


def drawn(answered: Response) -> Element:
    """The picture that was answered with."""
    assert (answered.status_code, answered.headers["content-type"]) == (200, "image/svg+xml")
    assert answered.headers["content-security-policy"].startswith("default-src 'none'; ")
    return parsed(answered.text).one("svg")


@pytest.mark.parametrize("name", TITLES)
def test_every_title_has_a_picture_of_every_position(name: str, pictures: TestClient) -> None:
    table = Table.imported(pictures, read((GOLDEN / f"{name}.jsonl").read_bytes()))
    scenes = [table.get(f"/scenes?from={at}&to={at}&as=public")["scenes"][0] for at in (1, 9, table.get()["position"])]

    for told in scenes:
        board = drawn(pictures.get(f"/games/{table.game}/board.svg?at={told['position']}"))
        cells, pieces = told["scene"]["cells"], told["scene"]["pieces"]
        standing = [each for each in pieces if each["cell"] is not None or not cells]
        spaces = [each["id"] + f": {each['mark']}" * bool(each["mark"]) for each in cells]
        names = [", ".join((each["label"], *each["notes"])) for each in standing]
        found = [each.text for each in board.all("title")]
        assert found[0] == f"The board at position {told['position']}"
        assert sorted(found[1:]) == sorted(spaces + names)
        assert spaces + names


def test_without_a_position_it_is_the_last_one(pictures: TestClient, game: str) -> None:
    end, other = pictures.get(f"/games/{game}/board.svg"), pictures.get(f"/games/{game}/board.svg?at=9")

    assert drawn(end).all("title")[0].text == "The board at position 14"
    assert end.text == pictures.get(f"/games/{game}/board.svg?at=14").text != other.text


def test_a_picture_of_a_position_is_kept_under_the_name_of_this_run(pictures: TestClient, game: str) -> None:
    """What follows never changes it; another version of the service may draw it differently."""
    named = picture_of(game, 9)

    assert pictures.get(named).headers["cache-control"] == "public, max-age=31536000, immutable"
    for path in (f"{named}0", named.partition("&")[0], named.replace("at=9&", "")):
        assert pictures.get(path).headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("path", "status", "says"),
    [
        ("board.svg?at=15", 404, "this game has no position 15"),
        ("board.svg?at=0", 422, "query.at: Input should be greater than or equal to 1"),
        ("board.svg?at=one", 422, "query.at: Input should be a valid integer"),
        ("board.svg?at=99999999999999999999", 422, "query.at: Input should be less than or equal to"),
    ],
)
def test_a_position_that_there_is_not_is_refused(
    path: str, status: int, says: str, pictures: TestClient, game: str
) -> None:
    page = page_of(pictures.get(f"/games/{game}/{path}", headers=BROWSER), status)

    assert says in page.text


def test_a_picture_of_no_game_is_refused(pictures: TestClient) -> None:
    assert "there is no game" in page_of(pictures.get("/games/none/board.svg", headers=BROWSER), 404).text
