"""Sheets as people write them: short, with comments, and in the words of the table."""

from typing import Any

import pytest
from msgspec.structs import replace

from oathbook.domain.games.discrepancies import Discrepancy
from oathbook.domain.games.game_events import DecisionMade, DrawMade, PromiseSigned
from oathbook.domain.kernel import PUBLIC, Seat
from oathbook.domain.recording.format.record import Record, redact_record
from oathbook.domain.recording.format.record_file import record_text
from oathbook.domain.recording.notation.sheet_writer import sheet_lines
from oathbook.replays.record_comparison import compare_records
from oathbook.replays.verification import verify
from tests.support.playing import read_again, running_game, small_game
from tests.support.tampering import Event, forged
from tests.support.transcribing import (
    BOW,
    DUEL,
    EVENING,
    SHIELD,
    STRIKE,
    TABLE,
    given,
    imported,
    read,
    told,
    transcript,
)

SHOT = ("ash: plan bow", "birch: plan shield", "ash: point at birch")


def decisions(record: Record) -> list[Any]:
    return [each.body.decision for each in record.entries() if isinstance(each.body, DecisionMade)]


def found_in(record: Record) -> list[Discrepancy]:
    return list(verify(read_again(record)).discrepancies)


def test_twenty_steps_of_heirless_from_scratch_fit_on_seven_hundred_characters() -> None:
    record = read(EVENING)

    acts = [each for each in record.entries() if isinstance(each.body, DecisionMade)]
    assert len(EVENING) <= 700
    assert len({event.entry.step for event in record.events}) == 21
    assert len(acts) == 17
    assert any(isinstance(each.body, PromiseSigned) and each.body.binds for each in record.entries())
    assert found_in(record) == []


def test_a_seat_has_the_key_whose_digest_the_sheet_names() -> None:
    """And the sheet of that record names it again; a seat called key with a player is no key."""
    digest = "3f9c" * 16
    record = read(TABLE.replace("ann, bram", f"ann Ann, key {digest}, bram, key Kay").replace(", cleo, dov", ""))

    seats = [(each.seat, each.player, each.key) for each in record.opened.seats]
    assert seats == [("ann", "Ann", digest), ("bram", "", ""), ("key", "Kay", "")]
    lines = sheet_lines(record)
    assert f"seats ann Ann, key {digest}, bram, key Kay" in lines
    assert record_text(read("\n".join(lines))) == record_text(record)


def test_a_player_whose_name_is_like_a_digest_is_written_in_quotation_marks() -> None:
    name = "ab12" * 16
    record = read(TABLE.replace("dov", f'key "{name}"'))

    lines = sheet_lines(record)

    assert f'seats ann, bram, cleo, key "{name}"' in lines
    assert read("\n".join(lines)).opened.seats == record.opened.seats


def test_a_sheet_says_what_a_transcript_of_json_says() -> None:
    """The same game, but for ids, times and salts."""
    assert (
        compare_records(
            told(*SHOT, "  draw shield seen by birch", table=DUEL), imported(transcript(BOW, SHIELD, STRIKE))
        )
        is None
    )


@pytest.mark.parametrize(
    "draw",
    [
        "  draw shield",
        "draw shield",
        "\tdraw Shield".lower(),
        "  draw strike/1/ash: shield",
        "  draw shield seen by ash",
    ],
)
def test_a_draw_answers_what_the_rules_ask_for_whether_it_is_named_or_not(draw: str) -> None:
    record = told(*SHOT, draw, table=DUEL)

    (made,) = (each.body.draw for each in record.entries() if isinstance(each.body, DrawMade))
    assert (made.label, made.drawn, made.witnesses) == ("strike/1/ash", ("shield",), (Seat("ash"),))


@pytest.mark.parametrize(
    "line",
    [
        "ann: deploy Valley",
        "ann: DEPLOY valley",
        "ann : deploy a knight to tile Valley",
        'ann: deploy a knight to tile "Valley"',
        "  ann:   deploy   Valley   # with the first Knight",
        'ann: {"kind":"deploy","tile":"Valley"}',
    ],
)
def test_a_decision_may_be_written_shortly_or_as_letters_write_it_or_exactly(line: str) -> None:
    assert decisions(told(line)) == decisions(told("ann: deploy Valley"))


