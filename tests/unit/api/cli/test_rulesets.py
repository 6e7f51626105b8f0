"""``oathbook rulesets``: what is installed, and the schemas from which a question can be written."""

import copy
import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from oathbook.api.cli.commands.authoring import rulesets as commands
from oathbook.domain.games.game_events import DecisionMade
from oathbook.domain.recording.format.cleartext import decision_text, value_text
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import record_text
from oathbook.domain.rulesets.protocol import Setup
from oathbook.domain.rulesets.registry import Registry
from tests.examples.loading import example
from tests.support.playing import RULESET, SAMPLES, small_game, whole_game
from tests.support.sampling import some
from tests.support.tampering import events_in
from tests.unit.api.cli.test_ask import SETUP
from tests.unit.api.games import BEGINNING, CLOSE, duel, march
from tests.unit.api.running import Json, kept, oathbook

KEY = "knights_duty/1"
BOOK = RULESET.edition.rulebook


def test_all_editions_are_listed_with_what_they_cover() -> None:
    text, listed = oathbook("rulesets").text, oathbook("rulesets", "--json").json

    assert text.splitlines()[0].split() == ["edition", "title", "status", "clauses", "readings", "from"]
    assert KEY in text
    (entry,) = (each for each in listed if each["key"] == KEY)
    assert (entry["clauses"], entry["readings"]) == (len(BOOK.clauses), len(BOOK.readings))
    assert entry["switches"]["KA-2"] == ["logical", "capped"]
    assert entry["components"] == ["knights-duty-sample-1", "knights-duty-square-1"]
    assert entry["not_covered"] == {}


def test_one_edition_tells_its_switches_with_the_default_first() -> None:
    text, told = oathbook("rulesets", KEY).text, oathbook("rulesets", KEY, "--json").json

    assert f"A Knight's Duty ({KEY})" in text
    assert any(line.split() == ["KA-37", "Any", "direction", "all,", "straight"] for line in text.splitlines())
    assert told["switches"].keys() == {each.id for each in BOOK.readings if each.settings}


def test_every_clause_is_told_in_our_words() -> None:
    text, told = oathbook("rulesets", KEY, "--clauses").text, oathbook("rulesets", KEY, "--clauses", "--json").json

    assert [each["id"] for each in told["clauses"]] == [clause.id for clause in BOOK.clauses]
    assert all(clause.words in text for clause in BOOK.clauses)


def test_every_reading_is_told_with_its_default() -> None:
    text, told = oathbook("rulesets", KEY, "--readings").text, oathbook("rulesets", KEY, "--readings", "--json").json

    assert [each["id"] for each in told["readings"]] == [reading.id for reading in BOOK.readings]
    assert all(reading.default in text for reading in BOOK.readings)
    assert all(each["settings"] or each["no_switch"] for each in told["readings"])


# Schemas ----------------------------------------------------------------------------------------------------------

SCHEMA: dict[str, Any] = oathbook("rulesets", KEY, "--schema", "--json").json


VALIDATOR: Any = Draft202012Validator(SCHEMA)


def valid(what: str, value: object) -> bool:
    """Whether the value is one of those that the document describes under that name."""
    fits: bool = VALIDATOR.is_valid({what: value})
    return fits


def test_the_schema_is_one_document_of_json_schema_2020_12() -> None:
    Draft202012Validator.check_schema(SCHEMA)

    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert SCHEMA["properties"].keys() == {"setup", "decision", "draws", "event", "view"}
    assert json.loads(oathbook("rulesets", KEY, "--schema").text) == SCHEMA


def references(value: Json) -> Iterator[str]:
    """Every ``$ref``; no example has a key of that name."""
    for found in re.finditer(r'"\$ref": "#/\$defs/([^"]+)"', json.dumps(value)):
        yield found[1]


def test_every_reference_leads_somewhere_and_every_definition_says_what_it_is() -> None:
    assert set(references(SCHEMA)) == SCHEMA["$defs"].keys()
    assert all(each["description"] for each in SCHEMA["$defs"].values())
    assert all(each["description"] for each in SCHEMA["properties"].values())


GAMES: dict[str, Callable[[], Record]] = {
    "duel": duel,
    "march": march,
    "small": small_game,
    "five seats": partial(whole_game, 3, "schema"),
    "square board": partial(whole_game, 6, "schema"),
}


def some_of_each_kind(events: list[Json]) -> list[Json]:
    kinds = {each["kind"] for each in events}
    return [each for kind in kinds for each in [one for one in events if one["kind"] == kind][:20]]


@pytest.mark.parametrize("name", some(list(GAMES), 2))
def test_what_played_games_hold_is_described(name: str) -> None:
    """Decisions as a seat writes them, events as they stand in record lines."""
    record = GAMES[name]()
    events = events_in(record_text(record))

    made = [each.body for each in record.entries() if isinstance(each.body, DecisionMade)]
    decisions = [decision_text(each.decision) for each in made]
    consequences = [each["event"] for event in events for each in event.data.get("consequences", ())]

    assert decisions
    assert consequences
    assert all(valid("decision", json.loads(each)) for each in decisions)
    assert all(valid("event", each) for each in some_of_each_kind(consequences))


@pytest.mark.parametrize(
    ("name", "viewer"), some(list(product(["duel", "march", "five seats"], ["ash", "public", None])), 2)
)
def test_the_views_of_frames_are_described(name: str, viewer: str | None, tmp_path: Path) -> None:
    path = kept(GAMES[name](), tmp_path / "game.jsonl")

    frames = oathbook("replay", path, "--json", *(("--as", viewer) if viewer else ())).json["frames"]

    assert all(valid("view", frame["view"]) for frame in [*frames[:20], *frames[20::10]])


