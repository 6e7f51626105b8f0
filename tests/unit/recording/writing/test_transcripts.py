"""Games played elsewhere and written down (docs/record-format.md 11)."""

from copy import deepcopy
from typing import Any

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import BadRecord
from oathbook.domain.games.discrepancies import Discrepancy
from oathbook.domain.games.game_events import ByWitness, DrawMade, EventBody, OutcomeFollowed
from oathbook.domain.kernel import PUBLIC, Draw, Seat
from oathbook.domain.kernel.limits import CONSEQUENCES_PER_STEP, DRAWS_PER_STEP
from oathbook.domain.recording.format.record import Record, fold_record, redact_record
from oathbook.domain.recording.format.record_file import record_text
from oathbook.domain.recording.writing.transcripts import transcript_lines
from oathbook.domain.rulesets.protocol import Consequence
from oathbook.replays.record_comparison import compare_records
from oathbook.replays.verification import verify
from tests.support.playing import CLOSE, FAR, SAMPLES, Json, long_game, read_again, running_game, small_game, whole_game
from tests.support.taking_back import withdrawn_game
from tests.support.transcribing import BOW, HEADER, SHIELD, STRIKE, given, imported, lines_of, transcript

OTHERS = range(1, len(SAMPLES))
Told = list[tuple[str, tuple[Consequence[Any], ...]]]


def outcomes_of(record: Record) -> Told:
    """Whose each outcome is, and its consequences."""
    told: Told = []
    for event in record.events:
        body: EventBody = event.entry.body
        if isinstance(body, OutcomeFollowed):
            told.append((event.entry.by, body.consequences))
    return told


def draws_of(record: Record) -> list[Draw]:
    return [event.entry.body.draw for event in record.events if isinstance(event.entry.body, DrawMade)]


def without_witnesses(lines: list[Json]) -> list[Json]:
    """The lines of a transcript without who saw each draw: a seeded one nobody did."""
    return [{**line, "draws": [draw | {"witnesses": []} for draw in line.get("draws", [])]} for line in lines]


def found_in(record: Record) -> list[Discrepancy]:
    """What verify says, after the record has been to a file and back."""
    return list(verify(read_again(record)).discrepancies)


def test_outcomes_that_are_missing_are_derived_by_the_rules() -> None:
    """The record says so: the outcome is by ``rules``, with citations and working, and is sound."""
    record = imported(transcript(BOW, SHIELD, STRIKE))

    outcomes = outcomes_of(record)
    assert [by for by, _ in outcomes] == ["rules"] * 3
    assert all(consequence.cites for _, consequences in outcomes for consequence in consequences)
    assert verify(record).status == "sound"
    assert isinstance(record.opened.chance, ByWitness)


def test_hidden_values_written_in_the_clear_are_hidden_for_the_seat_that_decides() -> None:
    """No token of a plan is in the public bytes before it is turned over."""
    record = imported(transcript(BOW))

    public = record_text(redact_record(record, PUBLIC))

    assert b'"slots":[{"sd":"' in public
    assert b'"bow"]' in record_text(record)
    assert b'"bow"]' not in public


def test_a_reported_draw_is_recorded_with_its_pile_and_its_witnesses() -> None:
    """The pile is the one that the rules ask for: a bow against a defender has no heart in it (KD-8.3)."""
    record = imported(transcript(BOW, SHIELD, STRIKE))

    (draw,) = draws_of(record)
    assert (draw.label, draw.drawn, draw.source) == ("strike/1/ash", ("shield",), "witnessed")
    assert draw.witnesses == (Seat("birch"),)
    assert set(draw.pile) == {"shield"}


@pytest.mark.parametrize("sample", [CLOSE, FAR, *(pytest.param(each, marks=pytest.mark.slow) for each in OTHERS)])
def test_a_witnessed_record_comes_back_from_its_decisions_and_draws_alone(sample: int) -> None:
    """Record to transcript, outcomes left out, and back: the same game but for ids, times and salts."""
    record = whole_game(sample, "told", chance="witnessed")
    header, *steps = lines_of(record)
    told = ({key: step[key] for key in ("by", "decision", "draws")} for step in steps)

    again = imported(transcript(*told, header=header))

    assert compare_records(record, again) is None
    assert again.game != record.game
    assert found_in(again) == []


