"""``oathbook ask``: allowed, refused, or depending on a draw, and never a word about the seed."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import NotCovered
from oathbook.domain.kernel import Hidden, Viewer
from oathbook.domain.recording.format.cleartext import decision_text
from oathbook.domain.recording.format.record import record_for
from oathbook.domain.rulesets import registry
from oathbook.domain.rulesets.knights_duty.rules import KD
from oathbook.domain.rulesets.knights_duty.ruleset import KNIGHTS_DUTY
from tests.support.checkout import ROOT
from tests.support.playing import RULESET
from tests.unit.api.games import BEFORE_THE_DRAW, CLOSE, DUEL, MARCH, STRIKE, march, opened, played
from tests.unit.api.running import Printed, kept, oathbook

INSPIRED = {"by": "ash", "kind": "inspire", "use": True}


def ask(file: Path, at: int, decision: object, *more: str) -> Printed:
    return oathbook("ask", file, "--at", str(at), "--decision", json.dumps(decision), *more)


def supposing(*cards: str, label: str = STRIKE) -> tuple[str, str]:
    return "--draws", json.dumps([{"label": label, "drawn": cards}])


# Depends ----------------------------------------------------------------------------------------------------------


def test_an_answer_that_depends_on_a_draw_exits_3_and_says_on_which(match: Path) -> None:
    """The draw request: label, pile, count (docs/record-format.md)."""
    text = ask(match, BEFORE_THE_DRAW, INSPIRED)
    told = ask(match, BEFORE_THE_DRAW, INSPIRED, "--json")

    assert text.code == told.code == 3
    assert text.text.startswith("depends: the draw “strike/1/birch” is missing")
    assert "  strike/1/birch takes 1 of 5: 1 heart, 4 shield" in text.text
    assert told.json["answer"] == "depends"
    assert told.json["request"] == {"label": STRIKE, "pile": ["heart", *["shield"] * 4], "count": 1}


def test_it_says_how_to_suppose_the_draw(match: Path) -> None:
    told = ask(match, BEFORE_THE_DRAW, INSPIRED, "--json").json
    shown = ask(match, BEFORE_THE_DRAW, INSPIRED).text

    again = ask(match, BEFORE_THE_DRAW, INSPIRED, "--draws", json.dumps(told["suppose"]))

    assert """--draws '[{"drawn":["heart"],"label":"strike/1/birch"}]'""" in shown
    assert again.code == 0


# Allowed ----------------------------------------------------------------------------------------------------------


def test_an_allowed_decision_exits_0_with_what_follows_and_why(match: Path) -> None:
    """Sentences with clauses and readings, and the working with what did not apply."""
    lines = ask(match, BEFORE_THE_DRAW, INSPIRED, *supposing("shield")).text.splitlines()

    assert lines[0] == "allowed"
    assert "  supposed: strike/1/birch: shield is drawn from 5" in lines
    assert any(line.startswith("  Ann builds a pile: hearts 1, shields 4  [KD-8.2, KD-8.3, KD-8.4, ") for line in lines)
    assert "    hearts: take 1 → 1 (KD-8.3, does not apply)" in lines
    assert "  Bo misses Ann  [KD-8.6, KD-8.7]" in lines
    assert "  KD-8.4 Inspiration changes the pile" in lines
    assert "  KA-5 Who decides first about Inspiration: simultaneous" in lines


def test_the_supposed_draw_decides_what_follows(match: Path) -> None:
    hit, miss = (
        {
            each["event"]["kind"]
            for each in ask(match, BEFORE_THE_DRAW, INSPIRED, *supposing(card), "--json").json["consequences"]
        }
        for card in ("heart", "shield")
    )

    assert hit - miss == {"knight_defeated", "knight_removed", "match_ended"}
    assert "attack_missed" in miss - hit


def test_a_consequence_as_json_has_event_sentences_and_reasons(match: Path) -> None:
    told = ask(match, BEFORE_THE_DRAW, INSPIRED, *supposing("heart"), "--json").json

    (pile,) = (each for each in told["consequences"] if each["event"]["kind"] == "pile_built")
    assert pile["sentences"] == ["Ann builds a pile: hearts 1, shields 4"]
    assert pile["cites"] == ["KD-8.2", "KD-8.3", "KD-8.4"]
    assert "KA-3" in pile["readings"]
    assert {line["applied"] for line in pile["working"]} == {True, False}
    assert told["draws"][0]["drawn"] == ["heart"]
    assert told["clauses"]["KD-8.2"]["words"].startswith("The target builds a pile")
    assert told["readings"]["KA-5"] == {"title": "Who decides first about Inspiration", "setting": "simultaneous"}
    assert (told["answer"], told["at"], told["decision"]) == ("allowed", 9, INSPIRED)


def test_asking_records_nothing(match: Path) -> None:
    before = match.read_bytes()

    ask(match, BEFORE_THE_DRAW, INSPIRED, *supposing("heart"))

    assert match.read_bytes() == before


# Refused ----------------------------------------------------------------------------------------------------------


def test_a_refused_decision_exits_1_with_clause_conditions_and_alternatives(match: Path) -> None:
    printed = ask(match, 5, {"by": "birch", "kind": "declare_target", "target": "birch"})

    assert printed.code == 1
    assert printed.text.startswith("refused: ")
    assert "  is this seat asked for this decision now? yes" in printed.text
    assert " no  (" in printed.text
    assert '    {"by":"birch","kind":"declare_target","target":"ash"}' in printed.text
    assert "Bo may decide (2 of 2):" in printed.text
    assert "  KD-7." in printed.text


def test_a_refusal_as_json_has_every_condition_that_was_asked(match: Path) -> None:
    told = ask(match, 5, {"by": "birch", "kind": "declare_target", "target": "birch"}, "--json").json

    assert told["answer"] == "refused"
    assert told["refusal"]["code"] == "not-oneself"
    assert [each["holds"] for each in told["refusal"]["conditions"]][-1] is False
    assert all(each["clause"] for each in told["refusal"]["conditions"])
    assert told["clauses"][told["refusal"]["clause"]]["words"]
    assert told["alternatives"]["complete"] is True
    assert {"by": "birch", "kind": "declare_target", "target": "ash"} in told["alternatives"]["listed"]


def test_of_many_alternatives_a_person_sees_20(match: Path) -> None:
    """Two slots of six tokens or nothing, but for what the supply does not allow."""
    wrong = {"by": "ash", "kind": "lay_plan", "slots": ["sword"] * 4}

    shown, listed = ask(match, 1, wrong).text, ask(match, 1, wrong, "--json").json["alternatives"]

    assert shown.count('    {"by":"ash"') == 20
    assert "Ann may decide (20 of 49):" in shown
    assert (len(listed["listed"]), listed["count"], listed["complete"]) == (49, 49, True)


def test_of_very_many_a_program_gets_200_and_is_not_told_that_these_are_all(running: Path) -> None:
    listed = ask(running, 5, INSPIRED, "--json").json["alternatives"]

    assert (len(listed["listed"]), listed["complete"]) == (200, False)
    assert listed["count"] > 200


def test_whoever_may_decide_nothing_is_told_so(match: Path) -> None:
    """After the end nobody is asked."""
    printed = ask(match, 14, {"by": "ash", "kind": "inspire", "use": True})

    assert printed.code == 1
    assert "Ann may decide nothing else" in printed.text


def test_a_refused_decision_never_gets_as_far_as_its_draws(match: Path) -> None:
    printed = ask(match, 14, INSPIRED, *supposing("heart"))

    assert printed.code == 1


# Bad questions ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("draws", "says"),
    [
        ([{"label": STRIKE, "drawn": ["sword"]}], "“strike/1/birch” is impossible: sword cannot be 1 of heart"),
        ([{"label": STRIKE, "drawn": ["heart", "heart"]}], "is impossible"),
        ([{"label": STRIKE, "drawn": list[str]()}], "is impossible: nothing"),
        ([{"label": "toss", "drawn": ["heart"]}], "nothing asks for “toss” before “strike/1/birch” is drawn"),
        ([{"label": STRIKE, "drawn": ["heart"]}, {"label": "toss", "drawn": ["heart"]}], "nothing asks for “toss”"),
        ([{"label": STRIKE, "drawn": ["heart"]}] * 2, "“strike/1/birch” is drawn twice"),
        ([{"label": STRIKE}], "drawn"),
        ({"label": STRIKE, "drawn": ["heart"]}, "expected a list, got fields with values"),
        ([{"label": STRIKE, "drawn": ["heart"], "weight": 2}], "weight"),
    ],
)
def test_a_draw_that_cannot_be_supposed_is_named(draws: object, says: str, match: Path) -> None:
    """An impossible draw, one that nothing asks for, one twice, one that is none: exit 2."""
    printed = ask(match, BEFORE_THE_DRAW, INSPIRED, "--draws", json.dumps(draws))

    assert printed.code == 2
    assert printed.complaint.startswith("--draws: ")
    assert says in printed.complaint


@pytest.mark.parametrize(
    ("decision", "says"),
    [
        ("{", "Expecting"),
        ("[]", "a decision is an object"),
        ("1.5", "begin with who decides and a colon"),
        ("{}", "name the seat"),
        ('{"by":"ash"}', "kind"),
        ('{"by":"ash","kind":"dance"}', "dance"),
        ('{"by":"ash","kind":"inspire"}', "use"),
        ('{"by":"ash","kind":"inspire","use":"yes"}', "use: expected true or false, got a text"),
        ('{"by":"ash","kind":"inspire","use":true,"loudly":true}', "loudly"),
        ('{"by":"zed","kind":"inspire","use":true}', "no seat “zed”"),
        ('{"by":"ash","by":"ash","kind":"inspire","use":true}', "twice"),
        ("@nowhere.json", "nowhere.json: No such file"),
        ("@.", "Is a directory"),
        ("[" * 60_000, "nested deeper"),
        ('{"by":"ash","kind":"move","to":"' + "x" * 70_000 + '"}', "longer than"),
    ],
)
def test_a_decision_that_cannot_be_read_exits_2(decision: str, says: str, match: Path) -> None:
    printed = oathbook("ask", match, "--at", "9", "--decision", decision)

    assert printed.code == 2
    assert says in printed.complaint


def test_json_may_stand_in_files(match: Path) -> None:
    Path("decision.json").write_text(json.dumps(INSPIRED))
    Path("draws.json").write_text(json.dumps([{"label": STRIKE, "drawn": ["heart"]}]))

    printed = oathbook("ask", match, "--at", "9", "--decision", "@decision.json", "--draws", "@draws.json")

    assert printed.code == 0


# What is hidden ---------------------------------------------------------------------------------------------------


def test_no_answer_depends_on_the_seed(tmp_path: Path) -> None:
    """``ask`` never tells what a draw would be: two records that differ only in the seed get the same bytes (3.4)."""
    one, other = (kept(played(opened(CLOSE, seed=digit * 64), DUEL[:4]), tmp_path / f"{digit}.jsonl") for digit in "15")
    answers = [
        [ask(file, BEFORE_THE_DRAW, {**INSPIRED, "use": use}, *more) for file in (one, other)]
        for use in (True, False)
        for more in ((), ("--json",), supposing("shield"), supposing("heart", label="toss"))
    ]

    assert one.read_bytes() != other.read_bytes()
    assert [first.code for first, _ in answers] == [3, 3, 0, 2] * 2
    assert all(first == second for first, second in answers)


def test_a_question_that_needs_what_the_record_conceals_exits_3(tmp_path: Path) -> None:
    """Birch's plan opens the first slot of both, and birch's record does not show ash's."""
    early = kept(record_for(march(decisions=3), Viewer("birch")), tmp_path / "for-birch.jsonl")

    printed, as_json = (ask(early, 7, MARCH[3], *more) for more in ((), ("--json",)))

    assert printed.code == as_json.code == 3
    assert printed.text.startswith("concealed: the value behind ")
    assert as_json.json["answer"] == "concealed"