def written(setup: Setup) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(value_text(setup))
    return {"edition": KEY, **plain}


@pytest.mark.parametrize("sample", range(len(SAMPLES)))
def test_setups_with_everything_in_full_are_described(sample: int) -> None:
    assert valid("setup", written(SAMPLES[sample]))


@pytest.mark.parametrize("setup", [SETUP, {"edition": KEY, **BEGINNING}, {"edition": KEY, **CLOSE}])
def test_setups_as_somebody_writes_them_are_described(setup: dict[str, Any]) -> None:
    """With hidden values in a start position as ``{"to": [...], "value": ...}``."""
    assert valid("setup", setup)


def test_supposed_draws_are_described() -> None:
    assert valid("draws", [{"label": "strike/1/ash", "drawn": ["heart"]}])
    assert not valid("draws", {"label": "strike/1/ash", "drawn": ["heart"]})
    assert not valid("draws", [{"label": "strike/1/ash"}])


PLAN = {"by": "ash", "kind": "lay_plan", "slots": ["sword", None]}
MARK = {"sd": "0" * 64, "to": ["ash"]}
REVEAL = {"salt": "0" * 32, "sd": "0" * 64, "value": "sword"}
LAID = {"kind": "plan_laid", "seat": "ash", "slots": [MARK, None]}
REVEALED = {"kind": "token_revealed", "seat": "ash", "slot": 1, "token": REVEAL, "action": "attack"}


@pytest.mark.parametrize(
    ("what", "right", "wrong"),
    [
        ("decision", PLAN, {**PLAN, "kind": "lay_plans"}),
        ("decision", PLAN, {**PLAN, "slots": ["hammer"]}),
        ("decision", PLAN, {**PLAN, "slots": [MARK]}),
        ("decision", PLAN, {**PLAN, "slots": [{"to": ["ash"], "value": "sword"}]}),
        ("decision", PLAN, {**PLAN, "aloud": True}),
        ("decision", PLAN, {"kind": "lay_plan", "slots": []}),
        ("event", LAID, {**LAID, "slots": ["sword"]}),
        ("event", LAID, {**LAID, "slots": [{**MARK, "value": "sword"}]}),
        ("event", LAID, {**LAID, "slots": [{**MARK, "sd": "0"}]}),
        ("event", REVEALED, {**REVEALED, "token": "sword"}),
        ("event", REVEALED, {**REVEALED, "token": {**REVEAL, "value": "hammer"}}),
        ("event", REVEALED, {**REVEALED, "token": MARK}),
        ("setup", SETUP, {key: value for key, value in SETUP.items() if key != "edition"}),
        ("setup", SETUP, {**SETUP, "edition": "solitaire/1"}),
        ("setup", SETUP, {**SETUP, "components": "my box"}),
        ("setup", SETUP, {**SETUP, "switches": {"KA-2": "sometimes"}}),
        ("setup", SETUP, {**SETUP, "switches": {"KA-1": "logical"}}),
        ("setup", SETUP, {**SETUP, "start": {**SETUP["start"], "weather": "rain"}}),
        ("setup", SETUP, {**SETUP, "seats": [{"player": "Ann"}]}),
    ],
)
def test_what_is_written_wrongly_does_not_fit(what: str, right: object, wrong: object) -> None:
    assert valid(what, right)
    assert not valid(what, wrong)


def test_a_hidden_value_of_a_start_position_says_for_whom() -> None:
    bare = copy.deepcopy(SETUP)
    bare["start"]["plans"][0]["slots"] = ["bow"]
    stored = copy.deepcopy(SETUP)
    stored["start"]["plans"][0]["slots"] = [MARK]

    assert not valid("setup", bare)
    assert not valid("setup", stored)


def test_a_view_with_something_more_in_it_does_not_fit(match: Path) -> None:
    view = oathbook("replay", match, "--at", "3", "--json").json["frames"][0]["view"]

    assert valid("view", view)
    assert not valid("view", {**view, "seed": "0" * 64})


def test_the_examples_fit_and_can_be_asked() -> None:
    """Somebody who copies them has a question that the rules answer."""
    setups, decisions = (SCHEMA["properties"][what]["examples"] for what in ("setup", "decision"))

    assert len(setups) == len(decisions) == 2
    for setup, decision in zip(setups, decisions, strict=True):
        assert valid("setup", setup)
        assert valid("decision", decision)
        asked = oathbook("ask", "--setup", "-", "--decision", json.dumps(decision), stdin=json.dumps(setup).encode())
        assert asked.code == 0


def test_whatever_the_schema_takes_as_a_decision_can_be_asked() -> None:
    """The schema does not promise more than the reader takes: none of these is answered with exit 2."""
    for decision in (
        PLAN,
        {"by": "ash", "kind": "agree_to_end"},
        {"by": "ash", "kind": "declare_target", "target": None},
    ):
        assert valid("decision", decision)
        asked = oathbook("ask", "--setup", "-", "--decision", json.dumps(decision), stdin=json.dumps(SETUP).encode())
        assert asked.code in {0, 1, 3}


def test_an_edition_says_by_which_fields_it_tells_of_hidden_things(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control is an edition that tells nothing."""
    monkeypatch.setattr(commands, "load_registry", lambda: Registry(example("smugglers").RULESET, RULESET))

    assert "tells of hidden things by: slipped.hands, answered.has\n" in oathbook("rulesets", "smugglers/1").text
    assert "hidden things" not in oathbook("rulesets", KEY).text
