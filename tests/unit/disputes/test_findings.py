"""What a finding says beside its answer: seeds, ends, audits, and what the claimant says should follow."""

import json
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.application.claims import case_of, read_claim
from oathbook.domain.disputes.examiner import examine
from oathbook.domain.disputes.findings import Finding
from oathbook.domain.recording.format.cleartext import decision_text, value_text
from oathbook.domain.recording.format.record import Record, fold_record, record_for
from oathbook.domain.recording.format.record_file import record_from, record_text
from tests.golden.disputing import cut
from tests.support.checkout import GOLDEN
from tests.support.playing import Json, die, long_game, order_and_strike, ruleset_of, steps
from tests.support.promises.promising import Bargain, promising_game
from tests.support.tampering import Event, forged
from tests.support.transcribing import imported, lines_of, transcript
from tests.unit.api.games import duel
from tests.unit.api.running import Printed, kept, oathbook

DRAW: Final = 11
"""Of the duel: birch's card for the strike of ash."""


def golden(name: str) -> Record:
    return record_from((GOLDEN / f"{name}.jsonl").read_bytes(), ruleset_of, where=name)


def found(record: Record, claim: Json) -> Finding:
    case = case_of(record)
    return examine(case, read_claim(claim, case))


def dispute(record: Record, folder: Path, claim: Json, *more: str) -> Printed:
    return oathbook("dispute", kept(record, folder / "disputed.jsonl"), "--claim", json.dumps(claim), *more)


# Reproducible -----------------------------------------------------------------------------------------------------


def test_the_same_record_gives_the_same_finding_again(tmp_path: Path) -> None:
    """With a hidden value in the claim as well; the hash and the edition say of which record it is."""
    record = duel()
    claim = {
        "claim": "decision-refused",
        "at": 1,
        "decision": {"by": "ash", "kind": "lay_plan", "slots": ["bow", "parry"]},
    }

    one, other = (dispute(record, tmp_path, claim, "--json") for _ in range(2))

    assert one.out == other.out
    assert (one.json["head"], one.json["edition"], one.json["events"]) == (record.head, "knights_duty/1", 14)
    assert one.json["claim"] == {**claim, "clause": ""}


def test_a_game_in_a_database_is_answered_as_its_exported_record_is(tmp_path: Path) -> None:
    record, database = duel(), tmp_path / "games.db"
    oathbook("import", kept(record, tmp_path / "duel.jsonl"), "--db", database)
    claim = '{"claim":"outcome-wrong","at":12}'

    stored = oathbook("dispute", record.game, "--db", database, "--claim", claim, "--json")

    assert stored.out == oathbook("dispute", tmp_path / "duel.jsonl", "--claim", claim, "--json").out
    assert stored.code == 0


# What the claimant says -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("drop", "as_claimed"), [(0, True), (1, False)])
def test_what_is_claimed_to_follow_does_or_does_not(drop: int, as_claimed: bool, tmp_path: Path) -> None:  # noqa: FBT001  # a row of the table above
    record = golden("gloomhaven_attack/gh1/printed-example")
    derived = dispute(record, tmp_path, {"claim": "outcome-wrong", "at": 6}, "--json").json["derived"]
    follows = [{"event": each["event"]} for each in derived[drop:]]
    claim = {"claim": "outcome-wrong", "at": 6, "follows": follows}

    text, told = (dispute(record, tmp_path, claim, *more) for more in ((), ("--json",)))

    assert told.json["as_claimed"] is as_claimed
    assert f"  what the claim says {'follows' if as_claimed else 'does not follow'}\n" in text.text
    assert told.code == 0


# Readings ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", [7, 14])
def test_the_readings_behind_a_standing_are_named_as_not_examined(at: int, tmp_path: Path) -> None:
    record = duel()
    claim = {"claim": "standing", "at": at}

    text, told = (dispute(record, tmp_path, claim, *more) for more in ((), ("--json",)))

    readings = told.json["readings"]
    assert (readings["examined"], readings["says"]) == ([], [])
    aside = [each["reading"] for each in readings["not_examined"]]
    assert set(aside) == rested_on(record, at)
    why = "not examined, it is turned for one outcome at a time: claim the one that rests on it"
    assert f"  {len(aside)} readings {why}\n    {', '.join(aside)}\n" in text.text
    assert text.text.count(why) == 1


