"""Where not everyone may: the keys that the operator lists, until they are taken off the list."""

from collections.abc import Callable, Generator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final

import pytest

from oathbook.domain.recording.format.record_file import record_text
from tests.service.door import LINES
from tests.support.playing import small_game
from tests.support.serving import (
    Client,
    Process,
    Response,
    Table,
    bearer,
    digest_of,
    key_of,
    problem_of,
    process_on,
    to_open,
)

Asking = Callable[[Client, str | None], Response]

MAY: Final = {
    "club": ["open", "import"],
    "reader": ["import"],
    "second": ["open"],
    "eager": ["open"],
    "ash": ["dispute"],
}


def listed(*names: str) -> str:
    """These keys, as a file has them."""
    table = '[[key]]\nname = "{}"\nkey = "{}"\nmay = {}'
    return "\n".join(table.format(each, digest_of(key_of(each)), MAY[each]) for each in names)


def arbiters(*names: str) -> str:
    """These arbiters, as a file has them."""
    return "\n".join(f'[[arbiter]]\nname = "{each}"\nkey = "{digest_of(key_of(each))}"' for each in names)


def listing(folder: Path) -> AbstractContextManager[Process]:
    """A process that lets in whom files in this folder name."""
    (folder / "keys.toml").write_text(listed(*MAY), "utf-8")
    (folder / "arbiters.toml").write_text(arbiters("Ada", "Bo"), "utf-8")
    files = ("--keys", str(folder / "keys.toml"), "--arbiters", str(folder / "arbiters.toml"))
    rules = ("--open-to", "key", "--imports-from", "key", "--disputes-from", "key", "--limit-opening", "20/hour")
    return process_on(folder / "games.db", *files, *rules)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Generator[Process]:
    """One for tests that leave the files as they are."""
    with listing(tmp_path_factory.mktemp("listed")) as process:
        yield process


@pytest.fixture
def own(tmp_path: Path) -> Generator[Process]:
    """One for a test that changes them."""
    with listing(tmp_path) as process:
        yield process


@pytest.fixture
def client(shared: Process) -> Generator[Client]:
    with shared.client() as client:
        yield client


@pytest.fixture
def own_client(own: Process) -> Generator[Client]:
    with own.client() as client:
        yield client


def opening(client: Client, name: str | None) -> Response:
    """The response to whoever would open a game."""
    return client.post("/v1/games", json=to_open(), headers=bearer(name))


def importing(client: Client, name: str | None) -> Response:
    """The response to whoever would import a record."""
    return client.post("/v1/records", content=record_text(small_game()), headers={**LINES, **bearer(name)})


@pytest.mark.parametrize("asked", [opening, importing])
def test_a_key_is_needed_and_has_to_be_listed_for_it(asked: Asking, client: Client) -> None:
    missing, unknown, other = asked(client, None), asked(client, "nobody"), asked(client, "ash")

    assert problem_of(missing) == (401, "key-missing")
    assert problem_of(unknown) == (401, "key-unknown")
    assert problem_of(other) == (403, "not-allowed")
    assert all("www-authenticate" in each.headers for each in (missing, unknown))
    assert asked(client, "club").status_code in {200, 201}


def test_a_key_does_what_it_is_listed_for_and_nothing_else(client: Client) -> None:
    assert problem_of(opening(client, "reader")) == (403, "not-allowed")
    assert importing(client, "reader").status_code in {200, 201}
    assert problem_of(importing(client, "second")) == (403, "not-allowed")
    assert opening(client, "second").status_code == 201


def test_a_seat_files_a_claim_only_with_a_listed_key(client: Client) -> None:
    game = opening(client, "club").json()["game"]
    claim = {"game": game, "claim": {"claim": "outcome-wrong", "at": 1}, "says": ""}
    names = ("birch", "table", "club", "nobody", None)
    said = {name: client.post("/v1/disputes", json=claim, headers=bearer(name)) for name in names}

    assert problem_of(said["birch"]) == (403, "not-allowed")
    assert problem_of(said["table"]) == (403, "not-allowed")
    assert problem_of(said["club"]) == (403, "not-allowed"), "it is listed for other things"
    assert problem_of(said["nobody"]) == (401, "key-unknown")
    assert problem_of(said[None]) == (401, "key-missing")
    assert client.post("/v1/disputes", json=claim, headers=bearer("ash")).status_code != 403


def test_each_listed_key_has_a_rate_of_its_own(client: Client) -> None:
    said = {opening(client, "eager").status_code for _ in range(21)}

    assert 429 in said
    assert opening(client, "club").status_code == 201


def test_a_key_that_is_taken_off_the_list_is_dead_at_once(tmp_path: Path, own: Process, own_client: Client) -> None:
    file, client = tmp_path / "keys.toml", own_client
    assert importing(client, "reader").status_code in {200, 201}

    file.write_text(listed("club", "ash"), "utf-8")

    revoked = importing(client, "reader")
    assert problem_of(revoked) == (401, "key-unknown")
    assert importing(client, "club").status_code in {200, 201}
    assert f"{file}: read again" in told(own, revoked)

    file.write_text("[[key]", "utf-8")
    still = importing(client, "club")
    assert still.status_code in {200, 201}
    assert problem_of(importing(client, "reader")) == (401, "key-unknown")
    assert [each for each in told(own, still) if each.endswith("the keys that were read before still count")]

    file.write_text(listed(*MAY), "utf-8")
    assert importing(client, "reader").status_code in {200, 201}


def told(process: Process, answered: Response) -> list[str]:
    """What the log says of files of keys."""
    return [each["says"] for each in process.log_upto(answered) if each["event"] == "keys"]


def test_an_arbiter_who_is_taken_off_the_list_acts_no_more(tmp_path: Path, own_client: Client) -> None:
    client = own_client
    table = Table(client, opening(client, "club").json()["game"])
    table.decide("ash", {"kind": "lay_plan", "slots": ["sword", "bow"]})
    claim = {"game": table.game, "claim": {"claim": "outcome-wrong", "at": 3}, "says": ""}
    dispute = client.post("/v1/disputes", json=claim, headers=bearer("ash")).json()["dispute"]

    def adds(name: str) -> Response:
        headers = {**bearer(name), "If-Match": "*"}
        return client.post(f"/v1/disputes/{dispute}/evidence", json={"says": "I saw it."}, headers=headers)

    assert adds("Ada").status_code == 201

    (tmp_path / "arbiters.toml").write_text(arbiters("Bo"), "utf-8")

    assert problem_of(adds("Ada")) == (401, "key-unknown")
    assert adds("Bo").status_code == 201
