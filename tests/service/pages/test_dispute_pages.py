"""The pages about disputes by HTTP, as they come before any script runs: what they list, keep, hide and refuse."""

from collections.abc import Generator
from typing import Final
from urllib.parse import urlencode

import pytest
from fastapi.testclient import TestClient

from oathbook.api.pages.disputes import DISPUTES_A_PAGE
from tests.service.disputes.disputing import ILLEGAL, REASONS, WRONG, Disputes, duelling
from tests.support.pages import Element, page_of
from tests.support.playing import sources
from tests.support.serving import HOST, await_read_models, served

CLAUSES: Final = "/rulesets/knights_duty/1/clauses"
CLAUSE: Final = f"{CLAUSES}/KD-5.1"
CLAIMED: Final = {**WRONG, "clause": "KD-5.1"}
MARKUP: Final = "</title><script id=canary>alert(1)</script> & {{ 7 * 7 }}"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Generator[TestClient]:
    """A client of a service whose disputes stay as they are."""
    with served(tmp_path_factory.mktemp("dispute pages") / "games.db", sources("dispute pages")) as client:
        yield client


@pytest.fixture(scope="module")
def disputes(pages: TestClient) -> dict[str, Disputes]:
    """Three, by name: one just filed, one ruled on, one ruled on again on appeal."""
    table, other = duelling(pages, 3), duelling(pages, 3)
    found = {
        "ruled": Disputes.filed(table, claim=CLAIMED),
        "settled": Disputes.filed(table, claim=CLAIMED),
        "open": Disputes.filed(other, HOST, ILLEGAL),
    }
    for name in ("ruled", "settled"):
        found[name].does("ash", "finding")
        found[name].ruled()
    found["settled"].does("birch", "appeal", {"grounds": "KD-5.2 was not asked."})
    found["settled"].ruled("Cy", answer="upheld", against="Nobody could have seen it.", reasons="It was dark.")
    await_read_models(pages)
    return found


def listed(page: Element) -> list[str]:
    """The addresses of the cases that a page of the docket lists."""
    return [each.one("h2").one("a").attributes["href"] for each in page.all("article")]


def address(dispute: Disputes) -> str:
    """The page of a dispute."""
    return dispute.path.removeprefix("/v1")


def test_the_docket_lists_every_dispute_with_what_became_of_it(
    pages: TestClient, disputes: dict[str, Disputes]
) -> None:
    page = page_of(pages.get("/disputes"))

    assert listed(page) == [address(disputes[name]) for name in ("open", "settled", "ruled")]
    first, second, third = page.all("article")
    assert first.one("h2").text == "The decision at position 2 was not allowed"
    assert "open nothing found yet" in first.text
    assert "settled on appeal the record says rejected; ruled upheld by Cy: the game stays as it is" in second.text
    assert "ruled the record says rejected; ruled rejected by Ada" in third.text
    links = [each.attributes["href"] for each in third.all("a")]
    assert links == [
        address(disputes["ruled"]),
        f"/games/{disputes['ruled'].table.game}#7",
        CLAUSE,
        f"{CLAUSES}/KD-7.2",
    ]
    assert "in the game of Ann, Bo" in third.text


QUERIES: Final = {
    "state=open": ("open",),
    "state=settled": ("settled",),
    "clause=KD-5.1": ("settled", "ruled"),
    "arbiter=Cy": ("settled",),
    "arbiter=Ada": ("settled", "ruled"),
    "edition=knights_duty/1": ("open", "settled", "ruled"),
    "edition=heirless/e1": (),
    "game={game}": ("open",),
    "state=ruled&arbiter=Ada&clause=&edition=&game=": ("ruled",),
    "arbiter=Nobody": (),
}


