"""A game that is played on elsewhere keeps what it hides, whoever asks by whichever route, until that is over."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from oathbook.api.service import Service
from oathbook.domain.games.game import Game
from oathbook.domain.games.game_events import BySeed
from oathbook.domain.kernel import Seat
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.writing.game_head import GameHead
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.recording.writing.remedy_steps import write_fork
from oathbook.domain.recording.writing.writer_jobs import JointCommit
from tests.service.disputes.test_remedies import keyed
from tests.support.playing import ruleset_of, sources
from tests.support.ruling import corrected_game, fork_of, played_out, running
from tests.support.serving import Client, Table, await_read_models, key_of, served
from tests.support.tampering import Event, forged
from tests.support.writers.beside import BESIDE, CASE, noted

LOOKS = ("", "/events", "/state", "/frames", "/timeline", "/record", "/outline", "/standing", "/promises", "/options")
AS = ("", "?as=public", "?as=ash", "?as=birch", "?as=holder")
PLAN = {"kind": "lay_plan", "slots": ["bow", "shield"]}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with served(tmp_path / "games.db", sources("sealed")) as client:
        yield client


def service_of(client: Client) -> Service:
    """What the client asks."""
    app: Any = getattr(client, "app")  # noqa: B009  # because only a client of a test has one
    service: Service = app.state.service
    return service


def played_on(client: Client) -> tuple[Table, Table]:
    """A game in which birch has laid a plan, closed by the ruling that has it played on from there."""
    parent = Table.opened(client)
    parent.decide("birch", PLAN)
    service = service_of(client)
    games: list[str] = []

    def work(head_of: Callable[[str], GameHead]) -> JointCommit:
        closing, fork = write_fork(head_of(parent.game), service.archive.record(parent.game), 3, CASE)
        games.append(fork[0].game.id)
        return JointCommit(noted(service.archive, CASE, "so be it", service.sources), (closing, fork), games[0])

    service.writer.commit_jointly(CASE, BESIDE, work, expected=0)
    await_read_models(client)
    return parent, Table(client, games[0])


def secrets_of(record: Record) -> dict[str, set[str]]:
    """The salts under which somebody's values are hidden in a game, and the seed, by whose they are."""
    found: dict[str, set[str]] = {}
    for event in record.events:
        for seat in ("ash", "birch"):
            openings = record.codec.openings_for(event, Seat(seat)).decode()
            found.setdefault(seat, set()).update(each for each in openings.split('"') if len(each) == 32)
    assert isinstance(record.opened.chance, BySeed)
    return {**found, "": {record.opened.chance.seed.look(), record.opened.chance.seed.salt}}


def told(table: Table, secrets: dict[str, set[str]]) -> set[tuple[str, str | None]]:
    """Where somebody is told what is not theirs: the address, and who asked."""
    places: set[tuple[str, str | None]] = set()
    for seat in (None, "ash", "birch"):
        others = {each for owner, known in secrets.items() if owner != seat for each in known}
        events = [f"/events/{number}" for number in range(1, table.position + 1)]
        for look in (*LOOKS, *events, *(f"{each}/why" for each in events)):
            for eyes in AS:
                text = table.ask(f"{look}{eyes}", seat).text
                if any(each in text for each in others):
                    places.add((f"{look}{eyes}", seat))
    return places


def stored(client: Client, game: str) -> Record:
    return service_of(client).archive.record(game)


def test_nothing_of_the_old_game_is_told_while_the_fork_runs(client: Client) -> None:
    parent, fork = played_on(client)
    secrets = secrets_of(stored(client, parent.game))

    assert secrets["birch"]
    assert told(parent, secrets) == set()
    assert told(fork, secrets) == set()
    assert parent.get()["closed"]
    assert not fork.get()["closed"]


def never_sealed(_: Archive, game: str) -> bool:
    """That nothing is."""
    return not game


