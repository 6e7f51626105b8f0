"""``oathbook options`` where there are many: by patterns, by words, and so many and no more."""

from pathlib import Path

import pytest

from oathbook.domain.recording.notation.option_patterns import patterns_of
from tests.unit.api.running import oathbook


@pytest.fixture(name="plans")
def _plans(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Two Knights who plan, one of them three actions."""
    monkeypatch.chdir(tmp_path)
    assert oathbook("examples").code == 0
    return "plans.jsonl"


def test_many_plans_are_one_pattern(plans: str) -> None:
    text = oathbook("options", plans).text

    assert "ash has to decide; 338 decisions listed\n" in text
    assert "  ash: plan three of sword, spear, bow, shield, parry, movement, none  (338)\n" in text
    assert len(text.splitlines()) == 4


def test_those_with_some_words_are_listed_and_the_rest_counted(plans: str) -> None:
    text = oathbook("options", plans, "--as", "ash", "--matching", "PARRY bow", "--limit", "2").text

    lines = text.splitlines()
    assert all("bow" in each and "parry" in each for each in lines[1:3])
    assert lines[3].startswith("  and ")
    assert len(lines) == 4


def test_a_program_has_all_lines_with_the_patterns_and_as_few_as_it_asks_for(plans: str) -> None:
    whole, few = (oathbook("options", plans, "--as", "ash", "--json", *more).json for more in ((), ("--limit", "5")))

    (seat,) = whole["seats"]
    assert (seat["count"], len(seat["options"])) == (338, 338)
    assert seat["patterns"] == [
        {"text": "plan three of sword, spear, bow, shield, parry, movement, none", "count": 338}
    ]
    assert few["seats"][0]["options"] == seat["options"][:5]


@pytest.mark.parametrize(
    ("lines", "patterns"),
    [
        ([], []),
        (["idle"], [("idle", 1)]),
        (["build Mill on 1", "build Mill on 2", "idle"], [("build Mill on one of 1, 2", 2), ("idle", 1)]),
        (["go 1,2", "go -1,0"], [("go one of 1,2, -1,0", 2)]),
        (['name "a b"', 'name "c"'], [('name one of "a b", "c"', 2)]),
        (["plan bow, bow", "plan bow, bow, bow"], [("plan bow, bow", 1), ("plan bow, bow, bow", 1)]),
        ([f"take {n}" for n in range(14)], [("take one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 2 more", 14)]),
        ([f"take {', '.join('ab'[n == at] for n in range(10))}" for at in range(10)], [("take 10 of b, a", 10)]),
    ],
)
def test_a_pattern_says_what_stands_in_each_place(lines: list[str], patterns: list[tuple[str, int]]) -> None:
    assert [(each.text, each.count) for each in patterns_of(lines)] == patterns
