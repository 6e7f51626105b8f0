"""What a browser may keep of a finished game: as long as nothing can change it, and never what a key was told."""

from typing import Final

import pytest
from fastapi.testclient import TestClient

from oathbook.api.http import cache_control
from tests.service.disputes.test_remedies import keyed
from tests.service.disputes.test_standing_of_forks import penalised
from tests.support.serving import Table
from tests.unit.api.games import duel, march

FOREVER: Final = "private, max-age=31536000, immutable"
LASTING: Final = ("/scenes?from=2&to=5", "/steps?from=1", "/outline", "/scenes/5/since")


def named(path: str, name: object) -> str:
    """The path with the name of the game as it is."""
    return f"{path}{'&' if '?' in path else '?'}of={name}"


@pytest.fixture
def over(client: TestClient) -> Table:
    """A finished game, whose keys are known."""
    return Table.imported(client, keyed(duel()))


@pytest.mark.parametrize("path", LASTING)
def test_of_a_finished_game_an_answer_is_kept_for_ever(path: str, over: Table) -> None:
    name = over.get()["lasting"]

    for eyes in ("public", "ash", "holder"):
        by = f"{path}{'&' if '?' in path else '?'}as={eyes}"
        kept, asked = over.ask(named(by, name)), over.ask(by)

        assert (kept.status_code, kept.content) == (200, asked.content)
        assert kept.headers["cache-control"] == FOREVER
        assert "Authorization" in kept.headers["vary"]
        assert asked.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", LASTING)
def test_under_another_name_it_is_not_kept(path: str, over: Table) -> None:
    """A page that was opened before the game changed, or before another version served it."""
    name = str(over.get()["lasting"])

    for other in (name[:-1], name.upper(), f"{name}0", name.partition("-")[2], "None", ""):
        answer = over.ask(named(path, other))
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")


@pytest.mark.parametrize("path", LASTING)
def test_what_a_key_is_told_is_not_kept(path: str, over: Table) -> None:
    name = over.get()["lasting"]

    assert over.get(seat=None)["lasting"] == name
    for seat in ("ash", "birch"):
        assert over.get(seat=seat)["lasting"] is None
        assert over.ask(named(path, name), seat).headers["cache-control"] == "no-store"


def test_a_running_game_has_no_such_name(client: TestClient) -> None:
    table = Table.imported(client, march())
    head = table.get()

    assert (head["closed"], head["lasting"]) == (False, None)
    for path in LASTING:
        for name in (None, head["head"], f"{cache_control.RUN_ID}-{head['head']}"):
            assert table.ask(named(path, name)).headers["cache-control"] == "no-cache"


def test_a_ruling_that_costs_prestige_ends_it_without_an_event(client: TestClient) -> None:
    """The scores in every scene after it are others, and the last hash is not."""
    table = Table.imported(client, keyed(duel()))
    before = table.get()
    assert table.ask(named("/outline", before["lasting"])).headers["cache-control"] == FOREVER

    penalised(table, {"claim": "standing", "at": table.position}, 5)
    after = table.get()

    assert (after["head"], after["lasting"]) == (before["head"], None)
    assert table.ask(named("/outline", before["lasting"])).headers["cache-control"] == "no-cache"


def test_a_name_is_never_told_from_memory(over: Table) -> None:
    """A head that a browser kept would bring the name of another run, whose answers it may have kept as well."""
    answered = over.ask()

    again = over.ask(headers={"If-None-Match": answered.headers["etag"]})

    assert (again.status_code, again.json()) == (200, answered.json())


def test_the_name_holds_the_last_hash_and_the_run(over: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    before = over.get()
    monkeypatch.setattr(cache_control, "RUN_ID", "another")
    after = over.get()

    assert before["lasting"].endswith(f"-{before['head']}")
    assert after["lasting"] == f"another-{before['head']}"
    assert over.ask(named("/outline", before["lasting"])).headers["cache-control"] == "no-cache"