def test_a_service_that_takes_closed_for_open_tells(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted leak."""
    parent, _ = played_on(client)
    secrets = secrets_of(stored(client, parent.game))
    monkeypatch.setattr(Archive, "is_sealed", never_sealed)
    monkeypatch.setattr(Game, "secrets_are_out", property(lambda game: game.closed))

    places = told(parent, secrets)

    assert {("/events?as=holder", None), ("/events?as=birch", None)} <= places


@pytest.mark.gate
def test_when_the_fork_is_over_both_are_open_in_one_commit(client: Client, tmp_path: Path) -> None:
    parent, fork = played_on(client)
    *_, (_, last) = fork.steps(random.Random(1))  # noqa: S311  # any game will do

    assert last.json()["game"] == fork.game
    await_read_models(client)
    with Archive(tmp_path / "games.db", ruleset_of) as archive:
        events = archive.log(0, 1000)
        assert [each.topic for each in events[-2:]] == ["game.closed/1", "game.unsealed/1"]
        assert events[-1].game == parent.game
    assert told(parent, secrets_of(stored(client, parent.game))) != set()
    assert parent.get("/events?as=holder")


def test_nothing_more_is_decided_in_the_old_game(client: Client) -> None:
    parent, fork = played_on(client)

    refused = client.post(
        f"{parent.path}/decisions",
        headers={"If-Match": "*", "Authorization": f"Bearer {key_of('ash')}"},
        json={"decision": PLAN},
    )

    assert (refused.status_code, refused.json()["type"]) == (409, "/v1/problems#game-closed")
    fork.decide("ash", PLAN)


def test_the_heads_of_both_name_each_other_and_only_the_fork_waits_for_somebody(client: Client) -> None:
    parent, fork = played_on(client)
    closed, running = parent.get(), fork.get()

    assert (closed["closed"], closed["fork"], closed["parent"], closed["to_act"]) == (True, fork.game, None, [])
    assert (running["closed"], running["fork"], running["to_act"]) == (False, None, ["ash"])
    assert (running["parent"]["game"], running["parent"]["position"]) == (parent.game, 3)
    assert parent.get("/options?seat=ash", "ash")["listed"] == []
    assert fork.get("/options?seat=ash", "ash")["listed"]


def test_why_something_is_corrected_is_told_with_its_clauses(client: Client) -> None:
    record = corrected_game()[1]
    table = Table.imported(client, record)

    why = table.get(f"/events/{len(record.events)}/why")

    assert why["outcome"] == len(record.events)
    assert "is corrected by the ruling in dispute" in why["derivation"][0]["sentence"]
    assert why["clauses"]


def test_the_pages_of_both_say_where_the_game_went_on(client: Client) -> None:
    parent, fork = played_on(client)

    last = parent.get("/timeline")["places"][-1]["sentences"][0]["sentence"]
    first = fork.get("/timeline")["places"][0]["sentences"][0]["sentence"]

    assert last == f"by the ruling in dispute {CASE} the game is played on from position 3 as game {fork.game}"
    assert first.endswith(f"; it goes on from game {parent.game}, position 3")


def kept(client: Client, fork: Record, parent: Record) -> Table:
    """A game that is played on, and the other one, which says that it is that, as if both had been opened here."""
    Table.kept(client, parent)
    return Table.kept(client, fork)


def is_open(client: Client, game: str) -> bool:
    """Whether everybody may see what a game has hidden."""
    return Table(client, game).ask("/events?as=holder").status_code == 200


def fork_elsewhere() -> tuple[Record, Record]:
    """A game with keys and the fork as which it is played on, both from elsewhere."""
    parent, scribe = fork_of(keyed(running()), 3)
    return parent, scribe.record


@pytest.mark.gate
def test_a_fork_opens_the_old_game_when_it_ends(client: Client) -> None:
    parent, fork = fork_elsewhere()
    table = kept(client, fork, parent)
    before = is_open(client, parent.game)

    for _ in table.steps(random.Random(1)):  # noqa: S311  # any game will do
        pass

    assert (before, is_open(client, parent.game)) == (False, True)


@pytest.mark.gate
def test_a_game_that_only_says_to_be_the_fork_opens_nothing(client: Client) -> None:
    parent, fork = fork_elsewhere()

    def other(events: list[Event]) -> None:
        events[0].data["seats"][0]["player"] = "Mallory"

    table = kept(client, forged(fork, other), parent)
    for _ in table.steps(random.Random(1)):  # noqa: S311  # any game will do
        pass

    assert table.get()["closed"]
    assert not is_open(client, parent.game)


def test_a_fork_that_is_brought_here_when_it_is_over_opens_nothing(client: Client) -> None:
    """What is brought is stored as it is, and nobody's key stands behind it."""
    parent, fork = fork_elsewhere()
    over = played_out(MemoryWriter.resume(fork, sources("elsewhere")))

    Table.imported(client, parent)
    table = Table.imported(client, over)

    assert table.get()["closed"]
    assert not is_open(client, parent.game)
    assert stored(client, parent.game).events == parent.events
