"""Questions to the rules over HTTP, and dry runs: they answer, record nothing, and never touch the seed."""

import json
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from typing import Final

import pytest
from fastapi.testclient import TestClient
from msgspec.structs import replace

from oathbook.domain.recording.format.setup_documents import parse_setup, resolve_setup
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.rulesets.protocol import Setup
from tests.support.playing import RULESET, Json, decide, sources
from tests.support.serving import Client, Response, Sent, Table, bearer, problem_of, served
from tests.unit.api.games import CLOSE, STRIKE
from tests.unit.api.running import oathbook

BEFORE: Final[tuple[Json, ...]] = (
    {"by": "birch", "kind": "lay_plan", "slots": ["bow"]},
    {"by": "ash", "kind": "lay_plan", "slots": ["spear"]},
    {"by": "birch", "kind": "declare_target", "target": "ash"},
)
LAST: Final[Json] = {"by": "ash", "kind": "inspire", "use": True}
"""The decision that leads to a draw, and nothing of it hangs on what lies face down."""

HEAD: Final = 7
"""The position at which it is made."""

DRAWN: Final = 9
"""That of its draw."""

HEART: Final[Json] = {"label": STRIKE, "drawn": ["heart"]}
NAME: Final = "asking"
SETUP: Final[Json] = {"edition": "knights_duty/1", **CLOSE}


def one_inspired() -> Setup:
    """Two Knights close by, of whom birch has used up Inspiration."""
    ash, birch = CLOSE["start"]["knights"]
    knights = [ash, {**birch, "inspiration": "face_down"}]
    written = parse_setup({**CLOSE, "start": {**CLOSE["start"], "knights": knights}}, where="test")
    return resolve_setup(RULESET, written, where="test")


@contextmanager
def duel(folder: Path, *, seed: str = "5" * 64, decisions: tuple[Json, ...] = BEFORE) -> Generator[Table]:
    """A game of that seed after these decisions; whatever else there is to chance is the same every time."""
    with served(folder, replace(sources(NAME), seeds=lambda: seed)) as client:
        table = Table.opened(client, one_inspired())
        for decision in decisions:
            table.decide(str(decision["by"]), decision)
        yield table


@cache
def seed_that_draws(card: str) -> str:
    """A seed under which the last decision of the duel draws this card."""
    for number in count():
        seed = f"{number:064x}"
        scribe = MemoryWriter.open(RULESET, one_inspired(), replace(sources(NAME), seeds=lambda seed=seed: seed))
        for decision in (*BEFORE, LAST):
            decide(scribe, decision)
        if scribe.record.entries()[DRAWN - 1].body.draw.drawn == (card,):  # type: ignore[union-attr]  # because it is a draw
            return seed
    raise AssertionError


def asked(client: Client, body: Json, seat: str | None = None) -> Response:
    """The response to a question."""
    return client.post("/v1/ask", headers=bearer(seat), json=body)


def told(answered: Response) -> Json:
    """The answer to a question."""
    assert answered.status_code == 200, answered.text
    found: Json = answered.json()
    return found


def answers(table: Table, decision: Json, *draws: Json) -> list[Response]:
    """Everything that anybody is told of a decision without making it: as a question and as a dry run."""
    body = {"game": table.game, "decision": decision, "draws": list(draws)}
    seats = (None, "ash", "birch", "table")
    dry = Sent(str(decision["by"]), decision, draws=draws)
    return [*(asked(table.client, body, seat) for seat in seats), table.send(dry, query="?dry_run=1")]


# The seed ---------------------------------------------------------------------------------------------------------


def test_a_question_is_answered_alike_whatever_the_seed_is(tmp_path: Path) -> None:
    """Two services that differ in the seed alone; the decision itself then goes two ways."""
    seeds = [seed_that_draws("heart"), seed_that_draws("shield")]
    answered: list[list[bytes]] = []
    outcomes: list[list[str]] = []
    for number, seed in enumerate(seeds):
        with duel(tmp_path / f"{number}.db", seed=seed) as table:
            responses = [*answers(table, LAST), *answers(table, LAST, HEART), table.ask("/options", "ash")]
            answered.append([each.content for each in responses])
            outcomes.append([each["hash"] for each in table.decide("ash", LAST)["events"]])
            assert {each.status_code for each in responses} == {200}
            assert table.get()["closed"] == (number == 0)

    assert answered[0] == answered[1]
    assert outcomes[0] != outcomes[1]


