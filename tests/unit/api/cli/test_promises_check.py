"""``oathbook promises check``: what a letter reads as, or where it does not."""

from pathlib import Path

import pytest

from tests.support.promises.letters import LETTERS
from tests.unit.api.running import oathbook


def check(letter: str, *more: str) -> list[str]:
    return ["promises", "check", "--letter", letter, *more]


@pytest.mark.parametrize("letter", LETTERS.values(), ids=LETTERS)
def test_each_of_the_letters_reads_without_a_game(letter: str) -> None:
    printed = oathbook(*check(letter, "--json"))

    assert printed.code == 0
    assert printed.json["read_back"] == letter
    assert printed.json["stands"]


def test_a_remark_is_told_with_its_words() -> None:
    printed = oathbook(*check("Red promises\nBlue to  give 2\nwood to Blue."))
    assert printed.code == 0
    assert printed.text.splitlines() == [
        "Red promises Blue to give 2 wood to Blue.",
        "  clause 1: Red must give at least 2 wood to Blue, in all",
        "    from the signing until the game ends",
        "    nothing breaks it",
        "    over without a breach if Red and Blue both release it; or the game ends first",
        "    the record decides",
        (
            "warning: there is no deadline: until the game ends, this can be kept, and lapses then if it is not "
            "(no-deadline)"
        ),
        "  to give 2 wood to Blue",
    ]


def test_a_rejection_says_that_it_cannot_be_signed() -> None:
    printed = oathbook(*check("Red promises to attack that player.", "--json"))

    assert printed.code == 2
    assert not printed.json["stands"]
    assert [(each["code"], each["weight"], each["span"]) for each in printed.json["remarks"]] == [
        ("unbound", "reject", [23, 34])
    ]


def test_what_cannot_be_read_is_one_line_of_json_with_its_place() -> None:
    printed = oathbook(*check("Red promises to gi", "--json"))

    assert printed.code == 2
    assert printed.json["problem"] == "BadLetter"
    assert (printed.json["line"], printed.json["column"], printed.json["offset"]) == (1, 17, 16)
    given = ["give", "give marker", "give only marker", "give only workplace", "give workplace"]
    assert [each["phrase"]["says"] for each in printed.json["next"]] == given


def test_what_never_goes_on_has_nothing_next() -> None:
    assert oathbook(*check("Red promises 7", "--json")).json["next"] == []


def test_a_letter_may_be_in_a_file(tmp_path: Path) -> None:
    file, odd = tmp_path / "letter.txt", tmp_path / "odd.txt"
    file.write_text("Red promises Blue never to attack Blue.\n")
    odd.write_bytes(b"\xff")

    assert oathbook(*check(f"@{file}")).text.splitlines()[0] == "Red promises Blue never to attack Blue."
    assert oathbook(*check(f"@{odd}")).complaint == f"{odd}: it is not UTF-8 text"


def test_an_edition_brings_its_own_words_and_a_table_its_seats() -> None:
    text = 'ann promises bo in plain words "peace" judged by bo.'

    assert oathbook(*check(text, "--edition", "knights_duty/1", "--seats", "ann,bo")).text.splitlines()[0] == text
    assert oathbook(*check(text, "--edition", "knights_duty/1")).code == 2


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (("--edition", "chess/1"), "chess/1"),
        (("--seats", "ann"), "--seats needs --edition"),
        (("--edition", "knights_duty/1", "--seats", "Ann"), "seats: “Ann”"),
        (("--edition", "knights_duty/1", "--seats", "ann,ann"), "seats: “ann”"),
    ],
)
def test_a_world_that_is_none_is_refused(more: tuple[str, ...], says: str) -> None:
    printed = oathbook(*check("ann promises to idle.", *more))

    assert printed.code == 2
    assert says in printed.complaint
