"""What the pages are made of: nothing of them runs or is styled from within, and no text of a record is markup."""

import re
from collections.abc import Generator
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote_plus, urljoin

import pytest
from fastapi.testclient import TestClient

from oathbook.api.pages.assets import ASSETS, STATIC
from oathbook.api.pages.keys import KEYS, key_label
from oathbook.domain.recording.format.record_file import record_text
from tests.service.disputes.disputing import Disputes, duelling
from tests.service.games.test_catalogue import stored
from tests.support.pages import BROWSER, Element, page_of, parsed
from tests.support.playing import sources
from tests.support.sampling import some
from tests.support.serving import await_read_models, bring, served, to_open
from tests.support.spraying import free, sprayed
from tests.unit.api.games import duel, march

ASKED: Final = (
    *("/", "/?player=Ann&spoilers=hidden", "/?player=nobody", "/?after=2", "/?state=won"),
    *(
        "/games/{duel}",
        "/games/{march}?spoilers=hidden",
        "/games/{duel}?player=Ann&state=over",
        "/games/nobody",
        "/games/{duel}/play",
        "/games/{duel}/scribe",
        "/games/{written}/scribe",
        "/games/new?edition=heirless/e1",
        "/games/{duel}/invite",
        "/games/{duel}/result",
        "/games/{march}/result?spoilers=hidden",
        "/games/{duel}/promises/new",
        "/games/{duel}/promises/p1?spoilers=hidden",
        "/games/nobody/promises/p1",
        "/games/{duel}/promises/nobody",
        "/players?name=ann",
        "/players?name=nobody&spoilers=hidden",
        "/players/Ann",
        "/players/Ann?spoilers=hidden",
        "/players/nobody?after=odd",
        "/rulesets?spoilers=hidden",
        "/rulesets/knights_duty/1",
        "/rulesets/chess/1",
        "/rulesets/knights_duty/1/clauses/KD-5.1",
        "/games/{duel}/disputes/new",
        "/disputes?clause=KD-5.1&state=open",
        "/disputes?spoilers=hidden",
        "/disputes/{dispute}",
        "/disputes/none",
    ),
)
"""Every kind of page, with what may be on it or not."""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Generator[TestClient]:
    """A client of a service with a few games."""
    with served(tmp_path_factory.mktemp("markup") / "games.db", sources("markup")) as client:
        client.headers.update(BROWSER)
        yield client


@pytest.fixture(scope="module")
def games(pages: TestClient) -> dict[str, str]:
    """Five of them, by name, a dispute about one more, and one that a scribe writes down."""
    games = stored(pages)
    dispute = Disputes.filed(duelling(pages, 3))
    await_read_models(pages)
    written = pages.post("/v1/games", json=to_open() | {"entry": "scribe"}).json()["game"]
    return {**games, "dispute": dispute.path.rpartition("/")[2], "written": written}


@pytest.fixture(params=ASKED)
def answer(request: pytest.FixtureRequest, pages: TestClient, games: dict[str, str]) -> tuple[str, str, str]:
    """The address of a page, its content security policy, and the page."""
    path = str(request.param).format(**games)
    answered = pages.get(path)
    assert answered.headers["content-type"] == "text/html; charset=utf-8"
    return path, answered.headers["content-security-policy"], answered.text


# What runs and what styles ----------------------------------------------------------------------------------------


def test_a_page_may_use_what_this_service_sends_and_nothing_else(answer: tuple[str, str, str]) -> None:
    """Content Security Policy, level 3: no inline script or style, no other origin, no frame around it."""
    _, policy, _ = answer
    found = {name: sources for name, *sources in (each.split() for each in policy.split(";"))}

    assert found.pop("default-src") == ["'none'"]
    assert {name: found.pop(name) for name in ("base-uri", "frame-ancestors")} == {
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    }
    assert found.keys() == {"script-src", "style-src", "img-src", "connect-src", "form-action"}
    assert {source for allowed in found.values() for source in allowed} == {"'self'"}