def test_a_question_stops_at_the_draw_and_says_what_to_suppose(tmp_path: Path) -> None:
    with duel(tmp_path / "games.db") as table:
        for answered in answers(table, LAST):
            said = told(answered)
            assert said["answer"] == "depends"
            assert (said["request"]["label"], said["request"]["count"]) == (STRIKE, 1)
            assert sorted(said["request"]["pile"]) == ["heart", *["shield"] * 4]
            assert [each["label"] for each in said["suppose"]] == [STRIKE]
            assert "consequences" not in said
            assert {each["answer"] for each in map(told, answers(table, LAST, *said["suppose"]))} == {"allowed"}


@pytest.mark.parametrize("card", ["heart", "shield"])
def test_with_a_supposed_draw_the_answer_is_what_follows_when_it_is_drawn(card: str, tmp_path: Path) -> None:
    with duel(tmp_path / "games.db", seed=seed_that_draws(card)) as table:
        supposed = told(answers(table, LAST, {"label": STRIKE, "drawn": [card]})[-1])

        step = table.decide("ash", LAST)

        outcome = next(each for each in step["events"] if each["event"]["type"] == "game.outcome/1")
        assert supposed["answer"] == "allowed"
        said = [sentence for each in supposed["consequences"] for sentence in each["sentences"]]
        assert said == [each["sentence"] for each in outcome["happenings"]]
        assert [each["cites"] for each in supposed["consequences"]] == [
            each["cites"] for each in outcome["event"]["data"]["consequences"]
        ]
        assert supposed["clauses"].keys() >= {"KD-8.2"}


@pytest.mark.parametrize(
    "draws",
    [
        [{"label": STRIKE, "drawn": ["sword"]}],
        [{"label": STRIKE, "drawn": []}],
        [{"label": STRIKE, "drawn": ["heart", "shield"]}],
        [{"label": "another", "drawn": ["heart"]}],
        [HEART, {"label": "another", "drawn": ["heart"]}],
        [HEART, HEART],
    ],
)
def test_a_supposition_that_cannot_be_is_refused(draws: list[Json], tmp_path: Path) -> None:
    with duel(tmp_path / "games.db") as table:
        for answered in answers(table, LAST, *draws):
            assert problem_of(answered) == (400, "bad-input")
            assert "draws" in answered.json()["detail"]


# What the asker does not see --------------------------------------------------------------------------------------


def test_what_depends_on_a_hidden_plan_is_concealed_and_alike_whatever_that_plan_is(tmp_path: Path) -> None:
    """Ash's plan would decide what follows from birch's, which is the last of the two."""
    last: Json = {"by": "birch", "kind": "lay_plan", "slots": ["bow", "parry"]}
    answered: list[list[Json]] = []
    known: list[bytes] = []
    for number, slots in enumerate((["bow", "parry"], ["spear", "spear"])):
        with duel(tmp_path / f"{number}.db", decisions=({"by": "ash", "kind": "lay_plan", "slots": slots},)) as table:
            public, ash, birch, host, dry = answers(table, last)
            answered.append([told(each) for each in (public, birch, host, dry)])
            known.append(ash.content)
            assert told(ash)["answer"] == "allowed"
            for said in answered[-1]:
                behind = said.pop("says").removeprefix("the value behind ").partition("…")[0]
                assert f'"sd":"{behind}' in table.ask("/events").text, "it names a digest that everybody sees"
                assert said["answer"] == "concealed"

    assert answered[0] == answered[1]
    assert known[0] != known[1]


def test_a_plan_that_is_not_the_last_is_tried_without_a_secret(tmp_path: Path) -> None:
    with duel(tmp_path / "games.db", decisions=()) as table:
        public, *others = answers(table, BEFORE[0])

        assert told(public)["answer"] == "allowed"
        assert {each.content for each in others} == {public.content}


def test_of_a_running_game_one_is_told_about_the_past_what_one_saw_of_it(tmp_path: Path) -> None:
    """At 3 birch's plan lies on the table, and ash is about to lay the last one."""
    with duel(tmp_path / "games.db") as table:
        question = {"game": table.game, "at": 3, "decision": BEFORE[1]}

        said = {seat: told(asked(table.client, question, seat)) for seat in (None, "ash", "birch")}

        assert {seat: each["answer"] for seat, each in said.items()} == {
            None: "concealed",
            "ash": "concealed",
            "birch": "allowed",
        }
        assert {each["at"] for each in said.values()} == {3}


def test_once_all_is_revealed_everybody_is_told_everything(tmp_path: Path) -> None:
    with duel(tmp_path / "games.db", seed=seed_that_draws("heart")) as table:
        table.decide("ash", LAST)
        assert table.get()["closed"]
        question = {"game": table.game, "at": 3, "decision": BEFORE[1]}

        said = [told(asked(table.client, question, seat)) for seat in (None, "ash", "birch", "table")]

        assert [each["answer"] for each in said] == ["allowed"] * 4
        assert told(asked(table.client, {**question, "at": HEAD, "decision": LAST}))["answer"] == "depends"


