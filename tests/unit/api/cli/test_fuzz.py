"""``oathbook fuzz``: random games; a law that is broken leaves the game behind."""

import os
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from msgspec.structs import replace

from oathbook.api.cli.commands.authoring import fuzz as fuzzing
from oathbook.domain.rulesets.knights_duty.model.state import State
from oathbook.domain.rulesets.knights_duty.ruleset import KNIGHTS_DUTY
from oathbook.domain.rulesets.registry import Registry
from oathbook.replays.laws import LawBroken
from oathbook.replays.playouts import play_out
from tests.examples.loading import example
from tests.support.playing import RULESET
from tests.unit.api.running import oathbook

KEY = "knights_duty/1"


def one_more_a_turn(state: State) -> Mapping[str, int]:
    """A Knight is counted once more in every turn: law 6."""
    return {"Knights": len(state.seats) + state.field.turn}


@pytest.fixture
def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = replace(KNIGHTS_DUTY, conserved=one_more_a_turn)
    monkeypatch.setattr(fuzzing, "load_registry", lambda: Registry(rules))


def test_games_that_keep_all_laws_exit_0_and_say_what_they_reached() -> None:
    printed = oathbook("fuzz", KEY, "--games", "2", "--seed", "7")

    assert printed.code == 0
    assert re.match(r"2 games, \d+ decisions, from seed 7\n", printed.text)
    assert re.search(r"^events turn_began +\d+$", printed.text, re.MULTILINE)
    assert re.search(r"^clauses KD-2\.1 +\d+$", printed.text, re.MULTILINE)
    assert printed.err == ""
    assert os.listdir() == []  # noqa: PTH208  # hidden ones too


def test_the_counts_as_json_are_those_of_the_same_seeds() -> None:
    told = oathbook("fuzz", KEY, "--games", "2", "--seed", "7", "--json").json

    games = [play_out(RULESET, seed) for seed in (7, 8)]
    assert told["decisions"] == sum(game.decisions for game in games)
    assert told["counts"]["events"]["turn_began"] == sum(game.tally["events", "turn_began"] for game in games)
    for group, found in told["counts"].items():
        assert {name for name, times in found.items() if not times} == set(told["missing"].get(group, []))
    assert (told["edition"], told["games"], told["seed"], told["broken"]) == (KEY, 2, 7, None)


@pytest.mark.usefixtures("forgetful")
def test_a_broken_law_exits_1_and_leaves_the_game_behind() -> None:
    """A failing game is written as a record (docs/command-line.md), which can be looked at like any other."""
    Path("found").mkdir()

    printed = oathbook("fuzz", KEY, "--games", "50", "--to", "found")

    assert printed.code == 1
    found = re.search(r"^seed (\d+): law 6: .*; its record is (\S+)$", printed.text, re.MULTILINE)
    assert found is not None
    assert found[2] == f"found/knights_duty-1-seed-{found[1]}.jsonl"
    assert oathbook("replay", found[2]).code == 0


@pytest.mark.usefixtures("forgetful")
def test_a_broken_law_is_told_as_json() -> None:
    told = oathbook("fuzz", KEY, "--games", "50", "--json")

    broken = told.json["broken"]
    assert told.code == 1
    assert (broken["law"], broken["says"].startswith("law 6: ")) == (6, True)
    assert Path(broken["record"]).exists()
    assert told.json["games"] == broken["seed"] < 50


@pytest.mark.usefixtures("forgetful")
def test_the_seed_that_was_named_plays_the_failing_game_again() -> None:
    broken = oathbook("fuzz", KEY, "--games", "50", "--json").json["broken"]

    again = oathbook("fuzz", KEY, "--games", "1", "--seed", str(broken["seed"]))

    assert again.code == 1
    assert broken["says"] in again.text


def test_a_law_that_is_broken_before_a_game_is_recorded_leaves_none_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_: object) -> object:
        raise LawBroken(2, "nothing holds")

    monkeypatch.setattr(fuzzing, "play_out", breaks)

    printed = oathbook("fuzz", KEY, "--games", "3")

    assert printed.code == 1
    assert "seed 0: law 2: nothing holds; there is no record of it" in printed.text


def test_games_go_on_to_the_first_that_reaches_a_goal() -> None:
    """The seed that is named reaches it, and none before it does."""
    printed = oathbook("fuzz", KEY, "--games", "9", "--goal", "event heart_broken")
    told = oathbook("fuzz", KEY, "--games", "9", "--goal", "event heart_broken", "--json").json

    games = [play_out(RULESET, seed).tally["events", "heart_broken"] > 0 for seed in range(told["reached"] + 1)]
    assert games == [False] * told["reached"] + [True]
    assert told["games"] == told["reached"] + 1
    assert printed.code == 0
    assert printed.text.endswith(f"event heart_broken: reached by seed {told['reached']}\n")


def test_a_goal_that_no_game_reaches_exits_1() -> None:
    printed = oathbook("fuzz", KEY, "--games", "1", "--goal", "ending draw by agreement")

    assert printed.code == 1
    assert printed.text.endswith("ending draw by agreement: reached by no game\n")


def test_a_goal_that_cannot_be_reached_is_refused() -> None:
    printed = oathbook("fuzz", KEY, "--goal", "ending drawn by agreement")

    assert printed.code == 2
    assert "there is ending draw by agreement," in " ".join(printed.err.split())


def test_disclosures_are_counted_and_those_that_never_mattered_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A field that everybody sees anyway is declared, too: no two games part by it."""
    module = example("hints")
    declared = {**module.RULESET.disclosures, module.Thrown: ("hints",)}
    monkeypatch.setattr(fuzzing, "load_registry", lambda: Registry(replace(module.RULESET, disclosures=declared)))

    told = oathbook("fuzz", "hints/1", "--games", "3", "--json").json
    reached = oathbook("fuzz", "hints/1", "--games", "9", "--goal", "disclosure hinted.places", "--json").json

    assert told["counts"]["disclosures"]["hinted.places"] > 0
    assert told["missing"]["disclosures"] == ["thrown.hints"]
    assert reached["reached"] is not None
