"""A finding of a hearing comes out again of what was exported when the game is over: ``oathbook dispute``."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from fastapi.testclient import TestClient

from tests.service.disputes.disputing import ILLEGAL, Disputes, duelling
from tests.support.playing import Json, die, sources
from tests.support.serving import served
from tests.unit.api.running import Printed, oathbook

CLAIM: Final = json.dumps(ILLEGAL)


class Heard(NamedTuple):
    """What a finding was to everybody and to whoever had it entered, and a game and its dispute as files."""

    found: dict[str, Json]
    game: Path
    dispute: Path

    def again(self, *more: str | Path) -> Printed:
        """The claim, answered from the files."""
        return oathbook("dispute", self.game, "--claim", CLAIM, *more, "--json")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Heard:
    """Birch's plan at 2 is disputed while it is hidden, unsealed, and the game played out."""
    folder = tmp_path_factory.mktemp("heard")
    with served(folder / "games.db", sources("heard")) as client:
        return _heard(client, folder)


@pytest.fixture
def heard(kept: Heard, tmp_path: Path) -> Heard:
    """The same in files of its own."""
    shutil.copytree(kept.game.parent, tmp_path, dirs_exist_ok=True)
    return kept._replace(game=tmp_path / kept.game.name, dispute=tmp_path / kept.dispute.name)


def _heard(client: TestClient, folder: Path) -> Heard:
    dispute = Disputes.filed(duelling(client, 3), claim=ILLEGAL)
    found = {"birch": dispute.does("birch", "finding")["findings"][-1]}
    dispute.does("Ada", "unsealing", {"at": 2, "fields": dispute.hidden(2), "reason": "It hangs on the plan."})
    found["Ada"] = dispute.does("Ada", "finding")["findings"][-1]
    for _ in dispute.table.steps(die("play on")):
        pass
    heard = Heard(found, folder / "game.jsonl", folder / "dispute.jsonl")
    heard.game.write_bytes(dispute.table.ask("/record").content)
    heard.dispute.write_bytes(client.get(f"{dispute.path}/record").content)
    return heard


def test_what_everybody_was_told_comes_out_again(heard: Heard) -> None:
    found = heard.found["birch"]

    again = heard.again("--events", str(found["events"]), "--as", "public")

    assert (again.code, again.json["answer"]) == (3, "undetermined")
    assert again.json == found["finding"]


def test_what_was_sealed_for_a_seat_comes_out_again(heard: Heard) -> None:
    found = heard.found["birch"]

    again = heard.again("--events", str(found["events"]), "--as", "birch")

    assert (again.code, again.json) == (0, found["sealed"])


def test_what_was_sealed_for_arbiters_comes_out_again(heard: Heard) -> None:
    found = heard.found["Ada"]

    again = heard.again("--events", str(found["events"]), "--with", heard.dispute)

    assert (again.code, again.json) == (0, found["sealed"])


def test_once_all_is_out_arbiters_see_what_everybody_sees(heard: Heard) -> None:
    assert heard.again("--with", heard.dispute).out == heard.again("--as", "public").out


@pytest.mark.parametrize("events", ["0", "2", "999", "-1"])
def test_a_record_is_cut_where_a_step_ends(events: str, heard: Heard) -> None:
    """The plan at 2 has its outcome at 3."""
    refused = heard.again("--events", events)

    assert refused.code == 2
    assert f"--events {events}: no step of this record ends there" in refused.complaint


def test_a_dispute_about_another_game_unseals_nothing(heard: Heard, client: TestClient, tmp_path: Path) -> None:
    other = Disputes.filed(duelling(client, 3), claim=ILLEGAL)
    (tmp_path / "other.jsonl").write_bytes(client.get(f"{other.path}/record").content)

    refused = heard.again("--with", tmp_path / "other.jsonl")

    assert refused.code == 2
    assert f"the dispute is about game {other.table.game}" in refused.complaint


def test_one_looks_as_a_seat_or_as_arbiters(heard: Heard) -> None:
    refused = heard.again("--as", "birch", "--with", heard.dispute)

    assert refused.code == 2
    assert "--as or --with, not both" in refused.err


DAMAGES: Final[list[tuple[Callable[[bytes], bytes], str]]] = [
    (lambda text: text[:0], "it is empty"),
    (lambda text: text[: text[:-1].rindex(b"\n") + 1], "its header or trailer"),
    (lambda text: text.replace(b"knights", b"knaves", 1), "its header or trailer"),
    (lambda text: text.replace(b"dispute/1", b"record/1", 1), "it is “record/1”"),
    (lambda text: text.replace(b"It hangs", b"It hung"), "position"),
    (lambda text: text.replace(b"dispute.filed/1", b"dispute.filed/9"), "position"),
]


@pytest.mark.parametrize(("damage", "says"), DAMAGES)
def test_a_damaged_dispute_is_refused_by_name(damage: Callable[[bytes], bytes], says: str, heard: Heard) -> None:
    heard.dispute.write_bytes(damage(heard.dispute.read_bytes()))

    refused = heard.again("--with", heard.dispute)

    assert refused.code == 2
    assert says in refused.complaint
    assert heard.dispute.name in refused.complaint