def test_the_readings_behind_a_promise_are_named_as_not_examined(tmp_path: Path) -> None:
    record = golden("heirless/e1/promise-kept")

    readings = dispute(record, tmp_path, {"claim": "promise", "promise": "p1"}, "--json").json["readings"]

    assert {each["reading"] for each in readings["not_examined"]} == rested_on(record, len(record.events))
    assert {each["why"] for each in readings["not_examined"]} == {
        "it is turned for one outcome at a time: claim the one that rests on it"
    }


def rested_on(record: Record, at: int) -> set[str]:
    """The readings that stand in the outcomes up to a position."""
    outcomes = [json.loads(each.line)["data"] for each in record.events[:at] if each.topic == "game.outcome/1"]
    found = {name for outcome in outcomes for each in outcome["consequences"] for name in each["readings"]}
    assert found
    return found


# Seeds ------------------------------------------------------------------------------------------------------------


def with_another_card(record: Record) -> Record:
    def change(events: list[Event]) -> None:
        draw = events[DRAW - 1].data["draw"]
        draw["drawn"] = [next(each for each in draw["pile"] if each != draw["drawn"][0])]

    return forged(record, change)


def test_a_draw_that_does_not_follow_from_the_seed_is_upheld_and_put_right() -> None:
    record = with_another_card(duel())

    finding = found(record, {"claim": "draw-wrong", "at": DRAW})

    assert finding.answer == "upheld"
    assert finding.says == "it does not follow from the seed"
    assert finding.derived.drawn != finding.recorded.drawn
    assert finding.materiality is not None
    assert finding.materiality.rejoins == 14, "the outcome was recorded as the right card had it"


def test_while_the_seed_is_sealed_nobody_can_tell() -> None:
    record = cut(with_another_card(duel()), 12)

    finding = found(record_for(record, record.opened.seats[0].seat), {"claim": "draw-wrong", "at": DRAW})

    assert finding.answer == "undetermined"
    assert finding.missing is not None
    assert finding.missing.kind == "hidden"


# Ends -------------------------------------------------------------------------------------------------------------


def test_an_end_that_is_not_the_one_that_follows_is_upheld() -> None:
    def change(events: list[Event]) -> None:
        events[-1].data["ending"]["winners"] = ["alex"]

    record = forged(golden("cube_bag/g1/field-battle"), change)

    finding = found(record, {"claim": "standing", "at": 17})

    assert (finding.answer, finding.clause) == ("upheld", "CB-9.2")
    assert finding.recorded.ending.winners == ("alex",)
    assert finding.derived.ending.winners == ("laura",)


def test_a_game_that_is_over_has_to_be_closed() -> None:
    finding = found(cut(golden("cube_bag/g1/field-battle"), 16), {"claim": "standing", "at": 16})

    assert finding.says == "after 16, the game is over, and the record does not close it"
    assert finding.answer == "upheld"


def test_a_game_that_is_not_over_cannot_be_closed() -> None:
    def change(events: list[Event]) -> None:
        events[15].data["consequences"] = events[15].data["consequences"][:-1]

    record = forged(golden("cube_bag/g1/field-battle"), change)

    finding = found(record, {"claim": "standing", "at": 17})

    assert (finding.answer, finding.clause) == ("upheld", "")
    assert finding.derived.ending is None


def test_a_game_played_on_after_it_should_have_been_over_has_the_standing_of_that_end() -> None:
    """3 damage on 3 hit points (GH-5.1): the scenario was over, whatever the table did then."""
    header, *steps = lines_of(golden("gloomhaven_attack/gh1/characters-defeated"))
    spared = [{"event": each["event"]} for each in steps[1]["outcome"]]
    for each in spared:
        if each["event"]["kind"] == "damage_suffered":
            each["event"] |= {"damage": 2, "hit_points": 1}
    steps[1]["outcome"] = [each for each in spared if each["event"]["kind"] not in {"figure_died", "scenario_ended"}]
    state = fold_record(imported(transcript(*steps, header=header))).state
    rules = ruleset_of("gloomhaven_attack/gh1")
    seat = rules.to_act(state)[0]
    more = {"by": seat, "decision": json.loads(decision_text(rules.options(state, seat).listed[0]))}
    record = imported(transcript(*steps, more, header=header))

    finding = found(record, {"claim": "standing", "at": len(record.events)})

    assert finding.answer == "upheld"
    assert finding.derived.ending.outcome == "characters defeated"
    assert finding.recorded.ending is None
    assert finding.see is not None
    assert finding.see.at == 6