# Nothing is recorded ----------------------------------------------------------------------------------------------


def test_nothing_is_recorded_and_no_key_is_used_up(tmp_path: Path) -> None:
    with duel(db := tmp_path / "games.db") as table:
        before = oathbook("export", table.game, "--db", db).out

        for draws in ((), (HEART,)):
            answers(table, LAST, *draws)
            dry = table.send(Sent("ash", LAST, HEAD, "mine", draws), query="?dry_run=1")
            assert dry.status_code == 200
        told(asked(table.client, {"setup": SETUP, "decision": BEFORE[0]}))

        assert oathbook("export", table.game, "--db", db).out == before
        assert [each["game"] for each in table.client.get("/v1/games").json()["games"]] == [table.game]
        assert table.send(Sent("ash", LAST, HEAD, "mine")).status_code == 201


def test_a_dry_run_names_no_position(tmp_path: Path) -> None:
    """It is about the game as it is; nothing can come between."""
    with duel(tmp_path / "games.db") as table:
        for on in (None, 1, HEAD, "odd"):
            assert told(table.send(Sent("ash", LAST, on), query="?dry_run=1"))["at"] == HEAD


# Refusals and setups ----------------------------------------------------------------------------------------------


def test_what_the_rules_refuse_is_an_answer_with_the_clause_and_the_alternatives(tmp_path: Path) -> None:
    refused: Json = {"by": "ash", "kind": "move", "to": "1,0"}
    with duel(tmp_path / "games.db") as table:
        for answered in answers(table, refused)[1:2]:
            said = told(answered)
            assert said["answer"] == "refused"
            assert said["refusal"]["clause"] in said["clauses"]
            assert said["clauses"][said["refusal"]["clause"]]["words"]
            assert said["alternatives"]["listed"] == table.get("/options", "ash")["listed"]


def test_a_setup_is_clarifying_question_as_a_game_is(client: TestClient) -> None:
    for decision in (
        {"by": "ash", "kind": "lay_plan", "slots": ["bow", "parry"]},
        {"by": "ash", "kind": "move", "to": "1,0"},
    ):
        said = told(asked(client, {"setup": SETUP, "decision": decision}))

        assert (said["game"], said["at"], said["edition"]) == (None, None, RULESET.edition.key)
        assert said["answer"] in {"allowed", "refused"}
        assert said["clauses"]


def test_over_http_the_answer_is_that_of_the_command(client: TestClient, tmp_path: Path) -> None:
    setup = tmp_path / "setup.json"
    setup.write_text(json.dumps(SETUP), "utf-8")

    said = told(asked(client, {"setup": SETUP, "decision": BEFORE[0]}))

    printed = oathbook("ask", "--setup", setup, "--decision", json.dumps(BEFORE[0]), "--json").json
    salted = ("consequences",)
    assert {key: value for key, value in said.items() if key not in salted} == {
        key: value for key, value in printed.items() if key not in salted
    }
    assert [each["sentences"] for each in said["consequences"]] == [
        each["sentences"] for each in printed["consequences"]
    ]


# Lines ------------------------------------------------------------------------------------------------------------


def test_a_line_asks_what_its_fields_ask(tmp_path: Path) -> None:
    """In a game and in a setup; the line names its seat."""
    with duel(tmp_path / "games.db") as table:
        about: tuple[tuple[Json, str, Json], ...] = (
            ({"game": table.game}, "ash: inspire yes", LAST),
            ({"setup": SETUP}, "birch: plan bow", BEFORE[0]),
        )
        for where, line, decision in about:
            typed = asked(table.client, {**where, "line": line})
            assert typed.content == asked(table.client, {**where, "decision": decision}).content


@pytest.mark.parametrize(
    ("body", "due", "says"),
    [
        ({"line": "ash: plan bwo"}, (422, "line-unreadable"), "“bwo” cannot stand here"),
        ({"line": "plan bow"}, (400, "bad-input"), "begin with who decides and a colon"),
        ({"line": "ash: plan bow", "decision": LAST}, (422, "invalid-request"), "either a decision or a line"),
        ({}, (422, "invalid-request"), "either a decision or a line"),
    ],
)
def test_a_question_without_a_decision_is_refused(body: Json, due: tuple[int, str], says: str, tmp_path: Path) -> None:
    with duel(tmp_path / "games.db") as table:
        answered = asked(table.client, {"setup": SETUP, **body})

    assert problem_of(answered) == due
    assert says in answered.text