@pytest.mark.parametrize("record", [small_game(), long_game(), small_game(chance="witnessed", reveal="none")])
def test_a_record_that_goes_to_a_transcript_and_back_twice_is_the_same_game(record: Record) -> None:
    """The first import makes a seeded game a witnessed one, told by a table; the second changes nothing more."""
    once = imported(transcript(*lines_of(record)[1:], header=lines_of(record)[0]))

    twice = imported(transcript(*lines_of(once)[1:], header=lines_of(once)[0]), name="twice")

    assert compare_records(once, twice) is None
    assert without_witnesses(lines_of(once)) == without_witnesses(lines_of(record))
    assert found_in(once) == found_in(twice) == []
    assert {by for by, _ in outcomes_of(once)} == {"transcript"}
    assert replace(once.opened, chance=record.opened.chance) == record.opened


def test_a_given_outcome_that_is_right_is_stored_as_the_tables_and_verifies() -> None:
    """Its reveals carry the proof of the rules' own, so the record can be checked like any other."""
    record = imported(transcript(*given(BOW, SHIELD, STRIKE)))

    assert {by for by, _ in outcomes_of(record)} == {"transcript"}
    assert found_in(record) == []
    assert compare_records(record, imported(transcript(*given(BOW, SHIELD, STRIKE)), name="other")) is None


def test_a_given_outcome_needs_no_citations() -> None:
    """A table writes down what happened, not why; what it does say about why is kept and not compared."""
    steps = given(BOW, SHIELD, STRIKE)
    bare = deepcopy(steps)
    for step in bare:
        step["outcome"] = [{"event": consequence["event"]} for consequence in step["outcome"]]

    record = imported(transcript(*bare))

    assert found_in(record) == []
    assert compare_records(record, imported(transcript(*steps))) is None


def with_other_card() -> list[Json]:
    """The last step with a hit where a shield was drawn: the table misread the card."""
    steps = deepcopy(given(BOW, SHIELD, STRIKE))
    outcome = steps[-1]["outcome"]
    picked = next(each for each in outcome if each["event"]["kind"] == "card_picked")
    picked["event"]["card"] = "heart"
    missed = next(each for each in outcome if each["event"]["kind"] == "attack_missed")
    missed["event"] = {"kind": "knight_defeated", "seat": "birch", "by": "ash"}
    return steps


def test_a_wrong_outcome_is_stored_as_given_and_verify_says_where_table_and_rulebook_part() -> None:
    """Section 3.3: position, clause, what was recorded and what follows."""
    record = imported(transcript(*with_other_card()))

    first, *_ = found_in(record)

    position = record.events[-1].entry.position
    assert (first.position, first.kind) == (position, "consequence")
    assert first.clause.startswith("KD-8.")
    assert "heart" in repr(first.recorded)
    assert "shield" in repr(first.follows)


def test_an_illegal_decision_with_an_outcome_is_stored_and_verify_says_so() -> None:
    """Three tokens with a Broken Heart: the table did it, the record says so, KD-2.2 says otherwise."""
    laid = {"kind": "plan_laid", "seat": "ash", "slots": [{"to": ["ash"], "value": "bow"}] * 3}
    step = {"by": "ash", "decision": {"kind": "lay_plan", "slots": ["bow"] * 3}, "outcome": [{"event": laid}]}

    record = imported(transcript(SHIELD, step))

    (first,) = found_in(record)
    assert (first.position, first.kind, first.clause) == (4, "decision", "KD-2.2")
    assert "only the first 2 slots" in first.says
    assert len(record.events) == 5


