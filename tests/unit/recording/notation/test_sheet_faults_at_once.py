"""Everything that is wrong with a sheet, said at once: misspelt lines, what the rules refuse, and what may follow."""

import random
import re

import pytest

from oathbook.domain.errors import BadRecord, SheetUnreadable, UnknownEdition
from oathbook.domain.recording.format.record_file import record_from, record_text
from oathbook.domain.recording.notation.sheet_faults import MOST_FAULTS, read_sheet
from oathbook.domain.recording.notation.sheet_reader import record_from_notation
from oathbook.domain.recording.notation.sheet_writer import sheet_lines
from tests.support.checkout import GOLDEN
from tests.support.playing import ruleset_of, sources
from tests.support.transcribing import DUEL, EVENING, TABLE, read


def faults(text: str) -> list[str]:
    """What is said of a sheet, without its name."""
    with pytest.raises(SheetUnreadable) as refused:
        read_sheet(text.encode(), ruleset_of, sources("faults"), where="t.txt")
    assert str(refused.value) == "\n".join(refused.value.faults)
    return [each.removeprefix("t.txt: ") for each in refused.value.faults]


def test_a_sheet_without_a_fault_is_read_as_ever() -> None:
    one, other = (
        make(EVENING.encode(), ruleset_of, sources("import"), where="t.txt")
        for make in (read_sheet, record_from_notation)
    )

    assert record_text(one) == record_text(other)


def test_every_misspelt_line_is_named_and_the_line_is_read_with_the_word_that_was_meant() -> None:
    """Nothing that follows is wrong then."""
    wrong = (
        EVENING.replace("deploy Thicket", "deploy Thiket").replace("cleo: vote", "cleo: vot").replace("idle", "idlr")
    )

    said = faults(wrong)

    assert [each.partition(",")[0] for each in said] == ["line 7", "line 13", "line 25"]
    assert "“Thiket” cannot stand here; what can: Thicket, " in said[0]
    assert "“idlr” cannot stand here; what can: idle, " in said[2]


def test_two_words_of_a_line_are_put_right() -> None:
    said = faults(DUEL + "ash: pln bwo\nbirch: plan shield\nash: poimt at birch\n")

    assert [each.partition(":")[0] for each in said[:2]] == ["line 6, column 6", "line 8, column 6"]


def test_what_can_stand_in_a_place_is_first_what_is_legal_there_now() -> None:
    """In a vote, *vote* and *offer* are, and no deploying."""
    (said,) = faults(EVENING.replace("dov: vote for 2", "dov: xyzzy for 2").partition("cleo: vote")[0])

    assert re.fullmatch(r"line 12, column 6: “xyzzy” cannot stand here; what can: vote, offer and \d+ more", said)


def test_the_first_refusal_is_said_and_the_lines_that_may_come_from_it_in_one_line() -> None:
    """Up to the next that fits: it is bram's turn still, and he may offer."""
    said = faults(EVENING.replace("bram: build", "dov: build"))

    assert said[0].startswith("line 6, column 6: ")
    assert "to decide now: bram" in said[0]
    assert said[1:] == ["line 7 may come from it"]


def test_a_line_that_cannot_be_put_right_has_followers_too() -> None:
    said = faults(EVENING.replace("deploy Valley", "deploy xyzzy"))

    assert said[0].startswith("line 5, column 13: “xyzzy” cannot stand here")
    assert said[1] == "lines 6 to 7 may come from it"


def test_a_line_that_is_no_line_of_a_sheet_is_one_fault_among_others() -> None:
    said = faults(EVENING.replace("ann: deploy", "deploy", 1).replace("idle", "idlr"))

    assert said[0].startswith("line 5, column 1: “deploy Valley” cannot stand here; what can: ")
    assert said[-1].startswith("line 25, column 7: “idlr”")


def test_so_many_faults_are_named_and_the_rest_counted() -> None:
    said = faults(TABLE + "ann: xyzzy\n" * (MOST_FAULTS + 5))

    assert len(said) == MOST_FAULTS + 1
    assert [int(each.split()[1].rstrip(",")) for each in said[:-1]] == [*range(4, 4 + MOST_FAULTS)]
    assert said[-1] == "and 5 more"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "a sheet of notation begins with"),
        (TABLE.replace("seats", "seat"), "cannot stand here"),
        (TABLE + "x\n" * 30, "cannot stand here"),
        (TABLE.replace("bram", "Bram"), "a seat is a short word"),
    ],
)
def test_a_sheet_that_cannot_be_begun_is_refused_for_that(text: str, says: str) -> None:
    with pytest.raises(BadRecord, match=says) as refused:
        read_sheet(text.encode(), ruleset_of, sources("faults"), where="t.txt")

    assert not isinstance(refused.value, SheetUnreadable)


def test_an_unknown_edition_is_an_unknown_edition() -> None:
    with pytest.raises(UnknownEdition):
        read_sheet(TABLE.replace("e1", "e9").encode(), ruleset_of, sources("faults"), where="t.txt")


def test_a_wrong_stamp_is_a_fault_of_the_stamps() -> None:
    lines = "\n".join(sheet_lines(read(EVENING))).replace("ann: deploy Valley", "ann: deploy Meadow")

    with pytest.raises(BadRecord, match=r"what stands above is not what this record was|fewer"):
        read_sheet(lines.encode(), ruleset_of, sources("faults"), where="t.txt")


@pytest.mark.parametrize("name", ["heirless/e1/four-players-and-their-word", "knights_duty/1/last-knight-standing"])
def test_slips_in_golden_sheets_are_found_without_a_trail_behind_them(name: str) -> None:
    """Three misspelt words a sheet: most are found, and few other lines are named."""
    record = record_from((GOLDEN / f"{name}.jsonl").read_bytes(), ruleset_of, where=name)
    lines = "\n".join(sheet_lines(record)).partition("\n# By what")[0].splitlines()
    steps = [number for number, line in enumerate(lines) if re.match(r"\w+: \w", line)]
    found = named = 0
    for trial in range(4):
        wrong = list(lines)
        for at in random.Random(trial).sample(steps[2:], 3):  # noqa: S311  # slips
            wrong[at] = re.sub(r"(\w)(\w)$", r"\2\1x", wrong[at])
        slips = {at + 1 for at in steps if wrong[at] != lines[at]}
        said = [int(each.split()[1].rstrip(",")) for each in faults("\n".join(wrong))]
        found += len(slips & {*said})
        named += len(said)

    assert found >= 7
    assert named <= 18


def test_a_line_below_a_step_that_does_not_belong_there_is_named_at_its_place() -> None:
    """It is no misspelt word."""
    (said, *_) = faults(EVENING.replace("bram: build Bakery on 1\n", "bram: build Bakery on 1\n  says hello\n"))

    assert said == "line 7, column 1: “says” goes below a line that begins with “!”"


def test_a_line_with_too_many_misspelt_words_is_put_right_no_further() -> None:
    """Three words of a step are put right; the fourth is named, and the step is not followed."""
    said = faults(DUEL + "ash: pln bwo, sheld, parrry\n")

    assert said[0].startswith("line 6, column ")