@pytest.mark.parametrize("query", QUERIES)
def test_a_filter_lets_through_what_it_names_and_stays_as_it_was_chosen(
    query: str, pages: TestClient, disputes: dict[str, Disputes]
) -> None:
    asked = query.format(game=disputes["open"].table.game)

    page = page_of(pages.get(f"/disputes?{asked}"))

    assert listed(page) == [address(disputes[name]) for name in QUERIES[query]]
    form = page.one("form")
    chosen = {each.attributes["name"]: each.attributes["value"] for each in form.all("input")}
    for select in form.all("select"):
        picked = [each.attributes["value"] for each in select.all("option") if "selected" in each.attributes]
        chosen[select.attributes["name"]] = "".join(picked)
    for part in asked.split("&"):
        name, _, value = part.partition("=")
        assert chosen.pop(name) == value
    assert {*chosen.values()} <= {""}
    assert ("No dispute matches." in page.text) == (QUERIES[query] == ())


def test_pages_lead_from_one_to_the_next_and_back(client: TestClient) -> None:
    table = duelling(client, 3)
    filed = [address(Disputes.filed(table)) for _ in range(DISPUTES_A_PAGE + 1)][::-1]
    await_read_models(client)

    first = page_of(client.get("/disputes?state=open"))
    (more,) = first.all("a", rel="next")
    second = page_of(client.get(more.attributes["href"]))

    assert listed(first) == filed[:-1]
    assert listed(second) == filed[-1:]
    assert second.all("a", rel="next") == []
    assert [each.attributes["href"] for each in second.one("p", class_="paging").all("a")] == ["/disputes?state=open"]


def test_without_spoilers_nothing_of_disputes_is_told(pages: TestClient, disputes: dict[str, Disputes]) -> None:
    docket = page_of(pages.get("/disputes?spoilers=hidden&state=open"))
    case = page_of(pages.get(f"{address(disputes['ruled'])}?spoilers=hidden"))
    clause = page_of(pages.get(f"{CLAUSE}?spoilers=hidden"))

    for page in (docket, case, clause):
        assert page.all("article") == page.all("section") == page.all("script") == []
        assert "how" in page.one("p", class_="notice").text
        assert REASONS not in page.text
        assert page.all("nav")[0].all("a")[1].attributes["href"] == "/disputes?spoilers=hidden"
    assert docket.one("p", class_="notice").one("a").attributes["href"] == "/disputes?state=open"


def test_a_case_holds_what_was_claimed_and_nothing_that_depends_on_who_looks(
    pages: TestClient, disputes: dict[str, Disputes]
) -> None:
    page = page_of(pages.get(address(disputes["settled"])))

    claim = page.all("section")[0]
    assert claim.one("p", class_="claimed").text == "What is recorded at position 7 is not what follows."
    assert claim.one("blockquote").text == "It is not so."
    assert "Filed by Ann on 2026-01-01, when the game had 7 events; about KD-5.1." in claim.text
    assert REASONS not in page.text


def test_what_somebody_writes_into_a_claim_is_text(client: TestClient) -> None:
    table = duelling(client, 3)
    refused = {"claim": "decision-refused", "at": 7, "decision": {"by": "ash", "kind": "inspire", "use": True}}
    answered = Disputes(table).file("ash", refused, MARKUP)
    await_read_models(client)

    case = page_of(client.get(address(Disputes(table, answered.json()["dispute"]))))
    docket = page_of(client.get("/disputes"))

    assert MARKUP in case.one("blockquote").text
    assert MARKUP in docket.one("article").text
    assert "The decision: Ann uses the Inspiration token." in case.text
    assert case.all(id="canary") == docket.all(id="canary") == []


def test_a_clause_has_its_words_its_readings_and_its_rulings(pages: TestClient, disputes: dict[str, Disputes]) -> None:
    page = page_of(pages.get(CLAUSE))

    assert page.one("h1").text.startswith("KD-5.1 Token for another weapon in A Knight's Duty")
    assert "change of equipment" in page.one("p", class_="claimed").text
    assert [each.attributes["id"] for each in page.one("dl").all("div")] == ["KA-10"]
    assert "2 disputes about it, 1 ruled on; play was overturned once." in page.text
    rulings = page.all("article")
    assert [each.one("a").attributes["href"] for each in rulings] == [
        *[address(disputes["settled"])] * 2,
        address(disputes["ruled"]),
    ]
    by_ada = "rejected by Ada on 2026-01-01; the record said rejected. Claimed: this clause does not decide it."
    assert f"{by_ada} Overturned on appeal" in rulings[0].text
    assert "the record said rejected. Claimed: this clause does not decide it" in rulings[2].text
    assert "It was dark. Against the finding: Nobody could have seen it." in rulings[1].text
    wanted = urlencode({"edition": "knights_duty/1", "clause": "KD-5.1"})
    assert page.all("a", href=f"/disputes?{wanted}")