def test_a_redacted_record_answers_where_nothing_concealed_is_needed(for_ash: Path) -> None:
    refused = ask(for_ash, 11, {"by": "birch", "kind": "move", "to": "4,0"}, "--json")

    assert ask(for_ash, 1, MARCH[0]).code == 0
    assert refused.code == 1
    assert refused.json["alternatives"]["complete"] is True


def test_what_else_a_seat_may_do_is_not_listed_where_the_record_conceals_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ruleset whose options need a look at something concealed."""

    def look(*_: object) -> object:
        return Hidden((), digest="f" * 64).look()

    monkeypatch.setattr(registry, "KNIGHTS_DUTY", replace(KNIGHTS_DUTY, options=look))

    printed = ask_in_setup(SETUP, {"by": "birch", "kind": "inspire", "use": True})
    told = ask_in_setup(SETUP, {"by": "birch", "kind": "inspire", "use": True}, "--json")

    assert "what else Birch may decide cannot be listed here" in printed.text
    assert told.json["alternatives"] == {"listed": [], "count": 0, "complete": False}


def test_a_rule_that_is_not_covered_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules do not guess, and nor do we: exit 3."""

    def gap(*_: object) -> object:
        raise NotCovered(KD.INSPIRATION_IN_PILE, reason="its text is missing")

    monkeypatch.setattr(registry, "KNIGHTS_DUTY", replace(KNIGHTS_DUTY, take=gap))

    told = ask_in_setup(SETUP, INSPIRED, "--json")

    assert told.code == 3
    assert (told.json["answer"], told.json["says"]) == ("not-covered", "KD-8.4 is not covered: its text is missing")


