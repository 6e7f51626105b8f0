"""The board from the server: every position of every golden title, everybody's view alone, kept for ever."""

from collections.abc import Callable, Generator
from struct import unpack
from typing import Final, cast

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from oathbook.api.pages.pictures import picture_address
from oathbook.api.service import Service
from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.recording.format.record_file import record_text
from tests.support.checkout import GOLDEN
from tests.support.pages import BROWSER, Element, page_of, parsed
from tests.support.playing import read, sources
from tests.support.serving import Response, Table, bring, served
from tests.unit.api.games import duel

TITLES: Final = (
    "cube_bag/g1/siege-of-a-city",
    "gloomhaven_attack/gh1/whole-scenario",
    "heirless/e1/attack-hits",
    "knights_duty/1/high-ground-recovery",
)


FORMS: Final = ("svg", "png")


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Generator[TestClient]:
    """A client of a service whose games stay as they are."""
    with served(tmp_path_factory.mktemp("pictures") / "games.db", sources("pictures")) as client:
        yield client


@pytest.fixture(scope="module")
def game(pictures: TestClient) -> str:
    """The duel, which is over."""
    return Table.imported(pictures, duel()).game


def brought(client: TestClient, name: str) -> Table:
    """The table of a golden record, which another test may have brought before."""
    record = read((GOLDEN / f"{name}.jsonl").read_bytes())
    assert bring(client, record_text(record)).is_success
    return Table(client, record.game)


def drawn(answered: Response) -> Element:
    """The picture that was answered with."""
    assert (answered.status_code, answered.headers["content-type"]) == (200, "image/svg+xml")
    assert answered.headers["content-security-policy"].startswith("default-src 'none'; ")
    return parsed(answered.text).one("svg")


@pytest.mark.parametrize("name", TITLES)
def test_every_title_has_a_picture_of_every_position(name: str, pictures: TestClient) -> None:
    table = brought(pictures, name)
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
    named = picture_address(game, 9)

    assert pictures.get(named).headers["cache-control"] == "public, max-age=31536000, immutable"
    for path in (f"{named}0", named.partition("&")[0], named.replace("at=9&", "")):
        assert pictures.get(path).headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("at", "status", "says"),
    [
        ("15", 404, "this game has no position 15"),
        ("0", 422, "query.at: Input should be greater than or equal to 1"),
        ("one", 422, "query.at: Input should be a valid integer"),
        ("99999999999999999999", 422, "query.at: Input should be less than or equal to"),
    ],
)
def test_a_position_that_there_is_not_is_refused(
    at: str, status: int, says: str, form: str, pictures: TestClient, game: str
) -> None:
    page = page_of(pictures.get(f"/games/{game}/board.{form}?at={at}", headers=BROWSER), status)

    assert says in page.text


@pytest.mark.parametrize("form", FORMS)
def test_a_picture_of_no_game_is_refused(form: str, pictures: TestClient) -> None:
    assert "there is no game" in page_of(pictures.get(f"/games/none/board.{form}", headers=BROWSER), 404).text


# In pixels ---------------------------------------------------------------------------------------------------------


def seen(answered: Response) -> tuple[int, int, bytes]:
    """How wide and how high the picture is that was answered with (PNG, section 11.2.1), and all of it."""
    assert (answered.status_code, answered.headers["content-type"]) == (200, "image/png")
    signature, header = answered.content[:8], answered.content[12:24]
    assert signature == b"\x89PNG\r\n\x1a\n"
    kind, width, height = unpack(">4sII", header)
    assert kind == b"IHDR"
    return width, height, answered.content


@pytest.mark.parametrize("name", TITLES)
def test_every_title_has_a_picture_in_pixels_in_the_shape_of_the_drawing(name: str, pictures: TestClient) -> None:
    path = f"/games/{brought(pictures, name).game}"

    board = drawn(pictures.get(f"{path}/board.svg?at=9"))
    width, height, _ = seen(pictures.get(f"{path}/board.png?at=9"))

    assert max(width, height) == 1_200
    assert width / height == pytest.approx(int(board.attributes["width"]) / int(board.attributes["height"]), rel=0.01)


def test_pages_need_not_wait_for_the_process_that_makes_pixels(
    monkeypatch: pytest.MonkeyPatch, pictures: TestClient, game: str
) -> None:
    service: Service = cast("FastAPI", pictures.app).state.service
    run, held = service.worker_pool.run, list[int]()

    async def looking(work: Callable[[StoreAddress], bytes]) -> bytes:
        held.append(service.folding.borrowed_tokens)
        return await run(work)

    monkeypatch.setattr(service.worker_pool, "run", looking)

    seen(pictures.get(f"/games/{game}/board.png"))
    assert held == [0]


def test_in_pixels_a_moment_looks_as_it_was_and_is_kept_as_the_drawing_is(pictures: TestClient, game: str) -> None:
    end, again, other = (pictures.get(f"/games/{game}/board.png{at}") for at in ("", "?at=14", "?at=9"))

    assert seen(end) == seen(again) != seen(other)
    kept = pictures.get(picture_address(game, 9, "png"))
    assert seen(kept) == seen(other)
    assert kept.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert other.headers["cache-control"] == "no-cache"
