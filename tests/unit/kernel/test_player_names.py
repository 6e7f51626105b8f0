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
    "name",
    [
        *("\U0001f469\u200d\U0001f469\u200d\U0001f466", "\U0001f469\U0001f3fd\u200d\U0001f680 Ann"),
        *(
            "\U0001f3f3\ufe0f\u200d\U0001f308",
            "\U0001f575\ufe0f\u200d\u2640\ufe0f",
            "\U0001f575\U0001f3fd\u200d\u2640\ufe0f",
        ),
        *("Ann\u2764\ufe0fBo", "\U0001f426\u200d\u2b1b", "1\ufe0f\u20e3", "\u2764", "\U0001f600\U0001f44b\U0001f3fe"),
    ],
)
def test_an_emoji_is_a_name_also_where_it_is_joined(name: str) -> None:
    assert name_problem(name) == ""


@pytest.mark.parametrize(
    "name",
    [
        *(
            "\u200d\U0001f469",
            "\U0001f469\u200d",
            "\U0001f469\u200d\u200d\U0001f466",
            "A\u200d\U0001f469",
            "\U0001f469\u200dA",
        ),
        *(
            "\U0001f600\ufe0f",
            "\u2764\ufe0e",
            "\u2764\ufe0f\ufe0f",
            "\U0001f3f3\u200d\U0001f308",
            "1\ufe0f",
            "\U0001f469\u202e",
        ),
        "\U0001f3f4\U000e0067\U000e0062\U000e007f",
    ],
)
def test_what_joins_nothing_or_is_written_otherwise_is_no_emoji(name: str) -> None:
    assert "characters that do not show" in name_problem(name)


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
