"""What becomes of promises when an event is put right: as far as the corrected line goes, and no further."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from oathbook.domain.application.claims import case_of, read_claim
from oathbook.domain.disputes.examiner import examine
from oathbook.domain.disputes.findings import Materiality, PromiseEffect
from oathbook.domain.recording.format.cleartext import decision_text
from oathbook.domain.recording.format.record import Record, fold_record
from tests.golden.disputing import promised
from tests.support.playing import Json, ruleset_of
from tests.support.tampering import Event, forged
from tests.support.transcribing import imported, lines_of, transcript
from tests.unit.api.running import kept, oathbook
from tests.unit.disputes.test_findings import dispute, golden

FRIENDLY: Final = 'ash promises birch in plain words "to be friendly" judged by the table.'
POINTING: Final = "ash promises birch never to point at birch."


def with_promises(lines: Sequence[Json], *letters: str, before: int = 0) -> list[Json]:
    """The steps of a transcript with letters that ash and birch sign in front of one of them."""
    made = [
        step
        for number, letter in enumerate(letters, 1)
        for step in promised({"letter": letter, "signers": ["ash", "birch"], "number": number})
    ]
    return [*lines[:before], *made, *lines[before:]]


def played(name: str, *letters: str, before: int = 0, target: str = "birch") -> Record:
    """A duel with promises in it, in which ash may declare another target than was recorded."""
    header, *lines = lines_of(golden(name))
    lines[2]["decision"]["target"] = target
    return imported(transcript(*with_promises(lines, *letters, before=before), header=header))


def mattered(record: Record, claim: Json) -> Materiality:
    case = case_of(record)
    matters = examine(case, read_claim(claim, case)).materiality
    assert matters is not None
    return matters


FUMBLE: Final = "knights_duty/1/fumble-on-a-parry"


def test_a_game_without_promises_has_nothing_to_say_of_them(tmp_path: Path) -> None:
    record = played(FUMBLE, target="ash")
    claim = {"claim": "decision-illegal", "at": 6}

    assert mattered(record, claim).promises == ()
    assert "promise" not in dispute(record, tmp_path, claim).text


def test_promises_that_stay_as_they_are_take_one_line(tmp_path: Path) -> None:
    """Where the lines meet again everything behind is as recorded, a promise that was made later too."""
    header, *lines = lines_of(golden(FUMBLE))
    lines[4]["outcome"] = [each for each in lines[4]["outcome"] if each["event"]["kind"] != "attacker_fumbled"]
    lines[4]["outcome"] = [{"event": each["event"]} for each in lines[4]["outcome"]]
    lines = [*with_promises(lines, POINTING), *promised({"letter": FRIENDLY, "signers": ["ash", "birch"], "number": 2})]
    record = imported(transcript(*lines, header=header))
    claim = {"claim": "outcome-wrong", "at": 15}

    matters = mattered(record, claim)

    assert matters.rejoins == 15
    assert matters.promises == (
        PromiseEffect("p1", "broken", "broken", "unchanged"),
        PromiseEffect("p2", "pending", "pending", "unchanged"),
    )
    assert "    promises: unchanged\n" in dispute(record, tmp_path, claim).text


def test_a_promise_that_was_made_behind_the_end_of_the_corrected_line_is_open(tmp_path: Path) -> None:
    """Left out, the target of ash's own leaves nothing to decide about Inspiration at 8."""
    record = played(FUMBLE, POINTING, before=4, target="ash")
    claim = {"claim": "decision-illegal", "at": 6}

    matters = mattered(record, claim)

    assert matters.stop is not None
    assert (matters.stop.position, matters.stop.why) == (8, "illegal")
    assert matters.promises == (PromiseEffect("p1", "pending", None, "open"),)
    assert "    p1: open from 8; recorded pending\n" in dispute(record, tmp_path, claim).text


