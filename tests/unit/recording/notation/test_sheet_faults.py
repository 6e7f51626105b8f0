"""Sheets that cannot be followed: line, column, and what could stand there (docs/transcripts.md)."""

import re

import pytest

from oathbook.domain.errors import Refused, UnknownEdition
from oathbook.domain.recording.format.record_file import MOST_LINE_BYTES, MOST_LINES
from oathbook.domain.recording.notation.sheet_writer import sheet_lines
from tests.support.playing import small_game
from tests.support.transcribing import DUEL, EVENING, TABLE, read, told

LONG = "x" * 4_100


def refusal(text: str | bytes) -> str:
    """What an import says: the file, the line, the column and why, on one line."""
    with pytest.raises(Refused) as refused:
        read(text)
    says = str(refused.value)
    assert re.match(r"t\.txt: line \d+, column \d+: \S", says), says
    assert "\n" not in says
    return says.removeprefix("t.txt: ")


def test_the_sheets_that_the_tests_below_spoil_are_read_as_they_are() -> None:
    """The control."""
    assert len(read(EVENING).events) > 30
    assert len(told("ash: plan bow", table=DUEL).events) == 3


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "line 1, column 1: a sheet of notation begins with “oathbook notation/1”"),
        ("# nothing\n\n", "line 1, column 1: a sheet of notation begins with"),
        ("edition heirless/e1\n", "line 1, column 1: a sheet of notation begins with"),
        ("oathbook notation/2\n", "line 1, column 10: this program reads notation/1, not notation/2"),
        ("oathbook notation/1\n", "line 2, column 1: the sheet has no line for edition"),
        (
            TABLE.replace("edition", "editions"),
            "line 2, column 1: “editions heirless/e1” cannot stand here; what can: a seat",
        ),
        (TABLE.replace("seats", "seat"), "line 3, column 1: “seat ann, bram"),
        (
            TABLE.replace("e1", "e9"),
            "line 2, column 9: no ruleset is installed for edition “heirless/e9”; did you mean ",
        ),
        (TABLE + "edition heirless/e1\n", "line 4, column 1: there are two lines for edition"),
        (TABLE.replace("bram", "Bram"), "line 3, column 11: a seat is a short word in small letters"),
        (TABLE.replace("ann,", 'ann "Ann,'), "line 3, column 7: a seat is a short word"),
        (TABLE.replace("ann,", "ann, key 3f9c3f9c,"), "line 3, column 16: a key stands here by its digest, 64 of"),
        (
            TABLE.replace("ann,", f"ann, key {'A' * 43},"),
            "line 3, column 16: this is the key itself, which nobody else may see; its digest stands here: 66687a",
        ),
        (TABLE.replace("ann,", 'ann "\\x",'), "line 3, column 11: Invalid "),
        (TABLE + "#" * (MOST_LINE_BYTES + 1), "line 4, column 1048577: a line has at most 1,048,576 bytes"),
        (TABLE + "\n" * MOST_LINES, f"line {MOST_LINES + 1}, column 1: a file has at most "),
        (TABLE.replace(", cleo, dov", ""), "line 3, column 7: seats: Heirless is for 3 to 6 players, not 2"),
        (TABLE + "components chess\n", "line 4, column 12: setup: components: there is no set “chess”; installed: "),
        (TABLE + 'components chess with {"x":1}\n', "line 4, column 12: there is no set “chess”"),
        (
            TABLE + 'components heirless-sample-1 with {"x":1}\n',
            "line 4, column 12: setup: components: “x” has no place here",
        ),
        (TABLE + 'components heirless-sample-1 with {"x":\n', "line 4, column 35: Expecting value"),
        (TABLE + "switch HA-19\n", "line 4, column 8: a switch and its setting are expected"),
        (TABLE + "switch HA-19 perhaps\n", "line 4, column 8: setup: switches: HA-19: “perhaps” cannot stand here"),
        (TABLE + "start [1]\n", "line 4, column 7: an object of JSON is expected"),
        (TABLE + 'start {"x":1.5}\n', "line 4, column 7: 1.5 is a fraction"),
        (TABLE + "reveal some\n", "line 4, column 8: setup: reveal: “some” cannot stand here"),
        (TABLE + "draw B1\n", "line 4, column 1: “draw B1” cannot stand here; what can: a seat with a colon"),
    ],
)
def test_a_setup_that_cannot_be_read_is_refused_at_its_line(text: str, says: str) -> None:
    assert says in refusal(text)


