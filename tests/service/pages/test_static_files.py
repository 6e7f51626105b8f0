"""The files that the pages are made of: what each is, where it is, that it is kept, and that nothing is beside them."""

import gzip
from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest
from fastapi.testclient import TestClient

from oathbook.api.pages.assets import ASSETS, STATIC, Assets
from tests.service.door import Call, Door, opened
from tests.service.hostile.nasty_parameters import NOWHERE, PLAIN
from tests.support.playing import sources

FILES: Final = sorted(each.relative_to(STATIC).as_posix() for each in STATIC.rglob("*") if each.is_file())
BELOW: Final = ASSETS.address("shared/house.css").removesuffix("shared/house.css")
TYPES: Final = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}
SCRIPTS: Final = {
    "replay/page.js",
    *(f"promises/{name}.js" for name in ("letter", "promise")),
    *(f"play/{name}.js" for name in ("play", "worker")),
    *(f"disputes/{name}.js" for name in ("case", "claim", "docket")),
    *(f"table/{name}.js" for name in ("invite", "my_games", "new_game")),
}
"""What pages name, and what is sent with all that it imports."""


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Generator[Door]:
    """A service called as a server calls it, byte for byte."""
    with opened(tmp_path_factory.mktemp("static") / "games.db", sources("static")) as door:
        yield door


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_called_what_it_is_and_kept_for_ever(name: str, door: Door) -> None:
    """A module that is not called JavaScript is run by no browser, for ``nosniff`` forbids to guess."""
    answer = door.send(Call("GET", ASSETS.address(name), headers=PLAIN))

    assert answer.status == 200
    assert (answer.body == (STATIC / name).read_bytes()) is (name not in SCRIPTS)
    assert answer.headers["content-type"] == TYPES[Path(name).suffix]
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-length"] == str(len(answer.body))


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_the_same_in_fewer_bytes(name: str, door: Door) -> None:
    plain, packed = (
        door.send(Call("GET", ASSETS.address(name), headers={"accept-encoding": coding})) for coding in ("br", "gzip")
    )

    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert len(packed.body) < len(plain.body)


@pytest.mark.parametrize("refusing", ["gzip;q=0", "identity, gzip;q=0", "br, gzip ; q=0.0", "notgzip"])
def test_a_file_is_not_packed_for_a_client_that_refuses_it(refusing: str, door: Door) -> None:
    name = "shared/house.css"
    answer = door.send(Call("GET", ASSETS.address(name), headers={"accept-encoding": refusing}))

    assert "content-encoding" not in answer.headers
    assert answer.body == (STATIC / name).read_bytes()


@pytest.mark.parametrize("taking", ["GZIP", "br, gzip;q=0.1"])
def test_a_file_is_packed_for_every_client_that_takes_it(taking: str, door: Door) -> None:
    """The control."""
    answer = door.send(Call("GET", ASSETS.address("shared/house.css"), headers={"accept-encoding": taking}))

    assert answer.headers["content-encoding"] == "gzip"


def test_a_service_worker_may_use_this_service_and_is_always_revalidated(client: TestClient) -> None:
    """Its address has no digest, so that browsers find new versions."""
    answer = client.get("/games/worker.js")

    assert (answer.status_code, answer.headers["content-type"]) == (200, TYPES[".js"])
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'")
    assert answer.content == client.get(ASSETS.address("play/worker.js")).content


def test_a_file_is_clarifying_question_with_head_and_takes_nothing(client: TestClient) -> None:
    path = ASSETS.address("replay/replay.js")
    head, got = client.head(path), client.get(path)

    assert (head.status_code, head.content) == (200, b"")
    for name in ("content-type", "content-length", "content-encoding", "cache-control"):
        assert head.headers[name] == got.headers[name]
    for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS"):
        taken = client.request(method, path, headers={"Content-Type": "application/json"}, content=b"{}")
        assert taken.status_code == 405


# The address ------------------------------------------------------------------------------------------------------


def folder_of(files: dict[str, str], folder: Path) -> Path:
    """These files in a folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


HERE: Final = {"a/one.css": "p {}", "b/two.css": "b {}"}


@pytest.mark.parametrize(
    "other",
    [
        {**HERE, "b/two.css": "b { }"},
        {"a/one.css": "p {}", "b/three.css": "b {}"},
        {**HERE, "b/three.css": ""},
        {"a/one.css": "b {}", "b/two.css": "p {}"},
    ],
    ids=["a content", "a name", "one more", "exchanged"],
)
def test_another_content_has_another_address(other: dict[str, str], tmp_path: Path) -> None:
    """So that what is kept for a year is never the wrong one. The folder itself does not matter."""
    here, there = (Assets(folder_of(HERE, tmp_path / name)).address("a/one.css") for name in ("here", "there"))

    assert here == there
    assert Assets(folder_of(other, tmp_path / "other")).address("a/one.css") != here


def test_a_page_that_names_a_file_that_is_not_there_fails(tmp_path: Path) -> None:
    with pytest.raises(KeyError, match="three"):
        Assets(folder_of(HERE, tmp_path)).address("three.css")


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    """Nobody puts one there; if somebody does, it leads nowhere."""
    folder = folder_of({"there.css": "p {}"}, tmp_path / "files")
    (tmp_path / "secret.css").write_text("b {}")
    (folder / "link.css").symlink_to(tmp_path / "secret.css")

    assets = Assets(folder)

    assert assets.address("there.css")
    with pytest.raises(KeyError, match="link"):
        assets.address("link.css")


# What is not there ------------------------------------------------------------------------------------------------

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
        for below in ("/static/", BELOW):
            answer = door.send(Call(method, f"{below}{way}", headers=PLAIN))

            assert answer.fault is None
            assert (answer.status, answer.problem) == NOWHERE
            assert len(answer.body) < 500


@pytest.mark.parametrize(
    "path",
    [
        *("/static", "/static/", "/static//", "/STATIC/replay.js", "//static/replay/replay.js", "/static.js"),
        *("/static/replay/replay.js", "/static/0123456789abcdef/replay/replay.js", f"{BELOW[:-2]}/replay/replay.js"),
        *(BELOW, BELOW.rstrip("/"), f"{BELOW}replay", BELOW.upper() + "replay/replay.js", f"/static{BELOW}replay.js"),
    ],
)
def test_without_its_digest_nothing_is_found(path: str, door: Door) -> None:
    """A page of another version would get what it cannot use, and keep it."""
    answer = door.send(Call("GET", path, headers=PLAIN))

    assert (answer.fault, answer.status, answer.problem) == (None, *NOWHERE)


def test_a_way_beside_the_files_would_lead_somewhere() -> None:
    """The control: what is tried above is there."""
    for way in ("../keys.py", "../rendering.py", "../templates/base.html", "../../../pyproject.toml"):
        assert (STATIC / way).is_file()