def test_players_are_called_by_their_names_as_well_as_by_their_seats() -> None:
    table = TABLE.replace("ann,", "ann Ann Lee,")

    assert decisions(told("Ann Lee: deploy Valley", table=table)) == decisions(told("ann: deploy Valley", table=table))


def test_a_sheet_may_have_a_mark_of_its_editor_and_ends_of_line_of_another_system() -> None:
    text = EVENING.replace("\n", "\r\n")

    assert compare_records(read(b"\xef\xbb\xbf" + text.encode()), read(EVENING)) is None
    assert compare_records(read(EVENING.rstrip("\n")), read(EVENING)) is None


def outcomes() -> list[str]:
    """The sheet of a shot that missed, with all that followed from it."""
    return [*sheet_lines(imported(transcript(*given(BOW, SHIELD, STRIKE))))]


def test_an_outcome_that_the_table_gave_is_written_and_read_again_as_given() -> None:
    lines = outcomes()

    assert "  then attack missed attacker ash target birch" in lines
    assert record_text(read("\n".join(lines))) == record_text(imported(transcript(*given(BOW, SHIELD, STRIKE))))


def test_what_the_table_did_instead_stands_in_the_record_and_verify_says_where_it_parts_from_the_rules() -> None:
    """A hit where a shield was drawn."""
    lines = outcomes()
    bare = "\n".join(lines[: lines.index("", 7)])
    assert found_in(read(bare)) == []

    wrong = read(
        bare.replace(
            "card picked attacker ash target birch card shield", "card picked attacker ash target birch card heart"
        ).replace("attack missed attacker ash target birch", "knight defeated seat birch by ash")
    )

    first, *_ = found_in(wrong)
    assert (first.kind, first.clause.partition(".")[0]) == ("consequence", "KD-8")


def test_nothing_may_have_followed() -> None:
    record = told("ash: plan bow", "  then nothing", table=DUEL)

    assert "  then nothing" in sheet_lines(record)
    assert [each.kind for each in found_in(record)] == ["consequence"]


def test_without_its_stamps_a_sheet_is_a_new_game_with_the_same_draws() -> None:
    """Somebody deletes the last part to change a step; a game from a seed becomes one that its table witnessed."""
    record = small_game()
    lines = sheet_lines(record)
    bare = lines[: lines.index(f"record {record.game}")]

    again = read("\n".join(bare))

    assert again.game != record.game
    assert [each.body.draw.drawn for each in again.entries() if isinstance(each.body, DrawMade)] == [
        each.body.draw.drawn for each in record.entries() if isinstance(each.body, DrawMade)
    ]
    assert decisions(again) != []


def test_a_game_from_a_seed_is_the_same_record_again() -> None:
    record = small_game()

    assert record_text(read("\n".join(sheet_lines(record)))) == record_text(record)


def test_a_record_that_conceals_something_cannot_be_written_as_notation() -> None:
    with pytest.raises(Exception, match="a transcript needs everything, and this record conceals some of it"):
        sheet_lines(redact_record(running_game(decisions=3), PUBLIC))


def test_a_game_whose_seed_this_reader_does_not_have_is_written_without_it() -> None:
    """Before anybody has hidden anything, that is all that is kept from the public."""
    record = redact_record(running_game(decisions=0), PUBLIC)

    lines = sheet_lines(record)

    assert not any(line.startswith(("record ", "seed ")) for line in lines)
    assert replace(read("\n".join(lines)).opened, chance=record.opened.chance) == record.opened


def test_a_game_on_a_day_that_there_is_not_is_told_without_its_times() -> None:
    def on_no_day(events: list[Event]) -> None:
        for event in events:
            event.public["at"] = "2026-02-30T00:00:00.000000Z"

    lines, undated = sheet_lines(small_game()), sheet_lines(forged(small_game(), on_no_day))

    assert lines[: len(undated)] == undated
    assert any(line.startswith("record ") for line in lines[len(undated) :])