def test_an_unknown_edition_stays_one() -> None:
    with pytest.raises(UnknownEdition):
        read(TABLE.replace("e1", "e9"))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("ann: deploy Valey", "line 4, column 13: “Valey” cannot stand here; what can: Valley, "),
        ("ann: deploi Valley", "line 4, column 6: “deploi” cannot stand here; what can: deploy, "),
        ("ann:", "line 4, column 5: the line ends here; what can: "),
        ("ann: deploy", "line 4, column 12: the line ends here; what can: "),
        ("ann: deploy Valley now", "line 4, column 20: “now” cannot stand here; what can: the end of the line"),
        ("anne: deploy Valley", "line 4, column 1: “anne” cannot stand here; what can: ann, "),
        ("ann deploy Valley", "line 4, column 1: “ann deploy Valley” cannot stand here; what can: a seat with a colon"),
        ("ann: build Mill on 10", "line 4, column 20: a place is a number from 1 to 9"),
        ("ann: build Mill on 10 now", "line 4, column 20: a place is a number from 1 to 9"),
        (
            "ann: build Mill on 9 now",
            "line 4, column 22: “now” cannot stand here; what can: discarding, the end of the line",
        ),
        (f"ann: assign {'Wolf, ' * 24}Wolf to Mill", "line 4, column 13: workers: up to 24 in the list"),
        ('ann: deploy "a b"', "line 4, column 13: “a b” cannot be a tile"),
        ("ann: build Mill on 1.5", "line 4, column 20: “1.5” cannot stand here; what can: place, a number"),
        ("ann: deploy Narnia", "line 4, column 13: “Narnia” cannot stand here; what can: "),
        ('ann: deploy "Narnia"', "line 4, column 6: there is no tile"),
        ("bram: deploy Valley", "line 4, column 7: seat bram is not asked for this now"),
        ("bram: deploy Valley", "to decide now: ann"),
        (
            "ann: vote for 2",
            "line 4, column 6: seat ann is not asked for this now (HT-8.2); ann may: build Mill on 1; ",
        ),
        (
            "ann: deploy Valley\nbram: vote for Tithe 1",
            "line 5, column 7: Tithe is not what this is about now; what is: nothing",
        ),
        ('ann: {"kind":"deploy"', "line 4, column 6: Expecting"),
        ('ann: {"kind":"deploy"}', "line 4, column 6: the decision: “tile” is missing"),
        (
            'ann: {"kind":"deploy","tile":"Valley"} now',
            "line 4, column 40: “now” cannot stand here; what can: the end of the line",
        ),
        ('ann: deploy "Valley', "line 4, column 13: "),
        ("ann: " + "[" * 40, "line 4, column 6: "),
        ("ann: " + LONG, "line 4, column 4001: a line has at most 4,000 characters"),
        ("ann: deploy Valley\n  draw B1", "line 5, column 8: nothing is to be drawn for this decision"),
        ("ann: deploy Valley\n  draw tea: milk", "line 4, column 6: draws: nothing asks for “tea”"),
        ("ann: deploy Valley\n  draw", "line 5, column 7: the line ends here; what can: "),
        ("ann: deploy Valley\n  then tea is served", "line 5, column 8: “tea” cannot stand here; what can: "),
        ("ann: sign p1", "line 4, column 6: promise: there is no promise"),
        ("ann: offer promise: ", "line 4, column 20: the line ends here; what can: "),
        (
            "ann: offer promise: ann promises bram to dance.",
            "line 4, column 42: “dance” cannot stand here; here could stand",
        ),
        ("ann: sign p1\n  draw B1", "line 4, column 6: nothing is drawn for an act on a promise"),
        (
            "ann: deploy Valley\nseats ann",
            "line 5, column 1: “seats ann” cannot stand here; what can: a seat with a colon and what it decides, draw",
        ),
    ],
)
def test_a_line_that_cannot_be_followed_is_refused_where_it_goes_wrong(line: str, says: str) -> None:
    assert says in refusal(f"{TABLE}{line}\n")


def test_a_missing_draw_is_named_with_what_it_is_drawn_from() -> None:
    says = refusal(DUEL + "ash: plan bow\nbirch: plan shield\nash: point at birch\n")

    assert says == "line 8, column 6: the draw “strike/1/ash” is missing: take 1 from shield, shield, shield, shield"


def test_an_impossible_draw_is_refused() -> None:
    says = refusal(DUEL + "ash: plan bow\nbirch: plan shield\nash: point at birch\n draw heart\n")

    assert says.startswith("line 8, column 6: the draw “strike/1/ash” is impossible: heart cannot be 1 of ")


def test_bytes_that_are_no_text_are_named_with_their_column() -> None:
    assert refusal(TABLE.encode() + "ann: dépl".encode() + b"\xff\n") == "line 4, column 10: this is not UTF-8 text"


STAMPED = "\n".join(sheet_lines(small_game())) + "\n"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (": plan ", ": lay a plan: ", ""),
        ("\nhead ", "\nhead 0", "”: is none of the head of a record"),
        ("\nrecord ", "\nrecord x ", "a record has one id, one head, and at most one seed"),
        ("\nseed ", "\nspeed ", "what can stand here: record, key, seed, times, salts, head"),
        ("\ntimes ", "\ntimes +1 ", "the times of a record are RFC 3339"),
        ("\nsalts ", "\nkey host=", "is none of the key of a record"),
        ("+1*", "+1*900000 +1*", "the times of a record are RFC 3339"),
        (
            "seats ash",
            "seats ash Zoe",
            "what stands above is not what this record was; to make a new game of it, delete",
        ),
    ],
)
def test_stamps_that_do_not_fit_are_refused_and_say_what_to_do(old: str, new: str, says: str) -> None:
    changed = STAMPED.replace(old, new, 1)

    assert changed != STAMPED
    if says:
        assert says.removeprefix("”: ") in refusal(changed)
    else:
        assert len(read(changed).events) == len(small_game().events)


def test_fewer_times_than_events_are_refused() -> None:
    lines = [re.sub(r"\+1\*\d+", "+1", each) for each in STAMPED.splitlines()]

    assert "there are fewer times here than the steps above take" in refusal("\n".join(lines))


def test_no_times_at_all_are_refused() -> None:
    lines = [each for each in STAMPED.splitlines() if not each.startswith("times")]

    assert "there are fewer times here than the steps above take" in refusal("\n".join(lines))


def test_a_draw_that_the_seed_does_not_give_is_refused_at_its_line() -> None:
    line = next(each for each in STAMPED.splitlines() if each.startswith("  draw "))
    other = line.replace("heart", "tea").replace("shield", "tea")

    assert "the seed of this record gives another draw" in refusal(STAMPED.replace(line, other, 1))