@pytest.mark.parametrize(
    ("tile", "effect"),
    [
        ("Meadow", PromiseEffect("p1", "broken", "broken", "unchanged")),
        ("Valley", PromiseEffect("p1", "broken", "pending", "open")),
    ],
)
def test_what_was_refused_counts_where_it_should_have_been_decided(tile: str, effect: PromiseEffect) -> None:
    """Right behind the signatures; ash's Knight at 5 is then one too many in a turn."""
    decision = {"by": "ash", "kind": "deploy", "tile": tile}

    matters = mattered(
        golden("heirless/e1/promise-broken-by-an-act"), {"claim": "decision-refused", "at": 4, "decision": decision}
    )

    assert matters.stop is not None
    assert (matters.stop.position, matters.stop.why) == (5, "illegal")
    assert matters.promises == (effect,)


def test_a_ruling_behind_the_end_is_a_ruling_on_the_corrected_line_too() -> None:
    """Whoever is said to have won: the words were claimed about before the end and ruled on behind it."""
    header, *lines = lines_of(golden("cube_bag/g1/field-battle"))
    for each in lines[-1]["outcome"]:
        if each["event"]["kind"] in {"battle_decided", "game_ended"}:
            each["event"] |= {"outcome": "defender", "winners": ["alex"]}
    lines[-1]["outcome"] = [{"event": each["event"]} for each in lines[-1]["outcome"]]
    letter = 'laura promises alex in plain words "to fight fairly" judged by the table.'
    claim: Json = {
        "kind": "claim",
        "promise": "p1",
        "path": "c1",
        "claims": "breached",
        "about": [],
        "says": "She did not.",
    }
    rule = {"kind": "rule", "promise": "p1", "path": "c1", "value": "met", "reason": "All saw it."}
    steps = (
        *promised({"letter": letter, "signers": ["laura", "alex"]}),
        {"by": "alex", "promise": claim},
        *lines,
        {"by": "table", "promise": rule},
    )

    matters = mattered(imported(transcript(*steps, header=header)), {"claim": "outcome-wrong", "at": 20})

    assert (matters.winner, matters.rejoins) == ("changed", None)
    assert matters.promises == (PromiseEffect("p1", "kept", "kept", "unchanged"),)


def test_a_corrected_line_that_is_over_first_settles_its_promises() -> None:
    """The scenario was over with the Scoundrel (GH-8.6), who had not attacked; later she did."""
    header, *lines = lines_of(golden("gloomhaven_attack/gh1/characters-defeated"))
    spared = [{"event": each["event"]} for each in lines[1]["outcome"]]
    for each in spared:
        if each["event"]["kind"] == "damage_suffered":
            each["event"] |= {"damage": 2, "hit_points": 1}
    lines[1]["outcome"] = [each for each in spared if each["event"]["kind"] not in {"figure_died", "scenario_ended"}]
    letter = {"letter": 'ash promises to attack with figure "scoundrel".', "signers": ["ash"]}
    lines = [*promised(letter), *lines]
    state = fold_record(imported(transcript(*lines, header=header))).state
    rules = ruleset_of("gloomhaven_attack/gh1")
    options = [json.loads(decision_text(each)) for each in rules.options(state, rules.to_act(state)[0]).listed]
    attack = next(each for each in options if each.get("attacker") == "scoundrel")
    record = imported(transcript(*lines, {"by": "ash", "decision": attack}, header=header))

    matters = mattered(record, {"claim": "outcome-wrong", "at": 8})

    assert matters.stop is not None
    assert matters.stop.why == "over"
    assert matters.promises == (PromiseEffect("p1", "kept", "void", "changed"),)


def test_a_letter_that_cannot_be_read_is_left_to_a_ruling(tmp_path: Path) -> None:
    """The rest of the finding does not hang on it."""

    def scrawl(events: list[Event]) -> None:
        events[1].data["letter"] = "ash promises nothing in particular."

    record = forged(played(FUMBLE, POINTING, target="ash"), scrawl)
    claim = {"claim": "decision-illegal", "at": 9}

    printed = oathbook("dispute", kept(record, tmp_path / "t.jsonl"), "--claim", json.dumps(claim), "--json")

    assert printed.json["materiality"]["promises"] == [
        {"promise": "p1", "recorded": "undetermined", "corrected": "undetermined", "effect": "open"}
    ]
