"""A game in one file that a package brings is played in a service: the table deals, and the seats play it out."""

import importlib
import random
import sys
from collections.abc import Generator
from pathlib import Path

import pytest

from oathbook.domain.rulesets.registry import load_registry
from oathbook.domain.rulesets.ruleset_plugins import load_ruleset_plugins
from tests.examples.loading import EXAMPLES
from tests.support.playing import ChanceName, Json, sources
from tests.support.serving import HOST, Table, digest_of, key_of, served

DISTRIBUTION = "oathbook-passing"
SEATS = ("ann", "bram", "cleo")
DRAWS: list[Json] = [
    {"label": f"deck/{seat}/{number}", "drawn": [f"{suit}-{rank}" for rank in range(1, 7)]}
    for number, (seat, suit) in enumerate(zip(SEATS, ("clubs", "hearts", "spades"), strict=True), 1)
]


@pytest.fixture
def passing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    """Its package, where Python finds it, as an installer would put it; in the end it is gone."""
    source = (EXAMPLES / "passing.py").read_text("utf-8")
    named = source.replace('    "Passing",\n', f'    "Passing",\n    distribution="{DISTRIBUTION}",\n')
    assert named != source
    (tmp_path / "passing_brought.py").write_text(named, "utf-8")
    info = tmp_path / "oathbook_passing-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {DISTRIBUTION}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[oathbook.rulesets]\npassing = passing_brought:RULESET\n")
    importlib.invalidate_caches()
    load_ruleset_plugins.cache_clear()
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.delitem(sys.modules, "passing_brought", raising=False)
    yield
    monkeypatch.undo()
    load_ruleset_plugins.cache_clear()


@pytest.mark.usefixtures("passing")
def test_the_edition_is_that_of_the_package() -> None:
    found = load_registry()

    assert found.faults == {}
    assert found.ruleset("passing/1").edition.origin == f"{DISTRIBUTION} 1.0"


@pytest.mark.usefixtures("passing")
@pytest.mark.parametrize(("chance", "draws"), [("seeded", []), ("witnessed", DRAWS)])
def test_it_is_dealt_by_the_table_and_played_to_its_end(chance: ChanceName, draws: list[Json], tmp_path: Path) -> None:
    """In a witnessed game, the table says what came into each hand."""
    opening: Json = {
        "edition": "passing/1",
        "components": "box",
        "chance": chance,
        "host_key": digest_of(key_of(HOST)),
        "seats": [{"seat": each, "key": digest_of(key_of(each))} for each in SEATS],
    }
    with served(tmp_path / "games.db", sources("passing")) as client:
        answered = client.post("/v1/games", json=opening)
        assert answered.status_code == 201, answered.text
        table = Table(client, answered.json()["game"])
        assert table.get()["to_act"] == ["table"]

        table.decide("table", {"kind": "deal", "by": "table"}, *draws)
        sent = [each.seat for each, _ in table.steps(random.Random(7))]  # noqa: S311  # nothing secret is chosen

        assert sorted(map(str, sent[:3])) == sorted(SEATS)
        assert len(sent) == 3 + 18
        assert table.get()["standing"]["ending"]["outcome"] == "fewest hearts"