# Setups -----------------------------------------------------------------------------------------------------------

SETUP: dict[str, Any] = {
    "edition": "knights_duty/1",
    "seats": [{"seat": "ash", "player": "Ann"}, {"seat": "birch"}],
    "components": "knights-duty-sample-1",
    "start": {
        "stage": "inspiration",
        "combats": 1,
        "turn": 2,
        "slot": 1,
        "knights": [
            {"seat": "ash", "clan": "red", "space": "1,0", "weapon": "bow"},
            {"seat": "birch", "clan": "blue", "space": "0,0"},
        ],
        "plans": [
            {"seat": "ash", "slots": [{"to": ["ash"], "value": "bow"}], "shown": ["bow"]},
            {"seat": "birch", "slots": [{"to": ["birch"], "value": "shield"}], "shown": ["shield"]},
        ],
        "actions": [{"seat": "ash", "kind": "attack", "weapon": "bow"}, {"seat": "birch", "kind": "defend"}],
        "attacks": [{"attacker": "ash", "weapon": "bow", "status": "waiting", "target": "birch"}],
        "combat": {
            "attacker": "ash",
            "target": "birch",
            "weapon": "bow",
            "choices": [{"seat": "birch", "use": {"to": ["birch"], "value": True}}],
        },
    },
}


