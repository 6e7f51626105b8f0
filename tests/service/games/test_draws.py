"""Whether draws look fair, asked over HTTP and read on a page."""

from pathlib import Path

from oathbook.domain.kernel import capitalise, display_name
from tests.support.pages import BROWSER, page_of
from tests.support.playing import die, whole_game
from tests.support.serving import Table, await_read_models, problem_of, served
from tests.support.tampering import Event, forged

WHERE = "/v1/rulesets/knights_duty/1/draws"
PAGE = "/rulesets/knights_duty/1/draws"


def test_draws_are_counted_over_all_games_and_in_one(tmp_path: Path) -> None:
    with served(tmp_path / "db") as client:
        one, other = (Table.imported(client, whole_game(name=name)) for name in ("one", "other"))
        await_read_models(client)
        every = client.get(WHERE).json()
        parts = [client.get(WHERE, params={"game": each.game}).json() for each in (one, other)]

    (whole,) = every["sources"]
    assert [each["game"] for each in (every, *parts)] == [None, one.game, other.game]
    assert whole["draws"] == sum(each["sources"][0]["draws"] for each in parts) > 0
    assert whole["verdict"] == "too few"


def only_hearts(events: list[Event]) -> None:
    """Whatever was drawn was a heart, if there was one."""
    for event in events:
        if event.topic == "game.draw/1":
            made = event.data["draw"]
            made["drawn"] = ["heart" if "heart" in made["pile"] else made["pile"][0]] * len(made["drawn"])


def test_a_record_that_is_brought_says_nothing_about_the_draws_of_the_service(tmp_path: Path) -> None:
    """Anybody may write one that says it drew from a seed."""
    with served(tmp_path / "db") as client:
        table = Table.opened(client)
        for _ in table.steps(die("own draws")):
            pass
        await_read_models(client)
        (before,) = client.get(WHERE).json()["sources"]
        lies = Table.imported(client, forged(whole_game(), only_hearts))
        await_read_models(client)
        own, brought = client.get(WHERE).json()["sources"]
        (alone,) = client.get(WHERE, params={"game": lies.game}).json()["sources"]
        text = page_of(client.get(PAGE)).text

    assert (own["source"], brought) == ("seeded", alone)
    assert own == before
    assert (brought["source"], brought["draws"] > 0) == ("brought", True)
    assert text.index("Drawn by the service") < text.index("In imported records")


def test_the_page_shows_what_the_route_answers(tmp_path: Path) -> None:
    with served(tmp_path / "db") as client:
        table = Table.imported(client, whole_game())
        await_read_models(client)
        (source,) = client.get(WHERE).json()["sources"]
        pages = [page_of(client.get(PAGE)), page_of(client.get(PAGE, params={"game": table.game}))]

    for page in pages:
        assert source["says"] in page.text
        for each in (*source["shares"], *source["runs"]):
            assert capitalise(display_name(each["kind"])) in page.text
            assert all(str(each[name]) in page.text for name in ("counted", "expected", "verdict"))


def test_without_draws_the_page_says_so(tmp_path: Path) -> None:
    with served(tmp_path / "db") as client:
        assert "Nothing has been drawn yet" in page_of(client.get(PAGE)).text
        assert client.get(WHERE).json()["sources"] == []


def test_a_game_that_there_is_not_is_refused(tmp_path: Path) -> None:
    with served(tmp_path / "db") as client:
        assert problem_of(client.get(WHERE, params={"game": "nobody"})) == (404, "not-found")
        assert problem_of(client.get("/v1/rulesets/chess/1/draws")) == (404, "unknown-edition")
        page_of(client.get(PAGE, params={"game": "nobody"}, headers=BROWSER), 404)