# Promises ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "answer", "says", "missing"),
    [
        ("promise-broken-by-an-act", "upheld", "p1 is broken; to blame: ash", None),
        ("promise-kept", "rejected", "p1 is kept", None),
        ("promise-void", "rejected", "p1 is void", None),
        ("promise-released", "rejected", "p1 is released", None),
        ("promise-never-signed", "undetermined", "p1 is pending", "line"),
    ],
)
def test_a_claim_about_a_promise_is_answered_by_its_audit(
    name: str, answer: str, says: str, missing: str | None
) -> None:
    finding = found(golden(f"heirless/e1/{name}"), {"claim": "promise", "promise": "p1"})

    assert (finding.answer, finding.says) == (answer, says)
    assert (finding.missing and finding.missing.kind) == missing
    assert [each.id for each in finding.clauses] == (["HT-10.4", "HT-10.6"] if answer == "upheld" else [])
    assert (finding.rewind, finding.materiality) == (None, None)


def test_plain_words_that_nobody_claimed_anything_about_were_kept() -> None:
    bargain = Bargain(order_and_strike())
    bargain.bound()
    for _ in steps(bargain.scribe, die("over")):
        pass

    finding = found(bargain.scribe.record, {"claim": "promise", "promise": "p1"})

    assert (finding.answer, finding.says) == ("rejected", "p1 is kept")


def test_plain_words_that_nobody_has_ruled_on_wait_for_a_ruling() -> None:
    bargain = Bargain(order_and_strike())
    promise = bargain.bound()
    bargain.does("birch", "claim", promise=promise, path="c1", claims="breached")
    for _ in steps(bargain.scribe, die("over")):
        pass

    finding = found(bargain.scribe.record, {"claim": "promise", "promise": "p1"})

    assert (finding.answer, finding.says) == ("undetermined", "p1 is undetermined")
    assert finding.missing is not None
    assert finding.missing.kind == "ruling"


def test_going_back_over_promises_says_which() -> None:
    finding = found(promising_game(), {"claim": "standing", "at": 1})

    assert finding.rewind is not None
    assert "p1" in finding.rewind.promises


# Going back -------------------------------------------------------------------------------------------------------


def test_many_decisions_are_taken_back_as_a_last_resort_only() -> None:
    """Nothing is drawn and nothing comes out in this game; 2 decisions are few, 5 are not."""
    record = golden("heirless/e1/workplace-traded-in-use")

    advised = {at: found(record, {"claim": "standing", "at": at}).rewind for at in (21, 17, 11)}

    assert {at: each and each.advised for at, each in advised.items()} == {
        21: "at-once",
        17: "clean",
        11: "last-resort",
    }


@pytest.mark.parametrize(("at", "others"), [(1, ("birch",)), (3, ("ash",))])
def test_whoever_was_refused_is_none_of_the_others_who_have_decided_since(at: int, others: tuple[str, ...]) -> None:
    """Ash decides at 2, 6 and 8, birch at 4 and 10."""
    by = "ash" if at == 1 else "birch"
    claim: Json = {"claim": "decision-refused", "at": at, "decision": {"by": by, "kind": "lay_plan", "slots": []}}

    rewind = found(golden("knights_duty/1/fumble-on-a-parry"), claim).rewind

    assert rewind is not None
    assert rewind.others == others


def test_a_long_game_is_examined_at_any_place() -> None:
    record = long_game()

    for at in range(1, len(record.events), 40):
        assert found(record, {"claim": "standing", "at": at}).answer == "rejected"


def test_a_finding_can_be_written_down() -> None:
    record = replace(duel())

    assert value_text(found(record, {"claim": "outcome-wrong", "at": 12})).startswith(b"{")
    assert record_text(record)


# Readings ---------------------------------------------------------------------------------------------------------


def test_a_game_that_cannot_be_had_under_a_reading_says_so() -> None:
    """A character at zero who stands: where every figure dies at zero (FA-17) there is no such start."""
    header, *steps = lines_of(golden("gloomhaven_attack/gh1/characters-defeated"))
    header["setup"]["switches"]["FA-17"] = "monsters"
    header["setup"]["start"]["figures"][0]["hit_points"] = 0
    record = imported(transcript(*({**each, "outcome": None} for each in steps), header=header))

    finding = found(record, {"claim": "outcome-wrong", "at": 6})

    (reading,) = (each for each in finding.readings.examined if each.reading == "FA-17")
    assert [other.answer for other in reading.others] == ["undetermined"]
    assert reading.others[0].says.startswith("the game up to there cannot be had with this setting: ")
    assert "undetermined under FA-17=every_figure only" in finding.readings.says