def test_a_clause_lists_the_moments_at_which_it_was_applied_and_hides_them_with_spoilers(
    pages: TestClient, disputes: dict[str, Disputes]
) -> None:
    """As many and in the order in which the service answers; each leads to its position of the replay."""
    path = f"{CLAUSES}/KD-2.3"
    answered = pages.get(f"/v1{path}").json()["cited"]["events"]

    listed = page_of(pages.get(path)).one("ol", class_="moments").all("li")
    hidden = page_of(pages.get(f"{path}?spoilers=hidden"))

    assert {each["game"] for each in answered} == {disputes["ruled"].table.game, disputes["open"].table.game}
    assert [each.one("a").attributes["href"] for each in listed] == [
        f"/games/{each['game']}#{each['position']}" for each in answered
    ]
    assert [each.one("a").text.removesuffix(" …") for each in listed] == [
        "; ".join(each["sentences"][:3]) for each in answered
    ]
    assert "Ann, Bo, position" in listed[0].text
    assert hidden.all("ol", class_="moments") == []
    assert all(sentence not in hidden.text for each in answered for sentence in each["sentences"])


def test_the_moments_of_a_clause_are_paged(pages: TestClient, disputes: dict[str, Disputes]) -> None:
    assert disputes
    path = f"/v1{CLAUSES}/KD-2.3"
    whole = pages.get(path).json()["cited"]

    first = pages.get(path, params={"limit": 1}).json()["cited"]
    rest = pages.get(path, params={"after": first["next"]}).json()["cited"]
    page = page_of(pages.get(f"{CLAUSES}/KD-2.3?events={first['next']}"))

    assert [*first["events"], *rest["events"]] == whole["events"]
    assert rest["next"] is whole["next"] is None
    assert len(page.one("ol", class_="moments").all("li")) == len(rest["events"]) > 0
    assert page.one("p", class_="paging").one("a").attributes["href"] == f"{CLAUSES}/KD-2.3#events"


def test_a_clause_that_nobody_disputed_says_so_and_one_that_there_is_not_is_no_page(pages: TestClient) -> None:
    page = page_of(pages.get(f"{CLAUSES}/KD-1.1"))

    assert "Nobody has disputed it." in page.text
    assert page.all("article") == []
    assert pages.get(f"{CLAUSES}/KD-99").status_code == 404


def test_every_clause_of_an_edition_leads_to_its_page(pages: TestClient) -> None:
    page = page_of(pages.get("/rulesets/knights_duty/1"))

    assert page.named("KD-5.1").all("a", href=CLAUSE)


def test_a_penalty_stands_on_the_page_of_the_clause(client: TestClient) -> None:
    dispute = Disputes.filed(duelling(client, 3), claim=CLAIMED)
    dispute.does("ash", "finding")
    dispute.ruled(remedy={"remedy": "penalise", "seat": "birch", "points": 2, "says": "Look next time."})
    await_read_models(client)

    assert "Bo loses 2: Look next time." in page_of(client.get(CLAUSE)).one("article").text
    assert "a warning or a penalty" in page_of(client.get("/disputes")).one("article").text


def test_the_page_of_a_case_says_what_each_policy_proposes(client: TestClient) -> None:
    """One decision has come since: by no policy has the claim lapsed."""
    dispute = Disputes.filed(duelling(client, 2), claim=ILLEGAL)

    usual = page_of(client.get(dispute.path.removeprefix("/v1"))).one("details").text

    assert "Casual, a decision that was not allowed: the game is played on from earlier; else" in usual
    assert "Competitive, a decision that was not allowed" in usual
    assert "The other side may accept it as it stands." in usual
    assert "At 2 warnings: a warning or a penalty; at 3 warnings: the loss of the game." in usual
    assert "the claim is not taken" not in usual
