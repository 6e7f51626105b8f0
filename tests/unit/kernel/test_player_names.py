"""Names that can be read in one way, and those that look like another."""

import pytest

from oathbook.domain.kernel.player_names import latin_lookalike, name_problem

ACCENT = "e\u0301"


@pytest.mark.parametrize(
    "name",
    ["", "Ann", "Grandmaster Ann", "\u00c9lo\u00efse", "\u0411\u043e\u0440\u0438\u0441", "\u592a\u90ce", "'; --"],
)
def test_whoever_has_a_plain_name_may_be_called_so(name: str) -> None:
    assert name_problem(name) == ""


@pytest.mark.parametrize(
    ("name", "why"),
    [
        (f"Ren{ACCENT}", "write its accents as NFC does"),
        ("An\x00n", "characters that do not show"),
        ("Ann\n", "characters that do not show"),
        ("\u202eAnn", "turn the direction of writing"),
        ("A\u200bnn", "characters that do not show"),
        ("A\u00a0nn", "characters that do not show"),
        ("Ann\ufe0f", "characters that do not show"),
        ("\u3164", "characters that do not show"),
        ("Ann\U000e0100", "characters that do not show"),
        (" Ann", "no space at its ends"),
        ("A  nn", "no two together"),
    ],
)
def test_nobody_has_a_name_that_is_seen_as_another(name: str, why: str) -> None:
    assert why in name_problem(name)


@pytest.mark.parametrize(
    ("name", "latin"),
    [
        ("\u0410nn", "Ann"),
        ("\u0410\u0441\u0435", "Ace"),
        ("\uff21\uff4e\uff4e", "Ann"),
        ("\u039dick", "Nick"),
        ("Ann", ""),
        ("\u00c9lo\u00efse", ""),
        ("\u0411\u043e\u0440\u0438\u0441", ""),
        ("", ""),
    ],
)
def test_a_name_in_other_letters_says_which_latin_one_it_looks_like(name: str, latin: str) -> None:
    assert latin_lookalike(name) == latin