def test_a_page_has_neither_script_nor_style_within(answer: tuple[str, str, str]) -> None:
    page = parsed(answer[2])

    assert page.all("style") == page.all("base") == page.all("iframe") == page.all("object") == []
    for each in page.all():
        assert not {name for name in each.attributes if name.startswith("on")}, each
        assert not each.attributes.keys() & {"style", "srcdoc", "http-equiv", "nonce"}, each
    for script in page.all("script"):
        assert script.inside == []
        assert script.attributes["src"].startswith("/static/")


def test_whatever_a_page_refers_to_is_there(answer: tuple[str, str, str], pages: TestClient) -> None:
    """Our own addresses answer, and places on the page itself are on it, each once."""
    path, _, text = answer
    page = parsed(text)
    names = [each.attributes["id"] for each in page.all() if "id" in each.attributes]
    assert len(set(names)) == len(names)

    for reference in references(page):
        if reference.startswith("#"):
            assert reference[1:] in names
        else:
            assert reference.startswith("/"), reference
            assert pages.get(urljoin(path, reference)).status_code == 200, reference
    for name in ("aria-labelledby", "for"):
        assert {each.attributes[name] for each in page.all() if name in each.attributes} <= {*names}


def references(page: Element) -> set[str]:
    """Every address on a page."""
    return {
        each.attributes[name]
        for each in page.all()
        for name in ("src", "href", "action", "formaction", "poster", "data", "data-icon")
        if name in each.attributes
    }


MODULE: Final = re.compile(
    r"""(?:^import\b[^"\n]*|^export\b[^"\n]*\bfrom\s*|\bimport\s*\(\s*)"([^"]+)\"""", re.MULTILINE
)
STYLE: Final = re.compile(r"""@import\s+(?:url\()?["']?([^"')]+)|url\(["']?([^"')]+)""")


def test_every_file_of_the_pages_is_used_and_every_file_they_use_is_there(
    pages: TestClient, games: dict[str, str]
) -> None:
    """Through the modules that a script imports, too, which are sent with it."""
    names = {ASSETS.address(each.relative_to(STATIC).as_posix()): each for each in STATIC.rglob("*") if each.is_file()}
    found: set[str] = set()
    todo = {
        each
        for path in ASKED
        for each in references(parsed(pages.get(path.format(**games)).text))
        if each.startswith("/static/")
    }
    todo.add(ASSETS.address("play/worker.js"))  # browsers ask for it at another address
    while todo:
        path = todo.pop()
        found.add(path)
        assert pages.get(path).status_code == 200, path
        text = names[path].read_text("utf-8")
        inner = MODULE.findall(text) if path.endswith(".js") else []
        assert all(each.startswith(("./", "../")) for each in inner)
        inner += ["".join(each) for each in STYLE.findall(text)] if path.endswith(".css") else []
        todo |= {urljoin(path, each) for each in inner} - found

    assert found == names.keys()
    assert len(found) > 10


# Text that others wrote -------------------------------------------------------------------------------------------

HARMLESS: Final = "Harmlessly"
"""A word that stands on no page by itself."""

MARKUP: Final = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "</title></bdi></a><svg/onload=alert(1)>",
    "<!-- </article> -->",
    "]]><![CDATA[<b>",
    "&lt;b&gt;&#60;b&#62;&amp",
    "{{7*7}}{%raw%}${7*7}",
    "Javascript:alert(1)//",
)
RECORDS: Final = (duel(), march())
"""A game that is over, and one in which somebody is to act."""

SHOWN_AT: Final = {
    "/": 7,
    "/?player={text}": 8,
    "/games/{duel}": 12,
    "/games/{march}": 13,
    "/games/{march}?player={text}": 14,
    "/rulesets": 0,
    "/rulesets/knights_duty/1": 0,
}
"""How often each page contains the text. The catalogue: four names, a sentence, an end and the player to act. A game:
two names in the title, the heading and the standing, the winner, and each sentence; once more from a list."""


