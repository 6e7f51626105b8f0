"""The files that the pages are made of: what each is, how it is asked for again, and nothing beside them."""

from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest
from fastapi.testclient import TestClient

from api.pages import rendering
from api.pages.rendering import STATIC
from tests.service.door import Call, Door, opened
from tests.service.hostile.nasty_parameters import NOWHERE, PLAIN
from tests.support import serving
from tests.support.playing import sources
from tests.support.serving import Table

FILES: Final = sorted(each.relative_to(STATIC).as_posix() for each in STATIC.rglob("*") if each.is_file())
TYPES: Final = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Generator[Door]:
    """A service called as a server calls it, byte for byte."""
    with opened(tmp_path_factory.mktemp("static") / "games.db", sources("static")) as door:
        yield door


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_sent_as_it_is_and_called_what_it_is(name: str, door: Door) -> None:
    """A module that is not called JavaScript is run by no browser, for ``nosniff`` forbids to guess."""
    answer = door.send(Call("GET", f"/static/{name}", headers=PLAIN))

    assert (answer.status, answer.body) == (200, (STATIC / name).read_bytes())
    assert answer.headers["content-type"] == TYPES[Path(name).suffix]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-length"] == str(len(answer.body))


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_as_it_was_is_not_sent_again(name: str, still: Table) -> None:
    """Whoever has it asks each time, and is told that it is still so."""
    client = still.client
    first = client.get(f"/static/{name}")
    assert first.headers["cache-control"] == "no-cache"

    for header, value in (
        ("If-None-Match", first.headers["etag"]),
        ("If-Modified-Since", first.headers["last-modified"]),
    ):
        again = client.get(f"/static/{name}", headers={header: value})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == first.headers["etag"]
    other = client.get(f"/static/{name}", headers={"If-None-Match": '"another"'})
    assert (other.status_code, other.content) == (200, first.content)


def test_each_file_has_a_tag_of_its_own(client: TestClient) -> None:
    tags = {client.get(f"/static/{name}").headers["etag"] for name in FILES}

    assert len(tags) == len(FILES)


@pytest.mark.parametrize("path", ["/static/replay/replay.js", "/static/shared/house.css"])
def test_a_file_is_asked_about_with_head_and_takes_nothing(path: str, client: TestClient) -> None:
    head, got = client.head(path), client.get(path)

    assert (head.status_code, head.content) == (200, b"")
    for name in ("content-type", "content-length", "etag"):
        assert head.headers[name] == got.headers[name]
    for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS"):
        taken = client.request(method, path, headers={"Content-Type": "application/json"}, content=b"{}")
        assert taken.status_code == 405


BESIDE: Final = (
    "..",
    "../..",
    "../keys.py",
    "../rendering.py",
    "../templates/base.html",
    "../../../pyproject.toml",
    "./../keys.py",
    "static/../../keys.py",
    "replay/replay.js/../../../keys.py",
    "..\\keys.py",
    "%2e%2e/keys.py",
    "%2e%2e%2fkeys.py",
    "..%2fkeys.py",
    "..%5ckeys.py",
    "%252e%252e/keys.py",
    ".%00./keys.py",
    "/etc/passwd",
    "//etc/passwd",
    f"/{STATIC}/replay/replay.js",
    str(STATIC.parent / "keys.py"),
    "C:\\Windows\\win.ini",
    "file:///etc/passwd",
)
"""Ways to what lies beside the folder, some of them as they stand before their escapes are undone."""

NOT_THERE: Final = (
    *(
        "",
        "/",
        ".",
        "./",
        "replay",
        "replay/",
        "replay.js",
        "replay/replay.js/x",
        "replay/REPLAY.JS",
        "replay/replay.js\0",
        "replay/replay.js%00",
        "replay/replay.js ",
    ),
    *(
        "\0",
        "a\0b",
        "%",
        "%ZZ",
        "\r\nSet-Cookie: a=b",
        "é",
        "😀",
        "\u2028",
        "\udcff",
        "\ud800",
        "\U0010ffff",
        "~root",
        "*",
    ),
    *("q" * 255, "q" * 256, "q" * 10_000, "é" * 5_000, "a/" * 5_000, "../" * 5_000, "." * 10_000, "/" * 10_000),
    *("con", "nul", ".git", ".env", "__init__.py", "static", "index.html"),
)
"""Names of nothing, and of no file: long, odd, or a folder's."""


@pytest.mark.parametrize("way", [*BESIDE, *NOT_THERE], ids=lambda way: ascii(way)[:30])
def test_nothing_but_a_file_is_found(way: str, door: Door) -> None:
    """Neither what lies beside them nor a folder, nor a fault."""
    for method in ("GET", "HEAD"):
        answer = door.send(Call(method, f"/static/{way}", headers=PLAIN))

        assert answer.fault is None
        assert (answer.status, answer.problem) == NOWHERE
        assert len(answer.body) < 500


@pytest.mark.parametrize(
    "path", ["/static", "/static/", "/static//", "/STATIC/replay.js", "//static/replay/replay.js", "/static.js"]
)
def test_the_folder_itself_is_nothing(path: str, door: Door) -> None:
    answer = door.send(Call("GET", path, headers=PLAIN))

    assert (answer.fault, answer.status, answer.problem) == (None, *NOWHERE)


def test_a_way_beside_the_files_would_lead_somewhere() -> None:
    """The control: what is tried above is there."""
    for way in ("../keys.py", "../rendering.py", "../templates/base.html", "../../../pyproject.toml"):
        assert (STATIC / way).is_file()


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody puts one there; if somebody does, it leads nowhere."""
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "there.js").write_text("1;")
    (tmp_path / "secret.js").write_text("2;")
    (folder / "link.js").symlink_to(tmp_path / "secret.js")
    monkeypatch.setattr("api.app.STATIC", folder)
    monkeypatch.setattr(serving, "_AT_REST", [])  # an application that was made before has the other folder

    with opened(tmp_path / "games.db", sources("link")) as door:
        found = [door.send(Call("GET", f"/static/{name}", headers=PLAIN)).status for name in ("there.js", "link.js")]

    assert rendering.STATIC == STATIC
    assert found == [200, 404]


RANGES: Final = (
    "bytes=0-9",
    "bytes=-5",
    "bytes=5-",
    "bytes=0-0,2-3",
    "bytes=9-2",
    "bytes=999999-",
    "bytes=",
    "x",
    "\0",
    "bytes=" + "0-1," * 2_000,
)


@pytest.mark.parametrize("wanted", RANGES, ids=lambda wanted: ascii(wanted)[:20])
def test_a_part_of_a_file_that_cannot_be_is_no_fault(wanted: str, door: Door) -> None:
    answer = door.send(Call("GET", "/static/replay/replay.js", headers={"range": wanted}))

    assert answer.fault is None
    assert answer.status in {200, 206, 400, 416}
    if answer.status == 206 and "," not in wanted:
        assert answer.body in (STATIC / "replay/replay.js").read_bytes()


@pytest.mark.parametrize("tag", ["", '"', "W/", '"x", "y"', "\0", "q" * 10_000])
def test_a_tag_that_no_file_has_is_no_fault(tag: str, door: Door) -> None:
    for name in ("if-none-match", "if-modified-since", "if-range"):
        answer = door.send(Call("GET", "/static/replay/replay.js", headers={name: tag}))

        assert (answer.fault, answer.status) == (None, 200)
