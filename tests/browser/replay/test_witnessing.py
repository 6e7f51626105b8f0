"""A page that remembers which log its site showed, and says when the service contradicts itself or shows another."""

import base64
import json
import socket
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.walking import Walk
from tests.support.browsing import Library
from tests.support.playing import Json
from tests.support.serving import Process, Table, process_of, process_on

KEPT: Final = "Object.entries(localStorage).find(([name]) => name.startsWith('oathbook log of'))"
KEPT_OF_DEMOS: Final = f"({KEPT.replace('localStorage', 'sessionStorage')} ?? ['', ''])"
CONTRADICTS: Final = "The service contradicts itself"
ANOTHER: Final = "This service now shows another log"


def memory_of(page: Page) -> Json:
    """What the browser keeps of the log, once it keeps something."""
    page.wait_for_function(f"() => {KEPT} !== undefined")
    memory: Json = json.loads(page.evaluate(KEPT)[1])
    return memory


def remember(page: Page, memory: Json) -> None:
    page.evaluate(f"(kept) => localStorage.setItem({KEPT}[0], kept)", json.dumps(memory))


def reloaded(page: Page) -> None:
    """Once more, until the log was looked at."""
    with page.expect_response("**/log/keys"):
        page.reload()
    page.wait_for_selector("#replay[data-ready]")


def remembered(page: Page, library: Library) -> Json:
    """A game that was opened here and looked at: what the browser keeps of the log, which has grown since."""
    with library.process.client() as client:
        table = Table.opened(client)
        Walk.opened(page, table.game)
        memory = memory_of(page)
        table.decide("ash", {"kind": "lay_plan", "slots": ["bow"]})
        page.wait_for_function(f"(note) => JSON.parse({KEPT}[1]).note !== note", arg=memory["note"])
    return memory


def with_lines(note: str, size: int | None = None, root: str = "") -> str:
    """As if the service had signed another tree."""
    origin, its_size, its_root, rest = note.split("\n", 3)
    return "\n".join((origin, its_size if size is None else str(size), root or its_root, rest))


@pytest.mark.parametrize("is_another", [False, True])
def test_a_log_that_does_not_go_on_from_what_was_shown_is_told_of(
    page: Page, library: Library, *, is_another: bool
) -> None:
    memory = remembered(page, library)
    note = with_lines(memory["note"], root=base64.b64encode(bytes(32)).decode()) if is_another else memory["note"]
    remember(page, {**memory, "note": note})

    reloaded(page)

    if is_another:
        expect(page.locator("#trouble")).to_contain_text(CONTRADICTS)
        assert json.dumps(note)[1:-1] in json.dumps(page.evaluate("Object.values(localStorage).join()"))
    else:
        page.wait_for_function(f"(note) => JSON.parse({KEPT}[1]).note !== note", arg=note)
        expect(page.locator("#trouble")).to_be_hidden()


def test_the_memory_has_the_name_of_the_site(page: Page, library: Library) -> None:
    """And not the one that the service gives its log, which another log could take."""
    memory = remembered(page, library)

    name, _ = page.evaluate(KEPT)

    assert name == f"oathbook log of {library.process.address}/"
    assert memory["key"].startswith(f"{memory['note'].splitlines()[0]}+")


def other_signature(route: Route) -> None:
    """The checkpoint with one letter of its signature changed."""
    answer = route.fetch()
    text, _, signature = answer.text().rpartition(" ")
    changed = signature[:40] + ("A" if signature[40] != "A" else "B") + signature[41:]
    route.fulfill(response=answer, body=f"{text} {changed}")


def test_a_checkpoint_that_the_remembered_key_has_not_signed_is_told_of(page: Page, library: Library) -> None:
    memory = remembered(page, library)
    reloaded(page)
    expect(page.locator("#trouble")).to_be_hidden()
    page.route("**/log/checkpoint", other_signature)

    reloaded(page)

    expect(page.locator("#trouble")).to_contain_text("its log is not signed with its key")
    assert memory_of(page)["key"] == memory["key"]


def test_the_served_key_counts_only_the_first_time(page: Page, library: Library) -> None:
    """Whoever serves another log under the same name serves its key as well."""
    memory = remembered(page, library)
    name, key_id, key = memory["key"].split("+", 2)
    raw = bytearray(base64.b64decode(key))
    raw[-1] ^= 1
    remember(page, {**memory, "key": "+".join((name, key_id, base64.b64encode(raw).decode()))})

    reloaded(page)

    expect(page.locator("#trouble")).to_contain_text("its log is not signed with its key")


# Another log at the same address --------------------------------------------------------------------------------------


@pytest.fixture
def port() -> str:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return str(found.getsockname()[1])