def ask_in_setup(setup: dict[str, Any], decision: object, *more: str) -> Printed:
    return oathbook("ask", "--setup", "-", "--decision", json.dumps(decision), *more, stdin=json.dumps(setup).encode())


def test_a_question_can_be_asked_without_a_record() -> None:
    """A bow against a defender, both inspired: 1 heart in 6 cards (KV pile table; KD-8.2, KD-8.3, KD-8.4)."""
    told = ask_in_setup(SETUP, INSPIRED, "--json")

    assert told.code == 3
    assert told.json["request"]["pile"] == ["heart"] + ["shield"] * 5
    assert (told.json["game"], told.json["at"], told.json["edition"]) == (None, None, "knights_duty/1")


def test_a_supposed_draw_answers_it() -> None:
    printed = ask_in_setup(SETUP, INSPIRED, *supposing("heart", label="strike/1/ash"))

    assert printed.code == 0
    assert "  Ann breaks the heart of Birch  [KD-8.8, " in printed.text


def test_a_switch_of_the_setup_changes_the_answer() -> None:
    """KA-2 capped: the clan owns 4 Shield cards, so 1 heart in 5."""
    told = ask_in_setup({**SETUP, "switches": {"KA-2": "capped"}}, INSPIRED, "--json").json

    assert told["request"]["pile"] == ["heart"] + ["shield"] * 4


def test_components_may_stand_in_full() -> None:
    components = json.loads(decision_text(RULESET.edition.components["knights-duty-sample-1"]))

    told = ask_in_setup({**SETUP, "components": {**components, "name": "mine"}}, INSPIRED, "--json")

    assert told.code == 3


def test_at_the_beginning_a_clan_is_chosen() -> None:
    beginning = {key: value for key, value in SETUP.items() if key != "start"}

    allowed = ask_in_setup(beginning, {"by": "ash", "kind": "choose_clan", "clan": "red"})
    refused = ask_in_setup(beginning, {"by": "ash", "kind": "choose_clan", "clan": "violet"}, "--json")

    assert allowed.code == 0
    assert refused.code == 1
    assert refused.json["refusal"]["code"] == "unknown-clan"
    assert refused.json["alternatives"]["count"] == 6


def test_a_setup_may_stand_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "setup.json"
    path.write_text(json.dumps(SETUP))

    assert oathbook("ask", "--setup", path, "--decision", json.dumps(INSPIRED)).code == 3


def test_a_start_position_that_contradicts_itself_is_named(tmp_path: Path) -> None:
    path = tmp_path / "setup.json"
    start = {**SETUP["start"], "combat": None}
    path.write_text(json.dumps({**SETUP, "start": start}))

    printed = oathbook("ask", "--setup", path, "--decision", json.dumps(INSPIRED))

    assert printed.code == 2
    assert printed.complaint.startswith(f"{path}: ")
    assert "start.combat" in printed.complaint


# Promises ---------------------------------------------------------------------------------------------------------


def test_it_says_what_would_become_of_promises_and_the_price(tmp_path: Path) -> None:
    """The page beside the golden game works out that ash breaks the promise there, and pays for it."""
    golden = ROOT / "replays/golden/heirless/e1/promise-broken-by-an-act.jsonl"
    file = tmp_path / "golden.jsonl"
    file.write_bytes(golden.read_bytes())
    deploy = {"by": "ash", "kind": "deploy", "tile": "Meadow"}

    text = ask(file, 4, deploy)
    told = ask(file, 4, deploy, "--json").json["promises"]

    assert text.code == 0
    assert "  p1 would be broken: ash promises cedar not to deploy" in text.text
    assert "    First player would pay 20 crossed-out Prestige  [HT-10.4, HT-10.6, HA-17, HA-18]" in text.text
    assert told["complete"] is True
    assert [(each["status"], each["blamed"]) for each in told["changes"]] == [("broken", ["ash"])]


def test_a_match_without_promises_says_nothing_of_them(match: Path) -> None:
    assert "promises" not in ask(match, BEFORE_THE_DRAW, INSPIRED, "--json").json