def test_a_draw_that_was_not_asked_for_is_stored_with_a_given_outcome_and_verify_says_so() -> None:
    """Its pile is what came out: nothing else is known."""
    (step,) = given(BOW)
    step["draws"] = [{"label": "tea", "drawn": ["milk"]}]

    record = imported(transcript(step))

    (first,) = found_in(record)
    assert (first.position, first.kind) == (3, "draw")
    assert "nothing asks for the draw “tea”" in first.says
    assert draws_of(record) == [Draw("tea", ("milk",), ("milk",), "witnessed", (Seat("ash"),))]


def test_an_impossible_draw_is_stored_with_a_given_outcome_and_verify_says_so() -> None:
    """Its pile is the one that the rules ask for, so that everybody can see why it cannot be."""
    steps = given(BOW, SHIELD, STRIKE)
    steps[-1]["draws"][0]["drawn"] = ["heart"]

    record = imported(transcript(*steps))

    (draw,) = draws_of(record)
    assert (set(draw.pile), draw.drawn) == ({"shield"}, ("heart",))
    assert [(found.kind, "is impossible: heart" in found.says) for found in found_in(record)] == [("draw", True)]


def test_a_game_that_has_not_begun_is_a_transcript_of_one_line() -> None:
    """A header alone is a game that was set up."""
    record = imported(transcript())

    assert len(record.events) == 1
    assert lines_of(record)[0]["setup"]["start"]["stage"] == "planning"
    assert imported(transcript(header=lines_of(record)[0]), name="again").opened == record.opened


@pytest.mark.parametrize("reveal", ["all", "none"])
def test_the_reveal_policy_of_a_transcript_is_kept(reveal: str) -> None:
    """A table may want its plans to stay its own."""
    header = {**HEADER, "setup": {**HEADER["setup"], "reveal": reveal}}

    assert imported(transcript(header=header)).opened.reveal == reveal


def test_a_step_has_200_draws_and_not_one_more() -> None:
    """Section 11: the limit at its edge."""
    (step,) = given(BOW)
    draws = [{"label": f"draw {number}", "drawn": ["x"]} for number in range(DRAWS_PER_STEP + 1)]

    record = imported(transcript({**step, "draws": draws[:-1]}))

    assert len(draws_of(record)) == 200
    with pytest.raises(BadRecord, match=r"t\.jsonl: line 2: draws: expected a list of at most 200 items"):
        imported(transcript({**step, "draws": draws}))


def test_a_step_has_500_consequences_and_not_one_more() -> None:
    """Section 11: the limit at its edge; so many do not fit a game, but that is another reason."""
    again: Json = {"event": {"kind": "plan_laid", "seat": "ash", "slots": []}}

    with pytest.raises(BadRecord, match="laid a plan already"):
        imported(transcript({**BOW, "outcome": [again] * CONSEQUENCES_PER_STEP}))
    with pytest.raises(BadRecord, match=r"t\.jsonl: line 2: outcome: expected a list of at most 500 items"):
        imported(transcript({**BOW, "outcome": [again] * (CONSEQUENCES_PER_STEP + 1)}))


@pytest.mark.parametrize("viewer", [PUBLIC, Seat("ash")])
def test_a_redacted_record_cannot_become_a_transcript(viewer: Seat) -> None:
    """A transcript says everything, and this record conceals some of it."""
    record = redact_record(running_game(decisions=3), viewer)

    with pytest.raises(BadRecord, match=f"game {record.game}: a transcript needs everything, and this record"):
        list(transcript_lines(record))


def test_a_running_seeded_game_can_be_told_without_its_seed() -> None:
    """The seed is no part of a transcript; everything else that it must say is open to the holder."""
    record = running_game(decisions=3)

    text = b"\n".join(transcript_lines(record))

    chance = record.opened.chance
    assert not isinstance(chance, ByWitness)
    assert chance.seed.look().encode() not in text
    assert fold_record(imported(text + b"\n")).position == len(record.events)


def test_a_transcript_has_no_line_for_what_was_taken_back() -> None:
    """A sheet of notation has."""
    with pytest.raises(BadRecord, match="no line for what was taken back; export it as notation"):
        list(transcript_lines(withdrawn_game()))