@contextmanager
def serving(page: Page, port: str, db: Path, *options: str) -> Generator[Process]:
    """A service there; its game is opened by the page."""
    with process_on(db, "--port", port, *options) as process, process.client() as client:
        page.goto("about:blank")
        page.goto(f"{process.address}/games/{Table.opened(client).game}")
        page.wait_for_selector("#replay[data-ready]")
        yield process


@pytest.fixture
def shown(page: Page, port: str, tmp_path: Path) -> Json:
    """What the browser keeps of a log that was shown at this address."""
    with serving(page, port, tmp_path / "games.db"):
        memory = memory_of(page)
        page.goto("about:blank")
    return memory


def test_another_log_at_the_same_address_is_told_of_until_it_is_the_first_again(
    page: Page, port: str, tmp_path: Path, shown: Json
) -> None:
    with serving(page, port, tmp_path / "other.db"):
        for _ in range(2):
            expect(page.locator("#trouble")).to_contain_text(ANOTHER)
            expect(page.locator("#ended")).to_be_hidden()
            reloaded(page)
        assert memory_of(page) == shown
        page.goto("about:blank")
    with serving(page, port, tmp_path / "games.db"):
        reloaded(page)
        expect(page.locator("#trouble")).to_be_hidden()
        page.goto("about:blank")


def test_the_demonstration_is_run_again_without_a_word_and_services_are_remembered_beside_it(
    page: Page, port: str, tmp_path: Path, shown: Json
) -> None:
    """A newcomer stops it and starts it again; the control is above. Here the same browser knows a service, too."""
    origins = set[str]()
    for _ in range(2):
        with process_of(tmp_path / "demo.log", "demo", "--port", port) as process, process.client() as client:
            game = client.get("/v1/games").json()["games"][0]["game"]
            origin = client.get("/log/checkpoint").text.splitlines()[0]
            page.goto(f"{process.address}/games/{game}")
            page.wait_for_function(f"(origin) => {KEPT_OF_DEMOS}[1].includes(origin)", arg=origin)
            reloaded(page)
            expect(page.locator("#trouble")).to_be_hidden()
            assert memory_of(page) == shown
            origins.add(origin)
            page.goto("about:blank")

    assert len(origins) == 2
    with serving(page, port, tmp_path / "other.db"):
        expect(page.locator("#trouble")).to_contain_text(ANOTHER)
        page.goto("about:blank")


def test_a_log_that_was_ended_with_its_own_key_is_a_notice_that_stays(
    page: Page, port: str, tmp_path: Path, shown: Json
) -> None:
    """Also over two ends in a row."""
    with process_on(tmp_path / "games.db", "--port", port, "--end-log"):
        pass
    with serving(page, port, tmp_path / "games.db", "--end-log"):
        for _ in range(2):
            expect(page.locator("#ended")).to_contain_text("the operator ended it")
            expect(page.locator("#ended")).to_contain_text(" 1 ended before.")
            expect(page.locator("#trouble")).to_be_hidden()
            reloaded(page)
        memory = memory_of(page)
        page.goto("about:blank")

    first = shown["note"].splitlines()[0]
    assert [each["name"] for each in memory["ended"]] == [first, f"{first}/then-2"]
    assert memory["key"].startswith(f"{first}/then-3+")


def without(_: list[str]) -> list[str]:
    return []


def signed_by_another(statements: list[str]) -> list[str]:
    return [each.replace("the operator", "an operator") for each in statements]


def of_another_kind(statements: list[str]) -> list[str]:
    return [each.replace("/rolled-back/", "/went-on/") for each in statements]


@pytest.mark.parametrize("change", [without, signed_by_another, of_another_kind])
def test_without_a_statement_of_the_remembered_key_it_is_another_log(
    page: Page, port: str, tmp_path: Path, shown: Json, change: Callable[[list[str]], list[str]]
) -> None:
    def changed(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={"statements": change(answer.json()["statements"])})

    page.route("**/log/statements", changed)
    with serving(page, port, tmp_path / "games.db", "--end-log"):
        expect(page.locator("#trouble")).to_contain_text(ANOTHER)
        expect(page.locator("#ended")).to_be_hidden()
        assert memory_of(page) == shown
        page.goto("about:blank")


def test_a_statement_that_admits_less_than_was_shown_is_a_contradiction(
    page: Page, port: str, tmp_path: Path, shown: Json
) -> None:
    with serving(page, port, tmp_path / "games.db", "--end-log"):
        expect(page.locator("#ended")).to_be_visible()
        remember(page, {**shown, "note": with_lines(shown["note"], size=1_000)})

        reloaded(page)

        expect(page.locator("#trouble")).to_contain_text("ended with less than the 1000 entries")
        page.goto("about:blank")