def pages_with(text: str, folder: Path) -> dict[str, Element]:
    """The pages of a service with these records alone, in which that text stands wherever it can."""
    games = {name: record.game for name, record in zip(("duel", "march"), RECORDS, strict=True)}
    with served(folder, sources("text")) as client:
        for record in RECORDS:
            assert bring(client, sprayed(record, text)).status_code == 201
        await_read_models(client)
        return {path: page_of(client.get(path.format(**games, text=quote(text)))) for path in SHOWN_AT}


@pytest.fixture(scope="module")
def harmless(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Element]:
    """The pages with a word in the place of all such text."""
    return pages_with(HARMLESS, tmp_path_factory.mktemp("harmless") / "games.db")


def test_the_word_stands_where_text_of_a_record_is_shown(harmless: dict[str, Element]) -> None:
    """The control: the records are full of it, and so are the pages."""
    names = {leaf.name for record in RECORDS for leaf in free(record_text(record))}
    assert names >= {
        *("data.seats.player", "data.seats.key", "data.components.name", "data.components.ours"),
        *("data.consequences.event.winners", "data.ending.outcome", "data.draw.label", "data.consequences.cites"),
    }

    assert {path: page.text.count(HARMLESS) for path, page in harmless.items()} == SHOWN_AT


@pytest.mark.parametrize("text", some(MARKUP, 3))
def test_text_of_a_record_is_text_on_a_page(text: str, harmless: dict[str, Element], tmp_path: Path) -> None:
    """The same elements with the same attributes as with a harmless word, and the text as it was written."""
    for path, page in pages_with(text, tmp_path / "games.db").items():
        other = harmless[path]
        assert page.text == other.text.replace(HARMLESS, text), path
        assert readable(page) == [
            (tag, {name: value.replace(HARMLESS, text) for name, value in attributes.items()})
            for tag, attributes in readable(other)
        ], path


def readable(page: Element) -> list[tuple[str, dict[str, str]]]:
    """The elements of a page and their attributes, with the text that stands in an address as it was."""
    return [
        (tag, {name: unquote_plus(value) if name == "href" else value for name, value in attributes.items()})
        for tag, attributes in page.shape
    ]


@pytest.mark.parametrize("text", MARKUP)
def test_what_somebody_asks_for_is_text_on_a_page(text: str, pages: TestClient, games: dict[str, str]) -> None:
    """In a field of the form, in a link to more, and where there is no such thing."""
    assert games
    listed = page_of(pages.get("/", params={"player": text, "after": 1}))
    assert listed.one("input", name="player").attributes["value"] == text
    (newest,) = listed.one("p", class_="paging").all("a")
    assert page_of(pages.get(newest.attributes["href"])).one("input", name="player").attributes["value"] == text

    nowhere = page_of(pages.get(f"/games/{quote(text, safe='')}".replace("%2F", "-")), 404)
    assert nowhere.shape == page_of(pages.get("/games/nobody"), 404).shape
    for path in (f"/rulesets/{quote(text, safe='')}/1", f"/rulesets/knights_duty/{quote(text, safe='')}"):
        strange = page_of(pages.get(path.replace("%2F", "-")), 404)
        assert strange.shape == page_of(pages.get("/rulesets/chess/1"), 404).shape


# The help ---------------------------------------------------------------------------------------------------------


def test_the_help_is_the_table_of_keys(pages: TestClient, games: dict[str, str]) -> None:
    """Group by group and row by row; the script reads the same rows."""
    tables = page_of(pages.get(f"/games/{games['duel']}")).named("help").all("table")

    assert [table.one("caption").text for table in tables] == [group.title for group in KEYS]
    for table, group in zip(tables, KEYS, strict=True):
        rows = [row.attributes for row in table.all("tr")]
        assert [(row["data-does"], tuple(row["data-keys"].split(" "))) for row in rows] == [
            (each.does, each.keys) for each in group.bindings
        ]
        assert [[key.text for key in row.all("kbd")] for row in table.all("tr")] == [
            [key_label(key) for key in each.keys] for each in group.bindings
        ]
        assert [row.one("td").text for row in table.all("tr")] == [each.says for each in group.bindings]
