"""The page of an edition by HTTP, and what the pages refuse."""

from collections.abc import Generator
from typing import Final
from urllib.parse import urlencode

import pytest
from fastapi.testclient import TestClient

from oathbook.domain.rulesets.registry import load_registry
from oathbook.projections import clause_usage
from oathbook.projections.clause_usage import ClauseUsage, ReadingUsage
from tests.service.games.test_catalogue import stored
from tests.support.pages import BROWSER, page_of
from tests.support.playing import RULESET, sources
from tests.support.serving import served

RULES: Final = "/rulesets/knights_duty/1"
BOOK: Final = RULESET.edition.rulebook


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Generator[TestClient]:
    """A client of a service whose games stay as they are."""
    with served(tmp_path_factory.mktemp("rules") / "games.db", sources("rules")) as client:
        client.headers.update(BROWSER)
        yield client


@pytest.fixture(scope="module")
def games(pages: TestClient) -> dict[str, str]:
    """Five of them, by name."""
    return stored(pages)


# The editions -----------------------------------------------------------------------------------------------------


def test_every_edition_is_listed_with_what_is_covered_and_what_is_not(pages: TestClient) -> None:
    entries = page_of(pages.get("/rulesets")).one("main").all("article")

    editions = [each.edition for each in load_registry().by_key.values()]
    assert len(entries) == len(editions) > 2
    for entry, edition in zip(entries, editions, strict=True):
        clauses, path = edition.rulebook.clauses, f"/rulesets/{edition.key}"
        lacking = [clause for clause in clauses if clause.not_covered]
        covered = f"{len(clauses) - len(lacking)} of {len(clauses)}" if lacking else f"All {len(clauses)}"
        assert entry.one("h2").text == f"{edition.title} {edition.key}"
        assert f"{covered} clauses are covered; {len(edition.rulebook.readings)} readings" in entry.text
        assert ", ".join(sorted(edition.components)) in entry.text
        assert [each.attributes["href"] for each in entry.all("a")] == [
            path,
            *(f"{path}#{clause.id}" for clause in lacking),
            f"/games/new?{urlencode({'edition': edition.key})}",
            f"/?{urlencode({'edition': edition.key})}",
            f"{path}/draws",
        ]
    assert any(clause.not_covered for edition in editions for clause in edition.rulebook.clauses)


@pytest.mark.parametrize("path", ["/", RULES, "/games/{duel}", "/rulesets", "/rulesets/chess/1"])
def test_every_page_leads_to_the_editions(path: str, pages: TestClient, games: dict[str, str]) -> None:
    page = page_of(pages.get(path.format(**games)), 404 if "chess" in path else 200)

    assert page.one("header", class_="house").one("a", href="/rulesets").text == "Rules"


# The rules --------------------------------------------------------------------------------------------------------


def test_the_page_of_an_edition_has_every_clause_and_every_reading_in_its_place(pages: TestClient) -> None:
    page = page_of(pages.get(RULES))

    assert len(BOOK.clauses) > 30
    for clause in BOOK.clauses:
        entry = page.named(clause.id)
        assert entry.one("dt").text == f"{clause.id} {clause.title}"
        assert entry.one("dt").one("a").attributes["href"] == f"#{clause.id}"
        assert entry.all("p")[0].text == " ".join(clause.words.split())
        about = {link.attributes["href"] for link in entry.one("dd").all("a")}
        readings = {f"#{reading.id}" for reading in BOOK.readings if clause.id in reading.where}
        assert about == {f"{RULES}/clauses/{clause.id}", *readings}
    for reading in BOOK.readings:
        entry = page.named(reading.id)
        assert entry.one("dt").text == f"{reading.id} {reading.title}"
        assert [each.text for each in entry.all("code")] == list(reading.settings)
        assert {link.attributes["href"] for link in entry.one("dd").all("a")} == {f"#{each}" for each in reading.where}


def test_the_page_of_an_edition_says_how_often_each_clause_and_reading_was_applied(
    pages: TestClient, games: dict[str, str]
) -> None:
    """As the read model counts it, in the games that are stored."""
    found = clause_usage.usage(pages.app.state.service.views, "knights_duty/1")  # type: ignore[attr-defined]  # as above
    clauses = {each.clause: each for each in found.clauses}
    readings = {each.reading: each for each in found.readings}

    page = page_of(pages.get(RULES))

    assert len(games) == 5
    assert 0 < len(clauses) < len(BOOK.clauses)
    for clause in BOOK.clauses:
        assert said_of_clause(clauses.get(clause.id)) in page.named(clause.id).text
    for reading in BOOK.readings:
        assert said_of_reading(readings.get(reading.id)) in page.named(reading.id).text


def said_of_clause(used: ClauseUsage | None) -> str:
    if used is None:
        return "Not applied in any game yet."
    worked = f"; in workings it applied {used.worked} times and did not apply {used.not_applied} times"
    lines = worked if used.worked or used.not_applied else ""
    return f"Cited by {counted(used.cited, 'consequence')}{lines}; in {counted(used.games, 'game')}."


def said_of_reading(used: ReadingUsage | None) -> str:
    if used is None:
        return "Not used in any game yet."
    return f"Used for {counted(used.used, 'consequence')} in {counted(used.games, 'game')}."


def counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


# What cannot be shown ---------------------------------------------------------------------------------------------

REFUSED: Final = {
    "/games/nobody": 404,
    "/games/%00": 404,
    "/games/%2e": 404,
    "/games/<script>": 404,
    f"/games/{'q' * 65}": 422,
    "/games/nobody?spoilers=odd": 422,
    "/rulesets/chess/1": 404,
    "/rulesets/knights_duty/2": 404,
    f"/rulesets/{'q' * 81}/1": 422,
    "/?state=won": 422,
    "/?spoilers=maybe": 422,
    "/?spoilers=": 422,
    "/?after=0": 422,
    "/?after=x": 422,
    "/?after=9007199254740992": 422,
    f"/?player={'q' * 201}": 422,
    f"/?edition={'q' * 201}": 422,
}


@pytest.mark.parametrize("path", REFUSED)
def test_what_cannot_be_shown_is_refused_with_a_page(path: str, pages: TestClient) -> None:
    """Anybody who follows a broken link reads what is wrong with it and where to go from there."""
    page = page_of(pages.get(path), REFUSED[path])

    assert page.one("h1").text
    assert page.one("main").one("a").attributes["href"] == "/"
    assert "qqq" not in page.text


@pytest.mark.parametrize("path", ["/", "/?player=Ann", "/games/{game}", RULES, *REFUSED])
def test_a_page_is_clarifying_question_with_head(path: str, pages: TestClient, games: dict[str, str]) -> None:
    """The same status and headers, and no page."""
    path = path.format(game=games["duel"]) if "{" in path else path

    head, got = pages.head(path), pages.get(path)

    unlike = {"x-request-id"}
    assert head.status_code == got.status_code
    assert {name: value for name, value in head.headers.items() if name not in unlike} == {
        name: value for name, value in got.headers.items() if name not in unlike
    }
    assert head.content == b""


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
@pytest.mark.parametrize("path", ["/", "/games/nobody", RULES])
def test_a_page_takes_nothing(method: str, path: str, pages: TestClient) -> None:
    answered = pages.request(method, path, headers={"Content-Type": "application/json"}, content=b"{}")

    assert (answered.status_code, answered.headers["allow"]) == (405, "GET, HEAD")
